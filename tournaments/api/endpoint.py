"""What every address of the API is: its language, who may come in, and how it answers.

`Read` answers GET with an ETag; `Verb` takes POST with an Idempotency-Key. docs/developers/api.md
says how a route is added.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import parse_accept_lang_header
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ListField, Serializer
from rest_framework.views import APIView

from tournaments.access import LOOKING, SAFE, Action, actions_of, find_tournament
from tournaments.api.scopes import scope_of, within
from tournaments.models import ApiToken, Tournament
from tournaments.queries.news import news_stamp

from .problems import Problem

#: For everybody, as far as the tournament is.
PUBLIC: Final = "public"
#: Counts up when the same facts are answered in another shape.
_SHAPE: Final = "1"


def language_of(header: str) -> str:
    """The language that an Accept-Language header asks for, Danish where it asks for none."""
    known = dict(settings.LANGUAGES)
    for wanted, _weight in parse_accept_lang_header(header):
        # Norwegian without a kind is what most Norwegians mean by nb.
        base = {"no": "nb", "nn": "nb"}.get(wanted.split("-")[0], wanted.split("-")[0])
        if base in known:
            return base
    return settings.LANGUAGE_CODE


class Endpoint(APIView):
    """An address of the API. With `slug` in it, `self.tournament` and `self.actions` are there."""

    #: Who may read here: `PUBLIC`, or who may do that.
    access: ClassVar[str] = PUBLIC
    #: Who may send here, by method.
    verbs: ClassVar[Mapping[str, Action]] = {}
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    tournament: Tournament
    actions: frozenset[Action]
    #: The same without regard to the token.
    _by_role: frozenset[Action]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """What is only done, and not read, is for those who may do it."""
        super().__init_subclass__(**kwargs)
        if cls.verbs and not hasattr(cls, "get"):
            cls.access = next(iter(cls.verbs.values()))

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Callable[..., HttpResponseBase]:
        """The view, with what the test of all addresses reads."""
        view = super().as_view(**initkwargs)
        view.access = cls.access
        return view

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Before anything is answered. The middleware gives the language back afterwards."""
        translation.activate(language_of(request.headers.get("Accept-Language", "")))
        super().initial(request, *args, **kwargs)
        if "slug" in kwargs:
            self.tournament = self._enter(request, kwargs["slug"])

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        """What every answer says of itself."""
        response = super().finalize_response(request, response, *args, **kwargs)
        response["Content-Language"] = translation.get_language()
        response["Vary"] = "Accept, Accept-Language, Authorization, Cookie"
        response.setdefault("Cache-Control", "private, no-cache")
        return response

    def _needed(self, request: Request) -> str:
        if request.method in SAFE or request.method not in self.verbs:
            return self.access
        return self.verbs[request.method]

    def _enter(self, request: Request, slug: str) -> Tournament:
        """The same door as that of the pages, narrowed by the token's scopes."""
        needed = self._needed(request)
        if needed != PUBLIC and not request.user.is_authenticated:
            raise NotAuthenticated
        tournament = find_tournament(slug)
        self._by_role = allowed = actions_of(request.user, tournament)
        self.actions = self._through_token(request, tournament, allowed)
        request.actions = self.actions
        if needed == PUBLIC:
            if not tournament.public and Action.LOOK not in self.actions:
                raise Http404(slug)
            return tournament
        if not allowed:
            raise Http404(slug)
        if request.method not in SAFE and allowed <= LOOKING:
            raise _not_allowed()
        self.require(Action(needed))
        return tournament

    def require(self, action: Action) -> None:
        """Go on only if role and token allow `action`, too."""
        if action not in self._by_role:
            raise _not_allowed()
        if action not in self.actions:
            raise Problem(
                403,
                "not-in-scope",
                _("This token may not do that here. Make one with the scope “%(scope)s”.")
                % {"scope": scope_of(action)},
                more={"scope": scope_of(action)},
            )

    def _through_token(
        self, request: Request, tournament: Tournament, allowed: frozenset[Action]
    ) -> frozenset[Action]:
        token = request.auth
        if not isinstance(token, ApiToken):
            return allowed
        if token.tournament_id not in {None, tournament.pk}:
            return frozenset()
        return within(allowed, token.scopes)


