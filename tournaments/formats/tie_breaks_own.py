"""Tie-breaks of the entry's own games: scores, steps, places, time."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from operator import attrgetter

from tournaments.formats.model import EntryId
from tournaments.formats.records import RoundRecord
from tournaments.formats.scoring import ONE, ZERO
from tournaments.formats.tie_breaks_facts import (
    Definition,
    RankingFacts,
    Term,
    line_code,
    mean,
    summed,
)


def count(holds: Callable[[RoundRecord], bool]) -> Definition:
    def value(facts: RankingFacts, entry: EntryId) -> Decimal:
        return Decimal(sum([holds(record) for record in facts.records[entry]]))

    def working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
        return tuple(
            Term(record.round, record.opponents, ONE, line_code(record))
            for record in facts.records[entry]
            if holds(record)
        )

    return Definition(value, working)


def _progressive(facts: RankingFacts, entry: EntryId) -> Decimal:
    """Points after each round, added up (C.07 article 7.5)."""
    running, value = ZERO, ZERO
    for record in facts.records[entry]:
        running += record.points
        value += running
    return value


def _progressive_working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    running = ZERO
    terms: list[Term] = []
    for record in facts.records[entry]:
        running += record.points
        terms.append(
            Term(record.round, record.opponents, running, line_code(record), base=record.points)
        )
    return tuple(terms)


def _score_for(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    return tuple(
        [
            Term(record.round, record.opponents, record.score_for, line_code(record))
            for record in facts.records[entry]
            if record.score_for is not None
        ]
    )


def _sum_of_scores(facts: RankingFacts, entry: EntryId) -> Decimal:
    scores = [record.score_for for record in facts.records[entry]]
    return sum([score for score in scores if score is not None], ZERO)


def difference(
    own: Callable[[RoundRecord], Decimal | None], others: Callable[[RoundRecord], Decimal | None]
) -> Definition:
    """A number of the own side less that of the others. A game counts where both are known: half
    a sheet would be no difference."""

    def value(facts: RankingFacts, entry: EntryId) -> Decimal:
        result = ZERO
        for record in facts.records[entry]:
            one, other = own(record), others(record)
            if one is not None and other is not None:
                result += one - other
        return result

    def working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
        terms: list[Term] = []
        for record in facts.records[entry]:
            one, other = own(record), others(record)
            if one is not None and other is not None:
                code = line_code(record)
                terms.append(
                    Term(record.round, record.opponents, one - other, code, True, one, other)
                )
        return tuple(terms)

    return Definition(value, working)


def _average_place(facts: RankingFacts, entry: EntryId) -> Decimal | None:
    """Mean place of the games at a table; among two the winner is 1, the loser 2, and a draw is
    1½. What was not played has no place."""
    places = [record.place for record in facts.records[entry] if record.place is not None]
    return mean(places) if places else None


def _average_place_working(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    return tuple(
        Term(record.round, record.opponents, record.place, "game")
        for record in facts.records[entry]
        if record.place is not None
    )


def _lot(facts: RankingFacts, entry: EntryId) -> tuple[Term, ...]:
    return (Term(0, (), Decimal(facts.lots[entry]), "lot"),)


WINS = count(attrgetter("win"))
GAMES_WON = count(lambda record: record.win and record.played)
GAMES_IN_TIME = count(attrgetter("in_time"))
PROGRESSIVE = Definition(_progressive, _progressive_working)
SCORE_FOR = Definition(_sum_of_scores, _score_for)
SCORE_DIFFERENCE = difference(attrgetter("score_for"), attrgetter("score_against"))
STEPS_DIFFERENCE = difference(attrgetter("steps_for"), attrgetter("steps_against"))
AVERAGE_PLACE = Definition(_average_place, _average_place_working, mean=True)
LOT = summed(_lot)
