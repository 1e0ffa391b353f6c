"""``moves``, ``result`` and ``replay`` for backgammon."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.backgammon.notation import legal_plays
from games.rules.backgammon.position import Position, parse_dice
from games.rules.backgammon.record_reader import LENGTH
from games.rules.backgammon.refusals import refusals
from games.rules.backgammon.replay import replay_text
from games.rules.backgammon.result import validate_result
from games.rules.cli.lines import dump, fields
from games.rules.cli.table import Answer, Request
from games.rules.errors import RequestError


def moves(request: Request, lang: str) -> Answer:
    """The legal plays of a throw."""
    fields(request, ("game", "position", "dice"), ("explain",))
    position = Position.parse(request["position"])
    dice = parse_dice(request["dice"])
    explain = request.get("explain", False)
    if not isinstance(explain, bool):
        raise RequestError("not_a_boolean", field="explain")
    answer: dict[str, object] = {
        "moves": [
            {"notation": play.notation, "position": play.position.as_json()}
            for play in legal_plays(position, dice)
        ]
    }
    if explain:
        answer["refusals"] = [
            {"piece": refusal.place, "rule": refusal.rule, "message": refusal.message(lang)}
            for refusal in refusals(position, dice)
        ]
    return dump(answer)


def result(request: Request, lang: str) -> Answer:
    """Whether a result can be one, and what is wrong with it."""
    fields(request, ("game", "result"))
    reported = request["result"]
    if not isinstance(reported, Mapping):
        raise RequestError("not_an_object", field="result")
    problems = [
        {"code": problem.code, "rule": problem.rule, "message": problem.message()}
        for problem in validate_result(reported, lang)
    ]
    return dump({"valid": not problems, "problems": problems})


def reads(path: str, text: str) -> bool:
    """Whether a file is a match record, by its name or by the line with the match's length."""
    return path.lower().endswith(".mat") or LENGTH.search(text) is not None


def replay(path: str, text: str, lang: str) -> Answer:
    """Whether the record is of a legal match, what came of it, and everything that is wrong."""
    answer = replay_text(text)
    problems = [
        {
            "line": problem.line,
            "move": problem.move,
            "rule": problem.rule,
            "message": problem.message(lang),
        }
        for problem in answer.problems
    ]
    return dump(
        {"file": path, "legal": answer.legal, "result": answer.result, "problems": problems}
    )