def _not_allowed() -> Problem:
    return Problem(
        403,
        "not-allowed",
        _("Your role at this tournament does not allow that. Ask an organiser."),
    )


class Read(Endpoint):
    """GET: `read` says what is there, `news` when it is something else (`queries.news`)."""

    #: The kinds of news that change what is read here.
    news: ClassVar[str] = "all"
    #: What may be asked for in the address.
    query: ClassVar[type[Serializer] | None] = None

    #: What is answered, as its serializer says it. Takes the rest of the address by name.
    read: ClassVar[Callable[..., Any]]

    request: Request
    asked: dict[str, Any]

    def get(self, request: Request, **kwargs: Any) -> Response:
        """304 while whoever asks has what would be answered."""
        self.asked = self._asked(request)
        kwargs.pop("slug", None)
        etag = self.etag(**kwargs)
        if etag and _has(request, etag):
            return Response(status=304, headers={"ETag": etag})
        response = Response(self.read(**kwargs))
        if etag:
            response["ETag"] = etag
        return response

    def stamp(self, **kwargs: Any) -> str:
        """A text that changes with everything that is read here. One light query."""
        return news_stamp(self.tournament, self.news)

    def version(self, **kwargs: Any) -> str:
        """The version of what is read here, which verbs on it take as `If-Match`; empty: none."""
        return ""

    def etag(self, **kwargs: Any) -> str:
        """The stamp with all else that an answer depends on."""
        stamp = self.stamp(**kwargs)
        parts = (
            _SHAPE,
            stamp,
            self.request.build_absolute_uri(),
            translation.get_language(),
            sorted(getattr(self, "actions", ())),
            getattr(self.request.user, "pk", None),
        )
        if not stamp:
            return ""
        return tag_of(hashlib.sha256(repr(parts).encode()).hexdigest()[:32], self.version(**kwargs))

    def _asked(self, request: Request) -> dict[str, Any]:
        fields = self.query().fields if self.query is not None else {}
        unknown = sorted(set(request.query_params) - set(fields))
        if unknown:
            said = _("There is no such parameter here. Those there are: %(names)s.") % {
                "names": ", ".join(sorted(fields)) or "–"
            }
            raise ValidationError({name: [said] for name in unknown}, "unknown")
        if self.query is None:
            return {}
        # As plain values: of a form, DRF would take what is empty for what is not there.
        given = request.query_params
        query = self.query(
            data={
                name: given.getlist(name) if isinstance(fields[name], ListField) else given[name]
                for name in given
            }
        )
        query.is_valid(raise_exception=True)
        return dict(query.validated_data)


def tag_of(read: str, version: str) -> str:
    """An ETag: of what was read, then a dot and the version of what it is about, where it has one.

    Weak, as whatever packs an answer makes it anyhow.
    """
    return f'W/"{read}.{version}"' if version else f'W/"{read}"'


def versions_named(header: str | None) -> frozenset[str] | None:
    """The versions that an If-Match names; None where any will do.

    Only what follows the last dot counts: who reads and who was answered by a verb hold different
    ETags of the same version, and what else was on the page does not matter to it.
    """
    if header is None or header.strip() == "*":
        return None
    tags = parse_etags(header)
    if not tags:
        raise Problem(
            400,
            "if-match",
            _("Send in If-Match the ETag as it was answered, with its quotation marks."),
            field="If-Match",
        )
    return frozenset(tag.removeprefix("W/").strip('"').rpartition(".")[2] for tag in tags)


def _has(request: HttpRequest | Request, etag: str) -> bool:
    """Whether If-None-Match names `etag`, compared weakly."""
    named = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in named or etag.removeprefix("W/") in {one.removeprefix("W/") for one in named}
