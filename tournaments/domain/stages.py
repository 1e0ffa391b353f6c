"""Set the stages of a tournament up: add, change, move, remove.

All lock the tournament. What has begun stays as it is played; names, and the options of a format
that draws each round anew, can be changed while it runs and count from the next draw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.editing_rules import Structure
from tournaments.formats.multi_seat_options import MultiSeatOptions
from tournaments.games import GAMES
from tournaments.models import Event, Stage, Tournament, User
from tournaments.queries.stages import StageFacts, stage_name, stages_of
from tournaments.stage_formats import (
    STAGE_FORMATS,
    fields_for,
    formats_for,
    options_from_json,
    options_to_json,
    table_options,
)

from .act import act
from .errors import Conflict, Refused
from .plan import keep_plan


@dataclass(frozen=True)
class StageSetup:
    """What an organiser says of a stage."""

    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The format's options as JSON."""
    name: str = ""
    from_rank: int = 1
    """Ranks of the stage before that go on into it, of each group where that one has groups."""
    to_rank: int | None = None
    """None: to the last."""
    carry: str = Stage.Carry.NOTHING
    game_settings: Mapping[str, Any] = field(default_factory=dict)


def setup_of(stage: Stage) -> StageSetup:
    """What is said of a stage now."""
    return StageSetup(
        format=stage.format,
        settings=dict(stage.settings),
        name=stage.name,
        from_rank=stage.from_rank,
        to_rank=stage.to_rank,
        carry=stage.carry,
        game_settings=dict(stage.game_settings),
    )


def stages_stamp(tournament: Tournament) -> str:
    """What a page about the stages was made from. It differs as soon as anybody saved others."""
    facts = [
        (stage.pk, stage.number, setup_of(stage)) for stage in tournament.stages.order_by("number")
    ]
    return hashlib.sha256(repr((facts, tournament.rounds_planned)).encode()).hexdigest()[:20]


