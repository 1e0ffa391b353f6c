"""From rows to what the pure formats read: entrants, played pairings, tables, settings.

Each function is one query, whatever the size of the tournament. Entry keys of the formats are
the rows' primary keys; sides, which rows count from 0, are counted from 1 there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Exists, OuterRef, Value

from tournaments.formats import model
from tournaments.formats.scoring import StandingsSettings
from tournaments.formats_settings import standings_settings
from tournaments.models import (
    Entry,
    Pairing,
    RequestedBye,
    Round,
    Seat,
    Table,
    Tournament,
)

#: A seat as `seat_rows` selects it.
SeatRow = tuple[Any, ...]

_STATUS: Mapping[str, model.EntrantStatus] = {
    Entry.State.REGISTERED: model.EntrantStatus.ABSENT,
    Entry.State.PRESENT: model.EntrantStatus.ACTIVE,
    Entry.State.LATE: model.EntrantStatus.ACTIVE,
    Entry.State.ABSENT: model.EntrantStatus.ABSENT,
    Entry.State.WITHDRAWN: model.EntrantStatus.WITHDRAWN,
    Entry.State.DISQUALIFIED: model.EntrantStatus.WITHDRAWN,
}

_OUTCOME: Mapping[str, model.Outcome | None] = {
    Seat.Outcome.WIN: model.Outcome.WIN,
    Seat.Outcome.DRAW: model.Outcome.DRAW,
    Seat.Outcome.LOSS: model.Outcome.LOSS,
    Seat.Outcome.WALKOVER_WIN: model.Outcome.WIN,
    Seat.Outcome.WALKOVER_LOSS: model.Outcome.LOSS,
    Seat.Outcome.BYE: None,
    Seat.Outcome.REQUESTED_BYE: None,
    "": None,
}

_WALKOVERS = frozenset({Seat.Outcome.WALKOVER_WIN, Seat.Outcome.WALKOVER_LOSS})

#: Rounds whose pairings everybody may see; a draft is nobody's fact yet.
PUBLIC_STATES = (Round.State.PUBLISHED, Round.State.CLOSED)


def entrants_of(
    tournament: Tournament, sitting_out: int | None = None
) -> tuple[model.Entrant, ...]:
    """All entries of the tournament, the withdrawn included, in the order of their numbers.
    Those who asked to sit round `sitting_out` out are absent.

    Seeded entries come first by their seed. The unseeded follow in an order that the
    tournament's own seed decides and that a late entry does not change for the others.
    """
    rows = list(
        Entry.objects.filter(tournament=tournament)
        .annotate(asked=_asked(sitting_out))
        .order_by("number")
        .values_list(
            "id",
            "number",
            "seed_rank",
            "state",
            "from_round",
            "fixed_table__number",
            "city",
            "club",
            "adjustment",
            "missed_points",
            "struck",
            "needs_access",
            "lot_key",
            "asked",
        )
    )
    order = sorted(rows, key=lambda row: (row[2] is None, row[2] or 0, _lot(tournament, row[1])))
    seeds = {row[0]: place for place, row in enumerate(order, start=1)}
    return tuple(
        model.Entrant(
            id=pk,
            seed=seeds[pk],
            status=_status(state, asked),
            available_from_round=from_round,
            fixed_table=table,
            city=city,
            club=club,
            adjustment=adjustment,
            missed_points=missed,
            struck=struck,
            needs_access=access,
            lot=lot,
        )
        for (
            pk,
            _number,
            _seed,
            state,
            from_round,
            table,
            city,
            club,
            adjustment,
            missed,
            struck,
            access,
            lot,
            asked,
        ) in rows
    )


def _asked(number: int | None) -> Exists | Value:
    """Whether an entry asked to sit round `number` out."""
    if number is None:
        return Value(False)
    return Exists(RequestedBye.objects.filter(entry=OuterRef("pk"), round_number=number))


def _status(state: str, asked: bool) -> model.EntrantStatus:
    status = _STATUS[state]
    if asked and status is model.EntrantStatus.ACTIVE:
        return model.EntrantStatus.ABSENT
    return status


def _lot(tournament: Tournament, number: int) -> bytes:
    return hashlib.sha256(f"{tournament.seed}:{number}".encode()).digest()


def played_pairings(
    tournament: Tournament, through_round: int | None = None
) -> tuple[model.PlayedPairing, ...]:
    """Pairings of all published rounds (up to and with `through_round`), by round and order.

    A pairing is final when every seat of it has an outcome or a place; a bye when its round was
    published. Drafts are left out.
    """
    return pairings_from(seat_rows(tournament, through_round))


def seat_rows(
    tournament: Tournament, through_round: int | None = None, *, drafts: bool = False
) -> tuple[SeatRow, ...]:
    """The facts that `pairings_from` makes pairings of, seat by seat, as they are stored."""
    seats = Seat.objects.filter(round__tournament=tournament)
    if not drafts:
        seats = seats.filter(round__state__in=PUBLIC_STATES)
    if through_round is not None:
        seats = seats.filter(round__number__lte=through_round)
    ordered = seats.order_by("round__number", "pairing__order", "pairing_id", "side", "id")
    rows = ordered.values_list(
        "pairing_id",
        "round__number",
        "pairing__kind",
        "pairing__table__number",
        "entry_id",
        "side",
        "outcome",
        "place",
        "points",
        "score",
        "steps",
        "in_time",
        "pairing__group",
        "pairing__slot",
        "round__stage_id",
    )
    return tuple(rows)


def rows_of_stages(rows: tuple[SeatRow, ...], stages: Collection[int]) -> tuple[SeatRow, ...]:
    """Those of `rows` that belong to rounds of these stages (their primary keys)."""
    if all(row[-1] in stages for row in rows):
        return rows
    return tuple(row for row in rows if row[-1] in stages)


def any_game_ended(rows: tuple[SeatRow, ...]) -> bool:
    """Whether a game among `rows` has a result. A bye is none."""
    return any(
        kind == Pairing.Kind.GAME and (outcome or place is not None)
        for _, _, kind, _, _, _, outcome, place, *_ in rows
    )


def counted_from(
    pairings: tuple[model.PlayedPairing, ...], offset: int
) -> tuple[model.PlayedPairing, ...]:
    """The pairings with round `offset` + 1 called round 1, as a stage counts its own."""
    if not offset:
        return pairings
    return tuple(replace(pairing, round=pairing.round - offset) for pairing in pairings)


@lru_cache(maxsize=4)
def pairings_from(rows: tuple[SeatRow, ...]) -> tuple[model.PlayedPairing, ...]:
    """Pairings as the formats read them. No query; the same rows are not read twice."""
    return tuple(_played(list(group)) for _pairing, group in groupby(rows, key=itemgetter(0)))


def _played(rows: list[SeatRow]) -> model.PlayedPairing:
    """One pairing from the rows of its seats."""
    _pairing, number, stored, table = rows[0][:4]
    group, slot, _stage = rows[0][12:]
    kind = _kind(stored, {row[6] for row in rows})
    seats = tuple(
        model.PlayedSeat(
            entry=entry,
            side=side + 1,
            outcome=_OUTCOME[outcome],
            place=place,
            points=points,
            score=None if score is None else Decimal(score),
            steps=steps,
            in_time=in_time,
            absent=kind is model.PairingKind.GAME and outcome == Seat.Outcome.WALKOVER_LOSS,
        )
        for entry, side, outcome, place, points, score, steps, in_time in (
            row[4:12] for row in rows
        )
    )
    return model.PlayedPairing(
        round=number,
        seats=seats,
        final=all(row[6] or row[7] is not None for row in rows),
        kind=kind,
        table=table,
        group=group,
        slot=slot,
    )


def _kind(stored: str, outcomes: set[str]) -> model.PairingKind:
    if stored == Pairing.Kind.BYE:
        asked = Seat.Outcome.REQUESTED_BYE in outcomes
        return model.PairingKind.REQUESTED_BYE if asked else model.PairingKind.BYE
    # Where two sides or more came, they played; who did not come lost by walkover alone.
    if outcomes <= _WALKOVERS:
        return model.PairingKind.WALKOVER
    return model.PairingKind.GAME


def tables_of(tournament: Tournament) -> tuple[model.Table, ...]:
    """The hall's tables by number, those out of service included and marked."""
    rows = Table.objects.filter(tournament=tournament).order_by("number")
    return tuple(
        model.Table(number=number, in_service=in_service, accessible=accessible)
        for number, in_service, accessible in rows.values_list("number", "in_service", "accessible")
    )


def settings_of(tournament: Tournament) -> StandingsSettings:
    """Points scheme and tie-breaks of a tournament as the formats read them. No query."""
    return standings_settings(
        tournament.points_scheme,
        tournament.tie_breaks,
        unplayed=tournament.unplayed_rule,
        penalties=tournament.penalty_rule,
        lot_seed=str(tournament.seed),
    )
