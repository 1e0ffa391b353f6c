"""The list of entries and the check-in, read in a constant number of queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tournaments.imports.hints import FIXED_TABLE, FROM_ROUND, Hint, hints
from tournaments.models import Entry, Round, Seat, Tournament


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """Where an entry sits in the round that is drawn and not closed. No table: it has the bye."""

    table: int | None
    opponents: tuple[str, ...]
    #: It sits in a draft that whoever asks may not see: the rest is not said.
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Situation:
    """What a change of who is here runs into."""

    #: The round drawn next. A draft may be drawn again, so it is one.
    next_draw: int
    #: The round that is a draft or published, or None.
    open_round: Round | None
    #: Rounds that are drawn, of any state.
    rounds: int
    #: By entry id.
    seats: dict[int, OpenSeat] = field(default_factory=dict)

    @property
    def draft(self) -> bool:
        return self.open_round is not None and self.open_round.state == Round.State.DRAFT


def situation_of(tournament: Tournament, *, drafts: bool = True) -> Situation:
    """Rounds and the seats of the open one, in two queries (one before the first round).

    Without `drafts`, of a draft is told only who is in it, not where.
    """
    rounds = list(tournament.rounds.order_by("number").only("number", "state", "tournament"))
    if not rounds:
        return Situation(next_draw=1, open_round=None, rounds=0)
    last = rounds[-1]
    if last.state == Round.State.CLOSED:
        return Situation(next_draw=last.number + 1, open_round=None, rounds=len(rounds))
    if last.state == Round.State.DRAFT and not drafts:
        drawn = Seat.objects.filter(round=last).values_list("entry_id", flat=True)
        return Situation(
            next_draw=last.number,
            open_round=last,
            rounds=len(rounds),
            seats=dict.fromkeys(drawn, OpenSeat(table=None, opponents=(), hidden=True)),
        )
    # Plain rows: this stands behind every list of entries and every tap at the check-in.
    together: dict[int, list[tuple[int, int, str, int | None]]] = {}
    seats = Seat.objects.filter(round=last).order_by("side", "id")
    for pairing, entry, side, name, table in seats.values_list(
        "pairing_id", "entry_id", "side", "entry__name", "pairing__table__number"
    ):
        together.setdefault(pairing, []).append((entry, side, name, table))
    return Situation(
        next_draw=last.number + (last.state != Round.State.DRAFT),
        open_round=last,
        rounds=len(rounds),
        seats={
            entry: OpenSeat(
                table=table,
                opponents=tuple(name for _entry, other, name, _table in sitting if other != side),
            )
            for sitting in together.values()
            for entry, side, _name, table in sitting
        },
    )


def list_of(tournament: Tournament) -> list[Entry]:
    """All entries by number, with their fixed tables: one query.

    Who plays is read by `queries.players.player_names`.
    """
    return list(tournament.entries.select_related("fixed_table").order_by("number"))


def open_hints(entry: Entry) -> tuple[Hint, ...]:
    """What the notes ask for and nobody has seen to yet."""
    done = {
        FIXED_TABLE: entry.fixed_table_id is not None,
        FROM_ROUND: entry.from_round > 1 or entry.state == Entry.State.LATE,
    }
    if entry.state == Entry.State.WITHDRAWN or not entry.notes:
        return ()
    return tuple(hint for hint in hints(entry.notes) if not done[hint.code])


def counts_of(entries: Iterable[Entry]) -> dict[str, int]:
    """How many are in each state."""
    counts = dict.fromkeys(Entry.State.values, 0)
    for entry in entries:
        counts[entry.state] += 1
    return counts
