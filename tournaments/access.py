"""Who may do what: the one place where it is decided.

Every view is wrapped by `public`, `on_wall` or `staff`; a test walks every address as every role
and compares with the table below. docs/developers/access-matrix.md is written from it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from enum import StrEnum
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render

from tournaments.models import Role, Tournament, User
from tournaments.privacy.tombstones import erased_names
from tournaments.public_names import hides_names
from tournaments.queries.entered import entered_alone

P = ParamSpec("P")


class Action(StrEnum):
    """What somebody with a role in a tournament may be allowed to do there."""

    SHOW = "show"
    LOOK = "look"
    EDIT_TOURNAMENT = "edit-tournament"
    EDIT_ENTRIES = "edit-entries"
    CHECK_IN = "check-in"
    DRAW = "draw"
    RUN_CLOCK = "run-clock"
    EXTEND = "extend"
    ENTER_RESULTS = "enter-results"
    PRINT = "print"
    CALL_JUDGE = "call-judge"
    JUDGE = "judge"
    HEAD_JUDGE = "head-judge"


ALLOWED: dict[str, frozenset[Action]] = {
    Role.Kind.ORGANISER: frozenset(Action),
    Role.Kind.HEAD_JUDGE: frozenset(
        {
            Action.SHOW,
            Action.LOOK,
            Action.RUN_CLOCK,
            Action.EXTEND,
            Action.ENTER_RESULTS,
            Action.PRINT,
            Action.CALL_JUDGE,
            Action.JUDGE,
            Action.HEAD_JUDGE,
        }
    ),
    Role.Kind.JUDGE: frozenset(
        {
            Action.SHOW,
            Action.LOOK,
            Action.RUN_CLOCK,
            Action.EXTEND,
            Action.ENTER_RESULTS,
            Action.PRINT,
            Action.CALL_JUDGE,
            Action.JUDGE,
        }
    ),
    Role.Kind.DESK: frozenset(
        {
            Action.SHOW,
            Action.LOOK,
            Action.EDIT_ENTRIES,
            Action.CHECK_IN,
            Action.RUN_CLOCK,
            Action.ENTER_RESULTS,
            Action.PRINT,
            Action.CALL_JUDGE,
        }
    ),
    Role.Kind.READ_ONLY: frozenset({Action.SHOW, Action.LOOK}),
    Role.Kind.DISPLAY: frozenset({Action.SHOW}),
}


#: What changes nothing. Whoever may do no more sends nothing, whatever a page would take.
LOOKING: frozenset[Action] = frozenset({Action.SHOW, Action.LOOK})
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: The roles that see the desk.
DESK_ROLES: list[str] = [kind for kind, actions in ALLOWED.items() if Action.LOOK in actions]


def actions_of(user: Any, tournament: Tournament) -> frozenset[Action]:
    """What `user` may do in `tournament`; empty without a role in it."""
    if not user.is_authenticated:
        return frozenset()
    role = Role.objects.filter(tournament=tournament, user=user).first()
    return ALLOWED[role.kind] if role else frozenset()


@cache
def _tournaments() -> QuerySet[Tournament]:
    """All tournaments, with what their pages ask of them. Every page comes here: to lay the query
    together takes longer than the database takes to answer it, so it is done once."""
    return Tournament.objects.select_related("registration").annotate(
        entered_alone=entered_alone(), hides_names=hides_names(), erased_names=erased_names()
    )


def find_tournament(slug: str) -> Tournament:
    """The tournament of that address, with what its pages ask of it; Http404 without one."""
    tournament = _tournaments().filter(slug=slug).first()
    if tournament is None:
        raise Http404(slug)
    return tournament


def staff(
    action: Action, *, to_change: Action | None = None
) -> Callable[
    [Callable[Concatenate[HttpRequest, Tournament, P], HttpResponseBase]],
    Callable[..., HttpResponseBase],
]:
    """A desk page: `view(request, slug, …)` becomes `view(request, tournament, …)`.

    Without log-in: to the log-in page and back. Without a role that allows `action` (to send
    something: `to_change`, where that is another): 403.
    A tournament that does not exist and one where the account has no role look the same (404).
    """

    def wrap(
        view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            tournament = find_tournament(slug)
            actions = actions_of(request.user, tournament)
            if not actions:
                raise Http404(slug)
            changes = request.method not in SAFE
            needed = to_change if changes and to_change is not None else action
            if needed not in actions or (changes and actions <= LOOKING):
                raise PermissionDenied(needed)
            request.actions = actions  # type: ignore[attr-defined]
            return view(request, tournament, *args, **kwargs)

        guarded.access = action  # type: ignore[attr-defined]
        guarded.access_to_change = to_change or action  # type: ignore[attr-defined]
        return guarded

    return wrap


def _open(
    needed: Action,
) -> Callable[
    [Callable[Concatenate[HttpRequest, Tournament, P], HttpResponseBase]],
    Callable[..., HttpResponseBase],
]:
    """For everybody; of a tournament that is not public, for those who may do `needed` there."""

    def wrap(
        view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponseBase],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(
            request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            tournament = find_tournament(slug)
            actions = actions_of(request.user, tournament)
            if not tournament.public and needed not in actions:
                raise Http404(slug)
            request.actions = actions  # type: ignore[attr-defined]
            return view(request, tournament, *args, **kwargs)

        guarded.access = OPEN[needed]  # type: ignore[attr-defined]
        return guarded

    return wrap


#: What an open page is called in the matrix, by what it needs where the tournament is not public.
OPEN = {Action.LOOK: "public", Action.SHOW: "wall"}

#: A page for everybody. A tournament that is not public exists only for its own people.
public = _open(Action.LOOK)
#: The same for what hangs in the hall: screens see it, too.
on_wall = _open(Action.SHOW)


def user_of(request: HttpRequest) -> User:
    """The account behind a request that `staff` has let through."""
    return cast(User, request.user)


def granted(request: HttpRequest) -> frozenset[Action]:
    """What whoever asks may do in the page's tournament, once `staff` or `public` let them in."""
    return cast("frozenset[Action]", request.actions)  # type: ignore[attr-defined]


