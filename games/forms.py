"""What is typed on the pages of the games floor, read. Nothing typed is lost on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.translation import gettext as _

from games.domain.game_results import ENDINGS, PLAYED, WALKOVER, Typed
from tournaments.domain.errors import Refused
from tournaments.models import Tournament

_NUMBER = re.compile(r"\d{1,5}")


@dataclass(frozen=True, slots=True)
class Raw:
    """The fields of a result as they were typed, whatever they are."""

    scores: tuple[str, ...]
    winner: str = ""
    ended: str = PLAYED
    minutes: str = ""

    @classmethod
    def sent(cls, data: Mapping[str, str], sides: int) -> Raw:
        """From a form: `score_0` …, `winner`, `ended`, `minutes`.

        A form with buttons (it says `picked`) hides what the answers above leave no choice
        about: the winner's score in a game played out, every score of a walkover. A button
        pressed before cannot be let go of, so what is hidden is not what was meant.
        """
        if data.get("picked"):
            data = _asked(data, sides)
        return cls(
            scores=tuple(data.get(f"score_{side}", "").strip()[:20] for side in range(sides)),
            winner=data.get("winner", "").strip()[:20],
            ended=data.get("ended", "").strip()[:20] or PLAYED,
            minutes=data.get("minutes", "").strip()[:20],
        )

    @classmethod
    def of(cls, typed: Typed, sides: int) -> Raw:
        scores = (*typed.scores, *[None] * sides)[:sides]
        return cls(
            scores=tuple(_text(score) for score in scores),
            winner=_text(typed.winner),
            ended=typed.ended,
            minutes=_text(typed.minutes),
        )

    @property
    def empty(self) -> bool:
        return not (any(self.scores) or self.winner or self.minutes) and self.ended == PLAYED

    @property
    def query(self) -> str:
        """As the query of an address, so that another page starts with the same fields."""
        fields = {f"score_{side}": score for side, score in enumerate(self.scores)}
        fields |= {"winner": self.winner, "ended": self.ended, "minutes": self.minutes}
        return urlencode({name: value for name, value in fields.items() if value})

    def typed(self) -> Typed:
        """Read; Refused, with the field, where something is not what it should be."""
        if self.ended not in ENDINGS:
            raise Refused("ending-unknown", _("Choose how the game ended."), field="ended")
        return Typed(
            scores=tuple(_number(score, f"score_{side}") for side, score in enumerate(self.scores)),
            winner=_number(self.winner, "winner"),
            ended=self.ended,
            minutes=_number(self.minutes, "minutes"),
        )

    def swapped(self) -> Raw:
        """The same with the two sides exchanged."""
        return Raw(
            scores=self.scores[::-1],
            winner={"0": "1", "1": "0"}.get(self.winner, ""),
            ended=self.ended,
            minutes=self.minutes,
        )


def _asked(data: Mapping[str, str], sides: int) -> dict[str, str]:
    """The fields without the scores that the form with buttons does not ask for."""
    ended = data.get("ended") or PLAYED
    unasked = {PLAYED: [data.get("winner", "")], WALKOVER: [str(side) for side in range(sides)]}
    hidden = {f"score_{side}" for side in unasked.get(ended, ())}
    return {name: value for name, value in data.items() if name not in hidden}


def version_seen(data: Mapping[str, str]) -> int:
    """The version of the result that a form was made from; 0 for none."""
    seen = data.get("seen", "")
    return int(seen) if seen.isdecimal() and len(seen) < 6 else 0


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
