"""The pages behind the signed link: how it stands, confirm, change, cancel, somebody else plays.

Opening a link shows; what changes anything is a press, since mail scanners open links, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import key_of, public
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.substitute import substitute as substitute_player
from tournaments.follows import follows
from tournaments.forms.registration import ChangeForm, SubstituteForm
from tournaments.models import Entry, SignUp, Tournament
from tournaments.registration import links
from tournaments.registration.answer import accept
from tournaments.registration.cancel import cancel as cancel_sign_up
from tournaments.registration.change import change as change_sign_up
from tournaments.registration.confirm import confirm, may_confirm
from tournaments.registration.facts import Given
from tournaments.registration.join import renew_invitation
from tournaments.registration.links import BadLink
from tournaments.registration.rows import (
    given_of,
    own_person,
    place_in_queue,
    registration_of,
    said_to_players,
    stamp,
)
from tournaments.registration.send_anew import send_anew
from tournaments.views.registration import (
    FOLDER,
    SIGN_UP_NEWS,
    facts_of,
    known_field,
    sign_up_stamp,
)

State = SignUp.State

#: What a press does, and what is said when it is done.
VERBS: Final[dict[str, tuple[Callable[..., SignUp], Any]]] = {
    "confirm": (confirm, ""),
    "accept": (accept, ""),
    "invite-anew": (
        renew_invitation,
        gettext_lazy("The old link does not work any more. Here is the new one."),
    ),
}

#: Those that ask about namesakes.
_ASKING: Final = {"confirm", "accept"}


def behind_link(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page of a sign-up: `view(request, sign_up)`. A link that opens nothing gets a page that
    says why, and what to do."""

    @wraps(view)
    def opened(
        request: HttpRequest, tournament: Tournament, token: str, **more: Any
    ) -> HttpResponseBase:
        try:
            sign_up = links.read_own(tournament, token)
        except BadLink as bad:
            return bad_link(request, tournament, token, bad)
        return view(request, sign_up, **more)

    return opened


def bad_link(
    request: HttpRequest, tournament: Tournament, token: str, bad: BadLink
) -> HttpResponse:
    return render(
        request,
        f"{FOLDER}/bad_link.html",
        {
            "tournament": tournament,
            "section": "sign-up",
            "trouble": bad.trouble.value,
            "token": token if bad.sign_up is not None else "",
            "registration": registration_of(tournament),
        },
        status=404 if bad.trouble is links.Trouble.BROKEN else 410,
    )


def shows(sign_up: SignUp) -> str:
    """What its page is about: its state, or that its entry has been withdrawn."""
    entry = sign_up.entry
    if sign_up.state == State.ENTERED and entry and entry.state == Entry.State.WITHDRAWN:
        return State.CANCELLED.value
    return State(sign_up.state).value


def context_of(sign_up: SignUp, **more: Any) -> dict[str, Any]:
    tournament = sign_up.tournament
    given = given_of(sign_up)
    assert given is not None  # `read_own` has opened it
    waiting = sign_up.state == State.WAITING
    return {
        **facts_of(tournament, registration_of(tournament)),
        "sign_up": sign_up,
        "given": given,
        "shows": shows(sign_up),
        "token": links.own_token(sign_up),
        "queue": place_in_queue(sign_up) if waiting else None,
        "may_confirm": may_confirm(sign_up),
        "invitation": "" if given.complete else links.invitation_link(sign_up, given),
        **more,
    }


@public
@never_cache
@require_safe
@follows(SIGN_UP_NEWS, pieces="#page", stamp=sign_up_stamp)
@behind_link
def own(request: HttpRequest, sign_up: SignUp) -> HttpResponseBase:
    """How it stands, and what can be done."""
    return render(request, f"{FOLDER}/own.html", context_of(sign_up))


@public
@never_cache
@require_POST
@behind_link
def do(request: HttpRequest, sign_up: SignUp, verb: str) -> HttpResponseBase:
    """One press: confirm, accept, a new invitation."""
    if verb not in VERBS:
        raise Http404(verb)
    act, words = VERBS[verb]
    more = {"others": bool(request.POST.get("others"))} if verb in _ASKING else {}
    try:
        done = act(sign_up, by=None, key=key_of(request), **more)
    except Refused as refused:
        status = refused.status
        sign_up = links.read_own(sign_up.tournament, links.own_token(sign_up))
        context = context_of(sign_up, refused=refused)
        return render(request, f"{FOLDER}/own.html", context, status=status)
    if words:
        messages.success(request, str(words))
    return redirect(links.own_path(done))


