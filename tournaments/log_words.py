"""The log in words: one sentence for each verb, the changes as people read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Event

#: Verb -> what it did to the subject. `%(subject)s` is how people call it.
SENTENCES: dict[str, str | Promise] = {
    "tournament.create": gettext_lazy("created the tournament"),
    "tournament.edit": gettext_lazy("changed the settings"),
    "table.service": gettext_lazy("changed whether table %(subject)s is used"),
    "role.give": gettext_lazy("gave %(subject)s a role"),
    "role.take": gettext_lazy("took the role from %(subject)s"),
    "role.password": gettext_lazy("set a new password for %(subject)s"),
}


@dataclass(frozen=True)
class Told:
    """An event as the log page shows it."""

    event: Event
    actor: str
    sentence: str
    #: Field, before, after; only what differs.
    changes: tuple[tuple[str, str, str], ...]


def told(events: Iterable[Event]) -> list[Told]:
    """`events` in words, in the active language."""
    return [
        Told(
            event=event,
            actor=event.actor.display_name if event.actor else _("Startfelt"),
            sentence=str(SENTENCES.get(event.verb, "%(subject)s: " + event.verb))
            % {"subject": event.subject},
            changes=tuple(_changes(event.before, event.after)),
        )
        for event in events
    ]


def _changes(before: dict[str, Any], after: dict[str, Any]) -> Iterable[tuple[str, str, str]]:
    for name in dict.fromkeys([*before, *after]):
        old, new = before.get(name), after.get(name)
        if old != new:
            yield name.replace("_", " "), _plain(old), _plain(new)


def _plain(value: Any) -> str:
    if value is None:
        return ""
    if value is True:
        return _("yes")
    if value is False:
        return _("no")
    if isinstance(value, list):
        return ", ".join(_plain(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items())
    return str(value)