def may(request: HttpRequest, action: Action) -> bool:
    """Whether whoever asks may do `action` here."""
    return action in granted(request)


def can_of(request: HttpRequest) -> dict[str, bool]:
    """The same for templates: `can.DRAW`."""
    return {action.name: True for action in granted(request)}


def sees_drafts(request: HttpRequest) -> bool:
    """Whether a draft is shown to whoever asks: a round nobody plays yet is for those who draw."""
    return may(request, Action.DRAW)


def key_of(request: HttpRequest) -> str:
    """The idempotency key of what was sent: that of its form, bound to address and fields.

    A form that the browser took out of its memory has the key of before. Sent as it was, it is
    the same request again; sent with something else in it, it is another one and must not be
    lost. Empty for a form without a key.
    """
    if not request.POST.get("key"):
        return ""
    fields = [
        (name, values)
        for name, values in sorted(request.POST.lists())
        if name != "csrfmiddlewaretoken"
    ]
    return hashlib.sha256(repr((request.path, fields)).encode()).hexdigest()


def why_of(request: HttpRequest) -> str:
    """The reason typed, as long as a log can take it. PostgreSQL keeps no NUL."""
    return request.POST.get("why", "").replace("\0", "").strip()[:500]


def desk_page(
    request: HttpRequest,
    tournament: Tournament,
    section: str,
    template: str,
    context: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponseBase:
    """Render a desk page: what `templates/desk.html` needs, and `context`."""
    shell = {
        "tournament": tournament,
        "section": section,
        "can": can_of(request),
    }
    return render(request, template, shell | (context or {}), status=status)
