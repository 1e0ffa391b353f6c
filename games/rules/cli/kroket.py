"""``moves``, ``result`` and ``replay`` for Kroket."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.rules.cli.lines import dump, fields
from games.rules.cli.table import Answer, Request
from games.rules.errors import RequestError
from games.rules.kroket.course import course_named
from games.rules.kroket.deck import Mark, deck_named
from games.rules.kroket.ends import End, ends, is_shot, refusal
from games.rules.kroket.motion import Ball
from games.rules.kroket.position import Position, PositionError
from games.rules.kroket.replay import replay_text
from games.rules.kroket.result import SIX, STANDARD, validate_result
from games.rules.kroket.setup import Setup

_GAME: Final = re.compile(r'^\s*\[Game "kroket"\]', re.MULTILINE)
_MARK: Final = re.compile(r"([NS]?[EW]?)([1-9][0-9]?)")
_NEEDED: Final = ("game", "course", "position", "player", "card")
_KNOWN: Final = ("direction", "deck", "variant", "reflections", "explain")


def moves(request: Request, lang: str) -> Answer:
    """Where a shot can end."""
    fields(request, _NEEDED, _KNOWN)
    setup = _setup(request)
    position = Position.parse(setup, request["position"])
    seat = setup.seat(request["player"])
    card = request["card"]
    if not isinstance(card, str) or not is_shot(setup, card):
        raise RequestError("unknown_card", card=str(card), game="kroket")
    explain = request.get("explain", False)
    if not isinstance(explain, bool):
        raise RequestError("not_a_boolean", field="explain")
    found = ends(position, seat, card, _directions(setup, request), _marks(setup, request))
    answer: dict[str, object] = {"moves": _moves(setup, found)}
    if explain:
        why = refusal(position, seat)
        answer["refusals"] = (
            [{"piece": setup.balls[seat], "rule": why.rule, "message": why.message(lang)}]
            if why
            else []
        )
    return dump(answer)


def _moves(setup: Setup, found: Sequence[End]) -> list[dict[str, object]]:
    """An entry for each position. Where the same balls lie there by ways after which other cards
    are to be drawn, it tells the first with the fewest, and the others under `other_ways`."""
    ways: dict[tuple[Ball, ...], list[End]] = {}
    for end in found:
        ways.setdefault(end.position.balls, []).append(end)
    moves: list[dict[str, object]] = []
    for alike in ways.values():
        first, *others = sorted(alike, key=lambda end: len(end.motion.todo))
        move = _way(setup, first) | {"position": first.position.as_json()}
        if others:
            move["other_ways"] = [_way(setup, end) for end in others]
        moves.append(move)
    return moves


def _way(setup: Setup, end: End) -> dict[str, object]:
    """How the balls get there, and for which of them a card is then to be drawn."""
    to_reflect = [setup.balls[bounce.seat] for bounce in end.motion.todo]
    return {"notation": end.notation, "to_reflect": to_reflect}


def _setup(request: Request) -> Setup:
    """What the game is played by; the position's balls say how many play."""
    position = request["position"]
    players = len(position) if isinstance(position, Mapping) else 4
    variant = request.get("variant", SIX if players == 6 else STANDARD)
    course, deck = course_named(request["course"]), deck_named(request.get("deck", "startfelt"))
    return Setup(course, deck, str(variant), players)


def _directions(setup: Setup, request: Request) -> tuple[str, ...]:
    """The direction asked about; all if none is."""
    known = setup.course.kind.directions
    direction = request.get("direction")
    if direction is None:
        return known
    if direction not in known:
        raise PositionError("unknown_direction", direction=str(direction), known=known)
    return (str(direction),)


def _marks(setup: Setup, request: Request) -> tuple[Mark, ...]:
    """The marks that are drawn for reflections, as "NE2", in order."""
    written = request.get("reflections", [])
    if not isinstance(written, list):
        raise RequestError("not_a_list", field="reflections")
    found = []
    for mark in written:
        match = _MARK.fullmatch(mark) if isinstance(mark, str) else None
        if match is None or match[1] not in setup.course.kind.vectors:
            raise PositionError("mark_form", mark=str(mark))
        found.append(Mark(match[1], int(match[2])))
    return tuple(found)


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
    """Whether a record names this game in its headers, whatever its file is called."""
    return _GAME.search(text) is not None


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
