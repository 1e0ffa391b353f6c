"""``replay`` for Partners and Partners+."""

from __future__ import annotations

import re
from typing import Final

from games.rules.cli.lines import dump
from games.rules.cli.table import Answer
from games.rules.partners.board import GAMES
from games.rules.partners.replay import replay_text

_GAME: Final = re.compile(r'^\s*\[Game "([^"]*)"\]', re.MULTILINE)


def reads(path: str, text: str) -> bool:
    """Whether a record names one of these games in its headers, whatever its file is called."""
    match = _GAME.search(text)
    return match is not None and match[1] in GAMES


def replay(path: str, text: str, lang: str) -> Answer:
    """Whether the record is of a legal game, its result, and the first thing that is wrong."""
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
