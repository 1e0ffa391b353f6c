"""A whole tree as a picture needs it: every match, drawn or still to come, and who sits in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.knockout_tree import (
    Facts,
    Match,
    MatchKey,
    Source,
    Tree,
    TreeFormat,
    Way,
    comes_from,
    due,
    facts_of,
    passed,
)
from tournaments.formats.model import EntryId, FormatOptions, PlayedPairing


class MatchState(StrEnum):
    """How far a match has come."""

    PLAYED = "played"
    """It has a result, or all lost."""
    OPEN = "open"
    """Drawn, without a result that says who goes on."""
    BYE = "bye"
    """One alone went on."""
    TO_COME = "to_come"
    """Its round is not drawn yet."""
    LEFT_OUT = "left_out"
    """Its round was drawn without it: nobody was left for it, or the second final is not needed."""


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """One seat of a match."""

    entry: EntryId | None
    """Who sits there, or will; None: not known yet, or nobody."""
    source: Source | None
    """The match the seat comes from, and whether its winner or its loser; None in round 1, and
    where somebody sits whom no match has sent there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    """One match of the whole tree."""

    key: MatchKey
    state: MatchState
    seats: tuple[BracketSeat, ...]
    """Of a drawn match those who sit there, in order of side."""
    winner: EntryId | None
    winner_to: MatchKey | None
    """The match its winner plays next."""
    loser_to: MatchKey | None
    table: int | None


def bracket(
    format_: TreeFormat, history: Sequence[PlayedPairing], options: FormatOptions | None = None
) -> tuple[BracketMatch, ...]:
    """All matches by round, as round 1 laid them down; empty before it. Raises
    `InvalidRequestError` as the format does for a history it cannot read."""
    tree = format_.tree(history, options)
    facts = facts_of(history)
    drawn = max((key.round for key in facts), default=0)
    return tuple(_match(match, tree, facts, drawn) for match in tree.matches)


def _match(match: Match, tree: Tree, facts: Facts, drawn: int) -> BracketMatch:
    pairing = facts.get(match.key)
    result = passed(pairing) if pairing is not None else None
    return BracketMatch(
        key=match.key,
        state=_state(match, tree, facts, drawn),
        seats=_drawn(match, pairing, facts) if pairing is not None else _coming(match, facts),
        winner=result.winner if result is not None else None,
        winner_to=tree.next_of(match.key, Way.WINNER),
        loser_to=tree.next_of(match.key, Way.LOSER),
        table=pairing.table if pairing is not None else None,
    )


def _state(match: Match, tree: Tree, facts: Facts, drawn: int) -> MatchState:
    pairing = facts.get(match.key)
    if pairing is None:
        if match.key.round <= drawn or not due(match, facts, tree):
            return MatchState.LEFT_OUT
        return MatchState.TO_COME
    if len(pairing.seats) == 1:
        return MatchState.BYE
    return MatchState.OPEN if passed(pairing) is None else MatchState.PLAYED


def _drawn(match: Match, pairing: PlayedPairing, facts: Facts) -> tuple[BracketSeat, ...]:
    sent = {comes_from(source, facts): source for source in match.sources}
    seats = sorted(pairing.seats, key=lambda seat: seat.side)
    return tuple(BracketSeat(seat.entry, sent.get(seat.entry)) for seat in seats)


def _coming(match: Match, facts: Facts) -> tuple[BracketSeat, ...]:
    return tuple(BracketSeat(comes_from(source, facts), source) for source in match.sources)
