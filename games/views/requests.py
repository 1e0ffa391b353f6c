"""What the views of games share: the round and table an address names, what a form sent, how a
piece of a page is answered."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from games.domain.game_results import GameResults, game_results
from games.forms import Raw, version_seen
from games.game_settings import settings_of
from games.queries import TableState, table_state
from tournaments.access import can_of
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, Round, Tournament


def round_of(tournament: Tournament, n: int, *, drafts: bool = True) -> Round:
    """Round `n`; 404 for one that does not exist, and without `drafts` for one that is a draft."""
    rounds = Round.objects.select_related("stage")
    round_ = get_object_or_404(rounds, tournament=tournament, number=n)
    if round_.state == Round.State.DRAFT and not drafts:
        raise Http404(str(n))
    round_.tournament = round_.stage.tournament = tournament
    return round_


def table_of(tournament: Tournament, n: int, number: int, *, drafts: bool = True) -> TableState:
    """Table `number` of round `n`; 404 where nobody sits, or as `round_of`."""
    round_ = round_of(tournament, n, drafts=drafts)
    pairing = Pairing.objects.filter(
        round=round_, table__number=number, kind=Pairing.Kind.GAME
    ).first()
    if pairing is None:
        raise Http404(f"{n}/{number}")
    pairing.round = round_
    return table_state(pairing)


def sent(request: HttpRequest, table: TableState) -> tuple[Raw, int, str]:
    """What a result form sent: the fields, the version it saw, its idempotency key."""
    data = request.POST.dict()
    return Raw.sent(data, len(table.sides)), version_seen(data), key_of(request)


def key_of(request: HttpRequest) -> str:
    """The key of a result's form, whatever is in it: a page that was loaded again sends a row
    with its old key and a newer version seen, and the verbs compare what was typed themselves."""
    return request.POST.get("key", "").replace("\0", "")[:64]


def fragment(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    """A piece of a desk page, with the same names as the whole page has."""
    can = can_of(request)
    response = render(
        request,
        template,
        {"tournament": tournament, "can": can, **context},
        status=status,
    )
    return with_server_now(response)


def with_server_now(response: HttpResponse, *, whole: bool = False) -> HttpResponse:
    """Say what time it is here, in milliseconds, so that clocks on pages can be set by it.

    A whole page may be kept on the device for when the net is gone, and is asked for anew; a
    piece of one is of no use later.
    """
    response["X-Server-Now"] = str(int(timezone.now().timestamp() * 1000))
    response["Cache-Control"] = "private, no-cache" if whole else "no-store"
    return response


def rules_of(round_: Round) -> GameResults:
    """What the desk knows about results of the round's games; 404 for a game it cannot enter."""
    try:
        return game_results(round_.tournament.game, settings_of(round_))
    except Refused as refused:
        raise Http404(str(refused.message)) from None
