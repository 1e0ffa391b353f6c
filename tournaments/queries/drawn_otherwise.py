"""Whether a round would be another one if it were drawn now."""

from __future__ import annotations

from dataclasses import replace

from tournaments.domain.draw_record import request_from_json
from tournaments.formats.dependents import drawn_differently
from tournaments.formats.model import PlayedPairing, PlayedSeat
from tournaments.stage_formats import options_from_json

from .misfits import Misfit, MisfitFacts
from .played import SeatRow, counted_from, pairings_from, rows_of_stages


def would_differ(facts: MisfitFacts, misfit: Misfit, rows: tuple[SeatRow, ...]) -> bool:
    """Whether the round of a misfit would have other pairings, drawn from the results of `rows`
    with the seed, the entries and the settings of then. Takes as long as a draw."""
    assert misfit.round is not None
    stored = facts.draws[misfit.round]
    stage = misfit.stage
    options = options_from_json(stored["format"], stored["options"])
    earlier = tuple(
        row for row in rows_of_stages(facts.public(rows), stage.chain) if row[1] < misfit.round
    )
    history = counted_from(pairings_from(earlier), stage.chain_offset)
    request = replace(request_from_json(stored["request"], options), history=history)
    drawn = [
        PlayedPairing(
            round=request.round,
            final=False,
            seats=tuple(PlayedSeat(entry=entry, side=side) for entry, side in pairing["seats"]),
        )
        for pairing in stored["pairings"]
    ]
    return drawn_differently(stored["format"], request, drawn)
