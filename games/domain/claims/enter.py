"""A side says how its game ended."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.domain.claims.model import PLAYERS_ENDINGS, Said, essence
from games.domain.claims.table import (
    AGREE,
    DIFFER,
    already,
    claim_words,
    open_for_claims,
    say,
)
from games.domain.game_results import Typed
from games.domain.table_results import checked
from games.models import Claim
from tournaments.domain.act import act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Entry, Pairing


class _SaidAlready(Exception):
    """Another tab or phone of the same side has said the same: nothing is left to do."""

    def __init__(self, claim: Claim) -> None:
        super().__init__()
        self.claim = claim


def claim_result(
    pairing: Pairing,
    entry: Entry,
    typed: Typed,
    *,
    device: str,
    instead_of: int = 0,
    key: str = "",
) -> Said:
    """The side of `entry` says that the game ended as `typed`.

    Agreeing with what all others say makes it the result. `instead_of` is the id of what the side
    said before, where it means to change that: without it a second, other claim of the same side
    is a Conflict, and the same one changes nothing. Refused when the game's rules say that no game
    ends so, when its ending is not for players to say, and where none can be handed in; Conflict,
    with what stands, when the table has its result.
    """
    try:
        with act("claim.enter", pairing, by=None, key=key, or_else=(DIFFER, AGREE)) as doing:
            if doing.already:
                return already(doing)
            table = open_for_claims(doing)
            own = table.standing.get(table.side_of(entry))
            if typed.ended not in PLAYERS_ENDINGS:
                raise Refused(
                    "not-for-players",
                    _("That is for the desk to enter. Go there, or call a judge."),
                    field="ended",
                )
            payload = checked(doing, typed, table.results)
            if own is not None:
                if essence(table.rules, own.payload) == essence(table.rules, payload):
                    raise _SaidAlready(own)
                if own.pk != instead_of:
                    raise Conflict(
                        "said-otherwise",
                        _("You have said %(result)s already (at %(at)s). Change it?")
                        % claim_words(own, doing.tournament),
                    )
            return say(doing, table, entry, payload, device=device)
    except _SaidAlready as same:
        return Said(same.claim)
