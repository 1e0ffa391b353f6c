"""What `games` brings to the rotating wall: the clock, large, and small beside the rest."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.clock_facts import clock_facts, wall_lists
from games.queries import clock_stamp, round_face
from tournaments.models import Round
from tournaments.wall import Look, Screen, Source, add_source


def clock(look: Look) -> list[Screen]:
    """The clock of the round that is played, and who plays on; nothing between rounds."""
    round_ = look.round
    if round_ is None or round_.state != Round.State.PUBLISHED or look.finished:
        return []
    facts = clock_facts(look.tournament, round_)
    facts |= wall_lists(facts["over_time"], facts["extended"])
    return [
        Screen(
            title=look.tournament.name,
            template="games/clock/wall_screen.html",
            context=facts,
        )
    ]


def corner(look: Look) -> Screen | None:
    """The digits alone, beside whatever else is shown."""
    round_ = look.round
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return None
    return Screen(
        title="", template="games/clock/wall_corner.html", context={"face": round_face(round_)}
    )


def stamp(look: Look) -> str:
    """Changes when a table goes over time."""
    return clock_stamp(look.tournament, look.round)


CLOCK = Source(
    code="clock",
    name=gettext_lazy("Clock"),
    order=10,
    screens=clock,
    corner=corner,
    stamp=stamp,
)


def register() -> None:
    """Let the wall show the clock."""
    add_source(CLOCK)
