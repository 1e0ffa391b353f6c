"""Knockout: single elimination in a seeded tree, with byes for the best and a match for third.

The tree is laid down in round 1 and never again. Every later round is read from the results: the
winner of slot 1 meets the winner of slot 2, and so on. So a corrected result moves the right
entry on when the round is drawn anew, and nothing is seeded twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntrantStatus,
    EntryId,
    FormatOptions,
    InvalidRequestError,
    NoDrawError,
    Optimality,
    Outcome,
    PairingKind,
    PlayedPairing,
    Reason,
    Seat,
)
from tournaments.formats.placing import check_entrants, place_pairings
from tournaments.formats.registry import register

ENGINE_VERSION = "knockout-1"

THIRD_PLACE = "third_place"
"""`group` of the match for third place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutOptions(FormatOptions):
    """Options of a knockout."""

    third_place: bool = True
    """The losers of the semi-finals play for third place beside the final."""


def tree_order(size: int) -> list[int]:
    """Seeds from the top of the tree to the bottom, for a power of two: in every round the best
    seeds left meet the worst as late as can be, and 1 and 2 only in the final."""
    order = [1]
    while len(order) < size:
        width = 2 * len(order) + 1
        order = [seed for pair in ((s, width - s) for s in order) for seed in pair]
    return order


def knockout_rounds(entries: int) -> int:
    """Rounds until one is left."""
    return max(entries - 1, 0).bit_length()


@dataclass(frozen=True, slots=True)
class _Passed:
    """Who came out of a slot: the winner, the loser where there was one."""

    winner: EntryId | None
    loser: EntryId | None


class Knockout:
    """The format. Stateless."""

    code = "knockout"

    def draw(self, request: DrawRequest) -> Draw:
        """Draws a round of the tree.

        Pairings carry their `slot`, 1 at the top. An entry without an opponent (a bye of round 1,
        an opponent who has withdrawn, a slot both lost) has a bye and moves on. Raises
        `NoDrawError` while results of the round before are open (`results_missing`) or undecided
        (`no_winner`), and past the final (`stage_finished`).
        """
        options = request.options if request.options is not None else KnockoutOptions()
        if not isinstance(options, KnockoutOptions):
            raise InvalidRequestError("options_of_another_format", format=self.code)
        check_entrants(request)
        if request.round == 1:
            rounds, pairings = _first_round(request)
        else:
            rounds, pairings = _later_round(request, options)
        return Draw(
            round=request.round,
            pairings=place_pairings(pairings, request),
            seed=request.seed,
            engine_version=ENGINE_VERSION,
            optimality=Optimality.CONSTRUCTED,
            reasons=(Reason("round_of", {"round": request.round, "rounds": rounds}),),
        )

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """Rounds until one is left."""
        return knockout_rounds(entries)


def _first_round(request: DrawRequest) -> tuple[int, list[DrawnPairing]]:
    here = sorted(
        (entrant for entrant in request.entrants if entrant.available(1)),
        key=lambda entrant: (entrant.seed, entrant.id),
    )
    if len(here) < 2:
        raise NoDrawError("too_few_entries", entries=len(here))
    rounds = knockout_rounds(len(here))
    order = tree_order(2**rounds)
    pairings = []
    for slot, (one, other) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
        top, bottom = min(one, other), max(one, other)
        if bottom > len(here):
            reason = Reason("bye_by_seed", {"entry": here[top - 1].id, "place": top})
            pairings.append(_alone(here[top - 1].id, slot, reason))
        else:
            reason = Reason("knockout_seeds", {"places": (top, bottom)})
            pairings.append(_match(here[top - 1].id, here[bottom - 1].id, slot, reason))
    return rounds, pairings


