"""Every format from its first draw to the final list, through the verbs the desk uses."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories
from tests.results import play_round
from tournaments.domain.begin_stage import begin_stage
from tournaments.domain.errors import Refused
from tournaments.domain.finish_tournament import finish_tournament
from tournaments.domain.recheck import Recheck, recheck
from tournaments.domain.recheck_standings import recheck_standings
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup, edit_stage
from tournaments.models import Game, Pairing, Round, Seat, StageEntry, Tournament
from tournaments.queries.day import day_of
from tournaments.queries.stage_standings import stage_ranking, tournament_ranking
from tournaments.queries.stages import stages_of


def make(
    *setups: StageSetup, entries: int, game: str = Game.PARTNERS, rounds: int = 3, **fields: Any
) -> Tournament:
    tournament = factories.make_tournament(
        game=game, rounds_planned=rounds, tables=12, capacity=64, **fields
    )
    set_stages(tournament, setups)
    factories.make_entries(tournament, entries)
    return Tournament.objects.get(pk=tournament.pk)


def play_on(tournament: Tournament, *, most: int = 40) -> Tournament:
    """Draws, plays and goes on to the next stage until nothing is left but to finish."""
    for _step in range(most):
        tournament = Tournament.objects.get(pk=tournament.pk)
        step = day_of(tournament).step
        if step == "draw":
            play_round(tournament)
        elif step == "stage":
            begin_stage(tournament, by=None)
        else:
            assert step == "finish"
            break
    finish_tournament(tournament, by=None)
    return Tournament.objects.get(pk=tournament.pk)


def names(tournament: Tournament) -> list[tuple[int, int]]:
    """The final list: place and number."""
    numbers = dict(tournament.entries.values_list("pk", "number"))
    return [(rank.place, numbers[rank.entry]) for rank in tournament_ranking(tournament)]


def met(tournament: Tournament) -> list[frozenset[int]]:
    games = Pairing.objects.filter(round__tournament=tournament, kind=Pairing.Kind.GAME)
    return [frozenset(pairing.seats.values_list("entry__number", flat=True)) for pairing in games]


def assert_sound(tournament: Tournament) -> None:
    """Every draw comes out again as stored, and everybody stands once in the final list."""
    for round_ in Round.objects.filter(tournament=tournament):
        assert recheck(round_).differences == ()
    assert recheck_standings(tournament) == Recheck((), ())
    listed = [rank.entry for rank in tournament_ranking(tournament)]
    assert len(listed) == len(set(listed)) == tournament.entries.count()


FORMATS: dict[str, tuple[StageSetup, str, int, int]] = {
    "swiss": (StageSetup("swiss"), Game.PARTNERS, 9, 3),
    "round robin": (StageSetup("round_robin"), Game.PARTNERS, 7, 7),
    "double round robin": (StageSetup("round_robin", {"double": True}), Game.PARTNERS, 4, 6),
    "round robin by lot": (StageSetup("round_robin", {"by_lot": True}), Game.PARTNERS, 6, 5),
    "groups": (StageSetup("groups", {"groups": 2}), Game.PARTNERS, 9, 5),
    "knockout": (StageSetup("knockout", {"third_place": True}), Game.PARTNERS, 11, 4),
    "consolation": (StageSetup("knockout", {"consolation": 1}), Game.PARTNERS, 8, 3),
    "double elimination": (StageSetup("double_elimination"), Game.PARTNERS, 8, 6),
    "tables of four": (
        StageSetup("multi_seat", {"sides": 4, "smaller_tables": True}),
        Game.KROKET,
        11,
        3,
    ),
    "tables of three": (
        StageSetup("multi_seat", {"sides": 3, "smaller_tables": False}),
        Game.PARTNERS_PLUS_PAIRS,
        10,
        3,
    ),
    "individual": (StageSetup("individual"), Game.PARTNERS, 10, 3),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", FORMATS)
def test_format_from_first_draw_to_final_list(name: str) -> None:
    setup, game, entries, rounds = FORMATS[name]
    tournament = play_on(make(setup, entries=entries, game=game))
    assert tournament.rounds.count() == rounds
    assert tournament.rounds_planned >= rounds
    assert_sound(tournament)
    assert names(tournament)[0][0] == 1


@pytest.mark.django_db
def test_round_robin_lets_everybody_meet_once() -> None:
    tournament = play_on(make(StageSetup("round_robin"), entries=6))
    assert len(met(tournament)) == len(set(met(tournament))) == 15


@pytest.mark.django_db
def test_knockout_ends_with_places() -> None:
    tournament = play_on(make(StageSetup("knockout", {"third_place": True}), entries=8))
    assert [place for place, _number in names(tournament)] == [1, 2, 3, 4, 5, 5, 5, 5]


@pytest.mark.django_db
def test_groups_then_knockout_puts_those_who_stayed_behind_after_the_others() -> None:
    tournament = make(
        StageSetup("groups", {"groups": 4}),
        StageSetup("knockout", {"third_place": True}, to_rank=2),
        entries=12,
    )
    tournament = play_on(tournament)
    assert tournament.rounds_planned == 6
    groups, knockout = stages_of(tournament)
    assert (groups.rounds, knockout.rounds, knockout.offset) == (3, 3, 3)
    assert StageEntry.objects.filter(stage=knockout.stage).count() == 8
    listed = [rank.entry for rank in tournament_ranking(tournament)]
    went_on = set(StageEntry.objects.values_list("entry_id", flat=True))
    assert set(listed[:8]) == went_on
    thirds = {
        row.entry
        for table in stage_ranking(groups).tables
        for row in table.standings
        if row.rank == 3
    }
    assert set(listed[8:]) == thirds
    assert [place for place, _number in names(tournament)] == [1, 2, 3, 4, 5, 5, 5, 5, 9, 9, 9, 9]
    assert_sound(tournament)


@pytest.mark.django_db
def test_swiss_cut_with_everything_carried_counts_all_rounds() -> None:
    tournament = make(
        StageSetup("swiss", {"rounds": 3}),
        StageSetup("swiss", {"rounds": 2}, to_rank=6, carry="everything"),
        entries=12,
    )
    tournament = play_on(tournament)
    first, second = stages_of(tournament)
    assert (second.chain, second.chain_offset) == ((first.stage.pk, second.stage.pk), 0)
    (table,) = stage_ranking(second).tables
    assert len(table.standings.rows) == 6
    best = table.standings.rows[0]
    own = Seat.objects.filter(entry=best.entry, round__tournament=tournament)
    assert best.points == sum(seat.points for seat in own)
    assert len(met(tournament)) == len(set(met(tournament)))
    assert_sound(tournament)


@pytest.mark.django_db
def test_swiss_cut_from_nothing_counts_its_own_rounds() -> None:
    tournament = make(
        StageSetup("swiss", {"rounds": 3}), StageSetup("swiss", {"rounds": 2}, to_rank=6), entries=9
    )
    tournament = play_on(tournament)
    _first, second = stages_of(tournament)
    (table,) = stage_ranking(second).tables
    assert table.standings.rounds == 2
    assert max(row.points for row in table.standings) <= 2
    assert_sound(tournament)


@pytest.mark.django_db
@pytest.mark.parametrize("carry", ["nothing", "everything"])
def test_larger_tables_cut_to_the_best(carry: str) -> None:
    tournament = make(
        StageSetup("multi_seat", {"sides": 4, "rounds": 3}),
        StageSetup("multi_seat", {"sides": 4, "rounds": 2}, to_rank=8, carry=carry),
        entries=16,
        game=Game.KROKET,
    )
    tournament = play_on(tournament)
    first, second = stages_of(tournament)
    assert (first.rounds, second.rounds) == (3, 2)
    went_on = set(StageEntry.objects.values_list("entry_id", flat=True))
    assert {rank.entry for rank in tournament_ranking(tournament)[:8]} == went_on
    (table,) = stage_ranking(second).tables
    assert table.standings.rounds == (5 if carry == "everything" else 2)
    assert_sound(tournament)


@pytest.mark.django_db
def test_consolation_after_a_knockout_stands_behind_those_who_were_ahead() -> None:
    tournament = make(
        StageSetup("knockout", {"third_place": True}),
        StageSetup("knockout", {"third_place": False}, from_rank=5),
        entries=8,
    )
    tournament = play_on(tournament)
    knockout, consolation = stages_of(tournament)
    assert (knockout.rounds, consolation.rounds) == (3, 2)
    went_on = set(StageEntry.objects.values_list("entry_id", flat=True))
    assert len(went_on) == 4
    listed = tournament_ranking(tournament)
    assert {rank.entry for rank in listed[4:]} == went_on
    assert [rank.place for rank in listed] == [1, 2, 3, 4, 5, 6, 7, 7]
    assert [rank.last for rank in listed] == [1, 2, 3, 4, 5, 6, 8, 8]
    assert_sound(tournament)


@pytest.mark.django_db
def test_played_stage_is_not_drawn_in_again() -> None:
    tournament = make(StageSetup("round_robin"), StageSetup("knockout", to_rank=2), entries=4)
    for _round in range(3):
        play_round(tournament)
    with pytest.raises(Refused) as refused:
        play_round(tournament)
    assert refused.value.code == "stage-played"


@pytest.mark.django_db
def test_schedule_is_played_as_it_was_written() -> None:
    tournament = make(StageSetup("swiss"), entries=4)
    a, b, c, d = tournament.entries.order_by("number")
    rounds = [[[a.pk, b.pk], [c.pk, d.pk]], [[a.pk, c.pk], [b.pk, d.pk]]]
    edit_stage(tournament.stages.get(), StageSetup("schedule", {"rounds": rounds}), by=None)
    tournament = play_on(tournament)
    pairs = ({1, 2}, {3, 4}, {1, 3}, {2, 4})
    assert set(met(tournament)) == {frozenset(pair) for pair in pairs}
    assert_sound(tournament)
