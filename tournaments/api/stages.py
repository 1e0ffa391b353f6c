"""How a tournament's stages are set up, and how that is changed.

What is sent is read by the desk's own form, so that both refuse the same in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.stage_presets import PRESETS, use_preset
from tournaments.domain.stages import (
    add_stage,
    edit_stage,
    move_stage,
    options_of_format,
    remove_stage,
    stages_stamp,
)
from tournaments.forms.stages import StageForm
from tournaments.models import Stage, Tournament, User
from tournaments.plain import kind_of, kinds
from tournaments.queries.stages import stages_of
from tournaments.stage_formats import STAGE_FORMATS

from .bodies import number_field
from .described import described
from .endpoint import Endpoint, Read
from .found import done_before, the_tournament
from .problems import WrongBody
from .shapes import choice
from .verb_table import Subject, VerbRow, verbs_on

#: Fields that the first stage has not: everybody is in it.
_LATER = ("from_rank", "to_rank", "carry")


class SetupBody(serializers.Serializer):
    """What is said of a stage. What is left out stays as it is, or as is usual."""

    format = choice(Stage.Format.values, required=False)
    name = serializers.CharField(max_length=60, allow_blank=True, required=False)
    from_rank = serializers.IntegerField(
        min_value=1,
        max_value=500,
        required=False,
        help_text="The first rank of the stage before that goes on into it. Not of the first.",
    )
    to_rank = serializers.IntegerField(
        min_value=1,
        max_value=500,
        allow_null=True,
        required=False,
        help_text="The last one; null: all. Not of the first.",
    )
    carry = choice(Stage.Carry.values, "What is taken along. Not of the first.", required=False)
    options = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        required=False,
        help_text="What the format leaves open, by name. A schedule's `rounds` are lists of games "
        "of numbers of entries.",
    )


class NewSetupBody(SetupBody):
    """A stage that is new."""

    format = choice(Stage.Format.values)


class StageBody(serializers.Serializer):
    """Which stage."""

    stage = number_field("Number of the stage.", 999)


class EditSetupBody(SetupBody, StageBody):
    """Which stage, and what is said of it otherwise."""


class MoveBody(StageBody):
    """Which stage goes where."""

    up = serializers.BooleanField(help_text="Before the one before it; else after the next.")


class PresetBody(serializers.Serializer):
    """Which usual plan."""

    preset = choice(list(PRESETS))


class SetupShape(serializers.Serializer):
    """A stage as it is set up."""

    number = serializers.IntegerField()
    format = choice(Stage.Format.values)
    name = serializers.CharField(allow_blank=True, help_text="Empty: as its format.")
    from_rank = serializers.IntegerField()
    to_rank = serializers.IntegerField(allow_null=True)
    carry = choice(Stage.Carry.values)
    options = serializers.DictField(child=serializers.JSONField(allow_null=True))
    begun = serializers.BooleanField()


class SetupsShape(serializers.Serializer):
    """All stages of a tournament."""

    stages = SetupShape(many=True)
    version = serializers.CharField(help_text="Another one as soon as any of them changes.")


def _shaped(_view: Endpoint, row: Tournament) -> dict[str, Any]:
    numbers = dict(row.entries.values_list("pk", "number"))
    return {
        "stages": [
            {
                "number": one.stage.number,
                "format": one.stage.format,
                "name": one.stage.name,
                "from_rank": one.stage.from_rank,
                "to_rank": one.stage.to_rank,
                "carry": one.stage.carry,
                "options": _by_number(one.stage, numbers),
                "begun": one.begun,
            }
            for one in stages_of(row)
        ],
        "version": stages_stamp(row),
    }


def _by_number(stage: Stage, numbers: Mapping[int, int]) -> dict[str, Any]:
    """The options as they are kept, a schedule by the numbers of entries and not by their keys."""
    options = dict(stage.settings)
    if stage.format == Stage.Format.SCHEDULE and options.get("rounds"):
        options["rounds"] = [
            [[numbers.get(pk) for pk in game] for game in games] for games in options["rounds"]
        ]
    return options


@described("stages_list", "stages", "How the stages are set up, in their order.", SetupsShape)
class Setups(Read):
    access = Action.EDIT_TOURNAMENT

    def read(self) -> dict[str, Any]:
        return _shaped(self, the_tournament(self))

    def version(self, **kwargs: Any) -> str:
        """That of all of them."""
        return stages_stamp(the_tournament(self))


SETUP = Subject(
    tag="stages",
    address="stages/",
    find=the_tournament,
    answer=SetupsShape,
    shaped=_shaped,
    version="version",
)


def _stage(tournament: Tournament, number: int) -> Stage:
    row = tournament.stages.filter(number=number).first()
    if row is None:
        raise Refused("no-stage", _("That stage is gone."), field="stage")
    row.tournament = tournament
    return row


# What is sent, as the desk's form has it ---------------------------------------------------------


def _form(tournament: Tournament, stage: Stage | None, sent: dict[str, Any]) -> StageForm:
    """The form with what was sent, and what was not as it is. Raises `WrongBody`."""
    options = sent.pop("options", {})
    first = stage is not None and stage.number == 1
    _refuse_unknown({name: name for name in sent if first and name in _LATER})
    there = StageForm(tournament, stage)
    code = sent.get("format") or there.get_initial_for_field(there.fields["format"], "format")
    _refuse_unknown(
        {f"options.{name}": name for name in options if f"{code}-{name}" not in there.fields}
    )
    typed = {
        name: _text(there.get_initial_for_field(field, name))
        for name, field in there.fields.items()
        if "-" not in name or name.startswith(f"{code}-")
    }
    typed |= {name: _text(value) for name, value in sent.items()}
    typed |= {f"{code}-{name}": _option(code, name, value) for name, value in options.items()}
    form = StageForm(
        tournament, stage, {name: value for name, value in typed.items() if value is not None}
    )
    if not form.is_valid():
        raise WrongBody(
            {_field(code, name): [str(one) for one in said] for name, said in form.errors.items()}
        )
    return form


def _refuse_unknown(names: Mapping[str, str]) -> None:
    if names:
        said = _("There is no such field here. Leave it out.")
        raise WrongBody({name: [said] for name in names}, "unknown")


def _text(value: Any) -> str | None:
    """A value as a browser sends it; None: a box without a tick is not sent."""
    if isinstance(value, bool):
        return "on" if value else None
    return "" if value is None else str(value)


def _option(code: str, name: str, value: Any) -> str | None:
    """An option as its field has it. Raises `WrongBody` for what is none of its kind."""
    kind, _empty = kind_of(kinds(STAGE_FORMATS[code].options)[name])
    if value is None:
        return ""
    if kind in (bool, int):
        if type(value) is kind:
            return _text(value)
    elif isinstance(value, str):
        if value:
            return value
    elif name == "sizes" and _numbers(value):
        return ", ".join(map(str, value))
    elif name == "rounds" and isinstance(value, list) and all(map(_games, value)):
        return "\n".join(", ".join("-".join(map(str, game)) for game in games) for games in value)
    raise WrongBody({f"options.{name}": [_("One of the options makes no sense.")]})


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and all(type(one) is int and 0 <= one < 10**6 for one in value)


def _games(value: Any) -> bool:
    return isinstance(value, list) and all(_numbers(game) and game for game in value)


def _field(code: str, name: str) -> str:
    """A field of the form, or of what a verb refused, as it is called here."""
    option = name.removeprefix(f"{code}-")
    if option in options_of_format(code):
        return f"options.{option}"
    return "" if name == "__all__" else name


def _saved(code: str, do: Callable[[], Any]) -> None:
    try:
        do()
    except Refused as refused:
        raise type(refused)(
            refused.code, refused.message, field=_field(code, refused.field)
        ) from refused


# The verbs ---------------------------------------------------------------------------------------


def _add(tournament: Tournament, *, by: User, key: str, **sent: Any) -> None:
    if not done_before(tournament, key):
        setup = _form(tournament, None, sent).setup()
        _saved(setup.format, lambda: add_stage(tournament, setup, by=by, key=key))


def _edit(tournament: Tournament, *, stage: int, by: User, key: str, **sent: Any) -> None:
    if not done_before(tournament, key):
        row = _stage(tournament, stage)
        setup = _form(tournament, row, sent).setup()
        _saved(setup.format, lambda: edit_stage(row, setup, by=by, key=key))


def _move(tournament: Tournament, *, stage: int, up: bool, by: User, key: str) -> None:
    if not done_before(tournament, key):
        move_stage(_stage(tournament, stage), up=up, by=by, key=key)


def _remove(tournament: Tournament, *, stage: int, by: User, key: str) -> None:
    if not done_before(tournament, key):
        remove_stage(_stage(tournament, stage), by=by, key=key)


_EDIT = Action.EDIT_TOURNAMENT

urlpatterns = verbs_on(
    SETUP,
    VerbRow(
        "stage_add",
        "",
        _EDIT,
        "A stage after the last.",
        _add,
        NewSetupBody,
        status=201,
        beside=Setups,
        route="api-stages",
    ),
    VerbRow(
        "stage_edit",
        "edit/",
        _EDIT,
        "Change what is said of a stage; once it has begun, what is played stays as it is.",
        _edit,
        EditSetupBody,
    ),
    VerbRow(
        "stage_move",
        "move/",
        _EDIT,
        "A stage that has not begun changes places with the one beside it.",
        _move,
        MoveBody,
    ),
    VerbRow(
        "stage_remove",
        "remove/",
        _EDIT,
        "A stage that has not begun is gone.",
        _remove,
        StageBody,
    ),
    VerbRow(
        "stage_preset",
        "preset/",
        _EDIT,
        "The stages become those of a usual plan, before the first round is drawn.",
        use_preset,
        PresetBody,
    ),
)
