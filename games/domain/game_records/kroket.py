"""Records of Kroket, in the project's own text form."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.domain.game_results import Payload, Typed
from games.game_settings import KroketSettings
from games.rules.kroket.course_svg import course_svg
from games.rules.kroket.replay import Replay, replay_text
from games.rules.kroket.setup import Setup
from tournaments.domain.errors import Refused
from tournaments.spoken import language

from .model import LineProblem, Proof, Seating, other_rules


@dataclass(frozen=True, slots=True)
class KroketRecords:
    settings: KroketSettings
    suffix: str = ".txt"
    encodings: tuple[str, ...] = ("utf-8-sig",)
    compared: tuple[str, ...] = ("variant", "balls", "ended")

    def differs(self, proved: Payload, payload: Payload) -> str:
        return ""  # one game

    def proof(self, text: str, seating: Seating) -> Proof:
        answer = self._replay(text)
        if answer.state is not None:
            self._same_game(answer.state.setup, seating)
        if answer.problems or answer.state is None:
            spoken = language()
            return Proof(
                typed=None,
                problems=tuple(
                    LineProblem(one.line, one.move, one.rule, one.message(spoken))
                    for one in answer.problems
                ),
            )
        if not answer.result:
            unfinished = _("The game is not over: the record breaks off.")
            line = len(text.splitlines())
            return Proof(typed=None, problems=(LineProblem(line, "", "", unfinished),))
        return Proof(typed=_typed(answer, answer.state.setup, seating))

    def _replay(self, text: str) -> Replay:
        """Courses and cards that the tournament has loaded are known, too."""
        loaded = self.settings.library
        return replay_text(text, loaded.courses, loaded.decks)

    def _same_game(self, played: Setup, seating: Seating) -> None:
        own = self.settings
        here = (own.variant, own.course, own.deck, *(("play_on",) if own.play_on else ()))
        on = ("play_on",) if played.play_on else ()
        there = (played.variant, played.course.name, played.deck.name, *on)
        if there != here:
            raise other_rules(" ".join(there), " ".join(here))
        balls = {colours[0] for colours in seating.colours}
        if balls != set(played.balls):
            raise Refused(
                "record-of-other-balls",
                _("The record is of %(record)s balls, but %(table)s play at this table.")
                % {"record": played.players, "table": len(balls)},
                field="record",
            )

    def picture(self, text: str) -> str:
        answer = self._replay(text)
        if answer.state is None:
            return ""
        state = answer.state
        return course_svg(
            state.setup.course, state.balls, variant=state.setup.variant, language=language()
        )


def _typed(answer: Replay, setup: Setup, seating: Seating) -> Typed:
    """The result in the order in which the balls' players sit."""
    by_ball = dict(zip(setup.balls, answer.result["balls"], strict=True))
    balls = [by_ball[colours[0]] for colours in seating.colours]
    return Typed(
        scores=tuple(ball["hoops"] for ball in balls),
        ended=answer.result["ended"],
        minutes=answer.result.get("minutes"),
        places=tuple(ball["place"] for ball in balls),
        stakes=tuple(ball["stake"] for ball in balls),
    )
