"""What a pair's own page offers it: to check in, to say how its game ended, to answer."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

from games.claim_states import SideSaid, TableSaid, said_at, standing_at
from games.game_settings import players_hand_in
from games.queries import TableState
from games.views.requests import rules_of
from tournaments.models import Entry, Registration, Round, Seat, Tournament


@dataclass(frozen=True, slots=True)
class Box:
    """A game without a result, as one side's own page shows it."""

    said: TableSaid
    own: SideSaid
    others: tuple[SideSaid, ...]

    @property
    def key(self) -> str:
        """open: nobody said anything; asked: others did, and we answer; waiting: we did, and they
        answer; disputed: not the same was said."""
        if self.said.disputed:
            return "disputed"
        if self.own.claim is not None:
            return "waiting"
        return "asked" if self.said.saying else "open"

    @property
    def theirs(self) -> SideSaid | None:
        """What the others say, if that is one thing and not ours."""
        versions = [one for one in self.others if one.claim is not None]
        return versions[0] if versions else None

    @property
    def answers(self) -> tuple[SideSaid, ...]:
        """What we may agree to: each thing that others say, once, and not what we say."""
        ours = (self.own.result, self.own.winner, self.own.ended)
        return tuple(
            one
            for one in self.said.versions
            if one.side.index != self.own.side.index and (one.result, one.winner, one.ended) != ours
        )


def box_of(tournament: Tournament, entry: Entry, table: TableState | None) -> Box | None:
    """The box of a game that is being played and has no result; None where there is none, or
    players hand in nothing."""
    if table is None or table.result is not None or not players_hand_in(tournament):
        return None
    if table.pairing.round.state != Round.State.PUBLISHED:
        return None
    own = next((side for side in table.sides if entry in side.entries), None)
    if own is None:
        return None
    rules = rules_of(table.pairing.round)
    said = said_at(table, standing_at(table.pairing), rules, tournament)
    return Box(said, said.of(own.index), said.others(own.index))


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is known of the day before it comes."""

    #: When people are to be in the hall, by its own clock; None where nobody has said.
    doors: dt.time | None


def ahead_of(tournament: Tournament) -> Ahead | None:
    """The day of the tournament, until it has come in the hall. One query."""
    if timezone.localdate(timezone=tournament.zone) >= tournament.date:
        return None
    said = Registration.objects.filter(tournament=tournament).values_list("doors_open", flat=True)
    return Ahead(said.first())


def here_of(tournament: Tournament, entry: Entry, seat: Seat | None) -> str:
    """What the page asks about being there: "ask", "here", "late" or "absent"; empty for nothing.

    Only on the day (from midnight in the hall), and not of those who sit in the round.
    """
    if tournament.state == Tournament.State.FINISHED or entry.merged_into_id is not None:
        return ""
    if timezone.localdate(timezone=tournament.zone) < tournament.date or seat is not None:
        return ""
    return {
        Entry.State.REGISTERED: "ask",
        Entry.State.PRESENT: "here",
        Entry.State.LATE: "late",
        Entry.State.ABSENT: "absent",
    }.get(Entry.State(entry.state), "")
