"""Points, tie-breaks and rules changed after the start: told first, counted anew, recorded."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from judging.domain.give_ruling import RulingFacts, give_ruling
from tests import factories
from tests.results import play_round
from tests.tournaments.domain.test_stages_played import make, play_on
from tournaments.domain.begin_stage import begin_stage
from tournaments.domain.create_tournament import edit_tournament
from tournaments.domain.recheck import Recheck
from tournaments.domain.recheck_standings import recheck_standings
from tournaments.domain.stages import StageSetup
from tournaments.formats.scoring import PRESET_TIE_BREAKS, TieBreak
from tournaments.formats_settings import preset_points
from tournaments.models import Entry, Event, Game, Seat, Tournament, User
from tournaments.queries.draw_request import draw_request
from tournaments.queries.stage_standings import stage_ranking
from tournaments.queries.stages import stages_of
from tournaments.queries.what_if import places_that_change

#: How it is played, and how many enter.
PLAYED: dict[str, tuple[StageSetup, str, int]] = {
    "swiss": (StageSetup("swiss"), Game.PARTNERS, 7),
    "groups": (StageSetup("groups", {"groups": 2}), Game.BACKGAMMON, 8),
    "knockout": (StageSetup("knockout"), Game.PARTNERS, 6),
    "tables": (StageSetup("multi_seat", {"sides": 4}), Game.KROKET, 11),
    "individual": (StageSetup("individual"), Game.PARTNERS, 9),
}


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def places(tournament: Tournament) -> dict[tuple[str, str], int]:
    """The place of everybody by name and group."""
    names = dict(tournament.entries.values_list("pk", "name"))
    (facts,) = stages_of(tournament)
    ranking = stage_ranking(facts)
    if facts.row.groups:
        return {
            (names[row.entry], table.name): row.rank
            for table in ranking.tables
            for row in table.standings
        }
    return {(names[rank.entry], ""): rank.place for rank in ranking.ranks}


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["two", "pieces_in_time", "places"])
@pytest.mark.parametrize("name", PLAYED)
def test_change_is_told_before_and_holds_after(name: str, preset: str) -> None:
    setup, game, entries = PLAYED[name]
    tournament = make(setup, entries=entries, game=game)
    for winner in (0, 1):
        play_round(again(tournament), winner=winner)
    tournament = again(tournament)
    Seat.objects.filter(outcome="win").update(in_time=True)
    fields: dict[str, Any] = {
        "points_scheme": preset_points(preset),
        "tie_breaks": [code.value for code in PRESET_TIE_BREAKS[preset]],
    }
    before = places(tournament)
    told = places_that_change(tournament, **fields)
    edit_tournament(tournament, by=None, table_count=12, key="k", **fields)  # type: ignore[arg-type]
    tournament = again(tournament)
    after = places(tournament)
    assert {(move.name, move.stage): (move.before, move.after) for move in told} == {
        key: (before[key], place) for key, place in after.items() if before[key] != place
    }
    assert recheck_standings(tournament) == Recheck((), ())
    event = Event.objects.get(verb="tournament.edit")
    assert {"points_scheme", "tie_breaks"} <= set(event.after)


def test_pieces_and_time_give_the_points_of_games_already_played(
    tournament: Tournament, organiser: User
) -> None:
    pairs = factories.make_entries(tournament, 3)
    factories.make_round(tournament, [(pairs[0], pairs[1])], scores=[(8, 5)], bye=pairs[2])
    Seat.objects.filter(outcome="win").update(in_time=True)
    edit_tournament(
        tournament, by=organiser, table_count=8, points_scheme=preset_points("pieces_in_time")
    )
    given = Seat.objects.order_by("entry__number").values_list("points", flat=True)
    assert list(given) == [Decimal(26), Decimal(10), Decimal(8)]


def test_only_the_numbers_that_changed_are_recorded(
    tournament: Tournament, organiser: User
) -> None:
    scheme = tournament.points_scheme | {"bye": "0.5"}
    edit_tournament(tournament, by=organiser, table_count=8, points_scheme=scheme)
    event = Event.objects.get(verb="tournament.edit")
    assert (event.before, event.after) == (
        {"points_scheme": {"bye": "1"}},
        {"points_scheme": {"bye": "0.5"}},
    )


def test_struck_rule_of_the_settings_holds_in_every_format(
    tournament: Tournament, organiser: User
) -> None:
    pairs = factories.make_entries(tournament, 2)
    factories.make_round(tournament, [(pairs[0], pairs[1])], scores=[(8, 5)])
    Entry.objects.filter(pk=pairs[1].pk).update(struck=True, state=Entry.State.WITHDRAWN)

    def points() -> Decimal:
        (facts,) = stages_of(again(tournament))
        standings = stage_ranking(facts).tables[0].standings
        return standings.by_entry[pairs[0].pk].points

    assert points() == 1
    edit_tournament(tournament, by=organiser, table_count=8, struck_rule="nothing")
    assert points() == 0
    edit_tournament(again(tournament), by=organiser, table_count=8, struck_rule="bye")
    assert points() == 1


@pytest.mark.django_db
def test_change_is_told_stage_by_stage() -> None:
    tournament = make(
        StageSetup("groups", {"groups": 2}, name="Indledende"),
        StageSetup("swiss", {"rounds": 1}, name="Slutspil", to_rank=2),
        entries=8,
    )
    tournament = play_on(tournament)
    scheme = tournament.points_scheme | {"win": "0", "draw": "0", "loss": "1"}
    stages = {move.stage for move in places_that_change(tournament, points_scheme=scheme)}
    assert stages == {"Indledende A", "Indledende B", "Slutspil"}


def taken(tournament: Tournament) -> list[Decimal]:
    """What is added to the first pair's points in each stage that has begun."""
    pair = tournament.entries.get(number=1)
    found = []
    for facts in stages_of(again(tournament)):
        if facts.begun:
            request = draw_request(facts.stage, facts.last + 1, 1, facts=facts)
            found.append(next(e.adjustment for e in request.entrants if e.id == pair.pk))
            (table,) = stage_ranking(facts).tables
            row = table.standings.by_entry[pair.pk]
            own = Seat.objects.filter(entry=pair, round__stage__in=facts.chain)
            assert row.points == sum(seat.points or 0 for seat in own) + found[-1]
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("carry", "expected"),
    [
        ("nothing", ([-2], [-2, 0], [-2, -1])),
        ("everything", ([-2], [-2, -2], [-2, -3])),
    ],
)
def test_points_taken_count_in_the_stage_they_were_taken_in(
    carry: str, expected: tuple[list[int], ...]
) -> None:
    tournament = make(
        StageSetup("swiss", {"rounds": 1}),
        StageSetup("swiss", {"rounds": 1}, carry=carry),
        entries=4,
    )
    judge = factories.make_user("lars", role="head_judge", tournament=tournament)
    pair = tournament.entries.get(number=1)

    def punish(points: int, **more: Any) -> Any:
        table = Seat.objects.filter(entry=pair).order_by("-round__number").first()
        assert table is not None
        said = {"pairing": table.pairing, "entry": pair, "points": Decimal(points), **more}
        facts = RulingFacts(
            happened="x", decision="y", rules=("B8",), consequence="penalty", **said
        )
        return give_ruling(again(tournament), facts, by=judge)

    play_round(again(tournament))
    first = punish(2)
    assert taken(tournament) == expected[0]
    begin_stage(again(tournament), by=None)
    play_round(again(tournament))
    assert taken(tournament) == expected[1]
    punish(1)
    assert taken(tournament) == expected[2]
    # Amended later, it still belongs where it was given.
    punish(5, amends=first, pairing=first.pairing)
    assert Entry.objects.get(pk=pair.pk).adjustment == -6
    assert taken(tournament)[0] == -5


