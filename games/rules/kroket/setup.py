"""What a game is played by: course, deck, variant, how many, and whether places are played out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games.rules.kroket.course import GOAL, Course, Target, course_named
from games.rules.kroket.deck import Deck, deck_named
from games.rules.kroket.result import SIX, STANDARD, VARIANTS
from games.rules.kroket.schema import DataError

BALLS: Final = ("blue", "red", "yellow", "green", "purple", "orange")
"""Balls in the order of play; blue begins."""
HAND: Final = 6


@dataclass(frozen=True)
class Setup:
    """What a game is played by. ``play_on``: the others play on for their places (K1).

    ``DataError`` where course, deck, variant and number of players do not fit together.
    """

    course: Course
    deck: Deck
    variant: str = STANDARD
    players: int = 4
    play_on: bool = False

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise DataError("unknown_variant", "", "", variant=self.variant, known=tuple(VARIANTS))
        fewest, most = VARIANTS[self.variant]
        if not fewest <= self.players <= most:
            allowed = str(fewest) if fewest == most else f"{fewest}–{most}"
            raise DataError(
                "players", "", "", variant=self.variant, allowed=allowed, players=self.players
            )
        if self.variant == SIX and GOAL not in self.course.starts:
            raise DataError("no_goal_start", self.course.name, "grid.start")
        for seat in range(self.players):
            end = self.course.end_of(self.variant, seat)
            for target in self.course.targets(self.variant, seat):
                if self.course.closed(target, end):
                    name = self.course.name
                    if target.stake:
                        raise DataError("no_way_to_stake", name, f"grid.stakes.{target.stake}")
                    hoop = self.course.hoops[target.hoop]
                    raise DataError("no_way_back", name, "", hoop=hoop.order, cell=hoop.cell)
        unknown = self.deck.fits(self.course.kind)
        if unknown:
            raise DataError("direction_not_on_grid", self.deck.name, "", direction=unknown)

    @property
    def balls(self) -> tuple[str, ...]:
        """The balls in the order of play."""
        return BALLS[: self.players]

    def notes(self, lang: str) -> tuple[str, ...]:
        """What every screen says where course or deck is not the game's own: "da", "en", "nb"."""
        return tuple(data.note[lang] for data in (self.course, self.deck) if not data.original)

    @cached_property
    def targets(self) -> tuple[tuple[Target, ...], ...]:
        """For each seat what its ball has to reach, in order."""
        return tuple(self.course.targets(self.variant, seat) for seat in range(self.players))

    def starts(self, seat: int) -> tuple[str, ...]:
        """The cells on which a seat's ball may start."""
        return self.course.starts[self.course.end_of(self.variant, seat)]

    def seat(self, ball: object) -> int:
        """The seat of a ball; ``DataError`` for one that is not in the game."""
        if not isinstance(ball, str) or ball not in self.balls:
            raise DataError("unknown_ball", "", "", ball=str(ball), known=self.balls)
        return self.balls.index(ball)


def setup_named(
    course: str = "haven",
    deck: str = "startfelt",
    variant: str = STANDARD,
    players: int = 4,
    *,
    play_on: bool = False,
    courses: Mapping[str, Course] | None = None,
    decks: Mapping[str, Deck] | None = None,
) -> Setup:
    """A setup by the names of its course and deck.

    ``courses`` and ``decks`` are looked in before those that ship.
    """
    its_course = (courses or {}).get(course) or course_named(course)
    its_deck = (decks or {}).get(deck) or deck_named(deck)
    return Setup(its_course, its_deck, variant, players, play_on)
