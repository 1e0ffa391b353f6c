"""What a correction is said to change is what it changes."""

from __future__ import annotations

from random import Random

import pytest

from games.consequences import consequences_of
from games.domain.game_results import Payload, Typed, game_results
from games.domain.record_result import correct_result, record_result, remove_result
from games.domain.seats import colours_of, seats_of
from games.models import Result
from tests import factories
from tests.results import make_round
from tournaments.models import Pairing, Round, Seat, Tournament
from tournaments.queries.standings import standings_of


def payload(pairing: Pairing, typed: Typed) -> Payload:
    tournament = pairing.round.tournament
    rules = game_results(tournament.game)
    return rules.payload(typed, colours_of(tournament, seats_of(pairing)))


def ranks(tournament: Tournament) -> dict[int, int]:
    return {row.entry: row.rank for row in standings_of(tournament)}


def any_result(random: Random) -> Typed:
    score = random.randint(0, 7)
    return random.choice(
        [
            Typed(scores=(8, score)),
            Typed(scores=(score, 8)),
            Typed(scores=(score, 6), winner=random.randint(0, 1), ended="timeout"),
            Typed(winner=random.randint(0, 1), ended="walkover"),
        ]
    )


@pytest.fixture(params=range(4))
def played(request: pytest.FixtureRequest, db: None) -> tuple[Pairing, Random]:
    """Three rounds of nine entries with results; one of the games, by lot."""
    random = Random(request.param)
    tournament = factories.make_tournament()
    entries = factories.make_entries(tournament, 9)
    for number in (1, 2, 3):
        random.shuffle(entries)
        groups = [entries[i : i + 2] for i in range(0, 9, 2)]
        round_ = make_round(tournament, number, groups, state=Round.State.PUBLISHED)
        for pairing in round_.pairings.filter(kind="game"):
            record_result(pairing, any_result(random), seen=0, by=None)
        Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    games = list(Pairing.objects.filter(round__tournament=tournament, kind="game"))
    return random.choice(games), random


@pytest.mark.parametrize("takes_away", [False, True])
def test_consequences_are_what_happens(played: tuple[Pairing, Random], takes_away: bool) -> None:
    pairing, random = played
    tournament = pairing.round.tournament
    old = Result.objects.get(pairing=pairing).payload
    typed = any_result(random)
    while payload(pairing, typed) == old:
        typed = any_result(random)
    before = ranks(tournament)

    follows = consequences_of(pairing, None if takes_away else payload(pairing, typed))

    assert ranks(tournament) == before
    if takes_away:
        remove_result(pairing, seen=1, why="x", by=None)
    else:
        correct_result(pairing, typed, seen=1, why="x", by=None)
    after = ranks(tournament)
    at_table = {change.entry.pk for change in follows.table}
    said = {change.entry.pk: change.rank for change in (*follows.table, *follows.others)}
    moved = {pk: (before[pk], after[pk]) for pk in after if before[pk] != after[pk]}
    assert {pk: rank for pk, rank in said.items() if rank[0] != rank[1]} == moved
    assert {change.entry.pk for change in follows.others} == set(moved) - at_table
    points = dict(Seat.objects.filter(pairing=pairing).values_list("entry_id", "points"))
    assert {c.entry.pk: c.game[1] for c in follows.table} == {
        pk: value or 0 for pk, value in points.items()
    }
    assert [later.round.number for later in follows.later] == [
        number for number in (1, 2, 3) if number > pairing.round.number
    ]
