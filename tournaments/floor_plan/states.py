"""What a table on the plan looks like: a word, an icon and how loud it is, never colour alone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.hooks import tables_asked
from tournaments.marks import STATES, StateMark, Weight
from tournaments.models import Round, Tournament

#: States that a table has on the plan alone.
OF_TABLES: Final[dict[str, StateMark]] = {
    "free": StateMark("", _("Free"), Weight.QUIET),
    "out": StateMark("cross", _("Out of service"), Weight.QUIET),
}
#: The loudest first: of two words about a table the first one counts.
LOUDEST: Final = (
    "judge-called",
    "disputed",
    "over-time",
    "reported",
    "paused",
    "playing",
    "waiting",
    "draft",
    "done",
    "free",
    "out",
)
_ORDER: Final = {state: place for place, state in enumerate(LOUDEST)}


def mark_of(state: str) -> StateMark:
    """How a state of a table looks."""
    return OF_TABLES.get(state) or STATES[state]


def loudest(words: Iterable[str]) -> str:
    """The word that counts."""
    return min(words, key=_ORDER.__getitem__)


def words_of(round_: Round, now: datetime) -> dict[int, str]:
    """What the floors above say of the games of a round, by key of the pairing."""
    answers: list[tuple[Any, Any]] = tables_asked.send(sender=Tournament, round_=round_, now=now)
    words: dict[int, str] = {}
    for _by, said in answers:
        for pairing, word in said.items():
            words[pairing] = loudest((words.get(pairing, word), word))
    return words
