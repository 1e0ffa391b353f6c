"""Records of backgammon matches: `.mat` files, as every program writes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from django.utils.translation import gettext as _

from games.domain.game_results import Payload, Typed
from games.game_lines import turned, went_from, written_games
from games.game_settings import BackgammonSettings
from games.rules.backgammon.record import MatchRecord
from games.rules.backgammon.record_reader import RecordError, read_record
from games.rules.backgammon.replay import RecordProblem, Replay, replay
from games.rules.backgammon.rules import Outcome, Penalty
from tournaments.domain.errors import Refused
from tournaments.names import name_key
from tournaments.spoken import language

from .model import LineProblem, Proof, Seating, other_rules

#: Illegal plays that the other did not point out, beside those that begin with "stood_".
_STOOD: Final = frozenset(
    {"could_move", "too_few", "backwards", "no_checker", "not_thrown", "no_way"}
)


@dataclass(frozen=True, slots=True)
class BackgammonRecords:
    settings: BackgammonSettings
    suffix: str = ".mat"
    # Older programs write names in Latin-1.
    encodings: tuple[str, ...] = ("utf-8-sig", "latin-1")
    compared: tuple[str, ...] = ("length", "score", "winner", "ended")

    def differs(self, proved: Payload, payload: Payload) -> str:
        record, result = _went(proved), _went(payload)
        if not (_games(record) and _games(result)):
            return ""
        for line, (one, other) in enumerate(zip_longest(record, result), 1):
            if one != other:
                words = {
                    "line": line,
                    "record": _line(one),
                    "result": _line(other),
                }
                return (
                    _(
                        "Record and result end alike, but not line %(line)s of their games: the "
                        "record has %(record)s, the result %(result)s."
                    )
                    % words
                )
        return ""

    def proof(self, text: str, seating: Seating) -> Proof:
        spoken = language()
        try:
            record = read_record(text)
        except RecordError as error:
            unreadable = LineProblem(error.line, "", "", error.message(spoken))
            return Proof(typed=None, problems=(unreadable,))
        if record.rules.length != self.settings.length:
            raise other_rules(_length(record.rules.length), _length(self.settings.length))
        answer = replay(replace(record, rules=self.settings.rules))
        stand = self.settings.moves == "responsible"
        slips = [one for one in answer.problems if stand and _stood(one)]
        faults = [one for one in answer.problems if not (stand and _stood(one))]
        if faults:
            return Proof(typed=None, problems=_lines(faults, spoken))
        return Proof(typed=_typed(answer, _turned(record, seating)), remarks=_lines(slips, spoken))

    def picture(self, text: str) -> str:
        return ""


Went = Outcome | Penalty


def _went(payload: Payload) -> list[Went]:
    """What happened in a match, as far as it says: whether a double was dropped is on no sheet."""
    start = enumerate(payload.get("penalties") or ())
    went: list[Went] = [Penalty(side, points) for side, points in start if points]
    for one in map(went_from, payload.get("games") or ()):
        went.append(one if isinstance(one, Penalty) else one._replace(dropped=False))
    return went


def _games(went: Iterable[Went]) -> bool:
    return any(isinstance(one, Outcome) for one in went)


def _line(one: Went | None) -> str:
    return _("nothing") if one is None else f"“{written_games([one])}”"


def _stood(problem: RecordProblem) -> bool:
    return problem.code in _STOOD or problem.code.startswith("stood_")


def _lines(problems: Iterable[RecordProblem], spoken: str) -> tuple[LineProblem, ...]:
    return tuple(LineProblem(one.line, one.move, one.rule, one.message(spoken)) for one in problems)


def _length(points: int) -> str:
    return _("a match to %(points)s") % {"points": points} if points else _("a money session")


def _typed(answer: Replay, swapped: bool) -> Typed:
    """The result as it would have been typed; `swapped`: the second side stands to the left."""
    if not answer.games:
        raise Refused("record-empty", _("There is no game in the record."), field="record")
    went = list(answer.history)
    score, winner = answer.score, answer.winner
    if swapped:
        went = [turned(one) for one in went]
        score = score[::-1]
        winner = None if winner is None else 1 - winner
    return Typed(
        scores=score,
        winner=winner,
        games=tuple(
            one if isinstance(one, Penalty) else one._replace(resigned=False) for one in went
        ),
    )


def _turned(record: MatchRecord, seating: Seating) -> bool:
    """Whether the names say that the second side stands in the left column."""
    left, right = (name_key(name) for name in record.games[0].names)
    first, second = ({name_key(name) for name in names} for names in seating.names)
    return (left in second or right in first) and not (left in first or right in second)
