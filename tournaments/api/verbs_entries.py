"""Who is here, and who leaves."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework import serializers

from tournaments.access import Action
from tournaments.api.described import described
from tournaments.api.shapes import EntryRef, choice
from tournaments.api.verbs import Verb
from tournaments.domain.bring_back import bring_back
from tournaments.domain.check_in import change_state, seen_of
from tournaments.domain.withdraw import withdraw
from tournaments.models import Entry, User

from .verbs_rounds import why_field


class EntryState(EntryRef):
    """How an entry stands."""

    state = choice(Entry.State.values)
    from_round = serializers.IntegerField(help_text="The first round it is drawn in.")
    struck = serializers.BooleanField(help_text="Its results count for nobody.")
    seen = serializers.CharField(help_text="What a later change says it has seen.")


def entry_state(row: Entry) -> dict[str, Any]:
    """How an entry stands, under its full name."""
    return {
        "number": row.number,
        "name": row.name,
        "state": row.state,
        "from_round": row.from_round,
        "struck": row.struck,
        "seen": seen_of(row),
    }


class SeenBody(serializers.Serializer):
    """What was seen, and why."""

    seen = serializers.CharField(
        max_length=60,
        default="",
        allow_blank=True,
        help_text="`seen` of the entry as it was known; where it is another by now: 409.",
    )
    why = why_field()


class LateBody(SeenBody):
    """From when on."""

    from_round = serializers.IntegerField(
        min_value=1,
        max_value=99,
        required=False,
        help_text="The first round it plays; without it the one after the next draw.",
    )


class _EntryVerb(Verb):
    """A verb on the entry in the address."""

    takes = SeenBody

    def entry_of(self, number: int) -> Entry:
        """The entry. Raises Http404."""
        row = self.tournament.entries.filter(number=number).first()
        if row is None:
            raise Http404(str(number))
        row.tournament = self.tournament
        return row

    def present(self, number: int) -> dict[str, Any]:
        """How the entry stands, for whoever was too late."""
        return entry_state(self.entry_of(number))


class _StateVerb(_EntryVerb):
    verbs = {"POST": Action.CHECK_IN}
    state: Entry.State

    def do(self, sent: dict[str, Any], *, by: User, key: str, number: int) -> dict[str, Any]:
        entry = self.entry_of(number)
        return entry_state(change_state(entry, self.state, by=by, key=key, **sent).entry)


@described(
    "entry_check_in", "entries", "An entry is here.", EntryState, method="post", body=SeenBody
)
class CheckIn(_StateVerb):
    state = Entry.State.PRESENT


@described(
    "entry_late",
    "entries",
    "An entry comes late, and plays from a later round on.",
    EntryState,
    method="post",
    body=LateBody,
)
class Late(_StateVerb):
    takes = LateBody
    state = Entry.State.LATE


@described(
    "entry_absent", "entries", "An entry did not come.", EntryState, method="post", body=SeenBody
)
class Absent(_StateVerb):
    state = Entry.State.ABSENT


@described(
    "entry_wait",
    "entries",
    "An entry is not checked in, as before it came.",
    EntryState,
    method="post",
    body=SeenBody,
)
class Wait(_StateVerb):
    state = Entry.State.REGISTERED


class WithdrawBody(SeenBody):
    """What becomes of its results."""

    struck = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Whether its results count for nobody; null: as the format has it.",
    )


@described(
    "entry_withdraw",
    "entries",
    "An entry plays no more, from the next draw on.",
    EntryState,
    method="post",
    body=WithdrawBody,
)
class Withdraw(_EntryVerb):
    verbs = {"POST": Action.EDIT_ENTRIES}
    takes = WithdrawBody

    def do(self, sent: dict[str, Any], *, by: User, key: str, number: int) -> dict[str, Any]:
        return entry_state(withdraw(self.entry_of(number), by=by, key=key, **sent).entry)


@described(
    "entry_bring_back",
    "entries",
    "An entry that left is here again.",
    EntryState,
    method="post",
    body=SeenBody,
)
class BringBack(_EntryVerb):
    verbs = {"POST": Action.EDIT_ENTRIES}

    def do(self, sent: dict[str, Any], *, by: User, key: str, number: int) -> dict[str, Any]:
        return entry_state(bring_back(self.entry_of(number), by=by, key=key, **sent).entry)