@public
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@behind_link
def change(request: HttpRequest, sign_up: SignUp) -> HttpResponseBase:
    """Correct what was sent in."""
    given = given_of(sign_up)
    assert given is not None
    form = ChangeForm(request.POST or None, tournament=sign_up.tournament, given=given)
    seen = request.POST.get("seen") or stamp(sign_up, given)
    namesake = bool(request.POST.get("others"))
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                done = change_sign_up(
                    sign_up,
                    form.given,
                    by=None,
                    seen=seen,
                    others=form.cleaned_data["others"],
                    key=key_of(request),
                )
                messages.success(request, _("It is saved."))
                return redirect(links.own_path(done))
            except Refused as refused:
                form.add_error(known_field(form, refused.field), str(refused.message))
                namesake = namesake or refused.code == "namesake"
                if isinstance(refused, Conflict):
                    # What was typed stays; sent again it is measured against what is there now.
                    sign_up = SignUp.objects.select_related("entry", "tournament").get(
                        pk=sign_up.pk
                    )
                    seen, status = stamp(sign_up, given_of(sign_up) or given), 409
        status = 422 if status == 200 else status
    return render(
        request,
        f"{FOLDER}/change.html",
        context_of(sign_up, form=form, seen=seen, namesake=namesake, conflict=status == 409),
        status=status,
    )


@public
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@behind_link
def cancel(request: HttpRequest, sign_up: SignUp) -> HttpResponseBase:
    """What cancelling comes to, and the press that does it."""
    refused: Refused | None = None
    if request.method == "POST":
        try:
            done = cancel_sign_up(sign_up, by=None, key=key_of(request))
            return redirect(links.own_path(done))
        except Refused as error:
            refused = error
    return render(
        request,
        f"{FOLDER}/cancel.html",
        context_of(sign_up, refused=refused),
        status=200 if refused is None else 422,
    )


@public
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@behind_link
def substitute(request: HttpRequest, sign_up: SignUp) -> HttpResponseBase:
    """Somebody else plays: by the rules of the desk, until the first round is published."""
    entry, given = sign_up.entry, given_of(sign_up)
    assert given is not None
    if shows(sign_up) != State.ENTERED or entry is None:
        return redirect(links.own_path(sign_up))
    form = SubstituteForm(request.POST or None, names=[p.name for p in given.entry.players])
    if request.method == "POST" and form.is_valid():
        try:
            if sign_up.tournament.state != Tournament.State.OPEN:
                raise Refused("begun", _("The tournament has begun. Tell the desk in the hall."))
            _substitute(request, sign_up, entry, given, form)
            messages.success(
                request, _("%(player)s plays.") % {"player": form.cleaned_data["player1"]}
            )
            return redirect(links.own_path(sign_up))
        except Refused as refused:
            field = "player1" if refused.field.startswith("player") else refused.field
            form.add_error(known_field(form, field), str(refused.message))
    return render(
        request,
        f"{FOLDER}/substitute.html",
        context_of(sign_up, form=form),
        status=422 if form.errors else 200,
    )


def _substitute(
    request: HttpRequest, sign_up: SignUp, entry: Entry, given: Given, form: SubstituteForm
) -> None:
    try:
        substitute_player(
            entry,
            form.cleaned_data["position"],
            own_person(sign_up.tournament, form.person(1), entry),
            initials_only=form.cleaned_data["initials1"],
            by=None,
            why=_("by the players themselves"),
            key=key_of(request),
        )
    except Refused as refused:
        raise said_to_players(refused, given.entry) from refused


@public
@never_cache
@require_POST
def new_link(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponseBase:
    """For a link that is out of date: a new one goes to the address it went to before."""
    try:
        sign_up = links.read_own(tournament, token)
    except BadLink as bad:
        if bad.sign_up is None:
            return bad_link(request, tournament, token, bad)
        sign_up = bad.sign_up
    try:
        send_anew(sign_up, by=None, key=key_of(request))
    except Refused as refused:
        messages.error(request, str(refused.message))
        return redirect("sign-up", slug=tournament.slug)
    return redirect("sign-up-sent", slug=tournament.slug)
