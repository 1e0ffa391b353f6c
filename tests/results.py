"""Rounds and results for tests, written directly: what a test needs before what it tests."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils import timezone

from tournaments.domain.close_round import close_round
from tournaments.domain.draw_round import draw_round
from tournaments.domain.publish_round import publish_round
from tournaments.models import Entry, Pairing, Round, Seat, Table, Tournament, User
from tournaments.queries.played import settings_of


def make_round(
    tournament: Tournament,
    number: int,
    pairings: Sequence[Sequence[Entry]],
    *,
    state: str = Round.State.PUBLISHED,
) -> Round:
    """A round as given: one entry alone is a bye; tables from 1 in the order of the list."""
    now = timezone.now()
    round_ = Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=number,
        state=state,
        seed=1,
        drawn_at=now,
        published_at=None if state == Round.State.DRAFT else now,
        closed_at=now if state == Round.State.CLOSED else None,
    )
    tables = iter(Table.objects.filter(tournament=tournament).order_by("number"))
    for order, entries in enumerate(pairings, start=1):
        bye = len(entries) == 1
        pairing = Pairing.objects.create(
            round=round_,
            order=order,
            kind=Pairing.Kind.BYE if bye else Pairing.Kind.GAME,
            table=None if bye else next(tables),
        )
        for side, entry in enumerate(entries):
            Seat.objects.create(
                pairing=pairing,
                round=round_,
                entry=entry,
                side=side,
                outcome=Seat.Outcome.BYE if bye and state != Round.State.DRAFT else "",
            )
    return round_


def write_result(pairing: Pairing, winner: int | None, *, scores: tuple[int, int] = (8, 5)) -> None:
    """What a final result of two sides leaves: side `winner` won by `scores`; None is a draw."""
    for seat in pairing.seats.all():
        if winner is None:
            seat.outcome, seat.points, seat.score = Seat.Outcome.DRAW, Decimal("0.5"), scores[0]
        elif seat.side == winner:
            seat.outcome, seat.points, seat.score = Seat.Outcome.WIN, Decimal(1), scores[0]
        else:
            seat.outcome, seat.points, seat.score = Seat.Outcome.LOSS, Decimal(0), scores[1]
        seat.save()


def write_places(pairing: Pairing, first: int = 0) -> None:
    """What a final result of three sides and more leaves: side `first` won, the others follow."""
    sides = sorted({seat.side for seat in pairing.seats.all()})
    order = sides[first % len(sides) :] + sides[: first % len(sides)]
    by_place = settings_of(pairing.round.tournament).points.by_place
    rows = {len(row): row for row in by_place}
    usual = tuple(Decimal(len(sides) - place) for place in range(1, len(sides) + 1))
    for seat in pairing.seats.all():
        seat.place = order.index(seat.side) + 1
        seat.points = rows.get(len(sides), usual)[seat.place - 1]
        seat.save()


def write_results(round_: Round, *, winner: int = 0) -> None:
    """A result for every game of the round that has none: side `winner` wins them all."""
    games = round_.pairings.filter(
        kind=Pairing.Kind.GAME, seats__outcome="", seats__place__isnull=True
    )
    for pairing in games.distinct().prefetch_related("seats"):
        if len({seat.side for seat in pairing.seats.all()}) > 2:
            write_places(pairing, winner)
        else:
            write_result(pairing, winner)


def play_round(tournament: Tournament, *, by: User | None = None, winner: int = 0) -> Round:
    """Draws, publishes, plays and closes the next round."""
    round_ = draw_round(tournament, by=by, despite_missing=True)
    publish_round(round_, by=by, despite_warnings=True)
    write_results(round_, winner=winner)
    return close_round(round_, by=by)
