"""Each game's results as data: how they are typed, checked, and what they give each side.

The table `GAMES` is the one place that knows which game's rules judge a result; the rules
themselves stand in `games.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.partners.board import PIECES, game_named
from games.rules.partners.result import validate_result
from games.rules.problems import Problem
from tournaments.domain.errors import Refused
from tournaments.models import Game, Seat

Payload = dict[str, Any]
"""A result as `python -m games.rules result` reads it."""

PLAYED: Final = "played"
WALKOVER: Final = "walkover"

#: How a game can end, and what people call it.
ENDINGS: Final[Mapping[str, str | Promise]] = {
    PLAYED: _("played out"),
    "adjudicated": _("decided by the judges"),
    "timeout": _("stopped by time"),
    WALKOVER: _("walkover"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A result as somebody typed it. What can be inferred may be left out."""

    scores: tuple[int | None, ...] = ()
    """What each side scored, in the order of the sides; in Partners the pieces locked."""
    winner: int | None = None
    ended: str = PLAYED
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a result gives the seats of one side, before points."""

    outcome: str
    """A `Seat.Outcome`; empty at tables of three sides or more, which are ranked by place."""
    place: int
    score: int | None


class GameResults(Protocol):
    """What the desk must know about the results of one game."""

    @property
    def endings(self) -> tuple[str, ...]:
        """Keys of `ENDINGS`, the usual one first."""
        ...

    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The colours of each side where the draw has not set them."""
        ...

    def most(self, colours: Sequence[str]) -> int:
        """The highest score a side with these colours can have."""
        ...

    def payload(self, typed: Typed, colours: Sequence[Sequence[str]]) -> Payload:
        """The result in full, with what was left out inferred. Refused if that is impossible."""
        ...

    def problems(self, payload: Payload, language: str) -> Sequence[Problem]:
        """What makes the result impossible; nothing when it is valid."""
        ...

    def typed(self, payload: Payload) -> Typed:
        """The result as it would have been typed."""
        ...

    def given(self, payload: Payload) -> tuple[SideResult, ...]:
        """What each side gets from a valid result."""
        ...


@dataclass(frozen=True, slots=True)
class PartnersResults:
    """Partners and both kinds of Partners+: pieces locked, side by side."""

    name: str
    endings: tuple[str, ...] = tuple(ENDINGS)

    def sides(self) -> tuple[tuple[str, ...], ...]:
        return game_named(self.name).sides

    def most(self, colours: Sequence[str]) -> int:
        return PIECES * len(colours)

    def payload(self, typed: Typed, colours: Sequence[Sequence[str]]) -> Payload:
        full = [self.most(side) for side in colours]
        scores = _filled(typed, full)
        winner = typed.winner
        if winner is None and typed.ended == PLAYED:
            # Who has locked the most; whether that is all of them, the rules say.
            winner = max(range(len(scores)), key=lambda side: scores[side] - full[side])
        if winner is None:
            raise Refused(
                "winner-missing",
                _("Who won? When a game is not played out, the counts do not say it."),
                field="winner",
            )
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
        return payload

    def problems(self, payload: Payload, language: str) -> Sequence[Problem]:
        return validate_result(self.name, payload, lang=language)

    def typed(self, payload: Payload) -> Typed:
        return Typed(
            scores=tuple(side["locked"] for side in payload["sides"]),
            winner=payload["winner"],
            ended=payload["ended"],
            minutes=payload.get("minutes"),
        )

    def given(self, payload: Payload) -> tuple[SideResult, ...]:
        winner, walkover = payload["winner"], payload["ended"] == WALKOVER
        locked = [side["locked"] for side in payload["sides"]]
        won, lost = ("", "") if len(locked) > 2 else (Seat.Outcome.WIN, Seat.Outcome.LOSS)
        if walkover:
            won, lost = Seat.Outcome.WALKOVER_WIN, Seat.Outcome.WALKOVER_LOSS
        return tuple(
            SideResult(
                outcome=won if side == winner else lost,
                place=1 if side == winner else 2 + _ahead(locked, winner, side),
                # Nothing was scored in a game that was not played.
                score=None if walkover else locked[side],
            )
            for side in range(len(locked))
        )


def _ahead(locked: Sequence[int], winner: int, side: int) -> int:
    """How many of the others have more pieces locked than `side`; equal ones share a place."""
    return sum(1 for other, count in enumerate(locked) if other != winner and count > locked[side])


def _filled(typed: Typed, full: Sequence[int]) -> list[int]:
    """A score for each side: nothing in a walkover, all for the winner of a played-out game."""
    if typed.ended == WALKOVER:
        return [score or 0 for score in (*typed.scores, *[0] * len(full))][: len(full)]
    scores = [*typed.scores, *[None] * len(full)][: len(full)]
    if len(typed.scores) > len(full):
        raise Refused(
            "too-many-scores",
            _("There are more numbers than sides at the table."),
            field=f"score_{len(full)}",
        )
    if typed.ended == PLAYED and typed.winner is not None and typed.winner < len(full):
        winner = typed.winner
        scores[winner] = full[winner] if scores[winner] is None else scores[winner]
    missing = next((side for side, score in enumerate(scores) if score is None), None)
    if missing is not None:
        raise Refused(
            "score-missing",
            _("How many pieces had each side locked? A number is missing."),
            field=f"score_{missing}",
        )
    return [score for score in scores if score is not None]


GAMES: Final[dict[str, GameResults]] = {
    name: PartnersResults(name)
    for name in (Game.PARTNERS, Game.PARTNERS_PLUS_PAIRS, Game.PARTNERS_PLUS_TEAMS)
}


def game_results(game: str) -> GameResults:
    """What the desk knows about the results of `game`; Refused for a game it cannot enter."""
    if game not in GAMES:
        raise Refused("game-unknown", _("Results of this game cannot be entered here yet."))
    return GAMES[game]


def in_words(game: str, payload: Payload) -> str:
    """The scores as people say them: "8-5"; a walkover as "walkover"."""
    typed = GAMES[game].typed(payload)
    if typed.ended == WALKOVER:
        return str(ENDINGS[WALKOVER])
    return "-".join(str(score) for score in typed.scores)
