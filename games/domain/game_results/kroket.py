"""Results of Kroket: hoops passed and stake reached by each ball, and the places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.game_settings import KroketSettings
from games.rules.kroket.result import HOOPS, validate_result
from games.rules.problems import Problem
from tournaments.domain.errors import Refused
from tournaments.games import GAMES
from tournaments.models import Game

from .model import (
    JUDGED,
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
class KroketResults:
    settings: KroketSettings = field(default_factory=KroketSettings)
    endings: tuple[str, ...] = (PLAYED, JUDGED, "timeout", WALKOVER, NOBODY)
    extras: frozenset[Extra] = frozenset({Extra.PLACES, Extra.STAKES, Extra.ABSENT})
    winner_has_all: bool = True

    @property
    def counted(self) -> str:
        return _("Hoops")

    @property
    def example(self) -> str:
        full = self.settings.hoops
        return "-".join(str(full - side) for side in range(self.settings.seats) if side <= full)

    @property
    def lines(self) -> tuple[tuple[str, str | Promise], ...]:
        full = self.settings.hoops
        return (
            (f"{full}x-{full}x-2-1 #2134", _("two at the stake, with the places")),
            ("2-3-1-0 t2", _("time, second ball won")),
            *UNPLAYED_LINES,
        )

    def sides(self) -> tuple[tuple[str, ...], ...]:
        return GAMES[Game.KROKET].sides[: self.settings.seats]

    def most(self, colours: Sequence[str]) -> int:
        return self.settings.hoops

    def payload(self, typed: Typed, colours: Sequence[Sequence[str]]) -> Payload:
        count = len(colours)
        typed = cleaned(typed, count)
        nothing = typed.ended in UNPLAYED
        absent = absent_sides(typed, count)
        places = None if nothing else typed_places(typed, count, absent)
        winner = places.index(1) if places else typed.winner
        if typed.winner is not None and typed.winner != winner:
            raise Refused(
                "winner-not-first",
                _("By the places another ball won. Correct one of the two."),
                field="winner",
            )
        hoops = self._filled(typed, winner, count, absent)
        stakes = [bool(stake) for stake in (*typed.stakes, *[False] * count)][:count]
        stakes = [stake and side not in absent for side, stake in enumerate(stakes)]
        if winner is None and typed.ended == PLAYED:
            winner = self._first(hoops, stakes)
        if winner is None and typed.ended != NOBODY:
            raise winner_missing()
        if typed.ended == PLAYED and winner is not None and hoops[winner] == self.settings.hoops:
            stakes[winner] = True
        reached = [
            (side not in absent, side == winner, stake, passed)
            for side, (stake, passed) in enumerate(zip(stakes, hoops, strict=True))
        ]
        payload: Payload = {
            "variant": self.settings.variant,
            "players": count,
            "balls": [
                {"hoops": passed, "stake": stake, "place": place}
                for passed, stake, place in zip(
                    hoops, stakes, places or ranked(reached), strict=True
                )
            ],
            "winner": winner,
            "ended": typed.ended,
        }
        if self.settings.course_hoops != HOOPS:
            payload["hoops"] = self.settings.course_hoops
        if absent:
            payload["absent"] = list(absent)
        if typed.minutes is not None:
            payload["minutes"] = typed.minutes
        return payload

    def _filled(
        self, typed: Typed, winner: int | None, count: int, absent: Sequence[int]
    ) -> list[int]:
        hoops: list[Any] = side_by_side(typed.scores, count)
        hoops = [0 if side in absent else passed for side, passed in enumerate(hoops)]
        if typed.ended in UNPLAYED:
            return [passed or 0 for passed in hoops]
        if typed.ended == PLAYED and winner is not None and hoops[winner] is None:
            hoops[winner] = self.settings.hoops
        missing = next((side for side, passed in enumerate(hoops) if passed is None), None)
        if missing is not None:
            raise Refused(
                "score-missing",
                _("How many hoops had each ball passed? A number is missing."),
                field=f"score_{missing}",
            )
        return hoops

    def _first(self, hoops: Sequence[int], stakes: Sequence[bool]) -> int:
        """Who won a game played out: the ball at the stake, else the one with most hoops."""
        at_stake = [side for side, stake in enumerate(stakes) if stake]
        ahead = at_stake or [side for side, passed in enumerate(hoops) if passed == max(hoops)]
        if len(ahead) > 1:
            raise Refused(
                "winner-missing",
                _("Several came equally far. Who reached the stake first? Type the places."),
                field=f"place_{ahead[0]}",
            )
        return ahead[0]

    def problems(self, payload: Payload, language: str) -> Sequence[Problem]:
        payload = {key: value for key, value in payload.items() if key not in ("winner", "absent")}
        # Of a game that nobody came to the rules say no more than of a walkover.
        if payload["ended"] == NOBODY:
            balls = [
                {**ball, "place": 1 if number == 0 else 2}
                for number, ball in enumerate(payload["balls"])
            ]
            payload = {**payload, "ended": WALKOVER, "balls": balls}
        return validate_result(payload, language)

    def typed(self, payload: Payload) -> Typed:
        balls = payload["balls"]
        nothing = payload["ended"] in UNPLAYED
        return Typed(
            scores=tuple(ball["hoops"] for ball in balls),
            winner=payload["winner"],
            ended=payload["ended"],
            minutes=payload.get("minutes"),
            places=() if nothing else tuple(ball["place"] for ball in balls),
            stakes=tuple(ball["stake"] for ball in balls),
            absent=tuple(payload.get("absent") or ()),
        )

    def given(self, payload: Payload) -> tuple[SideResult, ...]:
        balls, winner = payload["balls"], payload["winner"]
        if winner is None:
            return nobody_came(len(balls))
        results = by_outcome(
            winner,
            [ball["hoops"] for ball in balls],
            walkover=payload["ended"] == WALKOVER,
            places=[ball["place"] for ball in balls],
        )
        return without_absent(results, payload.get("absent") or ())
