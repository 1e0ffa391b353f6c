"""Setting stages up: added, changed, moved and removed while they have not begun."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import factories
from tests.results import play_round
from tournaments.domain.begin_stage import begin_stage
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.stage_presets import PRESETS, presets_for, set_stages, use_preset
from tournaments.domain.stages import (
    StageSetup,
    add_stage,
    edit_stage,
    move_stage,
    remove_stage,
    setup_of,
    stages_stamp,
)
from tournaments.models import Event, Game, Stage, Tournament, User
from tournaments.queries.stages import stages_of

KNOCKOUT = StageSetup("knockout", {"third_place": True}, to_rank=8)


def code_of(verb: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        verb()
    return refused.value.code


def formats(tournament: Tournament) -> list[str]:
    return list(tournament.stages.order_by("number").values_list("format", flat=True))


def test_stage_is_added_after_the_last_with_one_event(
    tournament: Tournament, organiser: User
) -> None:
    stage = add_stage(tournament, KNOCKOUT, by=organiser, key="k")
    assert add_stage(tournament, KNOCKOUT, by=organiser, key="k") == stage
    assert (stage.number, formats(tournament)) == (2, ["swiss", "knockout"])
    event = Event.objects.get(verb="stage.add")
    assert (event.actor, event.after["to_rank"]) == (organiser, 8)


def test_rounds_of_the_first_stay_when_a_second_comes(tournament: Tournament) -> None:
    add_stage(tournament, KNOCKOUT, by=None)
    swiss, knockout = stages_of(Tournament.objects.get(pk=tournament.pk))
    assert (swiss.planned, knockout.planned, knockout.entries) == (6, 3, 8)
    assert Tournament.objects.get(pk=tournament.pk).rounds_planned == 9


def test_rounds_of_an_only_stage_are_the_tournaments(tournament: Tournament) -> None:
    stage = tournament.stages.get()
    edit_stage(stage, StageSetup("swiss", {"rounds": 8}), by=None)
    assert Tournament.objects.get(pk=tournament.pk).rounds_planned == 8
    second = add_stage(tournament, KNOCKOUT, by=None)
    remove_stage(second, by=None)
    assert Tournament.objects.get(pk=tournament.pk).rounds_planned == 8


def test_stage_keeps_only_options_of_its_format(tournament: Tournament) -> None:
    stage = add_stage(tournament, StageSetup("groups", {"groups": 3, "sides": 4}), by=None)
    assert Stage.objects.get(pk=stage.pk).settings == {"groups": 3}


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (StageSetup("multi_seat", {"sides": 4}), "no-format"),
        (StageSetup("groups", {"groups": 0}), "option-range"),
        (StageSetup("groups", {"groups": "many"}), "bad-option"),
        (StageSetup("groups", {"pots": "magic"}), "bad-option"),
        (StageSetup("knockout", from_rank=5, to_rank=4), "rank-range"),
        (StageSetup("knockout", from_rank=0), "rank-range"),
    ],
)
def test_setup_without_sense_is_refused(
    tournament: Tournament, setup: StageSetup, code: str
) -> None:
    assert code_of(lambda: add_stage(tournament, setup, by=None)) == code
    assert formats(tournament) == ["swiss"]


def test_stages_move_while_they_have_not_begun(tournament: Tournament) -> None:
    second = add_stage(tournament, KNOCKOUT, by=None)
    third = add_stage(tournament, StageSetup("round_robin"), by=None)
    move_stage(third, up=True, by=None)
    assert formats(tournament) == ["swiss", "round_robin", "knockout"]
    assert code_of(lambda: move_stage(second, up=False, by=None)) == "no-place"
    factories.make_entries(tournament, 4)
    draw_round(tournament, by=None)
    second.refresh_from_db()
    move_stage(second, up=True, by=None)
    assert code_of(lambda: move_stage(second, up=True, by=None)) == "stage-begun"
    assert formats(tournament) == ["swiss", "knockout", "round_robin"]


def test_stage_that_has_begun_keeps_its_format_and_takes_a_name(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    draw_round(tournament, by=None)
    stage = tournament.stages.get()
    assert code_of(lambda: edit_stage(stage, StageSetup("round_robin"), by=None)) == "stage-begun"
    edit_stage(stage, StageSetup("swiss", {"rounds": 4}, name="Indledende"), by=None)
    stage.refresh_from_db()
    assert (stage.name, Tournament.objects.get(pk=tournament.pk).rounds_planned) == (
        "Indledende",
        4,
    )
    assert code_of(lambda: remove_stage(stage, by=None)) == "stage-begun"


def test_only_stage_is_not_removed_and_others_close_up(tournament: Tournament) -> None:
    stage = tournament.stages.get()
    assert code_of(lambda: remove_stage(stage, by=None)) == "only-stage"
    second = add_stage(tournament, KNOCKOUT, by=None)
    add_stage(tournament, StageSetup("round_robin"), by=None)
    remove_stage(second, by=None)
    assert list(tournament.stages.values_list("number", "format")) == [
        (1, "swiss"),
        (2, "round_robin"),
    ]


def test_stages_changed_by_two_are_those_of_the_first(tournament: Tournament) -> None:
    seen = stages_stamp(tournament)
    add_stage(tournament, KNOCKOUT, by=None, seen=seen)
    with pytest.raises(Conflict) as conflict:
        add_stage(tournament, KNOCKOUT, by=None, seen=seen)
    assert conflict.value.code == "stages-changed"
    assert formats(tournament) == ["swiss", "knockout"]


@pytest.mark.parametrize("game", Game.values)
def test_presets_of_a_game_can_be_used(db: None, game: str) -> None:
    tournament = factories.make_tournament(game=game)
    for code in presets_for(game):
        use_preset(tournament, code, by=None)
        assert formats(tournament) == [setup.format for setup in PRESETS[code].stages]
    assert presets_for(game)


def test_preset_is_refused_once_a_round_is_drawn(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    draw_round(tournament, by=None)
    assert code_of(lambda: use_preset(tournament, "knockout", by=None)) == "stage-begun"
    assert code_of(lambda: use_preset(tournament, "nonsense", by=None)) == "stage-begun"


def test_setup_of_a_stage_saved_again_changes_nothing(tournament: Tournament) -> None:
    set_stages(tournament, (StageSetup("groups", {"groups": 2}), KNOCKOUT))
    for stage in tournament.stages.all():
        before = setup_of(stage)
        edit_stage(stage, before, by=None)
        assert setup_of(Stage.objects.get(pk=stage.pk)) == before
    assert all(event.after == {} for event in Event.objects.filter(verb="stage.edit"))


def test_later_stage_is_not_changed_once_it_has_begun(tournament: Tournament) -> None:
    set_stages(tournament, (StageSetup("round_robin"), StageSetup("knockout", to_rank=2)))
    factories.make_entries(tournament, 4)
    for _round in range(3):
        play_round(Tournament.objects.get(pk=tournament.pk))
    stage = begin_stage(Tournament.objects.get(pk=tournament.pk), by=None)
    wider = StageSetup("knockout", to_rank=3)
    assert code_of(lambda: edit_stage(stage, wider, by=None)) == "stage-begun"
