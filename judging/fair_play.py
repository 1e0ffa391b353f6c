"""What judges note about fair play: one tap for each kind, with the rules it goes by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Game


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of incident: what a judge taps, and the rules that a ruling on it would cite."""

    key: str
    name: str | Promise
    rules: tuple[str, ...]


_CARDS: Final = (
    Template("signal", _("signals to the partner"), ("A2",)),
    Template("wrong-card", _("wrong card laid"), ("B7",)),
    Template("out-of-turn", _("played out of turn"), ("B7",)),
    Template("touched", _("touched piece not moved"), ("B8",)),
    Template("slow", _("slow play"), ("H5",)),
    Template("other", _("something else"), ("A1",)),
)
_DICE: Final = (
    Template("out-of-turn", _("played out of turn"), ("G3",)),
    Template("wrong-play", _("illegal play"), ("G5",)),
    Template("bar", _("moved with a checker on the bar"), ("G7",)),
    Template("cube", _("cube offered or taken out of turn"), ("G10",)),
    Template("slow", _("slow play"), ("G12",)),
    Template("other", _("something else"), ()),
)
_MALLETS: Final = (
    Template("out-of-turn", _("played out of turn"), ("K2",)),
    Template("direction", _("shot in another direction than declared"), ("K2",)),
    Template("card-text", _("card used against its text"), ("K12",)),
    Template("late-answer", _("answered a card too late"), ("K10",)),
    Template("hoop", _("counted a hoop that was not passed"), ("K1",)),
    Template("ball-laid", _("ball laid where it does not belong"), ("K9",)),
    Template("slow", _("slow play"), ("K2",)),
    Template("other", _("something else"), ()),
)

TEMPLATES: Final[dict[str, tuple[Template, ...]]] = {
    Game.PARTNERS: _CARDS,
    Game.PARTNERS_PLUS_PAIRS: _CARDS,
    Game.PARTNERS_PLUS_TEAMS: _CARDS,
    Game.BACKGAMMON: _DICE,
    Game.KROKET: _MALLETS,
}


def templates_of(game: str) -> tuple[Template, ...]:
    """What can be noted in `game`."""
    return TEMPLATES[game]


def template_of(game: str, key: str) -> Template | None:
    """The kind called `key`; None where the game has none."""
    return next((template for template in templates_of(game) if template.key == key), None)
