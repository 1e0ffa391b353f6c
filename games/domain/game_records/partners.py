"""Records of Partners and Partners+, in the project's own text form."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.domain.game_results import Payload, Typed
from games.game_settings import PartnersSettings
from games.rules.partners.board_svg import board_svg
from games.rules.partners.conduct import Setup
from games.rules.partners.replay import Replay, replay_text
from tournaments.domain.errors import Refused
from tournaments.spoken import language

from .model import LineProblem, Proof, Seating, other_rules


@dataclass(frozen=True, slots=True)
class PartnersRecords:
    settings: PartnersSettings
    suffix: str = ".txt"
    encodings: tuple[str, ...] = ("utf-8-sig",)
    compared: tuple[str, ...] = ("sides", "winner", "ended")

    def differs(self, proved: Payload, payload: Payload) -> str:
        return ""  # one game

    def proof(self, text: str, seating: Seating) -> Proof:
        answer = replay_text(text)
        if answer.record is not None:
            self._same_game(answer.record.setup)
        if answer.problems:
            spoken = language()
            return Proof(
                typed=None,
                problems=tuple(
                    LineProblem(one.line, one.move, one.rule, one.message(spoken))
                    for one in answer.problems
                ),
            )
        return _proof(answer, seating)

    def _same_game(self, played: Setup) -> None:
        here = self.settings.setup
        if played.game.name != here.game.name:
            raise Refused(
                "record-of-other-game",
                _("The record is of another game (%(record)s) than this tournament plays.")
                % {"record": played.game.name},
                field="record",
            )
        if played != here:
            raise other_rules(_rules_text(played), _rules_text(here))

    def picture(self, text: str) -> str:
        answer = replay_text(text)
        if answer.state is None:
            return ""
        return board_svg(self.settings.game, answer.state.position, language=language())


def _rules_text(setup: Setup) -> str:
    """Rule set and what differs from it: "dm-2018 play_on=yes"."""
    options = [f"{name}={'yes' if on else 'no'}" for name, on in setup.options.items()]
    return " ".join([setup.ruleset, *options])


def _proof(answer: Replay, seating: Seating) -> Proof:
    """The result of a legal game, in the order in which the sides sit."""
    result = answer.result
    by_colours = {frozenset(side["colours"]): side for side in result["sides"]}
    order = [frozenset(side["colours"]) for side in result["sides"]]
    sides = [frozenset(colours) for colours in seating.colours]
    ranking = [order[side] for side in result.get("places") or ()]
    return Proof(
        typed=Typed(
            scores=tuple(by_colours[side]["locked"] for side in sides),
            winner=sides.index(order[result["winner"]]),
            ended=result["ended"],
            minutes=result.get("minutes"),
            places=tuple(ranking.index(side) + 1 for side in sides) if ranking else (),
        ),
        facts={"final_position": result["final_position"]},
    )