def add_stage(
    tournament: Tournament, setup: StageSetup, *, by: User | None, seen: str = "", key: str = ""
) -> Stage:
    """A stage after the last. `seen` is the `stages_stamp` of the page.

    Raises `Conflict` when somebody changed the stages since, `Refused` for options that make no
    sense and once the tournament is finished.
    """
    with act("stage.add", tournament, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return _done(doing.already)
        facts = look_at_stages(row, seen)
        keep_rounds(row, facts)
        stage = Stage(tournament=row, number=facts[-1].stage.number + 1)
        write_stage(stage, checked_setup(row, setup, first=False))
        keep_plan(row)
        doing.log(stage, after=_told(stage), called=stage_name(stage))
    return stage


def edit_stage(
    stage: Stage, setup: StageSetup, *, by: User | None, seen: str = "", key: str = ""
) -> Stage:
    """What is said of a stage becomes `setup`. See `add_stage` for what is raised.

    Once it has begun, format, ranks and what is taken along stand; so do the options where the
    rounds are laid down (`Refused("stage-begun")`).
    """
    with act("stage.edit", stage.tournament, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return Stage.objects.get(pk=stage.pk)
        facts = look_at_stages(row, seen)
        own = _find(facts, stage)
        setup = checked_setup(row, setup, first=own.stage.number == 1)
        before = _told(own.stage)
        _refuse_begun(own, setup)
        if own.only and not own.row.fixed_rounds:
            keep_rounds(row, facts)
        write_stage(own.stage, setup)
        if own.only and isinstance(setup.settings.get("rounds"), int):
            row.rounds_planned = setup.settings["rounds"]
            row.save(update_fields=["rounds_planned"])
        keep_plan(row)
        after = _told(own.stage)
        changed = [name for name in after if before[name] != after[name]]
        doing.log(
            own.stage,
            before={name: before[name] for name in changed},
            after={name: after[name] for name in changed},
            called=stage_name(own.stage),
        )
    return own.stage


def move_stage(stage: Stage, *, up: bool, by: User | None, seen: str = "", key: str = "") -> Stage:
    """The stage changes places with the one before (`up`) or after. Neither may have begun."""
    with act("stage.move", stage.tournament, by=by, key=key) as doing:
        if doing.already:
            return Stage.objects.get(pk=stage.pk)
        facts = look_at_stages(doing.row, seen)
        own = _find(facts, stage)
        place = facts.index(own) + (-1 if up else 1)
        if not 0 <= place < len(facts):
            raise Refused("no-place", _("It is the first or the last stage already."))
        other = facts[place]
        for one in (own, other):
            if one.begun:
                raise Refused("stage-begun", begun_words(one))
        _swap_numbers(own.stage, other.stage)
        keep_plan(doing.row)
        doing.log(
            own.stage,
            before={"number": other.stage.number},
            after={"number": own.stage.number},
            called=stage_name(own.stage),
        )
    return own.stage


def remove_stage(stage: Stage, *, by: User | None, seen: str = "", key: str = "") -> None:
    """The stage is gone, and those after it move up. It must not have begun, nor be the only
    one."""
    with act("stage.remove", stage.tournament, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return
        facts = look_at_stages(row, seen)
        own = _find(facts, stage)
        if own.begun:
            raise Refused("stage-begun", begun_words(own))
        if own.only:
            raise Refused(
                "only-stage", _("A tournament has at least one stage. Change this one instead.")
            )
        doing.log(own.stage, before=_told(own.stage), called=stage_name(own.stage))
        Stage.objects.filter(pk=own.stage.pk).delete()
        for later in facts[facts.index(own) + 1 :]:
            Stage.objects.filter(pk=later.stage.pk).update(number=later.stage.number - 1)
        _only_one_left(row)
        keep_plan(row)


def options_of_format(code: str) -> frozenset[str]:
    """Names of what may be chosen about a format."""
    return frozenset(option.name for option in STAGE_FORMATS[code].fields)


def _done(event: Event) -> Stage:
    stage = Stage.objects.filter(pk=event.subject_id).first()
    if stage is None:
        raise Conflict("removed", _("That stage was removed meanwhile. Load the page again."))
    return stage


def look_at_stages(tournament: Tournament, seen: str) -> list[StageFacts]:
    if tournament.state == Tournament.State.FINISHED:
        raise Refused("finished", _("The tournament is finished. Take the finish back first."))
    if seen and seen != stages_stamp(tournament):
        raise Conflict(
            "stages-changed",
            _(
                "Somebody changed the stages after you opened them. Nothing of yours was saved. "
                "Look at them as they are now, and do it again if it still fits."
            ),
        )
    return stages_of(tournament)


def _find(facts: list[StageFacts], stage: Stage) -> StageFacts:
    own = next((one for one in facts if one.stage.pk == stage.pk), None)
    if own is None:
        raise Conflict("removed", _("That stage was removed meanwhile. Load the page again."))
    return own


def begun_words(facts: StageFacts) -> str:
    return _("%(stage)s has begun. What is played stays as it is.") % {"stage": facts.name}


def _refuse_begun(facts: StageFacts, setup: StageSetup) -> None:
    if not facts.begun:
        return
    now = setup_of(facts.stage)
    fixed = ["format", "from_rank", "to_rank", "carry"]
    if facts.row.structure is not Structure.OPEN:
        fixed.append("settings")
    if any(_essence(now, name) != _essence(setup, name) for name in fixed):
        raise Refused("stage-begun", begun_words(facts))


def _essence(setup: StageSetup, name: str) -> Any:
    """A field to compare: options with their defaults filled in."""
    if name == "settings":
        return options_from_json(setup.format, setup.settings)
    return getattr(setup, name)


def checked_setup(tournament: Tournament, setup: StageSetup, *, first: bool) -> StageSetup:
    """`setup` as it is kept. Refused, with the field, for what makes no sense."""
    if setup.format not in formats_for(tournament.game):
        raise Refused("no-format", _("This game is not played in that format."), field="format")
    known = options_of_format(setup.format)
    chosen = {key: value for key, value in setup.settings.items() if key in known}
    if STAGE_FORMATS[setup.format].several:
        chosen = table_options(tournament.game, tournament.game_settings) | chosen
    try:
        options = options_from_json(setup.format, chosen)
    except (TypeError, ValueError) as error:
        raise Refused("bad-option", _("One of the options makes no sense.")) from error
    stored = options_to_json(options)
    settings = {key: stored[key] for key in chosen if stored[key] is not None}
    offered = {one.name: one for one in fields_for(STAGE_FORMATS[setup.format], tournament.game)}
    for name, value in settings.items():
        option = offered.get(name)
        if (
            option is not None
            and isinstance(value, int)
            and not isinstance(value, bool)
            and not option.least <= value <= option.most
        ):
            raise Refused(
                "option-range",
                _("Choose a number from %(least)s to %(most)s.")
                % {"least": option.least, "most": option.most},
                field=name,
            )
    if isinstance(options, MultiSeatOptions):
        _refuse_tables(tournament, options)
    if setup.from_rank < 1:
        raise Refused("rank-range", _("Ranks are counted from 1."), field="from_rank")
    if setup.to_rank is not None and setup.to_rank < setup.from_rank:
        raise Refused(
            "rank-range",
            _("The last rank that goes on comes before the first."),
            field="to_rank",
        )
    return StageSetup(
        format=setup.format,
        settings=settings,
        name=setup.name.replace("\0", "").strip()[:60],
        from_rank=1 if first else setup.from_rank,
        to_rank=None if first else setup.to_rank,
        carry=Stage.Carry.NOTHING if first else Stage.Carry(setup.carry),
        game_settings=setup.game_settings,
    )


def _refuse_tables(tournament: Tournament, options: MultiSeatOptions) -> None:
    """Tables the game cannot be played at."""
    facts = GAMES[tournament.game]
    least, most = facts.fewest_sides, len(facts.sides)
    wrong = [size for size in (*options.sizes, options.sides) if not least <= size <= most]
    if wrong:
        raise Refused(
            "table-size",
            _("A table of this game has %(least)s to %(most)s sides, not %(size)s.")
            % {"least": least, "most": most, "size": wrong[0]},
            field="sizes" if wrong[0] in options.sizes else "sides",
        )
    if options.per_side > 1 and options.sizes:
        raise Refused(
            "sizes-of-partners",
            _("Where two play on a side, every table is full: leave the sizes empty."),
            field="sizes",
        )
    if options.per_side not in (1, facts.players):
        raise Refused(
            "option-range",
            _("Choose a number from %(least)s to %(most)s.") % {"least": 1, "most": facts.players},
            field="per_side",
        )
    if options.sizes and options.sides not in options.sizes:
        raise Refused(
            "usual-size",
            _("The size aimed at, %(sides)s, is none of them.") % {"sides": options.sides},
            field="sizes",
        )
    if options.allowed[0] < least * options.per_side:
        raise Refused(
            "table-size",
            _("A table of this game needs %(least)s sides: none may be smaller.")
            % {"least": least},
            field="smaller_tables",
        )


def write_stage(stage: Stage, setup: StageSetup) -> None:
    stage.format = setup.format
    stage.settings = dict(setup.settings)
    stage.name = setup.name
    stage.from_rank = setup.from_rank
    stage.to_rank = setup.to_rank
    stage.carry = setup.carry
    stage.game_settings = dict(setup.game_settings)
    stage.save()


def keep_rounds(tournament: Tournament, facts: list[StageFacts]) -> None:
    """The rounds of an only stage stand with the tournament; one of several keeps its own."""
    only = facts[0]
    if len(facts) == 1 and not only.row.fixed_rounds:
        only.stage.settings = only.stage.settings | {"rounds": tournament.rounds_planned}
        only.stage.save(update_fields=["settings"])


def _only_one_left(tournament: Tournament) -> None:
    """An only stage's rounds stand with the tournament again."""
    facts = stages_of(tournament)
    rounds = facts[0].stage.settings.get("rounds")
    if len(facts) == 1 and not facts[0].row.fixed_rounds and isinstance(rounds, int):
        tournament.rounds_planned = rounds
        tournament.save(update_fields=["rounds_planned"])


def _swap_numbers(one: Stage, other: Stage) -> None:
    """Numbers stay unique at every moment."""
    first, second = one.number, other.number
    for stage, number in ((one, 0), (other, first), (one, second)):
        stage.number = number
        stage.save(update_fields=["number"])


def _told(stage: Stage) -> dict[str, Any]:
    return {
        "format": stage.format,
        "name": stage.name,
        # A schedule is told by its length: its keys say nothing to people.
        "options": {
            key: len(value) if isinstance(value, list) else value
            for key, value in stage.settings.items()
        },
        "from_rank": stage.from_rank,
        "to_rank": stage.to_rank,
        "carry": stage.carry,
        "game_settings": dict(stage.game_settings),
    }
