"""What taking a step back would change, seen by doing it and leaving no trace."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from tournaments.domain.errors import Refused
from tournaments.log_words import told
from tournaments.models import Entry, Event, Tournament, User
from tournaments.queries.stage_standings import tournament_ranking

from .registry import WAYS
from .take_back import take_back


@dataclass(frozen=True, slots=True)
class Moves:
    """An entry whose place in the standings would be another."""

    entry: Entry
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What would happen."""

    refused: Refused | None
    """Why it would not, and what to do instead."""
    becomes: str = ""
    changes: tuple[tuple[str, str, str], ...] = ()
    """Field, now, afterwards; as the log would tell them."""
    moves: tuple[Moves, ...] = ()
    """By place afterwards."""


def rehearse(tournament: Tournament, event: Event, *, by: User | None) -> Rehearsal:
    """Takes `event` back and rolls that back: the answer is as sure as doing it.

    So many queries for each verb, whatever the size.
    """
    try:
        with transaction.atomic():
            before = _places(tournament)
            done = take_back(tournament, event.pk, by=by)
            after = _places(tournament)
            raise _Seen(done, before, after)
    except Refused as refused:
        return Rehearsal(refused)
    except _Seen as seen:
        moved = {
            pk
            for pk in seen.before.keys() | seen.after.keys()
            if seen.before.get(pk) != seen.after.get(pk)
        }
        entries = tournament.entries.in_bulk(moved) if moved else {}
        return Rehearsal(
            None,
            becomes=str(WAYS[event.verb].becomes) % {"subject": told([event])[0].event.subject},
            changes=told([seen.done])[0].changes,
            moves=tuple(
                sorted(
                    (Moves(entries[pk], seen.before.get(pk), seen.after.get(pk)) for pk in moved),
                    key=lambda one: (one.after or 10_000, one.entry.number),
                )
            ),
        )


class _Seen(Exception):
    """It went well, and is rolled back."""

    def __init__(self, done: Event, before: dict[int, int], after: dict[int, int]) -> None:
        super().__init__()
        self.done, self.before, self.after = done, before, after


def _places(tournament: Tournament) -> dict[int, int]:
    """Entry -> its place in the standings."""
    fresh = Tournament.objects.select_related("registration").get(pk=tournament.pk)
    return {rank.entry: rank.place for rank in tournament_ranking(fresh)}
