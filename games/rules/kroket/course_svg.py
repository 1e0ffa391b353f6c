"""The course as a picture: an SVG of its cells, what stands there, the balls, a shot's way.

It needs nothing but itself: no style sheet, no ids, no script. On a page it takes the page's
colours, where ``palette`` is "colour"; for paper there is "print", with fixed colours. What a
colour says, a shape and letters say as well, and words for screen readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from games.rules.kroket.course import Course
from games.rules.kroket.motion import Ball, Motion
from games.rules.kroket.picture.drawing import Drawing
from games.rules.kroket.picture.pen import num
from games.rules.kroket.picture.words import Words
from games.rules.kroket.result import STANDARD
from games.rules.partners.picture.paint import FONTS, PALETTES, PaletteName


def course_svg(
    course: Course,
    balls: Sequence[Ball] = (),
    *,
    shot: Motion | None = None,
    airborne: Sequence[bool] = (),
    variant: str = STANDARD,
    coordinates: bool = False,
    places: bool = False,
    rose: bool = True,
    note: bool = True,
    language: str = "da",
    title: str = "",
    palette: PaletteName = "colour",
    size: int = 0,
) -> str:
    """An SVG drawing of ``course`` with ``balls``, in the order of play.

    ``shot`` draws a shot's way and its reflections, where ``airborne`` says which of its steps
    fly; without ``balls`` those after it are shown. ``variant`` tells whether hoops are passed
    both ways. ``coordinates`` names each cell, ``places`` marks each with its name as
    ``data-place``, for a page where cells are tapped; ``rose`` adds the compass, ``note`` says
    below a course that is not the original that it is not. ``language`` is "da", "en" or "nb";
    ``title`` replaces the picture's own. ``size`` is the width in pixels; without one the picture
    fills its frame. The same arguments give the same text.
    """
    words = Words(language)
    drawing = Drawing(course, PALETTES[palette], words)
    shown = tuple(balls) or (shot.balls if shot is not None else ())
    warning = course.note[language] if note and not course.original else ""
    lines = wrap(warning, max(24, int(drawing.columns * 5)))
    left, top, width, height = drawing.bounds(rose=rose, lines=len(lines))
    measures = f'width="{size}" height="{round(size * height / width)}" ' if size else ""
    said = [words.course(course), words.balls(shown), warning]
    name = title or course.title[language]
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="course" role="img" '
            f'lang="{language}" {measures}'
            f'viewBox="{num(left)} {num(top)} {num(width)} {num(height)}" '
            f'font-family="{FONTS}" text-anchor="middle" stroke-linejoin="round">',
            f"<title>{escape(name)}</title>"
            f"<desc>{escape(' '.join(part for part in said if part))}</desc>",
            *drawing.ground(coordinates=coordinates),
            *drawing.things(both_ways=variant != STANDARD),
            *(drawing.shot(shot, airborne) if shot is not None else ()),
            *drawing.balls(shown),
            *((drawing.rose(),) if rose else ()),
            *(drawing.places() if places else ()),
            *drawing.note(lines),
            "</svg>",
        ]
    )
