"""What a picture says to who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from games.rules.kroket.course import ENDS, Course
from games.rules.kroket.motion import COURSE, HEDGE, HOME, Ball
from games.rules.kroket.setup import BALLS
from games.rules.messages import Term, load_catalogue

CATALOGUE_PATH: Final = Path(__file__).with_name("messages.json")


class Words:
    """The words of one language: "da", "en" or "nb"."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._catalogue = load_catalogue(CATALOGUE_PATH)

    def text(self, key: str, **params: str) -> str:
        """A sentence."""
        return self._catalogue.text(key, self._language, params)

    def ball(self, ball: str) -> str:
        """The name of a ball: "blå"."""
        return self._catalogue.word(Term(ball), self._language)

    def letters(self, ball: str) -> str:
        """One or two letters, different for each ball: "Bl"."""
        return self._catalogue.word(Term(f"letters_{ball}"), self._language)

    def letter(self, end: str) -> str:
        """The letter of a stake."""
        return self._catalogue.word(Term(f"letter_{end}"), self._language)

    def course(self, course: Course) -> str:
        """Where stakes, tree and hoops stand."""
        start, goal = (course.stakes[end] for end in ENDS)
        hoops = ", ".join(f"{hoop.order}: {hoop.cell}" for hoop in course.hoops)
        tree = ", ".join(course.tree) or "–"
        return self.text("course", start=start, goal=goal, hoops=hoops, tree=tree)

    def balls(self, balls: Sequence[Ball]) -> str:
        """Where each ball lies."""
        keys = {COURSE: "lies", HEDGE: "hedge", HOME: "home"}
        return " ".join(
            self.text(keys.get(ball.where, "waits"), ball=self.ball(BALLS[seat]), cell=ball.cell)
            for seat, ball in enumerate(balls)
        )
