"""Examples of backgammon: a position, a throw, and what may be played.

An example has ``own`` and ``other`` (checkers by point, "24:2 6:5", both by the numbers of the
player on roll), ``bar`` (own, other; the rest is off), ``dice``; then what the engine must answer:
``plays`` (all) or ``among`` (some), ``not`` (none of these), ``refused`` (for each place the rules
against it, one a die), ``pips``. ``show`` is the play that is drawn, ``cube`` its value and owner
(0 is the player on roll), ``marks`` places that are ringed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.rules.backgammon.board_svg import board_svg
from games.rules.backgammon.notation import Play, legal_plays
from games.rules.backgammon.position import CHECKERS, POINTS, Position, pips
from games.rules.backgammon.refusals import refusals
from games.rules.backgammon.rules import CENTRED, Cube
from reports.guides.facts import Facts
from reports.guides.model import GuideError
from reports.guides.worked.answer import Style, Worked, known, same

_FIELDS: Final = (
    *("own", "other", "bar", "dice", "cube"),
    *("plays", "among", "not", "refused", "pips", "show", "marks"),
)


def worked(example: Mapping[str, Any], facts: Facts, style: Style | None) -> Worked:
    """See `reports.guides.worked.worked`."""
    known(example, _FIELDS)
    position = _position(example)
    if "pips" in example:
        same("pips", example["pips"], pips(position.cells))
    plays: dict[str, Play] = {}
    refused: dict[str, str] = {}
    dice = tuple(example["dice"]) if "dice" in example else None
    if dice:
        plays = {play.notation: play for play in legal_plays(position, dice)}
        refused = {
            one.place: " ".join(dict.fromkeys(reason.rule for reason in one.reasons))
            for one in refusals(position, dice)
        }
    if "plays" in example:
        same("plays", sorted(example["plays"]), sorted(plays))
    for one in example.get("among", ()):
        if one not in plays:
            raise GuideError(f"the engine has no {one}: {', '.join(plays)}")
    for one in example.get("not", ()):
        if one in plays:
            raise GuideError(f"the engine has {one}")
    said = example.get("refused", {})
    same("refusals", said, {place: refused.get(place) for place in said})
    shown = _shown(example, plays)
    verdict = "yes" if shown else "no" if said or example.get("plays") == [] else ""
    rules = tuple(dict.fromkeys(" ".join(said.values()).split()))
    if style is None:
        return Worked("", verdict, rules)
    svg = board_svg(
        position,
        play=shown,
        dice=dice,
        cube=Cube(*example["cube"]) if "cube" in example else None,
        reachable=example.get("marks", "").split() or ([] if shown else list(said)),
        language=style.language,
        palette=style.palette,
    )
    return Worked(svg, verdict, rules)


def picture(name: str, facts: Facts, style: Style) -> str:
    """The board as the game begins."""
    if name != "board":
        raise GuideError(f"there is no picture {name}")
    return board_svg(Position.start(), cube=CENTRED, language=style.language, palette=style.palette)


def _position(example: Mapping[str, Any]) -> Position:
    points = [0] * len(POINTS)
    standing = []
    for side, sign in (("own", 1), ("other", -1)):
        found = [one.split(":") for one in example[side].split()]
        for point, count in found:
            if points[int(point) - 1]:
                raise GuideError(f"two sides stand on {point}")
            points[int(point) - 1] = sign * int(count)
        standing.append(sum(int(count) for _, count in found))
    bar = list(example.get("bar", (0, 0)))
    off = [CHECKERS - there - waiting for there, waiting in zip(standing, bar, strict=True)]
    return Position.parse({"points": points, "bar": bar, "off": off})


def _shown(example: Mapping[str, Any], plays: Mapping[str, Play]) -> Play | None:
    if "show" in example:
        if example["show"] not in plays:
            raise GuideError(f"the engine has no play {example['show']}: {', '.join(plays)}")
        return plays[example["show"]]
    said = example.get("plays", ())
    return plays[said[0]] if len(said) == 1 and not example.get("refused") else None
