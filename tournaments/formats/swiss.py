"""The Swiss draw (Monrad): entries with equal points meet, nobody meets twice.

`SWISS.draw` reads a request, finds the cheapest complete set of pairings under the tiers of
`swiss_options.Tier`, seats and places them, and says for each why it is so. See `swiss_costs.py`
for prices and `swiss_search.py` for why nothing cheaper exists.
"""

from __future__ import annotations

from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    FormatOptions,
    InvalidRequestError,
    NoDrawError,
    PairingKind,
    PlayedPairing,
    Seat,
    TierCost,
)
from tournaments.formats.placing import open_results, place_pairings
from tournaments.formats.registry import register
from tournaments.formats.swiss_costs import priced
from tournaments.formats.swiss_field import Field, build_field
from tournaments.formats.swiss_options import TIERS, SwissOptions, Tier
from tournaments.formats.swiss_reasons import bye_reasons, draw_reasons, pairing_reasons
from tournaments.formats.swiss_search import Found, find_pairs
from tournaments.formats.tables import table_warnings

ENGINE_VERSION = "swiss-2"


class Swiss:
    """The format. Stateless."""

    code = "swiss"

    def draw(self, request: DrawRequest) -> Draw:
        """Draws a round. Every available entry is in exactly one pairing, at most one has a bye.

        Raises `InvalidRequestError` for a request that contradicts itself, `NoDrawError` when
        nobody is there to draw or the forbidden pairs leave no complete round, and
        `TooFewTablesError`. Nothing is ever half drawn.
        """
        options = request.options if request.options is not None else SwissOptions()
        if not isinstance(options, SwissOptions):
            raise InvalidRequestError("options_of_another_format", format=self.code)
        field = build_field(request, options)
        if len(field.contenders) < 2:
            raise NoDrawError("too_few_entries", entries=len(field.contenders))
        prices = priced(field)
        field = prices.field
        found = find_pairs(field, prices)
        pairings = place_pairings(_seated(field, found, request.history), request)
        costs = prices.weights.unpack(found.price)
        return Draw(
            round=request.round,
            pairings=pairings,
            seed=request.seed,
            engine_version=ENGINE_VERSION,
            optimality=found.optimality,
            reasons=draw_reasons(field, costs),
            warnings=open_results(request) + table_warnings(pairings),
            costs=tuple(TierCost(tier.value, costs[tier]) for tier in TIERS if tier != Tier.CHANCE),
        )

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """The organiser decides how many rounds a Swiss stage has."""
        return options.rounds if isinstance(options, SwissOptions) else None


def _seated(
    field: Field, found: Found, history: tuple[PlayedPairing, ...]
) -> tuple[DrawnPairing, ...]:
    """Pairings in order of importance: highest points first, then the better ranked, the bye
    last."""
    firsts = _times_first(history)
    games: list[tuple[tuple[int, int, int], DrawnPairing]] = []
    byes: list[DrawnPairing] = []
    rows = field.contenders
    for one, other in found.pairs:
        if other == field.bye_node:
            seats: tuple[Seat, ...] = (Seat(rows[one].id, 1),)
            reasons = bye_reasons(field, one)
            byes.append(DrawnPairing(seats=seats, kind=PairingKind.BYE, reasons=reasons))
            continue
        upper, lower = rows[one], rows[other]
        turned = firsts.get(lower.id, 0) < firsts.get(upper.id, 0)
        first, second = (lower, upper) if turned else (upper, lower)
        pairing = DrawnPairing(
            seats=(Seat(first.id, 1), Seat(second.id, 2)),
            reasons=pairing_reasons(field, one, other),
        )
        games.append(((-upper.score, -lower.score, one), pairing))
    games.sort(key=lambda item: item[0])
    return (*(pairing for _, pairing in games), *byes)


def _times_first(history: tuple[PlayedPairing, ...]) -> dict[int, int]:
    """How often each entry was side 1: who was so less often is called first."""
    firsts: dict[int, int] = {}
    for pairing in history:
        if len(pairing.seats) > 1:
            for seat in pairing.seats:
                firsts[seat.entry] = firsts.get(seat.entry, 0) + (seat.side == 1)
    return firsts


SWISS = register(Swiss())
