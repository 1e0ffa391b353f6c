"""What follows from changing a result: shown first, before anybody is asked to confirm it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from games.domain.game_results import Payload
from games.domain.seats import played_with, seats_of
from tournaments.formats.model import EntryId, PlayedPairing
from tournaments.formats.standings import StandingRow, compute_standings
from tournaments.models import Entry, Pairing, Round, Seat, Tournament
from tournaments.queries.played import entrants_of, pairings_from, seat_rows, settings_of
from tournaments.queries.standings import ranked, standings_from


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An entry's points of the game, points in all, and rank, before and after."""

    entry: Entry
    game: tuple[Decimal, Decimal]
    """Zero where the game has no result."""
    total: tuple[Decimal, Decimal]
    rank: tuple[int, int]

    @property
    def moves(self) -> bool:
        return self.rank[0] != self.rank[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterRound:
    """A round that is drawn already and stays as it is, with what those at the table do in it."""

    round: Round
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """Nothing of this happens by itself except points and ranks."""

    table: tuple[Change, ...]
    """Those at the table, by side."""
    others: tuple[Change, ...]
    """Everybody else whose rank moves, by rank afterwards."""
    later: tuple[LaterRound, ...]
    """Rounds drawn from the old result."""


def consequences_of(pairing: Pairing, payload: Payload | None) -> Consequences:
    """What changes if `pairing` had the (valid) result `payload`, or (None) no result.

    Reads only. Seven queries or fewer, whatever the size.
    """
    tournament = pairing.round.tournament
    seats = seats_of(pairing)
    settings = settings_of(tournament)
    rows, everybody = seat_rows(tournament), entrants_of(tournament)
    before = pairings_from(rows)
    after = _with(before, played_with(pairing, seats, tournament, payload))
    old = standings_from(everybody, rows, settings).by_entry
    new = compute_standings(ranked(everybody, before), after, settings).by_entry
    games = _game_points(pairing, before), _game_points(pairing, after)
    at_table = [seat.entry_id for seat in seats]
    moving = [
        entry for entry in new if entry not in at_table and old[entry].rank != new[entry].rank
    ]
    entries = Entry.objects.in_bulk([*at_table, *moving])

    def change(entry: EntryId) -> Change:
        return Change(
            entry=entries[entry],
            game=(games[0].get(entry, Decimal(0)), games[1].get(entry, Decimal(0))),
            total=(_points(old.get(entry)), _points(new.get(entry))),
            rank=(old[entry].rank, new[entry].rank),
        )

    return Consequences(
        table=tuple(change(entry) for entry in at_table),
        others=tuple(sorted((change(entry) for entry in moving), key=lambda c: c.rank[1])),
        later=_later(tournament, pairing, at_table),
    )


def _with(played: Sequence[PlayedPairing], new: PlayedPairing) -> tuple[PlayedPairing, ...]:
    who = {seat.entry for seat in new.seats}
    return tuple(
        new if old.round == new.round and {seat.entry for seat in old.seats} == who else old
        for old in played
    )


def _game_points(pairing: Pairing, played: Sequence[PlayedPairing]) -> dict[EntryId, Decimal]:
    number = pairing.round.number
    return {
        seat.entry: seat.points or Decimal(0)
        for one in played
        if one.round == number
        for seat in one.seats
    }


def _points(row: StandingRow | None) -> Decimal:
    return row.points if row is not None else Decimal(0)


def _later(
    tournament: Tournament, pairing: Pairing, entries: Sequence[EntryId]
) -> tuple[LaterRound, ...]:
    rounds = list(
        Round.objects.filter(tournament=tournament, number__gt=pairing.round.number).order_by(
            "number"
        )
    )
    if not rounds:
        return ()
    seats = Seat.objects.filter(round__in=rounds, entry__in=entries)
    pairings = list(
        Pairing.objects.filter(pk__in=seats.values("pairing"))
        .select_related("table")
        .prefetch_related("seats__entry")
        .order_by("order")
    )
    return tuple(
        LaterRound(round=one, pairings=tuple(p for p in pairings if p.round_id == one.pk))
        for one in rounds
    )
