"""Usual plans: the stages of a tournament, taken in one go."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Stage, Tournament, User
from tournaments.queries.stages import stage_name, stages_of
from tournaments.stage_formats import STAGE_FORMATS, formats_for, table_options

from .act import act
from .errors import Refused
from .plan import keep_plan
from .stages import (
    StageSetup,
    begun_words,
    checked_setup,
    keep_rounds,
    look_at_stages,
    options_of_format,
    write_stage,
)

Words = str | Promise


@dataclass(frozen=True)
class Preset:
    """A usual plan: stages one after the other."""

    label: Words
    about: Words
    stages: tuple[StageSetup, ...]


_KNOCKOUT = {"third_place": True}

PRESETS: dict[str, Preset] = {
    "swiss": Preset(
        gettext_lazy("Swiss (Monrad)"),
        gettext_lazy("Everybody plays every round, against somebody who stands equally well."),
        (StageSetup(Stage.Format.SWISS),),
    ),
    "groups-knockout": Preset(
        gettext_lazy("Groups, then knockout"),
        gettext_lazy("Four groups; the two best of each play on until one is left."),
        (
            StageSetup(Stage.Format.GROUPS, {"groups": 4}),
            StageSetup(Stage.Format.KNOCKOUT, _KNOCKOUT, to_rank=2),
        ),
    ),
    "swiss-knockout": Preset(
        gettext_lazy("Swiss, then knockout"),
        gettext_lazy("The eight best of the Swiss rounds play on until one is left."),
        (
            StageSetup(Stage.Format.SWISS, {"rounds": 5}),
            StageSetup(Stage.Format.KNOCKOUT, _KNOCKOUT, to_rank=8),
        ),
    ),
    "knockout": Preset(
        gettext_lazy("Knockout"),
        gettext_lazy("Who wins goes on, who loses is out; with a match for third place."),
        (StageSetup(Stage.Format.KNOCKOUT, _KNOCKOUT),),
    ),
    "round-robin": Preset(
        gettext_lazy("Round robin"),
        gettext_lazy("Everybody meets everybody once."),
        (StageSetup(Stage.Format.ROUND_ROBIN),),
    ),
    "tables": Preset(
        gettext_lazy("Tables of several"),
        gettext_lazy("As many sides at a table as the game has, others each round."),
        (StageSetup(Stage.Format.MULTI_SEAT, {"rounds": 6}),),
    ),
}


def presets_for(game: str) -> dict[str, Preset]:
    """The plans that fit a game."""
    offered = formats_for(game)
    return {
        code: preset
        for code, preset in PRESETS.items()
        if all(setup.format in offered for setup in preset.stages)
    }


def use_preset(
    tournament: Tournament, preset: str, *, by: User | None, seen: str = "", key: str = ""
) -> Tournament:
    """The stages become those of the plan. Only before the first round is drawn."""
    with act("stage.preset", tournament, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        facts = look_at_stages(row, seen)
        if facts[0].begun:
            raise Refused("stage-begun", begun_words(facts[0]))
        if preset not in presets_for(row.game):
            raise Refused("no-preset", _("Pick one of the plans."), field="preset")
        before = [stage_name(one.stage) for one in facts]
        keep_rounds(row, facts)
        set_stages(row, PRESETS[preset].stages)
        doing.log(
            before={"stages": before},
            after={"stages": [stage_name(one.stage) for one in stages_of(row)]},
        )
    return row


def set_stages(tournament: Tournament, setups: tuple[StageSetup, ...]) -> None:
    """Writes the stages of a tournament that has not begun; no event."""
    first = tournament.stages.order_by("number").first()
    assert first is not None, "a tournament has a stage"
    tournament.stages.exclude(pk=first.pk).delete()
    for number, setup in enumerate(setups, start=1):
        stage = first if number == 1 else Stage(tournament=tournament, number=number)
        settings = dict(setup.settings)
        if STAGE_FORMATS[setup.format].several:
            own = table_options(tournament.game, tournament.game_settings)
            settings = own | settings
        row = STAGE_FORMATS[setup.format]
        if "rounds" in options_of_format(setup.format) and len(setups) > 1 and not row.fixed_rounds:
            settings = {"rounds": tournament.rounds_planned} | settings
        write_stage(
            stage,
            checked_setup(tournament, replace(setup, settings=settings), first=number == 1),
        )
    keep_plan(tournament)
