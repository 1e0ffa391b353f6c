"""What programs may be told of: a fixed, public vocabulary, and the log's verbs behind each word.

A word stays what it is for as long as there is a version 1 of the API. The log's own verbs may
change; this table says what they mean outside. What stands in no row is told to nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event

#: What a test is called; nobody has to ask for it.
TEST: Final = "webhook.test"


@dataclass(frozen=True, slots=True)
class Type:
    """One kind of message."""

    name: str
    group: str
    words: str | Promise
    verbs: frozenset[str]
    #: Name of the API's address where it can be read how things stand now, and which of a
    #: message's facts it takes as its number.
    read: str
    number: str = ""
    #: Whether it says which round, table and entry it is about.
    about: bool = True


GROUPS: Final[dict[str, str | Promise]] = {
    "rounds": _("rounds"),
    "results": _("results"),
    "clock": _("the clock"),
    "rulings": _("rulings"),
    "entries": _("entries"),
    "tournament": _("the tournament"),
}


def _type(
    name: str,
    group: str,
    words: str | Promise,
    verbs: str,
    read: str,
    number: str = "",
    *,
    about: bool = True,
) -> Type:
    return Type(name, group, words, frozenset(verbs.split()), read, number, about)


_ALL: Final = (
    _type("round.published", "rounds", _("a round is published"), "round.publish",
          "api-round", "round"),
    _type("round.withdrawn", "rounds", _("a publication is taken back"), "round.unpublish",
          "api-rounds"),
    _type("round.changed", "rounds", _("seats, tables or the way of playing change"),
          "round.swap-places pairing.move-table round.game-settings", "api-round", "round"),
    _type("round.closed", "rounds", _("a round is closed"), "round.close", "api-round", "round"),
    _type("round.reopened", "rounds", _("a round is opened again"), "round.reopen",
          "api-round", "round"),
    _type("stage.begun", "rounds", _("a stage begins"), "stage.begin", "api-tournament"),
    _type("stage.withdrawn", "rounds", _("the beginning of a stage is taken back"),
          "stage.unbegin", "api-tournament"),
    _type("result.final", "results", _("a result stands"), "result.record result.agree",
          "api-round-tables", "round"),
    _type("result.corrected", "results", _("a result is corrected"), "result.correct result.undo",
          "api-round-tables", "round"),
    _type("result.removed", "results", _("a result is taken away"), "result.remove",
          "api-round-tables", "round"),
    _type("record.attached", "results", _("the record of a game is attached"), "record.attach",
          "api-round-tables", "round"),
    _type("clock.started", "clock", _("the clock starts"), "clock.start",
          "api-round-clock", "round"),
    _type("clock.paused", "clock", _("the clock is paused"), "clock.pause clock.undo-resume",
          "api-round-clock", "round"),
    _type("clock.resumed", "clock", _("the clock runs on"), "clock.resume clock.undo-pause",
          "api-round-clock", "round"),
    _type("clock.ended", "clock", _("the playing time is ended"), "clock.end",
          "api-round-clock", "round"),
    _type("clock.changed", "clock", _("the playing time changes, or a start is taken back"),
          "clock.length clock.undo-start", "api-round-clock", "round"),
    _type("extension.given", "clock", _("a table is given extra time"), "table.extend",
          "api-round-clock", "round"),
    _type("extension.withdrawn", "clock", _("extra time is taken back"),
          "table.withdraw-extension", "api-round-clock", "round"),
    _type("ruling.given", "rulings", _("a ruling is given"), "ruling.give", "api-rulings"),
    _type("entry.registered", "entries", _("somebody is registered"), "entry.register",
          "api-entry", "entry"),
    _type("entry.changed", "entries", _("an entry changes"),
          "entry.edit entry.undo entry.first-round entry.sit-out entry.sit-out-undo "
          "entry.substitute entry.substitute-undo entry.merge entry.merge-undo",
          "api-entry", "entry"),
    _type("entry.withdrawn", "entries", _("an entry withdraws"), "entry.withdraw",
          "api-entry", "entry"),
    _type("entry.disqualified", "entries", _("an entry is disqualified"), "entry.disqualify",
          "api-entry", "entry"),
    _type("entry.returned", "entries", _("an entry comes back"), "entry.return",
          "api-entry", "entry"),
    _type("entries.changed", "entries", _("the list changes: an import, online registration"),
          "entries.import entries.qualified signup.confirm signup.change signup.cancel "
          "signup.offer signup.accept signup.expire signup.join signup.enter",
          "api-entries", about=False),
    _type("names.changed", "entries", _("names are shown otherwise: read them again"),
          "privacy.erase privacy.initials", "api-entries", about=False),
    _type("standings.final", "tournament", _("the final standings stand"), "tournament.finish",
          "api-ranking"),
    _type("standings.reopened", "tournament", _("the tournament is opened again"),
          "tournament.reopen", "api-ranking"),
    _type("timetable.changed", "tournament", _("the timetable changes"), "timetable.set",
          "api-timetable", about=False),
    _type("tournament.changed", "tournament", _("settings, stages or tables change"),
          "tournament.edit tournament.set-right tournament.set-right-undo registration.edit "
          "stage.add stage.edit stage.move stage.remove stage.preset stage.game-settings "
          "table.service table.access", "api-tournament", about=False),
)  # fmt: skip

#: Every word there is.
TYPES: Final[dict[str, Type]] = {one.name: one for one in _ALL}
_BY_VERB: Final[dict[str, Type]] = {verb: one for one in _ALL for verb in one.verbs}
#: What an event keeps of a result that is none any more.
_NO_RESULT: Final = frozenset({"version", "undoes"})


def is_told(verb: str) -> bool:
    """Whether anybody may be told of it."""
    return verb in _BY_VERB


def type_of(event: Event) -> Type | None:
    """The word for an event; None for what is told to nobody."""
    if event.verb == "result.undo" and set(event.after) <= _NO_RESULT:
        return TYPES["result.removed"]
    return _BY_VERB.get(event.verb)


@lru_cache(maxsize=1)
def grouped() -> tuple[tuple[str, tuple[Type, ...]], ...]:
    """The words by group, as a form shows them."""
    return tuple(
        (group, tuple(one for one in TYPES.values() if one.group == group)) for group in GROUPS
    )
