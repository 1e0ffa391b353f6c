"""Examples of Partners and Partners+: a position, a card or a hand, and what may be done.

An example has ``position`` (for each colour its places in play, as one text; the rest are at
home), ``player``, and ``card`` or ``hand``; then what the engine must answer: ``moves`` (all, in
its notation) or ``among`` (some of them), ``not`` (none of these), ``refused`` (for each place the
rule), with a hand ``usable`` and ``throw``. ``show`` is the move that is drawn, ``focus`` places
that the picture shows as well, ``whole`` draws the whole board. ``ruleset`` and ``options`` fix
what is otherwise the reader's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from games.game_settings import PartnersSettings
from games.rules.partners.board import GAMES, PIECES, Game
from games.rules.partners.board_svg import board_svg
from games.rules.partners.hand import judge_hand
from games.rules.partners.moves import Move, legal_moves
from games.rules.partners.picture.layout import Layout, layout_of, spot_name
from games.rules.partners.picture.pen import UNIT
from games.rules.partners.position import Position
from games.rules.partners.refusals import refusals
from games.rules.partners.rulesets import RULE_SETS, Rules
from reports.guides.crop import cropped
from reports.guides.facts import Facts
from reports.guides.model import GuideError
from reports.guides.worked.answer import Style, Worked, known, same

_FIELDS: Final = (
    *("position", "player", "card", "hand", "ruleset", "options"),
    *("moves", "among", "not", "refused", "usable", "throw"),
    *("show", "focus", "whole"),
)
_MARGIN: Final = 1.5
_LEAST: Final = 9.5
_MOST: Final = 16.0
"""In distances between two fields."""


def worked(example: Mapping[str, Any], facts: Facts, style: Style | None) -> Worked:
    """See `reports.guides.worked.worked`."""
    known(example, _FIELDS)
    game = GAMES[facts.game]
    position = _position(game, example["position"])
    rules = _rules(example, facts)
    if "hand" in example:
        return _hand(example, position, rules, style)
    player, card = example["player"], example["card"]
    moves = {move.notation: move for move in legal_moves(position, player, card, rules)}
    if "moves" in example:
        same("moves", sorted(example["moves"]), sorted(moves))
    for one in example.get("among", ()):
        if one not in moves:
            raise GuideError(f"the engine has no {one}: {', '.join(moves)}")
    for one in example.get("not", ()):
        if one in moves:
            raise GuideError(f"the engine has {one}")
    refused = {one.place: one.rule for one in refusals(position, player, card, rules)}
    said = example.get("refused", {})
    same("refusals", said, {place: refused.get(place) for place in said})
    shown = _shown(example, moves)
    marked = [] if shown else [_spot(game, player, place) for place in said]
    svg = _drawn(example, position, shown, marked, style)
    verdict = "yes" if shown else "no" if said or not moves else ""
    return Worked(svg, verdict, tuple(dict.fromkeys(said.values())), (card,))


def picture(name: str, facts: Facts, style: Style) -> str:
    """The board as the game begins."""
    if name != "board":
        raise GuideError(f"there is no picture {name}")
    game = GAMES[facts.game]
    return board_svg(
        facts.game,
        _position(game, {}),
        coordinates=True,
        language=style.language,
        palette=style.palette,
    )


def _position(game: Game, written: Mapping[str, str]) -> Position:
    unknown = set(written) - set(game.board.colours)
    if unknown:
        raise GuideError(f"no colours of {game.name}: {', '.join(unknown)}")
    at_home = ["home"] * PIECES
    return Position.parse(
        game,
        {
            colour: (written.get(colour, "").split() + at_home)[:PIECES]
            for colour in game.board.colours
        },
    )


def _rules(example: Mapping[str, Any], facts: Facts) -> Rules:
    settings = facts.settings
    if not isinstance(settings, PartnersSettings):
        raise GuideError(f"{facts.game} is played with other cards")
    rules = settings.setup.rules
    if "ruleset" in example:
        fixed = RULE_SETS[example["ruleset"]]
        rules = replace(rules, lane_must_lock=fixed.lane_must_lock)
    return replace(rules, **example.get("options", {}))


def _hand(
    example: Mapping[str, Any], position: Position, rules: Rules, style: Style | None
) -> Worked:
    judged = judge_hand(position, example["player"], example["hand"], rules)
    same("usable cards", example.get("usable", []), list(judged.usable))
    same("throw", example.get("throw", False), judged.must_throw)
    svg = _drawn(example, position, None, [], style)
    verdict = "no" if judged.must_throw else "yes"
    return Worked(svg, verdict, (judged.rule,), tuple(example["hand"]))


def _shown(example: Mapping[str, Any], moves: Mapping[str, Move]) -> Move | None:
    if "show" in example:
        if example["show"] not in moves:
            raise GuideError(f"the engine has no move {example['show']}: {', '.join(moves)}")
        return moves[example["show"]]
    # Where one way alone is left, that is the one.
    said = example.get("moves", ())
    return moves[said[0]] if len(said) == 1 and not example.get("refused") else None


def _drawn(
    example: Mapping[str, Any],
    position: Position,
    shown: Move | None,
    marked: list[str],
    style: Style | None,
) -> str:
    if style is None:
        return ""
    game, player = position.game, example["player"]
    svg = board_svg(
        game.name,
        position,
        last_move=shown,
        reachable=marked,
        coordinates=True,
        language=style.language,
        palette=style.palette,
    )
    if example.get("whole"):
        return svg
    layout = layout_of(game.board, 0)
    spots = [*marked, *(_spot(game, player, one) for one in example.get("focus", "").split())]
    if shown:
        spots += _touched(game, shown)
    points = [point for name in spots for point in _points(layout, name)]
    return cropped(
        svg,
        [(x * UNIT, y * UNIT) for x, y in points],
        margin=_MARGIN * UNIT,
        least=_LEAST * UNIT,
        most=_MOST * UNIT,
    )


def _spot(game: Game, colour: str, place: str) -> str:
    """The picture's name of a place: "red goal2" names a colour of its own."""
    owner, _, rest = place.partition(":")
    if rest:
        colour, place = owner, rest
    return spot_name(game.board, game.seat(colour), game.board.codes[place])


def _touched(game: Game, move: Move) -> Iterator[str]:
    for step in move.steps:
        for place in (step.origin, step.target):
            yield _spot(game, step.colour, place)


def _points(layout: Layout, name: str) -> Iterator[tuple[float, float]]:
    colour, _, place = name.partition(":")
    if place == "home":
        yield from (spot.middle for spot in layout.homes[layout.board.seats[colour]])
    else:
        yield layout.spots[name].middle