def test_points_taken_before_it_was_written_where_count_in_the_first_stage(
    tournament: Tournament,
) -> None:
    pairs = factories.make_entries(tournament, 2)
    factories.make_round(tournament, [(pairs[0], pairs[1])], scores=[(8, 5)])
    Entry.objects.filter(pk=pairs[0].pk).update(adjustment=Decimal(-2))
    assert taken(tournament) == [-2]


def test_penalty_counts_where_the_settings_say(tournament: Tournament, organiser: User) -> None:
    first, second, third, _last = pairs = factories.make_entries(tournament, 4)
    factories.make_round(tournament, [(first, pairs[3]), (second, third)], scores=[(8, 0), (8, 7)])
    judge = factories.make_user("lars", role="head_judge", tournament=tournament)
    facts = RulingFacts(
        happened="x", decision="y", rules=("B8",), consequence="penalty", entry=first,
        points=Decimal("0.25"),
    )  # fmt: skip
    give_ruling(again(tournament), facts, by=judge)

    def stands() -> tuple[list[int], Decimal, list[str]]:
        (stage,) = stages_of(again(tournament))
        standings = stage_ranking(stage).tables[0].standings
        order = [row.entry for row in standings][:2]
        told = [
            f"{term.code} {term.value} {'' if term.counted else 'not '}counted"
            for term in standings.working(first.pk, TieBreak.POINTS)
            if term.code == "adjustment"
        ]
        return order, standings.by_entry[first.pk].points, told

    line = "adjustment -0.25"
    assert stands() == ([second.pk, first.pk], Decimal("0.75"), [f"{line} counted"])
    fields: dict[str, Any] = {"tie_breaks": ["score_difference"]}
    changed = places_that_change(again(tournament), penalty_rule="listed", **fields)
    assert [(move.name, move.after) for move in changed] == [(first.name, 1), (second.name, 2)]
    edit_tournament(
        again(tournament), by=organiser, table_count=8, penalty_rule="tie_break", **fields
    )
    assert stands() == ([second.pk, first.pk], Decimal(1), [f"{line} not counted"])
    edit_tournament(again(tournament), by=organiser, table_count=8, penalty_rule="listed")
    assert stands() == ([first.pk, second.pk], Decimal(1), [f"{line} not counted"])
    assert recheck_standings(again(tournament)) == Recheck((), ())
