"""Keep the record of a game beside its result, once it has been replayed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.domain.game_results import Payload, in_words
from games.models import GameRecord, Result
from games.rules.messages import LANGUAGES
from games.rules.partners.record import Record
from games.rules.partners.replay import replay_text
from tournaments.domain.act import Act, act
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, User


def attach_record(pairing: Pairing, text: str, *, by: User | None, key: str = "") -> GameRecord:
    """Save `text` as the record of the game that the pairing's current result came from.

    Refused when there is no result, when the result has a record already, when the record is of
    another game or rule set, when its game is illegal (the message names line and rule), and
    when it ended otherwise than the result says.
    """
    with act("record.attach", pairing, by=by, key=key) as doing:
        if doing.already:
            return GameRecord.objects.get(pk=doing.already.after["record"])
        result = _result_of(doing)
        payload = _replayed(doing, text)
        if _outcome(payload) != _outcome(result.payload):
            raise Refused(
                "record-disagrees",
                _("The record ends %(record)s, but the result of table %(table)s is %(result)s.")
                % {
                    "record": in_words(doing.tournament.game, payload),
                    "result": in_words(doing.tournament.game, result.payload),
                    "table": doing.row.table or "–",
                },
                field="record",
            )
        record = GameRecord.objects.create(result=result, text=text)
        doing.log(
            after={"record": record.pk, "version": result.version},
            called=_("round %(round)s, table %(table)s")
            % {"round": doing.row.round.number, "table": doing.row.table or "–"},
        )
        return record


def _result_of(doing: Act[Pairing]) -> Result:
    """The pairing's current result, which has no record yet."""
    result = Result.objects.filter(pairing=doing.row, current=True).first()
    if result is None:
        raise Refused(
            "no-result", _("Enter the result first; the record of the game is kept beside it.")
        )
    if GameRecord.objects.filter(result=result).exists():
        raise Refused("record-there", _("This result has the record of its game already."))
    return result


def _replayed(doing: Act[Pairing], text: str) -> Payload:
    """The result of the game in the record."""
    answer = replay_text(text)
    if answer.record is not None:
        _same_game(doing, answer.record)
    if answer.problems:
        problem = answer.problems[0]
        words = {
            "line": problem.line,
            "rule": problem.rule,
            "message": problem.message(_language()),
        }
        told = (
            _("Line %(line)s of the record: %(message)s (rule %(rule)s)")
            if problem.rule
            else _("Line %(line)s of the record: %(message)s")
        )
        raise Refused("record-illegal", told % words, field="record")
    return dict(answer.result)


def _same_game(doing: Act[Pairing], record: Record) -> None:
    tournament, setup = doing.tournament, record.setup
    if setup.game.name != tournament.game:
        raise Refused(
            "record-of-other-game",
            _("The record is of another game (%(record)s) than this tournament plays.")
            % {"record": setup.game.name},
            field="record",
        )
    if tournament.ruleset and setup.ruleset != tournament.ruleset:
        raise Refused(
            "record-of-other-rules",
            _("The record follows %(record)s, but this tournament plays by %(rules)s.")
            % {"record": setup.ruleset, "rules": tournament.ruleset},
            field="record",
        )


def _outcome(payload: Mapping[str, Any]) -> object:
    """How a game ended, whatever order the sides stand in and however long it took."""
    locked = {frozenset(side["colours"]): side["locked"] for side in payload["sides"]}
    winner = frozenset(payload["sides"][payload["winner"]]["colours"])
    return locked, winner, payload["ended"]


def _language() -> str:
    language = (get_language() or "da")[:2]
    return language if language in LANGUAGES else "da"
