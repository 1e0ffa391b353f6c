"""Examples of Kroket: balls on a course, a shot in a direction, and where it ends.

An example has ``balls`` (for each what a record writes: "e4 1" is cell e4 with one hoop passed),
``player``, ``card`` and ``direction``, ``marks`` (what is drawn for reflections: "NE2"); then what
the engine must answer: ``ends`` (the ways, as it writes them: "c2-c4 + blue SE2 c4-e3"),
``after`` (the balls that lie otherwise afterwards), ``refused`` (the rule). ``course`` and
``variant`` say by what it is played; the balls that are not named have not begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.game_settings import KroketSettings
from games.rules.kroket.course_svg import course_svg
from games.rules.kroket.deck import Mark
from games.rules.kroket.ends import ends, refusal
from games.rules.kroket.geometry import KINDS
from games.rules.kroket.motion import Ball, Motion
from games.rules.kroket.picture.pen import UNIT
from games.rules.kroket.position import Position
from games.rules.kroket.setup import BALLS, Setup, setup_named
from games.rules.kroket.shots import steps_of
from reports.guides.crop import cropped
from reports.guides.facts import Facts
from reports.guides.model import GuideError
from reports.guides.worked.answer import Style, Worked, known, same

_FIELDS: Final = (
    *("balls", "player", "card", "direction", "marks", "course", "variant"),
    *("ends", "after", "refused"),
)
COURSE: Final = "haven"
_MARGIN: Final = 1.6
_LEAST: Final = 6.5
_MOST: Final = 11.0
"""In distances between two cells."""


def worked(example: Mapping[str, Any], facts: Facts, style: Style | None) -> Worked:
    """See `reports.guides.worked.worked`."""
    known(example, _FIELDS)
    setup = setup_named(example.get("course", COURSE), variant=example.get("variant", "standard"))
    position = _position(setup, example["balls"])
    seat = setup.seat(example["player"])
    why = refusal(position, seat)
    same("refusal", example.get("refused"), why.rule if why else None)
    if why is not None:
        return Worked(_drawn(position.balls, None, (), setup, style), "no", (why.rule,))
    card, direction = example["card"], example["direction"]
    marks = [_mark(setup, written) for written in example.get("marks", "").split()]
    found = ends(position, seat, card, (direction,), marks)
    if len(found) != 1:
        raise GuideError(f"a shot that is drawn has one end, this has {len(found)}")
    end = found[0]
    same("end", example["ends"], end.notation.split(" ", 2)[2])
    same("balls that still reflect", 0, len(end.motion.todo))
    after = _position(setup, example["balls"] | example["after"]).text
    same("balls", after, end.position.text)
    flights = [flies for _, flies in steps_of(setup, card, direction, ())]
    svg = _drawn(end.motion.balls, end.motion, flights, setup, style)
    return Worked(svg, "", cards=(card,) if card in setup.deck.shots else ())


def _drawn(
    balls: Sequence[Ball],
    shot: Motion | None,
    flights: Sequence[bool],
    setup: Setup,
    style: Style | None,
) -> str:
    """The course where something happens on it."""
    if style is None:
        return ""
    course = setup.course
    svg = course_svg(
        course,
        balls,
        shot=shot,
        airborne=flights,
        coordinates=True,
        rose=False,
        note=False,
        language=style.language,
        palette=style.palette,
    )
    cells = {ball.cell for ball in balls if ball.cell}
    cells |= {cell for _, way in shot.ways for cell in way} if shot else set()
    spots = [course.kind.middle(cell) for cell in cells]
    return cropped(
        svg,
        [(x * UNIT, -y * UNIT) for x, y in spots],
        margin=_MARGIN * UNIT,
        least=_LEAST * UNIT,
        most=_MOST * UNIT,
    )


def picture(name: str, facts: Facts, style: Style) -> str:
    """The course that is played on."""
    if name != "board" or not isinstance(facts.settings, KroketSettings):
        raise GuideError(f"there is no picture {name}")
    return course_svg(
        facts.settings.course_data,
        variant=facts.settings.variant,
        coordinates=True,
        language=style.language,
        palette=style.palette,
    )


def _position(setup: Setup, written: Mapping[str, str]) -> Position:
    balls = "; ".join(f"{ball} {written.get(ball, 'start')}" for ball in BALLS[: setup.players])
    return Position.read(setup, balls)


def _mark(setup: Setup, written: str) -> Mark:
    direction, distance = written.rstrip("0123456789"), written.lstrip("NESW")
    if direction not in KINDS[setup.course.kind.name].vectors:
        raise GuideError(f"no direction of this course: {written}")
    return Mark(direction, int(distance))
