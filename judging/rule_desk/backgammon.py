"""The rule desk of backgammon: the position as the player on roll sees it, and the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.backgammon import Position, legal_plays, refusals
from games.rules.backgammon.board_svg import board_svg
from games.rules.backgammon.position import CHECKERS, POINTS
from games.rules.errors import RulesError
from judging.rule_desk.model import Answer, Query, Way, WhyNot, encoded

LISTED: Final = 60


class _SetUp(NamedTuple):
    """Checkers as they were tapped in, whether or not they can be a position."""

    points: tuple[int, ...]
    bar: tuple[int, int]
    off: tuple[int, int]

    @classmethod
    def of(cls, points: list[int], bar: list[int]) -> _SetUp:
        mine, theirs = _as_json(points, bar)["off"]
        return cls(tuple(points), (bar[0], bar[1]), (mine, theirs))


class BackgammonDesk:
    """Asks the engine of backgammon.

    Fields of a question: `points`, 24 numbers with commas between them, own checkers positive;
    `bar`, own and other; `dice`, such as "31"; `way` and `why`, what to show. Checkers that are
    nowhere have been borne off.
    """

    template: Final = "judging/rule_desk/backgammon.html"

    def ask(self, query: Query, language: str) -> Answer:
        points, bar = _board(query)
        dice = _dice(query)
        fields = _fields(points, bar, dice)
        way, why = _first(query, "way"), _first(query, "why")
        try:
            position = Position.parse(_as_json(points, bar))
        except RulesError as error:
            return Answer(
                board=board_svg(_SetUp.of(points, bar), language=language),
                query=encoded(fields),
                position=None,
                problem=error.message(language),
            )
        if dice is None:
            return Answer(
                board=board_svg(position, language=language),
                query=encoded(fields),
                position=position.as_json(),
            )
        plays = legal_plays(position, dice)
        # The empty play, "nothing can be moved", is no way to play.
        plays = tuple(play for play in plays if play.steps)
        shown = next((play for play in plays if play.notation == way), None)
        after = shown.position if shown is not None else position
        refused = refusals(position, dice)
        known = why in {refusal.place for refusal in refused}
        ring = [why] if known and shown is None else []
        return Answer(
            board=board_svg(after, dice=dice, reachable=ring, language=language),
            query=encoded(fields | {"way": way, "why": why}),
            position=position.as_json(),
            question={"dice": list(dice), "way": way if shown is not None else ""},
            verdict="yes" if plays else "no",
            headline=ngettext(
                "One play is legal, and it must be played.", "%(ways)s plays are legal.", len(plays)
            )
            % {"ways": len(plays)}
            if plays
            else _("Nothing can be moved. The turn passes."),
            ways=tuple(
                Way("", play.notation, encoded(fields | {"way": play.notation}), play is shown)
                for play in plays[:LISTED]
            ),
            more_ways=max(0, len(plays) - LISTED),
            why_not=tuple(
                WhyNot(
                    side="",
                    rules=tuple(dict.fromkeys(reason.rule for reason in refusal.reasons)),
                    message=refusal.message(language),
                    query=encoded(fields | {"why": refusal.place}),
                    shown=refusal.place == why,
                )
                for refusal in refused
            ),
            rules=tuple(dict.fromkeys(refusal.rule for refusal in refused)) if not plays else (),
            told=way if shown is not None else "",
        )

    def form(self, query: Query, language: str) -> dict[str, Any]:
        points, bar = _board(query)
        return {
            "points": [(point, points[point - 1]) for point in reversed(POINTS)],
            "points_text": ",".join(map(str, points)),
            "bar": bar,
            "bar_text": ",".join(map(str, bar)),
            "dice": _first(query, "dice"),
            "faces": range(1, 7),
            "mine": _first(query, "paint") != "theirs",
        }

    def query_of(self, position: Any, question: Mapping[str, Any]) -> str:
        if not isinstance(position, Mapping):
            return ""
        dice = question.get("dice") or []
        fields = _fields(list(position["points"]), list(position["bar"]), None)
        fields |= {"dice": "".join(map(str, dice)), "way": question.get("way", "")}
        return encoded(fields)

    def picture(self, position: Any, question: Mapping[str, Any], language: str) -> str:
        try:
            found = Position.parse(position)
        except RulesError:
            return ""
        return board_svg(found, language=language)


def _board(query: Query) -> tuple[list[int], list[int]]:
    """Points and bar; the opening position where nothing was said."""
    if not query.get("points") and not query.get("point"):
        start = Position.start()
        return list(start.points), list(start.bar)
    text = query.get("point") or _first(query, "points", 200).split(",")
    points = [_number(one, -CHECKERS) for one in list(text)[:24]]
    if query.get("point"):
        # The list of fields shows the highest point first.
        points.reverse()
    bars = query.get("on_bar") or _first(query, "bar").split(",")
    bar = [_number(one, 0) for one in list(bars)[:2]]
    return points + [0] * (24 - len(points)), bar + [0] * (2 - len(bar))


def _number(text: str, least: int) -> int:
    try:
        return max(least, min(CHECKERS, int(text.strip() or "0")))
    except ValueError:
        return 0


def _dice(query: Query) -> tuple[int, int] | None:
    text = "".join(query.get("die", ())) or _first(query, "dice")
    numbers = [int(sign) for sign in text if sign in "123456"]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None


def _as_json(points: list[int], bar: list[int]) -> dict[str, list[int]]:
    mine = sum(count for count in points if count > 0) + bar[0]
    theirs = -sum(count for count in points if count < 0) + bar[1]
    return {"points": points, "bar": bar, "off": [_off(mine), _off(theirs)]}


def _off(there: int) -> int:
    """What is on the board and does not make fifteen has been borne off; too many stay wrong."""
    return max(0, CHECKERS - there)


def _fields(points: list[int], bar: list[int], dice: tuple[int, int] | None) -> dict[str, Any]:
    return {
        "points": ",".join(map(str, points)),
        "bar": ",".join(map(str, bar)) if any(bar) else "",
        "dice": "".join(map(str, dice)) if dice else "",
    }


def _first(query: Query, name: str, longest: int = 80) -> str:
    values = query.get(name, ())
    return values[0][:longest] if values else ""
