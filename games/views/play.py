"""What players do on their own phone: check in, hand in a result, answer what others handed in.

Every page here is of one entry, and for the device alone that acts for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.domain.claims import (
    PLAYERS_ENDINGS,
    Said,
    claim_result,
    confirm_claim,
    sign_claim,
    withdraw_claim,
)
from games.domain.claims.sign import SIGNATURE
from games.domain.game_results import ENDINGS, in_words
from games.domain.seats import colours_of, seats_of
from games.domain.table_results import possible
from games.forms import Raw
from games.player_access import acting_entry, device_of
from games.queries import TableState, shown_round, table_state
from games.views.play_box import box_of
from games.views.requests import rules_of, with_server_now
from games.views.rows import Rows, faults_of
from tournaments.access import key_of, public
from tournaments.domain.check_in import change_state
from tournaments.domain.errors import Refused, status_of
from tournaments.models import Entry, Pairing, Tournament
from tournaments.pieces import is_piece
from tournaments.public_names import public_names
from tournaments.typed_number import whole

P = ParamSpec("P")

#: Nothing is wrong with what is not typed yet.
_NOT_YET = frozenset({"score-missing", "winner-missing", "place-missing"})


def players(
    view: Callable[Concatenate[HttpRequest, Tournament, Entry, P], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """A page of one entry for whoever acts for it; all others are asked for the code."""

    @public
    @wraps(view)
    def guarded(
        request: HttpRequest,
        tournament: Tournament,
        number: int,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> HttpResponseBase:
        entry = get_object_or_404(tournament.entries, number=number)
        if acting_entry(request, tournament) != entry:
            words = _("That is for %(entry)s. Is it you? Type the code from your slip.")
            name = public_names(tournament).entry(entry.pk, entry.name)
            messages.warning(request, words % {"entry": name})
            if is_piece(request):
                return HttpResponse(headers={"HX-Redirect": reverse("player-code")})
            return redirect("player-code")
        entry.tournament = tournament
        response = view(request, tournament, entry, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "no-cache, private")
        return response

    return guarded


# The result -----------------------------------------------------------------------------------


@players
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponseBase:
    """How did it end? Big buttons; what the rules do not allow is said beside them."""
    table = table_of_entry(tournament, entry)
    box = box_of(tournament, entry, table)
    if table is None or (box is None and request.method != "POST"):
        return _nothing_to_hand_in(request, tournament, entry, table)
    if request.method != "POST":
        own = box.own.claim if box is not None else None
        raw = _raw_of(table, own.payload) if own is not None else None
        return _form(request, tournament, entry, table, raw=raw, instead_of=own.pk if own else 0)
    raw = Raw.sent(request.POST.dict(), len(table.sides))
    instead_of = whole(request.POST.get("instead_of")) or 0
    try:
        said = claim_result(
            table.pairing,
            entry,
            raw.typed(),
            device=device_of(request).name,
            instead_of=instead_of,
            key=key_of(request),
        )
    except Refused as refused:
        if refused.code in {"result-changed", "round-closed", "switched-off", "not-seated"}:
            return _told(request, tournament, entry, refused)
        if refused.code == "said-otherwise":
            box = box_of(tournament, entry, table)
            claim = box.own.claim if box is not None else None
            instead_of = claim.pk if claim is not None else 0
        return _form(
            request, tournament, entry, table, raw=raw, instead_of=instead_of, error=refused
        )
    return _done(request, tournament, entry, said)


def _form(
    request: HttpRequest,
    tournament: Tournament,
    entry: Entry,
    table: TableState,
    *,
    raw: Raw | None,
    instead_of: int,
    error: Refused | None = None,
) -> HttpResponseBase:
    round_ = table.pairing.round
    row = Rows(tournament, round_).row(table, raw=raw, error=error)
    endings = [(key, str(ENDINGS[key])) for key in row.rules.endings if key in PLAYERS_ENDINGS]
    context = {
        "tournament": tournament,
        "section": "tournament",
        "entry": entry,
        "round": round_,
        "row": row,
        "endings": endings,
        "box": box_of(tournament, entry, table),
        "instead_of": instead_of,
        "change": error is not None and error.code == "said-otherwise",
    }
    status = status_of(error)
    page = render(request, "games/play/result.html", context, status=status)
    return with_server_now(page, whole=True)


@players
@require_safe
def check(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponseBase:
    """What is typed so far: what it means, or why no game ends so. Nothing is saved."""
    table = table_of_entry(tournament, entry)
    context: dict[str, Any] = {}
    if table is not None:
        raw = Raw.sent(request.GET.dict(), len(table.sides))
        try:
            context = {"words": _read(tournament, table, raw)}
        except Refused as refused:
            if refused.code not in _NOT_YET:
                context = {"faults": faults_of(refused)}
    return with_server_now(render(request, "games/play/check.html", context))


def _read(tournament: Tournament, table: TableState, raw: Raw) -> str:
    """A result in words. Refused, rule by rule, where no game ends so."""
    rules = rules_of(table.pairing.round)
    payload = possible(rules, raw.typed(), colours_of(tournament, seats_of(table.pairing)))
    first = {side for side, given in enumerate(rules.given(payload)) if given.place == 1}
    winners = [e.name for n, side in enumerate(table.sides) if n in first for e in side.entries]
    words = {"result": in_words(tournament.game, payload), "winner": ", ".join(winners)}
    return _("%(winner)s won, %(result)s.") % words


@players
@require_POST
def confirm(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponseBase:
    """ "Yes, that is right": what another side says, we say too."""
    return _answered(request, tournament, entry, confirm_claim)


@players
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponseBase:
    """What we said is not said any more."""
    return _answered(request, tournament, entry, withdraw_claim)


def _answered(
    request: HttpRequest, tournament: Tournament, entry: Entry, verb: Callable[..., Said]
) -> HttpResponseBase:
    table = table_of_entry(tournament, entry)
    if table is None:
        return _nothing_to_hand_in(request, tournament, entry, table)
    try:
        said = verb(
            table.pairing,
            entry,
            whole(request.POST.get("claim")) or 0,
            device=device_of(request).name,
            key=key_of(request),
        )
    except Refused as refused:
        return _told(request, tournament, entry, refused)
    return _done(request, tournament, entry, said)


@players
@require_http_methods(["GET", "HEAD", "POST"])
def sign(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponseBase:
    """The other side signs on this phone, with the end of its own code."""
    table = table_of_entry(tournament, entry)
    box = box_of(tournament, entry, table)
    if table is None or (request.method != "POST" and (box is None or box.own.claim is None)):
        return _nothing_to_hand_in(request, tournament, entry, table)
    error: Refused | None = None
    typed = ""
    if request.method == "POST":
        typed = request.POST.get("signature", "").replace("\0", "")[:20]
        try:
            said = sign_claim(
                table.pairing,
                entry,
                whole(request.POST.get("claim")) or 0,
                typed,
                device=device_of(request).name,
                key=key_of(request),
            )
        except Refused as refused:
            if refused.field != "signature":
                return _told(request, tournament, entry, refused)
            error = refused
        else:
            return _done(request, tournament, entry, said)
    context = {
        "tournament": tournament,
        "section": "tournament",
        "entry": entry,
        "round": table.pairing.round,
        "box": box,
        "length": SIGNATURE,
        "typed": typed,
        "error": error.message if error is not None else "",
    }
    status = status_of(error)
    page = render(request, "games/play/sign.html", context, status=status)
    return with_server_now(page, whole=True)


# Being there ----------------------------------------------------------------------------------


@players
@require_POST
def here(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponseBase:
    """We are here, or not coming. It counts from the next draw, as at the desk."""
    state = Entry.State.ABSENT if request.POST.get("state") == "absent" else Entry.State.PRESENT
    try:
        change_state(
            entry,
            state,
            by=None,
            seen=request.POST.get("seen", "")[:40],
            why=_("by the players themselves"),
            key=key_of(request),
        )
    except Refused as refused:
        return _told(request, tournament, entry, refused)
    if state == Entry.State.PRESENT:
        messages.success(request, _("You are checked in. Your table appears here."))
    else:
        messages.success(request, _("The desk knows that you are not coming."))
    return _home(tournament, entry)


# What they share ------------------------------------------------------------------------------


def table_of_entry(tournament: Tournament, entry: Entry) -> TableState | None:
    """The game the entry sits at in the round people are in; None outside one."""
    round_ = shown_round(tournament)
    pairing = (
        Pairing.objects.filter(round=round_, seats__entry=entry, kind=Pairing.Kind.GAME).first()
        if round_ is not None
        else None
    )
    if pairing is None or round_ is None:
        return None
    round_.tournament = tournament
    pairing.round = round_
    state = table_state(pairing)
    public_names(tournament).cover(state.entries)
    return state


def _done(
    request: HttpRequest, tournament: Tournament, entry: Entry, said: Said
) -> HttpResponseBase:
    if said.result is not None:
        words = _("%(result)s: you agree, and the result is in.")
        words %= {"result": in_words(tournament.game, said.result.payload)}
        messages.success(request, words)
    elif said.claim is None:
        messages.success(request, _("Taken back. Nothing is handed in from your side now."))
    else:
        words = _("%(result)s is handed in. It counts when the other side confirms it.")
        box = box_of(tournament, entry, table_of_entry(tournament, entry))
        if box is not None and box.said.disputed:
            words = _("%(result)s is handed in. You do not say the same; the desk can see it.")
        messages.success(request, words % {"result": in_words(tournament.game, said.claim.payload)})
    return _home(tournament, entry)


def _told(
    request: HttpRequest, tournament: Tournament, entry: Entry, refused: Refused
) -> HttpResponseBase:
    """Back to our page, which shows how things stand, with why nothing was done."""
    messages.error(request, str(refused.message))
    return _home(tournament, entry)


def _nothing_to_hand_in(
    request: HttpRequest, tournament: Tournament, entry: Entry, table: TableState | None
) -> HttpResponseBase:
    if table is not None and table.result is not None:
        messages.warning(request, _("Your game has its result. The desk corrects it if need be."))
    else:
        messages.warning(request, _("There is nothing to hand in here now."))
    return _home(tournament, entry)


def _home(tournament: Tournament, entry: Entry) -> HttpResponseBase:
    return redirect("entry", tournament.slug, entry.number)


def _raw_of(table: TableState, payload: dict[str, Any]) -> Raw:
    return Raw.of(rules_of(table.pairing.round).typed(payload), len(table.sides))
