"""What a side and a state look like, wherever they are shown: page, wall and paper.

A colour never stands alone. Each side has a shape and letters too, so that it can be told apart
by colour-blind eyes, in sunlight, and on a copy in black. States have no colour of their own:
an icon, a word and one of three weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True, slots=True)
class SideMark:
    """`outline` is SVG inside a 24 by 24 box; `baseline` is where the letters stand."""

    shape: str
    outline: str
    baseline: float
    name: str | Promise
    letters: str | Promise


_CIRCLE: Final = '<circle cx="12" cy="12" r="10.5"/>'
_SQUARE: Final = '<rect x="2" y="2" width="20" height="20" rx="3"/>'
_TRIANGLE: Final = '<path d="M12 1.6 23.3 21.4a.8.8 0 0 1-.7 1.2H1.4a.8.8 0 0 1-.7-1.2Z"/>'
_DIAMOND: Final = '<path d="M12 .8 23.2 12 12 23.2.8 12Z"/>'
_HEXAGON: Final = '<path d="M6.4 2h11.2l5.6 10-5.6 10H6.4L.8 12Z"/>'
_PENTAGON: Final = '<path d="M12 .9 23.3 9.3 19 22.7H5L.7 9.3Z"/>'
_SHIELD: Final = '<path d="M2.5 1.6h19v11.2c0 5.2-5 8.6-9.5 10.2-4.5-1.6-9.5-5-9.5-10.2Z"/>'
_BARREL: Final = '<path d="M7.5 1.5h9a14 14 0 0 1 0 21h-9a14 14 0 0 1 0-21Z"/>'

#: Letters: one or two, different for every colour in each language ("Gu" and "Gr" in Danish).
SIDES: Final[dict[str, SideMark]] = {
    "yellow": SideMark("circle", _CIRCLE, 16, _("Yellow"), pgettext_lazy("side", "Y")),
    "red": SideMark("square", _SQUARE, 16, _("Red"), pgettext_lazy("side", "R")),
    "blue": SideMark("triangle", _TRIANGLE, 20, _("Blue"), pgettext_lazy("side", "B")),
    "green": SideMark("diamond", _DIAMOND, 16, _("Green"), pgettext_lazy("side", "G")),
    # Partners+ has two more; backgammon has checkers in white and black.
    "purple": SideMark("hexagon", _HEXAGON, 16, _("Purple"), pgettext_lazy("side", "P")),
    "orange": SideMark("pentagon", _PENTAGON, 17, _("Orange"), pgettext_lazy("side", "O")),
    "white": SideMark("shield", _SHIELD, 15, _("White"), pgettext_lazy("side", "W")),
    "black": SideMark("barrel", _BARREL, 16, _("Black"), pgettext_lazy("side", "S")),
}


class Weight(StrEnum):
    """How loud a state is: nothing to do, running, somebody must act."""

    QUIET = "quiet"
    ACTIVE = "active"
    URGENT = "urgent"


@dataclass(frozen=True, slots=True)
class StateMark:
    """An icon of static/icons/symbols.svg, a word, a weight."""

    icon: str
    word: str | Promise
    weight: Weight


#: Every state the desk shows. Keys are what models and queries say.
STATES: Final[dict[str, StateMark]] = {
    # A table, a game
    "waiting": StateMark("hourglass", _("Waiting"), Weight.QUIET),
    "playing": StateMark("play", _("Playing"), Weight.ACTIVE),
    "paused": StateMark("pause", _("Paused"), Weight.ACTIVE),
    "over-time": StateMark("clock-alert", _("Over time"), Weight.URGENT),
    "judge-called": StateMark("hand", _("Judge called"), Weight.URGENT),
    "reported": StateMark("half", _("One side has reported"), Weight.ACTIVE),
    "disputed": StateMark("differ", _("Disputed"), Weight.URGENT),
    "done": StateMark("check", _("Done"), Weight.QUIET),
    "bye": StateMark("skip", _("Bye"), Weight.QUIET),
    "walkover": StateMark("skip", _("Walkover"), Weight.QUIET),
    "cancelled": StateMark("cross", _("Cancelled"), Weight.QUIET),
    # An entry
    "registered": StateMark("pencil", _("Registered"), Weight.QUIET),
    "reserve": StateMark("list", _("Waiting list"), Weight.QUIET),
    "present": StateMark("check", _("Present"), Weight.ACTIVE),
    "absent": StateMark("cross", _("Absent"), Weight.URGENT),
    "late": StateMark("clock", _("Late"), Weight.ACTIVE),
    "withdrawn": StateMark("leave", _("Withdrawn"), Weight.QUIET),
    "disqualified": StateMark("leave", _("Disqualified"), Weight.QUIET),
    # A round, a tournament
    "draft": StateMark("pencil", _("Draft"), Weight.QUIET),
    "published": StateMark("eye", _("Published"), Weight.ACTIVE),
    "running": StateMark("play", _("Running"), Weight.ACTIVE),
    "next": StateMark("arrow", _("Next"), Weight.ACTIVE),
    # A document, a job
    "queued": StateMark("hourglass", _("In line"), Weight.QUIET),
    "ready": StateMark("check", _("Ready"), Weight.ACTIVE),
    "failed": StateMark("refused", _("Failed"), Weight.URGENT),
    # A letter
    "sending": StateMark("send", _("Being sent"), Weight.ACTIVE),
    "sent": StateMark("check", _("Sent"), Weight.QUIET),
}