def _later_round(request: DrawRequest, options: KnockoutOptions) -> tuple[int, list[DrawnPairing]]:
    first = max(_slots_of(request, 1), default=0)
    rounds = knockout_rounds(2 * first)
    if request.round > rounds and first:
        raise NoDrawError("stage_finished", rounds=rounds)
    before = _passed(request, request.round - 1)
    slots = first >> (request.round - 2)
    entrants = {entrant.id: entrant for entrant in request.entrants}
    nobody = _Passed(None, None)
    pairings: list[DrawnPairing] = []
    for slot in range(1, slots // 2 + 1):
        feeders = (before.get(2 * slot - 1, nobody), before.get(2 * slot, nobody))
        pairings += _meet(
            tuple(passed.winner for passed in feeders), slot, entrants, (2 * slot - 1, 2 * slot)
        )
    if slots == 2 and options.third_place:
        losers = tuple(before.get(slot, nobody).loser for slot in (1, 2))
        if None not in losers:
            pairings += [
                replace(pairing, group=THIRD_PLACE)
                for pairing in _meet(losers, 2, entrants, (1, 2))
            ]
    return rounds, pairings


def _meet(
    who: tuple[EntryId | None, ...],
    slot: int,
    entrants: Mapping[EntryId, Entrant],
    feeders: tuple[int, int],
) -> list[DrawnPairing]:
    """The match of a slot, a bye where one of the two is not there, nothing where neither is."""
    there = [
        entry
        for entry in who
        if entry is not None and entrants[entry].status is not EntrantStatus.WITHDRAWN
    ]
    if len(there) == 2:
        return [_match(there[0], there[1], slot, Reason("from_slots", {"slots": feeders}))]
    if there:
        reason = Reason("opponent_out", {"entry": there[0], "slots": feeders})
        return [_alone(there[0], slot, reason)]
    return []


def _match(one: EntryId, other: EntryId, slot: int, reason: Reason) -> DrawnPairing:
    return DrawnPairing(seats=(Seat(one, 1), Seat(other, 2)), slot=slot, reasons=(reason,))


def _alone(entry: EntryId, slot: int, reason: Reason) -> DrawnPairing:
    return DrawnPairing(seats=(Seat(entry, 1),), kind=PairingKind.BYE, slot=slot, reasons=(reason,))


def _slots_of(request: DrawRequest, number: int) -> dict[int, PlayedPairing]:
    """The main tree's pairings of a round by slot."""
    slots: dict[int, PlayedPairing] = {}
    for pairing in request.history:
        if pairing.round == number and pairing.group != THIRD_PLACE:
            if pairing.slot is None or pairing.slot in slots:
                raise InvalidRequestError("slot_unclear", round=number, slot=pairing.slot or 0)
            slots[pairing.slot] = pairing
    return slots


def _passed(request: DrawRequest, number: int) -> dict[int, _Passed]:
    """Who came out of each slot of a round; NoDrawError while that is not known."""
    slots = _slots_of(request, number)
    if not slots:
        raise InvalidRequestError("round_before_missing", round=number)
    open_slots = tuple(sorted(slot for slot, pairing in slots.items() if not pairing.final))
    if open_slots:
        raise NoDrawError("results_missing", round=number, slots=open_slots)
    return {slot: _outcome(pairing, number) for slot, pairing in slots.items()}


def _outcome(pairing: PlayedPairing, number: int) -> _Passed:
    if pairing.kind is PairingKind.BYE:
        return _Passed(pairing.seats[0].entry, None)
    ahead = [s.entry for s in pairing.seats if s.outcome is Outcome.WIN or s.place == 1]
    behind = [seat.entry for seat in pairing.seats if seat.entry not in ahead]
    if len(ahead) == 1:
        return _Passed(ahead[0], behind[0])
    both_lost = all(seat.outcome is Outcome.LOSS for seat in pairing.seats)
    if both_lost and pairing.kind is PairingKind.WALKOVER:
        return _Passed(None, None)
    raise NoDrawError("no_winner", round=number, slot=pairing.slot or 0)


KNOCKOUT = register(Knockout())
