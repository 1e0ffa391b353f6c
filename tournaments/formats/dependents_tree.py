"""Who should sit where in a tree, and where somebody else does.

The tree is followed from round 1 with the results as they stand by seat: a match that the wrong
entry has won counts for the one that should have sat there. So a wrong seat is found in all matches
it leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Literal, TypeAlias

from tournaments.formats.dependents_model import Choice, Dependent, DependentKind
from tournaments.formats.knockout_tree import (
    Facts,
    Match,
    MatchKey,
    Source,
    Tree,
    Way,
    needs_pairing,
    passed,
)
from tournaments.formats.model import EntryId, ParamValue, PlayedPairing, Reason


class Undecided(Enum):
    """Nobody can tell yet."""

    UNDECIDED = "undecided"


UNDECIDED = Undecided.UNDECIDED
Who: TypeAlias = EntryId | Literal[Undecided.UNDECIDED] | None
"""Who should sit in a seat; None: nobody."""
Seats: TypeAlias = tuple[Who, ...]
Result: TypeAlias = tuple[Who, Who]
"""Winner and loser."""

OPEN: Result = (UNDECIDED, UNDECIDED)


def misfits(tree: Tree, facts: Facts, gone: AbstractSet[EntryId]) -> list[Dependent]:
    """Everything in the drawn rounds that the results do not bear out, by round.

    `gone` are the withdrawn: whether one of them sits in a match depends on when it left, so it is
    neither missed nor found too many.
    """
    expected = expected_seats(tree, facts, gone)
    drawn = max((key.round for key in facts), default=0)
    found: list[Dependent] = []
    for match in tree.matches:
        if match.sources and match.key.round <= drawn:
            pairing = facts.get(match.key)
            seats = expected[match.key]
            if pairing is not None:
                found += _seats(match, pairing, seats, gone)
            else:
                found += _missing(match, seats, gone)
    return found


def expected_seats(
    tree: Tree, facts: Facts, gone: AbstractSet[EntryId]
) -> Mapping[MatchKey, Seats]:
    """Who should sit in each match; in round 1 whoever does."""
    expected: dict[MatchKey, Seats] = {}
    results: dict[MatchKey, Result] = {}
    for match in tree.matches:
        if match.sources:
            seats: Seats = tuple(_sent(source, results) for source in match.sources)
            if match.second_final and seats[0] is not UNDECIDED:
                first = expected[match.sources[0].key]
                if seats[0] is None or seats[0] != first[0]:
                    seats = (None, None)
        else:
            pairing = facts.get(match.key)
            seats = tuple(seat.entry for seat in pairing.seats) if pairing else ()
        expected[match.key] = seats
        results[match.key] = _result(seats, facts.get(match.key), gone)
    return expected


def _sent(source: Source, results: Mapping[MatchKey, Result]) -> Who:
    winner, loser = results[source.key]
    return winner if source.way is Way.WINNER else loser


def _result(seats: Seats, pairing: PlayedPairing | None, gone: AbstractSet[EntryId]) -> Result:
    if UNDECIDED in seats:
        return OPEN
    there = [who for who in seats if who is not None]
    if len(there) < 2:
        return (there[0] if there else None), None
    here = [who for who in there if who not in gone]
    if pairing is None or len(pairing.seats) == 1:
        return OPEN if len(here) == 2 else ((here[0] if here else None), None)
    result = passed(pairing)
    if result is None:
        return OPEN
    if result.winner is None:
        return None, None
    right = _aligned([seat.entry for seat in pairing.seats], seats, gone)
    index = right[result.winner]
    assert index is not None, "two sit there, and two should"
    winner = seats[index]
    return winner, next(who for who in there if who != winner)


def _aligned(
    sitting: Sequence[EntryId], seats: Seats, gone: AbstractSet[EntryId]
) -> dict[EntryId, int | None]:
    """For each who sits there the seat it fills, by index: its own, or one that is left; None
    where there is none."""
    own = {entry: seats.index(entry) for entry in sitting if entry in seats}
    left = [i for i, who in enumerate(seats) if who is not None and i not in own.values()]
    left.sort(key=lambda index: seats[index] in gone)
    free = iter(left)
    return {entry: own[entry] if entry in own else next(free, None) for entry in sitting}


def _seats(
    match: Match, pairing: PlayedPairing, seats: Seats, gone: AbstractSet[EntryId]
) -> Iterator[Dependent]:
    played = pairing.final and len(pairing.seats) > 1
    sitting = [seat.entry for seat in pairing.seats]
    aligned = _aligned(sitting, seats, gone)
    staying = len([index for index in aligned.values() if index is not None])
    for entry, index in aligned.items():
        who = None if index is None else seats[index]
        if who == entry or (who is None and entry in gone):
            continue
        if who is UNDECIDED:
            reasons = [_told("seat_undecided", match, index, entry=entry)]
            yield _dependent(match, pairing, reasons, entry, None, played, undecided=True)
        elif who is None:
            code = "seat_to_be_empty" if staying else "match_to_be_dropped"
            reasons = [Reason(code, {"entry": entry, "round": match.key.round})]
            if played:
                reasons.append(Reason("result_is_dropped", {"entries": tuple(sitting)}))
            yield _dependent(match, pairing, reasons, entry, None, played)
        else:
            reasons = [_told("seat_wrong", match, index, entries=(entry, who))]
            if played:
                reasons.append(Reason("result_stays_with_seat", {"entries": (entry, who)}))
            yield _dependent(match, pairing, reasons, entry, who, played)
    for index, who in enumerate(seats):
        if who is None or who is UNDECIDED or who in gone or index in aligned.values():
            continue
        reasons = [_told("seat_missing", match, index, entry=who)]
        if len(sitting) == 1:
            reasons.append(Reason("bye_becomes_game", {"entry": sitting[0], "opponent": who}))
        yield _dependent(match, pairing, reasons, None, who, played)


def _missing(match: Match, seats: Seats, gone: AbstractSet[EntryId]) -> Iterator[Dependent]:
    entries = tuple(
        who for who in seats if who is not None and who is not UNDECIDED and who not in gone
    )
    if UNDECIDED in seats or not needs_pairing(match, len(entries)):
        return
    key = match.key
    yield Dependent(
        kind=DependentKind.MATCH,
        reasons=(Reason("match_missing", {"round": key.round, "entries": entries}),),
        choices=(Choice.KEEP, Choice.REDRAW, Choice.SWAP),
        round=key.round,
        group=key.group,
        slot=key.slot,
        entries=entries,
    )


def _told(code: str, match: Match, index: int | None, **params: ParamValue) -> Reason:
    """With the match the seat comes from, and whether its winner or its loser should sit there."""
    source = match.sources[index or 0]
    where: dict[str, ParamValue] = {
        "round": source.key.round,
        "group": source.key.group,
        "slot": source.key.slot,
        "way": source.way.value,
    }
    return Reason(code, {**params, **where})


def _dependent(
    match: Match,
    pairing: PlayedPairing,
    reasons: Sequence[Reason],
    wrong: EntryId | None,
    right: EntryId | None,
    played: bool,
    undecided: bool = False,
) -> Dependent:
    choices = [Choice.KEEP]
    if not played:
        choices.append(Choice.REDRAW)
    if not undecided:
        choices.append(Choice.SWAP)
    return Dependent(
        kind=DependentKind.SEAT,
        reasons=tuple(reasons),
        choices=tuple(choices),
        round=match.key.round,
        group=match.key.group,
        slot=match.key.slot,
        table=pairing.table,
        wrong=wrong,
        right=right,
        undecided=undecided,
        played=played,
    )
