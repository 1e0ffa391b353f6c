"""What claims are compared by, and who has to make one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.domain.game_results import FORFEIT, PLAYED, GameResults, Payload
from games.models import Claim, Result
from tournaments.models import Entry, Seat

#: How a game can end by the word of those who played it. Who did not come, and what the judges
#: decide, is for the desk.
PLAYERS_ENDINGS: Final = frozenset({PLAYED, "timeout", FORFEIT})

#: Those who are not there to say anything.
AWAY: Final = frozenset({Entry.State.ABSENT, Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED})


@dataclass(frozen=True, slots=True)
class Said:
    """What a verb left: the side's claim (None when it was taken back), and the result if that
    made one."""

    claim: Claim | None
    result: Result | None = None


def seated(claims: Iterable[Claim], seats: Sequence[Seat]) -> dict[int, Claim]:
    """Side -> its claim. What somebody said who has been sent to another table counts no more."""
    places = {(seat.side, seat.entry_id) for seat in seats}
    return {claim.side: claim for claim in claims if (claim.side, claim.entry_id) in places}


def essence(rules: GameResults, payload: Payload) -> tuple[Any, ...]:
    """What two claims must have in common to say the same: who won, how it ended, what each side
    got. How long it took, and the games a match was made of, one may know better than the other.
    """
    typed = rules.typed(payload)
    return (typed.ended, typed.winner, typed.stakes, rules.given(payload))


def agree(rules: GameResults, claims: Iterable[Claim]) -> bool:
    """Whether all of them say the same (nobody contradicts nobody)."""
    return len({essence(rules, claim.payload) for claim in claims}) <= 1


def sides_asked(seats: Sequence[Seat]) -> frozenset[int]:
    """The sides that must say the same before it is the result: all of those that are there.

    One side alone never decides: where fewer than two are there, all are asked.
    """
    everybody = frozenset(seat.side for seat in seats)
    here = frozenset(seat.side for seat in seats if seat.entry.state not in AWAY)
    return here if len(here) > 1 else everybody


def complete(rules: GameResults, seats: Sequence[Seat], standing: Mapping[int, Claim]) -> bool:
    """Whether what was said is the result."""
    return sides_asked(seats) <= standing.keys() and agree(rules, standing.values())
