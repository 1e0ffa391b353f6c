"""What is typed on the pages of the games floor, read. Nothing typed is lost on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.translation import gettext as _

from games.domain.game_results import ENDINGS, NOBODY, PLAYED, UNPLAYED, Typed
from games.game_lines import read_games, turned, written_games
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.typed_number import whole

_NUMBER = re.compile(r"\d{1,5}")
#: "4x": four hoops and the stake.
_AT_STAKE = re.compile(r"(\d{1,2})\s*[x×*]")
#: Characters of the lines of a match that are kept.
_MOST_LINES = 4000


@dataclass(frozen=True, slots=True)
class Raw:
    """The fields of a result as they were typed, whatever they are."""

    scores: tuple[str, ...]
    winner: str = ""
    ended: str = PLAYED
    minutes: str = ""
    places: tuple[str, ...] = ()
    stakes: tuple[bool, ...] = ()
    penalties: tuple[str, ...] = ()
    games: str = ""
    absent: tuple[bool, ...] = ()

    @classmethod
    def sent(cls, data: Mapping[str, str], sides: int) -> Raw:
        """From a form: `score_0` …, `winner`, `ended`, `minutes`, and what some games have more:
        `place_0` …, `stake_0` …, `penalty_0` …, `games`, `absent_0` ….

        A form with buttons (it says `picked`) hides what the answers above leave no choice
        about: every score of a walkover, and, where it says "1", the winner's score in a game
        played out. A button pressed before cannot be let go of, so what is hidden is not what was
        meant.
        """
        if data.get("picked"):
            data = _asked(data, sides)
        scores = _each(data, "score", sides)
        absent = [bool(data.get(f"absent_{side}")) for side in range(sides)]
        found = [_AT_STAKE.fullmatch(score) for score in scores]
        stakes = tuple(
            one is not None or bool(data.get(f"stake_{side}")) for side, one in enumerate(found)
        )
        return cls(
            scores=tuple(
                one[1] if one else score for one, score in zip(found, scores, strict=True)
            ),
            winner=data.get("winner", "").strip()[:20],
            ended=data.get("ended", "").strip()[:20] or PLAYED,
            minutes=data.get("minutes", "").strip()[:20],
            places=_each(data, "place", sides),
            stakes=stakes if any(stakes) else (),
            penalties=_each(data, "penalty", sides),
            games=data.get("games", "").replace("\0", "").strip()[:_MOST_LINES],
            absent=tuple(absent) if any(absent) else (),
        )

    @classmethod
    def of(cls, typed: Typed, sides: int) -> Raw:
        def each(values: tuple[int | None, ...]) -> tuple[str, ...]:
            return tuple(_text(value) for value in (*values, *[None] * sides)[:sides])

        return cls(
            scores=each(typed.scores),
            winner=_text(typed.winner),
            ended=typed.ended,
            minutes=_text(typed.minutes),
            places=each(typed.places),
            stakes=typed.stakes if any(typed.stakes) else (),
            penalties=each(typed.penalties),
            games=written_games(typed.games),
            absent=tuple(side in typed.absent for side in range(sides)) if typed.absent else (),
        )

    @property
    def empty(self) -> bool:
        typed = (*self.scores, *self.places, *self.penalties, self.winner, self.minutes, self.games)
        marked = any(self.stakes) or any(self.absent)
        return not any(typed) and not marked and self.ended == PLAYED

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The fields of a form that have something in them."""
        fields = [(f"score_{side}", score) for side, score in enumerate(self.scores)]
        fields += [("winner", self.winner), ("ended", self.ended), ("minutes", self.minutes)]
        fields += [(f"place_{side}", place) for side, place in enumerate(self.places)]
        fields += [
            (f"stake_{side}", "1" if stake else "") for side, stake in enumerate(self.stakes)
        ]
        fields += [(f"penalty_{side}", points) for side, points in enumerate(self.penalties)]
        fields += [("games", self.games)]
        fields += [(f"absent_{side}", "1" if gone else "") for side, gone in enumerate(self.absent)]
        return [(name, value) for name, value in fields if value]

    @property
    def query(self) -> str:
        """As the query of an address, so that another page starts with the same fields."""
        return urlencode(self.fields)

    def typed(self) -> Typed:
        """Read; Refused, with the field, where something is not what it should be."""
        if self.ended not in ENDINGS:
            raise Refused("ending-unknown", _("Choose how the game ended."), field="ended")
        return Typed(
            scores=_numbers(self.scores, "score"),
            winner=_number(self.winner, "winner"),
            ended=self.ended,
            minutes=_number(self.minutes, "minutes"),
            places=_numbers(self.places, "place") if any(self.places) else (),
            stakes=self.stakes,
            penalties=_numbers(self.penalties, "penalty") if any(self.penalties) else (),
            games=read_games(self.games),
            absent=tuple(side for side, gone in enumerate(self.absent) if gone),
        )

    def swapped(self) -> Raw:
        """The same with the two sides exchanged."""
        games = [turned(game) for game in read_games(self.games)]
        return replace(
            self,
            scores=self.scores[::-1],
            winner={"0": "1", "1": "0"}.get(self.winner, ""),
            places=self.places[::-1],
            stakes=self.stakes[::-1],
            penalties=self.penalties[::-1],
            games=written_games(games),
        )


def _each(data: Mapping[str, str], name: str, sides: int) -> tuple[str, ...]:
    return tuple(data.get(f"{name}_{side}", "").strip()[:20] for side in range(sides))


def _asked(data: Mapping[str, str], sides: int) -> dict[str, str]:
    """The fields without those that the form with buttons does not ask for."""
    ended = data.get("ended") or PLAYED
    hidden = set()
    if ended == PLAYED and data["picked"] == "1":
        hidden = {f"{name}_{data.get('winner', '')}" for name in ("score", "stake")}
    elif ended in UNPLAYED:
        names = ("score", "stake", "place", "penalty", "absent")
        hidden = {f"{name}_{side}" for name in names for side in range(sides)} | {"games"}
    if ended == NOBODY:
        hidden |= {"winner"}
    return {name: value for name, value in data.items() if name not in hidden}


def version_seen(data: Mapping[str, str]) -> int:
    """The version of the result that a form was made from; 0 for none."""
    return whole(data.get("seen"), 99_999) or 0


def whole_number(text: str, field: str) -> int:
    """A number that must be there."""
    number = _number(text.strip(), field)
    if number is None:
        raise Refused("number-missing", _("Type a whole number."), field=field)
    return number


def instant_today(text: str, tournament: Tournament) -> datetime | None:
    """ "14.05" or "14:05" as the latest such instant that has passed in the hall; empty is None."""
    if not text.strip():
        return None
    found = re.fullmatch(r"\s*(\d{1,2})\s*[.:]\s*(\d{2})\s*", text)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        raise Refused("time-unreadable", _("Type the time like 14.05."), field="at")
    now = timezone.localtime(timezone.now(), tournament.zone)
    at = now.replace(hour=int(found[1]), minute=int(found[2]), second=0, microsecond=0)
    return at if at <= now else at - timedelta(days=1)


def _numbers(texts: tuple[str, ...], name: str) -> tuple[int | None, ...]:
    return tuple(_number(text, f"{name}_{side}") for side, text in enumerate(texts))


def _number(text: str, field: str) -> int | None:
    if not text:
        return None
    if not text.isascii() or _NUMBER.fullmatch(text) is None:
        raise Refused(
            "not-a-number",
            _("“%(text)s” is not a whole number.") % {"text": text},
            field=field,
        )
    return int(text)


def _text(number: int | None) -> str:
    return "" if number is None else str(number)
