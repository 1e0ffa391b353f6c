"""Round robin: everybody meets everybody, once or twice, by the Berger tables.

The whole table follows from the order of the entrants; a round is read off it. Entrants keep their
number for the stage, so whoever is away or has left leaves a hole: its opponent of the round sits
out, and nothing else moves. A late entry takes the number that sat out, where there was one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

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
    PairingKind,
    PlayedPairing,
    Reason,
    Seat,
)
from tournaments.formats.placing import check_entrants, open_results, place_pairings
from tournaments.formats.registry import register
from tournaments.formats.tables import table_warnings

ENGINE_VERSION = "round_robin-2"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobinOptions(FormatOptions):
    """Options of a round robin."""

    double: bool = False
    """Everybody meets everybody twice, the second time with sides changed."""
    by_lot: bool = False
    """Numbers in the table by lot of the request's seed, which then must be the same for every
    round of the stage; otherwise by the entrants' seeds."""


def berger_rounds(size: int, double: bool = False) -> int:
    """Rounds that so many entries take: one fewer than they are, or as many when odd."""
    single = size - 1 + size % 2 if size > 1 else 0
    return single * (2 if double else 1)


def berger_round(size: int, number: int) -> list[tuple[int, int | None]]:
    """Round `number` of a table of `size` places, 1 to `size`.

    The Berger tables of the FIDE Handbook (C.05, annex 1), row for row. Each pair has the place on
    side 1 first; a place that sits out stands first, with None. Rounds past the first cycle repeat
    it with sides changed. Each place has side 1 as often as side 2, give or take one.
    """
    even = size + size % 2
    wheel = even - 1
    cycle, turn = divmod(number - 1, wheel)
    # The place that meets the last one; the others meet across it.
    centre = turn // 2 + 1 if turn % 2 == 0 else (even + turn + 1) // 2
    pairs = [(centre, even) if turn % 2 == 0 else (even, centre)]
    for step in range(1, even // 2):
        pairs.append(((centre + step - 1) % wheel + 1, (centre - step - 1) % wheel + 1))
    turned = [pair[::-1] for pair in pairs] if cycle % 2 else pairs
    return [
        (min(pair), None) if even > size and even in pair else (pair[0], pair[1]) for pair in turned
    ]


def berger_number(size: int, number: int, double: bool) -> int:
    """Which round of the table is played as round `number`.

    In a double round robin the last two rounds of the first cycle change places, as the annex
    advises: otherwise some would have one side three times in a row at the turn.
    """
    single = berger_rounds(size)
    if double and single > 2 and number in (single - 1, single):
        return 2 * single - 1 - number
    return number


def berger_pairings(
    order: Sequence[Entrant], number: int, round_number: int, group: str = ""
) -> list[DrawnPairing]:
    """Round `number` of the table for entrants in that order; `round_number` says who is there."""
    pairings: list[DrawnPairing] = []
    for first, second in berger_round(len(order), number):
        one = order[first - 1]
        other = order[second - 1] if second is not None else None
        here = [e for e in (one, other) if e is not None and e.available(round_number)]
        if len(here) == 2 and other is not None:
            places = Reason("round_robin", {"places": (first, second or 0)})
            pairings.append(
                DrawnPairing(
                    seats=(Seat(one.id, 1), Seat(other.id, 2)), reasons=(places,), group=group
                )
            )
        elif here:
            away = other if here[0] is one else one
            reason = (
                Reason("sits_out", {"entry": here[0].id})
                if away is None
                else Reason("opponent_away", {"entry": here[0].id, "opponent": away.id})
            )
            pairings.append(
                DrawnPairing(
                    seats=(Seat(here[0].id, 1),),
                    kind=PairingKind.BYE,
                    reasons=(reason,),
                    group=group,
                )
            )
    return pairings


def check_meetings(
    pairings: Sequence[DrawnPairing], history: Sequence[PlayedPairing], cycle: int
) -> None:
    """Raises `NoDrawError` when two would meet more often than the table lets them: then the
    list of entrants is not the one the earlier rounds were drawn with."""
    met: Counter[frozenset[EntryId]] = Counter(
        frozenset(seat.entry for seat in played.seats)
        for played in history
        if played.kind is not PairingKind.BYE
    )
    for pairing in pairings:
        if met[frozenset(pairing.entries)] > cycle and pairing.kind is PairingKind.GAME:
            raise NoDrawError("entrants_changed", entries=pairing.entries)


class RoundRobin:
    """The format. Stateless."""

    code = "round_robin"

    def draw(self, request: DrawRequest) -> Draw:
        """Reads a round off the table.

        Raises `InvalidRequestError` for a request that contradicts itself; `NoDrawError` past the
        last round (`stage_finished`), for fewer than two entrants, and when the entrants are not
        those the earlier rounds were drawn with (`entrants_changed`); `TooFewTablesError`.
        """
        options = request.options if request.options is not None else RoundRobinOptions()
        if not isinstance(options, RoundRobinOptions):
            raise InvalidRequestError("options_of_another_format", format=self.code)
        check_entrants(request)
        order = _numbered(request, options)
        if len(order) < 2:
            raise NoDrawError("too_few_entries", entries=len(order))
        rounds = berger_rounds(len(order), options.double)
        if request.round > rounds:
            raise NoDrawError("stage_finished", rounds=rounds)
        turn = berger_number(len(order), request.round, options.double)
        pairings = berger_pairings(order, turn, request.round)
        cycle = (request.round - 1) // berger_rounds(len(order))
        check_meetings(pairings, request.history, cycle)
        placed = place_pairings(pairings, request)
        return Draw(
            round=request.round,
            pairings=placed,
            seed=request.seed,
            engine_version=ENGINE_VERSION,
            optimality=Optimality.CONSTRUCTED,
            reasons=(Reason("round_of", {"round": request.round, "rounds": rounds}),),
            warnings=open_results(request) + _left_out(request, order) + table_warnings(placed),
        )

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """All the rounds everybody needs to meet everybody."""
        return berger_rounds(entries, isinstance(options, RoundRobinOptions) and options.double)


def _left_out(request: DrawRequest, order: Sequence[Entrant]) -> tuple[Reason, ...]:
    numbered = {entrant.id for entrant in order}
    out = tuple(
        entrant.id
        for entrant in sorted(request.entrants, key=lambda e: (e.seed, e.id))
        if entrant.available(request.round) and entrant.id not in numbered
    )
    return (Reason("not_in_the_table", {"entries": out}),) if out else ()


def _numbered(request: DrawRequest, options: RoundRobinOptions) -> list[Entrant]:
    """Who has which number of the table, 1 first.

    Those of the start in order of seed or lot, then the late ones as they came. Somebody who left
    before the stage began has no number. Once rounds are drawn, the numbering that fits them best
    is the one they were drawn with: a late entry gets the number that was free, or none.
    """

    def ticket(entrant: Entrant) -> bytes:
        if not options.by_lot:
            return b""
        return blake2b(f"{request.seed}\x00{entrant.lot_key}".encode(), digest_size=16).digest()

    def place(entrant: Entrant) -> tuple[int, bytes, int, EntryId]:
        return max(entrant.available_from_round, 1), ticket(entrant), entrant.seed, entrant.id

    everybody = sorted(request.entrants, key=place)
    seen = {seat.entry for pairing in request.history for seat in pairing.seats}
    left = [e for e in everybody if e.id in seen or e.status is not EntrantStatus.WITHDRAWN]
    start = sum(1 for entrant in everybody if entrant.available_from_round <= 1)
    candidates = [
        order[:size]
        for order in (left, everybody)
        for size in range(len(order), min(start, len(order)) - 1, -1)
    ]
    return min(candidates, key=lambda order: _misfits(order, request, options.double))


def _misfits(order: Sequence[Entrant], request: DrawRequest, double: bool) -> int:
    """Games of the earlier rounds that the table of this order has not."""
    if len(order) < 2:
        return len(request.history)
    number = {entrant.id: index for index, entrant in enumerate(order, start=1)}
    tables = {
        round_number: {
            frozenset(pair)
            for pair in berger_round(len(order), berger_number(len(order), round_number, double))
        }
        for round_number in {pairing.round for pairing in request.history}
    }
    return sum(
        frozenset(number.get(seat.entry) for seat in played.seats) not in tables[played.round]
        for played in request.history
        if len(played.seats) == 2
    )


ROUND_ROBIN = register(RoundRobin())
