"""Results of Partners and both kinds of Partners+: pieces locked, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.rules.partners.board import PIECES, game_named
from games.rules.partners.position import Position
from games.rules.partners.result import validate_result
from games.rules.partners.steps_to_go import side_steps
from games.rules.problems import Problem
from tournaments.domain.errors import Refused

from .model import (
    ENDINGS,
    FORFEIT,
    NOBODY,
    PLAYED,
    UNPLAYED,
    UNPLAYED_LINES,
    WALKOVER,
    Extra,
    Payload,
    SideResult,
    Typed,
    absent_sides,
    by_outcome,
    cleaned,
    nobody_came,
    ranked,
    side_by_side,
    typed_places,
    winner_missing,
    without_absent,
)


@dataclass(frozen=True, slots=True)
class PartnersResults:
    name: str
    endings: tuple[str, ...] = tuple(ending for ending in ENDINGS if ending != FORFEIT)
    winner_has_all: bool = True

    @property
    def counted(self) -> str:
        return _("Pieces locked")

    @property
    def extras(self) -> frozenset[Extra]:
        return frozenset({Extra.PLACES, Extra.ABSENT} if len(self.sides()) > 2 else ())

    @property
    def example(self) -> str:
        return "8-5" if len(self.sides()) == 2 else "8-5-7"

    @property
    def lines(self) -> tuple[tuple[str, str | Promise], ...]:
        if len(self.sides()) == 2:
            return (("6-7 t2", _("time, second side won")), *UNPLAYED_LINES)
        return (
            ("6-7-3 t2", _("time, second side won")),
            ("8-5-5 #132", _("with the places")),
            *UNPLAYED_LINES,
        )

    def sides(self) -> tuple[tuple[str, ...], ...]:
        return game_named(self.name).sides

    def most(self, colours: Sequence[str]) -> int:
        return PIECES * len(colours)

    def payload(self, typed: Typed, colours: Sequence[Sequence[str]]) -> Payload:
        typed = cleaned(typed, len(colours))
        full = [self.most(side) for side in colours]
        absent = absent_sides(typed, len(colours))
        scores = _filled(typed, full, absent)
        nothing = typed.ended in UNPLAYED
        places = None if nothing else typed_places(typed, len(colours), absent)
        winner = typed.winner
        if winner is None and places is not None:
            winner = places.index(1)
        if winner is None and typed.ended == PLAYED:
            # Who has locked the most; whether that is all of them, the rules say.
            winner = max(range(len(scores)), key=lambda side: scores[side] - full[side])
        if winner is None and typed.ended != NOBODY:
            raise winner_missing()
        payload: Payload = {
            "sides": [
                {"colours": list(side), "locked": score}
                for side, score in zip(colours, scores, strict=True)
            ],
            "winner": winner,
            "ended": typed.ended,
        }
        if typed.minutes is not None:
            payload["minutes"] = typed.minutes
        if absent:
            payload["absent"] = list(absent)
        if places is not None:
            payload["places"] = sorted(range(len(places)), key=lambda side: places[side])
        return payload

    def problems(self, payload: Payload, language: str) -> Sequence[Problem]:
        # Of a game that nobody came to the rules say no more than of a walkover.
        payload = {key: value for key, value in payload.items() if key != "absent"}
        if payload["ended"] == NOBODY:
            payload = {**payload, "ended": WALKOVER, "winner": 0}
        return validate_result(self.name, payload, lang=language)

    def typed(self, payload: Payload) -> Typed:
        ranking = payload.get("places") or ()
        return Typed(
            scores=tuple(side["locked"] for side in payload["sides"]),
            winner=payload["winner"],
            ended=payload["ended"],
            minutes=payload.get("minutes"),
            places=tuple(ranking.index(side) + 1 for side in range(len(ranking))),
            absent=tuple(payload.get("absent") or ()),
        )

    def given(self, payload: Payload) -> tuple[SideResult, ...]:
        winner, ended = payload["winner"], payload["ended"]
        locked = [side["locked"] for side in payload["sides"]]
        absent = payload.get("absent") or ()
        if ended == NOBODY:
            return nobody_came(len(locked))
        ranking = payload.get("places")
        places = (
            [ranking.index(side) + 1 for side in range(len(locked))]
            if ranking
            else ranked(
                [(side not in absent, side == winner, count) for side, count in enumerate(locked)]
            )
        )
        results = by_outcome(winner, locked, walkover=ended == WALKOVER, places=places)
        steps = steps_of(self.name, payload)
        if steps is not None:
            results = tuple(
                SideResult(result.outcome, result.place, result.score, steps[side])
                for side, result in enumerate(results)
            )
        return without_absent(results, absent)


def steps_of(name: str, payload: Payload) -> list[int] | None:
    """Steps each side of the result still had to go; None where the position is not known."""
    if not payload.get("final_position"):
        return None
    game = game_named(name)
    position = Position.parse(game, payload["final_position"])
    own = {frozenset(colours): side for side, colours in enumerate(game.sides)}
    return [side_steps(position, own[frozenset(side["colours"])]) for side in payload["sides"]]


def _filled(typed: Typed, full: Sequence[int], absent: Sequence[int]) -> list[int]:
    """A score for each side: nothing in a walkover, all for the winner of a played-out game."""
    scores: list[Any] = side_by_side(typed.scores, len(full))
    scores = [0 if side in absent else score for side, score in enumerate(scores)]
    if typed.ended in UNPLAYED:
        return [score or 0 for score in scores]
    if typed.ended == PLAYED and typed.winner is not None and scores[typed.winner] is None:
        scores[typed.winner] = full[typed.winner]
    missing = next((side for side, score in enumerate(scores) if score is None), None)
    if missing is not None:
        raise Refused(
            "score-missing",
            _("How many pieces had each side locked? A number is missing."),
            field=f"score_{missing}",
        )
    return scores
