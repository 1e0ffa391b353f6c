"""What staff do with a tournament as a whole: its settings, stages, tables, end; and the way back
from what was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain.begin_stage import begin_stage, unbegin_stage
from tournaments.domain.create_tournament import set_table_service
from tournaments.domain.errors import Refused
from tournaments.domain.finish_tournament import finish_tournament, reopen_tournament
from tournaments.domain.set_table import keep_tables, ranges_stamp, set_table_access
from tournaments.models import Event, Stage, Table, Tournament
from tournaments.undo.registry import WAYS
from tournaments.undo.take_back import take_back

from .bodies import WhyBody, number_field, why_field
from .endpoint import Endpoint
from .found import entry_named, stage_of, table_of, the_tournament
from .log import EventShape, TableShape, event_shapes
from .shapes import choice
from .verb_table import Subject, VerbRow, verbs_on


class TournamentState(serializers.Serializer):
    """Where the tournament stands."""

    slug = serializers.CharField()
    state = choice(Tournament.State.values)


def _state(_view: Endpoint, row: Tournament) -> dict[str, Any]:
    return {"slug": row.slug, "state": row.state}


TOURNAMENT = Subject(
    tag="tournaments", address="", find=the_tournament, answer=TournamentState, shaped=_state
)


class FinishBody(serializers.Serializer):
    """Whether to overrule what is missing."""

    despite_missing = serializers.BooleanField(
        default=False, help_text="Finish although results are missing."
    )
    early = serializers.BooleanField(
        default=False, help_text="Finish although fewer rounds are played than planned."
    )


# Stages ------------------------------------------------------------------------------------------


class StageState(serializers.Serializer):
    """A stage as those who draw see it."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    entries = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of those who went on into it, by seed."
    )
    kept_tables = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Group -> the tables kept for it.",
    )
    version = serializers.CharField(help_text="Another one as soon as other tables are kept.")


def _stage(_view: Endpoint, row: Stage) -> dict[str, Any]:
    going = row.stage_entries.order_by("seed", "pk").values_list("entry__number", flat=True)
    return {
        "number": row.number,
        "name": row.name,
        "entries": list(going),
        "kept_tables": row.table_ranges,
        "version": ranges_stamp(row),
    }


STAGE = Subject(
    tag="stages",
    address="stages/<int:number>/",
    find=stage_of,
    answer=StageState,
    shaped=_stage,
    version="version",
)
#: The list, in which the next one begins.
STAGES = Subject(
    tag="stages", address="stages/", find=the_tournament, answer=StageState, shaped=_stage
)


class BeginBody(serializers.Serializer):
    """Who goes on where it is not said by the standings, and what to overrule."""

    prefer = serializers.ListField(
        child=number_field(),
        max_length=200,
        default=list,
        help_text="Numbers of entries that are level at the line, in the order they are taken.",
    )
    reserves = serializers.BooleanField(
        default=False, help_text="Whoever is not here now is passed over, and the next move up."
    )
    early = serializers.BooleanField(
        default=False, help_text="Begin although the stage before is not played to its end."
    )
    despite_missing = serializers.BooleanField(
        default=False, help_text="Begin although results are missing."
    )


class KeepTablesBody(serializers.Serializer):
    """Which tables for which group."""

    tables = serializers.DictField(
        child=serializers.ListField(child=number_field(), max_length=1000),
        help_text="Group or bracket -> numbers of tables.",
    )


def _begin(tournament: Tournament, *, prefer: Sequence[int], **sent: Any) -> Stage:
    keys = [entry_named(tournament, number, "prefer").pk for number in prefer]
    return begin_stage(tournament, prefer=keys, **sent)


def _keep_tables(stage: Stage, *, tables: Mapping[str, Sequence[int]], **sent: Any) -> Stage:
    if any("\0" in group for group in tables):
        raise Refused("no-group", _("There is no such group."), field="tables")
    return keep_tables(stage, tables, **sent)


# The hall ----------------------------------------------------------------------------------------


def _table(_view: Endpoint, row: Table) -> dict[str, Any]:
    return {name: getattr(row, name) for name in TableShape().fields}


TABLE = Subject(
    tag="tables",
    address="tables/<int:number>/",
    find=table_of,
    answer=TableShape,
    shaped=_table,
)


class ServiceBody(serializers.Serializer):
    """In or out."""

    in_service = serializers.BooleanField()
    why = why_field()


class AccessBody(serializers.Serializer):
    """With steps or without."""

    accessible = serializers.BooleanField(help_text="Reached without steps.")
    why = why_field()


# The way back ------------------------------------------------------------------------------------


def _event_of(view: Endpoint, number: int) -> Event:
    row = view.tournament.events.select_related("actor").filter(pk=number).first()
    if row is None:
        raise Http404(str(number))
    row.tournament = view.tournament
    return row


def _event(view: Endpoint, row: Event) -> dict[str, Any]:
    row.tournament = view.tournament
    return event_shapes([row], drafts=Action.DRAW in view.actions)[0]


EVENT = Subject(
    tag="staff", address="log/<int:number>/", find=_event_of, answer=EventShape, shaped=_event
)


def _needs(event: Event, _sent: Mapping[str, Any]) -> Action | None:
    """What one must be allowed to do to take that back. Without a way back, the verb says why."""
    way = WAYS.get(event.verb)
    return way.needs(event) if way is not None else None


def _take_back(event: Event, **sent: Any) -> Event:
    return take_back(event.tournament, event.pk, **sent)


urlpatterns = [
    *verbs_on(
        TOURNAMENT,
        VerbRow(
            "tournament_finish",
            "finish/",
            Action.DRAW,
            "Finish the tournament: the standings of now are final.",
            finish_tournament,
            FinishBody,
        ),
        VerbRow(
            "tournament_reopen",
            "reopen/",
            Action.DRAW,
            "Take the finish back.",
            reopen_tournament,
            WhyBody,
        ),
    ),
    *verbs_on(
        STAGES,
        VerbRow(
            "stage_begin",
            "begin/",
            Action.DRAW,
            "The next stage begins with those whom the standings send on.",
            _begin,
            BeginBody,
            answers=STAGES,
        ),
    ),
    *verbs_on(
        STAGE,
        VerbRow(
            "stage_unbegin",
            "unbegin/",
            Action.DRAW,
            "A stage has not begun after all, while no round of it is drawn.",
            unbegin_stage,
            WhyBody,
        ),
        VerbRow(
            "stage_keep_tables",
            "keep-tables/",
            Action.EDIT_TOURNAMENT,
            "Tables are kept for the groups of a stage, from the next draw on.",
            _keep_tables,
            KeepTablesBody,
        ),
    ),
    *verbs_on(
        TABLE,
        VerbRow(
            "hall_table_service",
            "service/",
            Action.EDIT_TOURNAMENT,
            "A table is in service, or out of it, from the next draw on.",
            set_table_service,
            ServiceBody,
        ),
        VerbRow(
            "hall_table_access",
            "access/",
            Action.EDIT_TOURNAMENT,
            "A table is reached without steps, or not.",
            set_table_access,
            AccessBody,
        ),
    ),
    *verbs_on(
        EVENT,
        VerbRow(
            "log_take_back",
            "take-back/",
            Action.LOOK,
            "Take back what was done, for whoever may do the same. Answers the event of that, "
            "which can be taken back in turn.",
            _take_back,
            answers=EVENT,
            also=_needs,
        ),
    ),
]
