"""Rounds, their pairings, and how far they are."""

from __future__ import annotations

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet

from tournaments.models import Pairing, Round, Seat, Tournament

_GAME = Q(pairings__kind=Pairing.Kind.GAME)
#: A seat of a game whose result is not final.
_OPEN = Q(pairings__seats__outcome="", pairings__seats__place__isnull=True)


def with_progress(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Adds `games`, `results_in` and `results_missing` to each round."""
    return (
        rounds.annotate(
            games=Count("pairings", filter=_GAME, distinct=True),
            results_missing=Count("pairings", filter=_GAME & _OPEN, distinct=True),
        )
        .annotate(results_in=F("games") - F("results_missing"))
        .order_by("number")
    )


def rounds_of(tournament: Tournament) -> list[Round]:
    """All rounds, drafts included, each with its progress. One query."""
    return list(with_progress(tournament.rounds.all()))


def missing_results(tournament: Tournament, *, number: int | None = None) -> list[Pairing]:
    """Games of published rounds (or of round `number`) without a final result, by round and table.

    Two queries; each pairing has its seats with entries, its table and its round.
    """
    pairings = Pairing.objects.filter(
        round__tournament=tournament,
        round__state__in=(Round.State.PUBLISHED, Round.State.CLOSED),
        kind=Pairing.Kind.GAME,
        seats__outcome="",
        seats__place__isnull=True,
    )
    if number is not None:
        pairings = pairings.filter(round__number=number)
    return list(
        with_seats(pairings.distinct().select_related("round"))
        .defer("round__draw")
        .order_by("round__number", "order")
    )


def with_seats(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Adds table, seats and their entries: one query more, whatever the size."""
    seats = Seat.objects.select_related("entry", "moved_from").order_by("side", "id")
    return pairings.select_related("table").prefetch_related(Prefetch("seats", queryset=seats))


def pairings_of(round_: Round) -> list[Pairing]:
    """The round's pairings with tables, seats and entries, in draw order. Two queries.

    A match that fell away after it was played has no seats, and is not among them.
    """
    sat = Exists(Seat.objects.filter(pairing=OuterRef("pk")))
    return list(with_seats(round_.pairings.filter(sat)).order_by("order"))
