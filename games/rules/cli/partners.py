"""``moves`` and ``result`` for Partners and Partners+."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.rules.cli.lines import dump, fields
from games.rules.cli.table import Answer, Request
from games.rules.errors import RequestError
from games.rules.partners.board import PIECES, Board, Game, game_named
from games.rules.partners.hand import judge_hand
from games.rules.partners.moves import Move, legal_moves
from games.rules.partners.position import Position
from games.rules.partners.refusals import refusals
from games.rules.partners.result import validate_result
from games.rules.partners.rulesets import Rules, rules_named

NEEDED = ("game", "position", "player")
KNOWN = ("ruleset", "card", "hand", "options", "explain")


def moves(request: Request, lang: str) -> Answer:
    """The legal moves with a card, or with each card of a hand."""
    fields(request, NEEDED, KNOWN)
    game = game_named(request["game"])
    rules = rules_named(request.get("ruleset", "dm-2018"), request.get("options"))
    position = Position.parse(game, request["position"])
    game.seat(request["player"])
    player = str(request["player"])
    explain = request.get("explain", False)
    if not isinstance(explain, bool):
        raise RequestError("not_a_boolean", field="explain")
    if ("card" in request) == ("hand" in request):
        raise RequestError("card_or_hand")
    if "hand" in request:
        return _hand_moves(position, player, _hand(game, request["hand"]), rules, explain, lang)
    card = game.card(request["card"]).name
    parts = [_moves_json(legal_moves(position, player, card, rules), with_card=False)]
    if explain:
        why = _refusals_json(position, player, card, rules, lang)
        parts.append(dump({"refusals": why})[1:-1])
    return "{" + ", ".join(parts) + "}"


def _hand_moves(
    position: Position, player: str, hand: list[str], rules: Rules, explain: bool, lang: str
) -> Answer:
    judgement = judge_hand(position, player, hand, rules)
    found = [move for card in judgement.moves.values() for move in card]
    parts = [
        _moves_json(tuple(found), with_card=True),
        dump({"must_throw": judgement.must_throw})[1:-1],
    ]
    if explain:
        why = [
            {"card": card, **refusal}
            for card in judgement.moves
            for refusal in _refusals_json(position, player, card, rules, lang)
        ]
        parts.append(dump({"refusals": why})[1:-1])
    return "{" + ", ".join(parts) + "}"


def _hand(game: Game, hand: object) -> list[str]:
    if not isinstance(hand, list):
        raise RequestError("not_a_list", field="hand")
    return [game.card(card).name for card in hand]


def _moves_json(found: tuple[Move, ...], *, with_card: bool) -> str:
    """``"moves": […]`` as text: a 7 leads to a hundred positions that share most colours."""
    texts = []
    for move in found:
        card = f'"card": "{move.card}", ' if with_card else ""
        position = _position_json(move.game, move.cells)
        texts.append(f'{{"notation": "{move.notation}", {card}"position": {position}}}')
    return f'"moves": [{", ".join(texts)}]'


def _position_json(game: Game, cells: bytes) -> str:
    board = game.board
    colours = [
        f'"{colour}": {_places_json(board, cells[low : low + PIECES])}'
        for colour, low in zip(board.colours, range(0, len(cells), PIECES), strict=True)
    ]
    return "{" + ", ".join(colours) + "}"


@lru_cache(maxsize=20_000)
def _places_json(board: Board, codes: bytes) -> str:
    places = '", "'.join([board.places[code] for code in codes])
    return f'["{places}"]'


def _refusals_json(
    position: Position, player: str, card: str, rules: Rules, lang: str
) -> list[dict[str, str]]:
    return [
        {"piece": refusal.place, "rule": refusal.rule, "message": refusal.message(lang)}
        for refusal in refusals(position, player, card, rules)
    ]


def result(request: Request, lang: str) -> Answer:
    """Whether a result can be one, and what is wrong with it."""
    fields(request, ("game", "result"))
    game = game_named(request["game"])
    reported = request["result"]
    if not isinstance(reported, Mapping):
        raise RequestError("not_an_object", field="result")
    problems = [
        {"code": problem.code, "rule": problem.rule, "message": problem.message()}
        for problem in validate_result(game.name, reported, lang)
    ]
    return dump({"valid": not problems, "problems": problems})
