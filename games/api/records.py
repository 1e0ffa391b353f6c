"""The record of the game at a table: read, and handed in, which replays it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.domain.attach_record import attach_record
from games.domain.game_records import (
    MOST_BYTES,
    IllegalRecord,
    LineProblem,
    game_records,
    proven,
    seating_of,
    text_of,
)
from games.domain.record_result import record_result
from games.domain.seats import seats_of
from games.game_settings import settings_of
from games.models import GameRecord
from games.queries import table_state
from tournaments.access import Action
from tournaments.api.described import described
from tournaments.api.endpoint import Endpoint, Read
from tournaments.api.found import done_before
from tournaments.api.problems import Problem
from tournaments.api.rounds import MOST
from tournaments.api.verb_table import Subject, VerbRow, verbs_on
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, User

from .verbs import game_of


class RecordBody(serializers.Serializer):
    """The text of a record."""

    record = serializers.CharField(
        max_length=MOST_BYTES,
        trim_whitespace=False,
        help_text="As docs/developers has it for the game; a match of backgammon as `.mat`.",
    )
    seen = serializers.IntegerField(
        min_value=0,
        max_value=MOST,
        default=0,
        help_text="`result_version` of the table, where the record is to make its result.",
    )


class RemarkShape(serializers.Serializer):
    """What is to be said of a line."""

    line = serializers.IntegerField()
    rule = serializers.CharField(allow_blank=True, help_text="Id of the rule, where it is one.")
    message = serializers.CharField()


class RecordShape(serializers.Serializer):
    """The record of a game."""

    record = serializers.CharField(allow_null=True, help_text="Null while there is none.")
    suffix = serializers.CharField(help_text="What a file of it is called at its end.")
    result_version = serializers.IntegerField()
    remarks = RemarkShape(many=True, help_text="Slips that stand as the game is played here.")


def _shaped(_view: Endpoint, pairing: Pairing) -> dict[str, Any]:
    table = table_state(pairing)
    records = game_records(pairing.round.tournament.game, settings_of(pairing.round))
    kept = GameRecord.objects.filter(result=table.result).first() if table.result else None
    remarks: tuple[LineProblem, ...] = ()
    if kept is not None:
        remarks = records.proof(kept.text, seating_of(pairing, seats_of(pairing))).remarks
    return {
        "record": kept.text if kept is not None else None,
        "suffix": records.suffix,
        "result_version": table.version,
        "remarks": list(map(_remark, remarks)),
    }


def _remark(one: LineProblem) -> dict[str, Any]:
    return {"line": one.line, "rule": one.rule, "message": one.message}


@described("table_record", "results", "The record of the game at a table.", RecordShape)
class Record(Read):
    access = Action.ENTER_RESULTS

    def read(self, number: int, table: int) -> dict[str, Any]:
        return _shaped(self, game_of(self, number, table))

    def version(self, **kwargs: Any) -> str:
        """That of the result it belongs to."""
        return str(table_state(game_of(self, **kwargs)).version)


RECORD = Subject(
    tag="results",
    address="rounds/<int:number>/tables/<int:table>/record/",
    find=game_of,
    answer=RecordShape,
    shaped=_shaped,
    version="result_version",
)


def _keep(pairing: Pairing, *, record: str, seen: int, by: User, key: str) -> None:
    if done_before(pairing.round.tournament, key):
        return
    records = game_records(pairing.round.tournament.game, settings_of(pairing.round))
    text = text_of(record.encode("utf-8", "replace"), records)
    try:
        if table_state(pairing).result is not None:
            attach_record(pairing, text, by=by, key=key)
            return
        proof, _payload = proven(pairing, seats_of(pairing), text)
        assert proof.typed is not None, "what is proven has a result"
        record_result(pairing, proof.typed, seen=seen, by=by, key=key, record=text)
    except IllegalRecord as illegal:
        raise _by_lines(illegal) from illegal


def _by_lines(illegal: Refused) -> Problem:
    """Every line that is wrong, and why."""
    assert isinstance(illegal, IllegalRecord)
    return Problem(
        illegal.status,
        illegal.code,
        illegal.message,
        field=illegal.field,
        more={"lines": list(map(_remark, illegal.problems))},
    )


urlpatterns = verbs_on(
    RECORD,
    VerbRow(
        "table_record_keep",
        "",
        Action.ENTER_RESULTS,
        "Hand in the record of a game. It is replayed, and kept beside the result there is, or "
        "makes the result that it proves.",
        _keep,
        RecordBody,
        beside=Record,
        route="api-table-record",
    ),
)
