"""The one table of how steps are taken back. Each floor registers its own verbs when it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.access import ALLOWED, Action
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Event, Pairing, Role, Round, Tournament, User


@dataclass(frozen=True, slots=True)
class Step:
    """A step that somebody takes back: its event, read under the lock, and who."""

    event: Event
    by: User | None
    key: str = ""
    """Of the request."""

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    def entry(self) -> Entry:
        """The entry it happened to."""
        return self.tournament.entries.get(pk=self.event.subject_id)

    def round(self) -> Round:
        """The round it happened to. Refused when its draft was discarded."""
        rounds = Round.objects.select_related("tournament", "stage")
        row = rounds.filter(tournament=self.tournament, pk=self.event.subject_id).first()
        if row is None:
            raise Refused(
                "discarded", _("That draft is gone: it was discarded. Draw the round again.")
            )
        return row

    def pairing(self) -> Pairing:
        """The game it happened to. Refused when there is none any more."""
        games = Pairing.objects.select_related("round__tournament", "round__stage", "table")
        row = games.filter(round__tournament=self.tournament, pk=self.event.subject_id).first()
        if row is None:
            raise Refused(
                "no-game", _("That game is not in the round any more. Look at the round.")
            )
        return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a verb is taken back: by another verb, which checks, writes and records for itself."""

    do: Callable[[Step], object]
    """Calls that verb. Raises `Refused` where it is not safe, naming what stands in the way."""
    action: Action | Callable[[Event], Action]
    """Whoever may do this may take it back; where it depends, by the event."""
    aspect: str = ""
    """What it changes of its subject. A later step that changes the same rests on it. Empty: the
    verb that takes it back sees for itself."""
    becomes: str | Promise
    """The sentence of what will change. `%(subject)s` is as in the log."""

    def needs(self, event: Event) -> Action:
        """What one must be allowed to do in order to take the event back."""
        return self.action(event) if callable(self.action) else self.action


#: Verb -> how it is taken back.
WAYS: Final[dict[str, Way]] = {}

#: Verb, or the beginning of verbs up to its dot -> why it is not taken back, and what to do.
NEVER: Final[dict[str, str | Promise]] = {}

_UNKNOWN: Final = gettext_lazy("This cannot be taken back by one button.")


def register(ways: Mapping[str, Way], never: Mapping[str, str | Promise]) -> None:
    """Adds a floor's verbs."""
    WAYS.update(ways)
    NEVER.update(never)


def never_words(verb: str) -> str:
    """Why `verb` has no way back, and what to do instead."""
    return str(NEVER.get(verb) or NEVER.get(f"{verb.split('.')[0]}.") or _UNKNOWN)


def who_may(action: Action) -> str:
    """The roles that are allowed `action`, in words."""
    names = dict(Role.Kind.choices)
    return ", ".join(
        str(names[kind]).lower() for kind, actions in ALLOWED.items() if action in actions
    )
