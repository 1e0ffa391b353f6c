"""Pages that follow what happens: which news a page shows, and how it renews itself.

    @public
    @require_safe
    @follows("rounds results", pieces="#pairings", shared=True)
    def round_page(request, tournament, number): ...

The page then listens (`components/renews.html`, which its shell brings), and asks for itself with
the stamp it was made with: while nothing is new the answer is 204, and the view is not even
called. What comes back has no shell, only the pieces, and the page puts in those that it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from tournaments.models import Tournament
from tournaments.pieces import is_piece
from tournaments.queries.news import news_stamp

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponseBase]


@dataclass(slots=True, kw_only=True)
class Following:
    """What a page's shell needs to know so that the page renews itself."""

    of: str
    """The kinds of news it shows, as in `tournaments.queries.news`."""
    pieces: str
    """Selectors of what is new with them, "#a,#b"; everything else stays where it is."""
    stamp: str
    address: str
    """Where it asks for itself, with the stamp."""
    piece: bool
    """Whether only the pieces are asked for, without the shell around them."""
    shared: bool
    """Whether everybody who is asked sees the same pieces."""
    at_desk: bool
    """Whether they are made for one of the staff alone: while much happens, less often."""

    @property
    def shell(self) -> str:
        """The template that stands in for the shell of a piece; empty for a whole page."""
        return "piece.html" if self.piece else ""


def follows(
    of: str,
    *,
    pieces: str,
    shared: bool = False,
    stamp: Callable[..., str] | None = None,
) -> Callable[[View[P]], View[P]]:
    """A page that shows news of the kinds `of` ("rounds results") in `pieces`.

    `stamp(request, tournament, …)` makes a stamp that knows more than the kinds do (a deadline
    that passes). `shared` pieces are the same for everybody: nothing in them is about whoever asks.
    """

    def wrap(view: View[P]) -> View[P]:
        @wraps(view)
        def following(
            request: HttpRequest, tournament: Tournament, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            if request.method not in {"GET", "HEAD"}:
                return view(request, tournament, *args, **kwargs)
            now = (
                stamp(request, tournament, *args, **kwargs)
                if stamp is not None
                else news_stamp(tournament, of)
            )
            nothing_new = begin_following(request, of, now, pieces=pieces, shared=shared)
            if nothing_new is not None:
                return nothing_new
            for_all = shared and not is_piece(request) and is_anybody(request.COOKIES)
            tag = _tag_of_page(now)
            if for_all and tag in request.headers.get("If-None-Match", ""):
                return _for_all(HttpResponse(status=304), tag)
            response = view(request, tournament, *args, **kwargs)
            found: Following | None = getattr(request, "following", None)
            if for_all and response.status_code == 200:
                return _for_all(response, tag)
            if found is not None and found.piece and response.status_code == 200:
                if "HX-Refresh" in response.headers or "HX-Redirect" in response.headers:
                    return response
                response.headers["ETag"] = f'W/"{now}~{translation.get_language()}"'
                timed(response, shared=shared)
            return response

        following.shared = shared  # type: ignore[attr-defined]
        return following

    return wrap


#: Cookies that say nothing of whose browser it is, so that a public page is the same with them:
#: the language has its own place in the tag, the others are read elsewhere.
_OF_ANYBODY: Final = frozenset({settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME})
#: Where the staff's pages are.
DESK: Final = "/desk/"
#: A page may show what comes by the clock alone (that one can sign up); after so many seconds it
#: has another tag in any case.
_MINUTE: Final = 60


def is_anybody(cookies: Iterable[str]) -> bool:
    """Whether a browser with cookies of these names is given what everybody is given."""
    return _OF_ANYBODY.issuperset(cookies)


def _tag_of_page(stamp: str) -> str:
    """Of a whole page: what it knows, in which language, made with which files, in which minute."""
    files = getattr(staticfiles_storage, "manifest_hash", "") or ""
    minute = int(timezone.now().timestamp()) // _MINUTE
    return f'W/"{stamp}~{translation.get_language()}~{files}~{minute}"'


def _for_all(response: R, tag: str) -> R:
    """A page that is the same for everybody: whoever keeps it asks whether it still holds."""
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "public, no-cache"
    patch_vary_headers(response, ("Cookie",))
    return response


def same_for_all(view: View[P]) -> View[P]:
    """A piece within a page that is asked for by an address of its own, without a stamp, and is
    the same for everybody: made once for all who ask."""
    view.shared = view.by_itself = True  # type: ignore[attr-defined]
    return view


def begin_following(
    request: HttpRequest, of: str, stamp: str, *, pieces: str, shared: bool = False
) -> HttpResponse | None:
    """Say that the page of `request` follows; answers 204 when whoever asks has all that it has."""
    asked = request.GET.get("stamp")
    if asked == stamp:
        answer: HttpResponse = timed(HttpResponse(status=204), shared=shared)
        return answer
    request.following = Following(  # type: ignore[attr-defined]
        of=of,
        pieces=pieces,
        stamp=stamp,
        address=_address(request, stamp),
        piece=asked is not None and is_piece(request),
        shared=shared,
        at_desk=request.path.startswith(DESK),
    )
    return None


def follow_no_more(request: HttpRequest) -> None:
    """The page turned out to be one that does not follow."""
    del request.following  # type: ignore[attr-defined]


def is_other(request: HttpRequest, kind: str) -> bool:
    """Whether an open page asks that is of another kind by now, as its stamp's end ("…-open")
    says: then its pieces are not enough."""
    return following_of(request).piece and request.GET["stamp"].partition("-")[2] != kind


def open_anew() -> HttpResponse:
    """The answer to a page that must be loaded again as a whole."""
    answer = HttpResponse()
    answer.headers["HX-Refresh"] = "true"
    return answer


def following_of(request: HttpRequest) -> Following:
    """What `follows` found out about the page that is being made."""
    return cast(Following, request.following)  # type: ignore[attr-defined]


def timed(response: Any, *, shared: bool = False) -> Any:
    """A piece says what time it is here, in milliseconds, so that clocks can be set by it. It is
    asked for again each time: one that is kept for a second would hide what came in that second."""
    response.headers["X-Server-Now"] = str(int(timezone.now().timestamp() * 1000))
    response.headers["Cache-Control"] = "public, no-cache" if shared else "private, no-cache"
    return response


def _address(request: HttpRequest, stamp: str) -> str:
    """The page's own address with what was chosen there, and the stamp."""
    query = request.GET.copy()
    query["stamp"] = stamp
    return f"{request.path}?{query.urlencode()}"
