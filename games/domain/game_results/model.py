"""What the desk must know of a game's results: how they are typed, checked, and what they give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.backgammon.rules import Outcome, Penalty
from games.rules.problems import Problem
from tournaments.domain.errors import Refused
from tournaments.models import Seat

Payload = dict[str, Any]
"""A result as `python -m games.rules result` reads it, with how it ended in `ended`."""

PLAYED: Final = "played"
WALKOVER: Final = "walkover"
NOBODY: Final = "nobody"
FORFEIT: Final = "forfeit"
#: By a ruling, which brings the result with it: nobody types it.
JUDGED: Final = "adjudicated"

#: How a game can end, and what people call it.
ENDINGS: Final[Mapping[str, str | Promise]] = {
    PLAYED: _("played out"),
    JUDGED: _("decided by the judges"),
    "timeout": _("stopped by time"),
    FORFEIT: _("given up"),
    WALKOVER: _("walkover"),
    NOBODY: _("nobody came"),
}

#: Endings in which nothing was played.
UNPLAYED: Final = frozenset({WALKOVER, NOBODY})

#: Lines of the desk for them, each with what it means.
UNPLAYED_LINES: Final = (("w1", _("walkover")), ("n", _("nobody came")))


class Extra(StrEnum):
    """What may be typed of a game besides scores, winner, ending and minutes."""

    PLACES = "places"
    STAKES = "stakes"
    PENALTIES = "penalties"
    GAMES = "games"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A result as somebody typed it. What can be inferred may be left out."""

    scores: tuple[int | None, ...] = ()
    """What each side scored, in the order of the sides: pieces locked, points, hoops passed."""
    winner: int | None = None
    ended: str = PLAYED
    minutes: int | None = None
    places: tuple[int | None, ...] = ()
    """Rank of each side at the table, where several can have come equally far."""
    absent: tuple[int, ...] = ()
    """Sides that did not come to a table at which the others played."""
    stakes: tuple[bool, ...] = ()
    """Kroket: whether each ball reached the last stake."""
    penalties: tuple[int | None, ...] = ()
    """Backgammon: points each side had before the first game, by a penalty of the other."""
    games: tuple[Outcome | Penalty, ...] = ()
    """Backgammon: the games of the match in order, and the penalties given between them."""


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a result gives the seats of one side, before points."""

    outcome: str
    """A `Seat.Outcome`; empty at tables of three sides or more, which are ranked by place."""
    place: int | None
    """None where nobody came."""
    score: int | None
    steps: int | None = None
    """Steps its pieces still had to go, where the final position is known."""


class GameResults(Protocol):
    """What the desk must know about the results of one game, as it is played in a round."""

    @property
    def endings(self) -> tuple[str, ...]:
        """Keys of `ENDINGS`, the usual one first."""
        ...

    @property
    def extras(self) -> frozenset[Extra]:
        """What else may be typed."""
        ...

    @property
    def counted(self) -> str:
        """What a score counts, as the label of a field: "Pieces locked"."""
        ...

    @property
    def winner_has_all(self) -> bool:
        """Whether the score of who won a game played out is always the highest there is."""
        ...

    @property
    def example(self) -> str:
        """A line as it is typed at the desk, after the table."""
        ...

    @property
    def lines(self) -> tuple[tuple[str, str | Promise], ...]:
        """More of what can be typed after the table, each with what it means."""
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


# What the games share ----------------------------------------------------------------------------


def side_by_side(values: Sequence[int | None], sides: int) -> list[int | None]:
    """As many values as sides; Refused if more were typed."""
    if len(values) > sides:
        raise Refused(
            "too-many-scores",
            _("There are more numbers than sides at the table."),
            field=f"score_{sides}",
        )
    return [*values, *[None] * (sides - len(values))]


def winner_missing() -> Refused:
    return Refused(
        "winner-missing",
        _("Who won? When a game is not played out, the counts do not say it."),
        field="winner",
    )


def cleaned(typed: Typed, sides: int) -> Typed:
    """Without a winner where nobody came. Refused when the table has no such side as has won."""
    if typed.ended == NOBODY:
        return replace(typed, winner=None)
    if typed.winner is not None and not 0 <= typed.winner < sides:
        raise Refused("winner-unknown", _("Choose the winner among the sides."), field="winner")
    return typed


def nobody_came(sides: int) -> tuple[SideResult, ...]:
    """Everybody lost by not coming."""
    return (SideResult(Seat.Outcome.WALKOVER_LOSS, None, None),) * sides


def by_outcome(
    winner: int, scores: Sequence[int | None], *, walkover: bool, places: Sequence[int]
) -> tuple[SideResult, ...]:
    """Seats' results with a winner: outcomes at tables of two sides, places alone at larger ones;
    a walkover is won and lost at any table."""
    won, lost = ("", "") if len(scores) > 2 else (Seat.Outcome.WIN, Seat.Outcome.LOSS)
    if walkover:
        won, lost = Seat.Outcome.WALKOVER_WIN, Seat.Outcome.WALKOVER_LOSS
    return tuple(
        SideResult(won if side == winner else lost, place, None if walkover else score)
        for side, (score, place) in enumerate(zip(scores, places, strict=True))
    )


def absent_sides(typed: Typed, sides: int) -> tuple[int, ...]:
    """Who did not come while the others played. Refused where fewer than two came: then nothing
    was played; and where one of them is said to have won."""
    absent = tuple(sorted({side for side in typed.absent if 0 <= side < sides}))
    if not absent or typed.ended in UNPLAYED:
        return ()
    if sides - len(absent) < 2:
        raise Refused(
            "absent-alone",
            _("Fewer than two came, so nothing was played: that is a walkover."),
            field="ended",
        )
    if typed.winner in absent:
        raise Refused(
            "absent-won", _("Who did not come cannot have won the table."), field="winner"
        )
    return absent


def without_absent(results: Sequence[SideResult], absent: Sequence[int]) -> tuple[SideResult, ...]:
    """What each side gets where some did not come: those lost by walkover, the others as they
    played."""
    return tuple(
        replace(result, outcome=Seat.Outcome.WALKOVER_LOSS, score=None, steps=None)
        if side in absent
        else result
        for side, result in enumerate(results)
    )


def typed_places(typed: Typed, sides: int, absent: Sequence[int] = ()) -> list[int] | None:
    """The places, if all were typed; Refused when only some were, or no ranking is meant. Those
    who did not come (`absent`) are last, whatever was typed."""
    places = [*typed.places, *[None] * sides][:sides]
    if not any(place is not None for side, place in enumerate(places) if side not in absent):
        return None
    last = sides - len(absent) + 1
    places = [last if side in absent else place for side, place in enumerate(places)]
    missing = next((side for side, place in enumerate(places) if place is None), None)
    if missing is not None:
        raise Refused(
            "place-missing",
            _("Type the place of every side, or of none."),
            field=f"place_{missing}",
        )
    full = [place for place in places if place is not None]
    for side, place in enumerate(full):
        if place != 1 + sum(other < place for other in full):
            raise Refused(
                "places-no-ranking",
                _("These places are no ranking: 1, 2, 3 and so on, a shared one twice."),
                field=f"place_{side}",
            )
    return full


def ranked(reached: Sequence[Any]) -> list[int]:
    """Places by what each side reached, the most first; equal ones share a place."""
    return [1 + sum(other > own for other in reached) for own in reached]
