"""The standings of a tournament. Nobody computes a rank in any other way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from tournaments.formats.model import DrawRequest, Entrant, EntryId, PlayedPairing
from tournaments.formats.scoring import StandingsSettings, TieBreak
from tournaments.formats.standings import Standings, compute_standings
from tournaments.models import Tournament

from .played import SeatRow, entrants_of, pairings_from, seat_rows, settings_of


def standings_of(tournament: Tournament, through_round: int | None = None) -> Standings:
    """Ranks by final results, after `through_round` or (None) after all published rounds.

    Entries are named by their primary keys. Two queries, whatever the size. A round without
    all its results counts with those there are; `Standings.open_pairings` says how many lack.
    """
    return standings_from(
        entrants_of(tournament),
        seat_rows(tournament, through_round),
        replace(settings_of(tournament), rounds=through_round),
    )


@lru_cache(maxsize=8)
def standings_from(
    entrants: tuple[Entrant, ...], rows: tuple[SeatRow, ...], settings: StandingsSettings
) -> Standings:
    """The standings by facts already read.

    A whole hall looks at the same ones, so the same facts are not ranked twice. What is
    remembered is found by the facts themselves: it cannot be out of date.
    """
    pairings = pairings_from(rows)
    return compute_standings(ranked(entrants, pairings, settings.rounds), pairings, settings)


def points_before(request: DrawRequest) -> dict[EntryId, Decimal]:
    """The points everybody has when the round of the request is drawn. No query."""
    settings = replace(request.standings, tie_breaks=(TieBreak.POINTS,))
    return dict(_points(request.entrants, request.history, settings))


@lru_cache(maxsize=4)
def _points(
    entrants: tuple[Entrant, ...], history: tuple[PlayedPairing, ...], settings: StandingsSettings
) -> dict[EntryId, Decimal]:
    """Reckoned once for a draft, which is shown again after each change by hand."""
    return {row.entry: row.points for row in compute_standings(entrants, history, settings)}


def ranked(
    entrants: Sequence[Entrant], pairings: Sequence[PlayedPairing], through_round: int | None = None
) -> tuple[Entrant, ...]:
    """Those who stand in the standings: everybody who was ever drawn, and who could have been.

    An entry that was never checked in, or comes later than the last round counted, has no rank:
    it would stand above those who played and lost.
    """
    drawn = {seat.entry for pairing in pairings for seat in pairing.seats}
    last = through_round or max((pairing.round for pairing in pairings), default=1)
    return tuple(entrant for entrant in entrants if entrant.id in drawn or entrant.available(last))
