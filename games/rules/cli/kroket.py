"""``result`` for Kroket."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.cli.lines import dump, fields
from games.rules.cli.table import Answer, Request
from games.rules.errors import RequestError
from games.rules.kroket.result import validate_result


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
