"""A draft looked over: what each pairing has behind it, and what speaks against publishing it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.model import EntryId, PairingKind, PlayedPairing
from tournaments.models import Entry, Pairing, Round, Seat, Table, Tournament

from .played import played_pairings
from .rounds import pairings_of


@dataclass(frozen=True)
class Problem:
    """Something that speaks against a draft. `stops` means that it cannot be published so."""

    code: str
    sentence: str
    stops: bool = False
    #: The pairing it is about; None for the draft as a whole.
    pairing: int | None = None
    #: The entry to put in or take out, if that would help.
    entry: Entry | None = None


@dataclass
class Past:
    """What earlier rounds did to each entry and each two of them."""

    meetings: dict[frozenset[EntryId], list[int]] = field(default_factory=lambda: defaultdict(list))
    """Rounds in which the two met at a table (a walkover is no meeting)."""
    byes: dict[EntryId, list[int]] = field(default_factory=lambda: defaultdict(list))
    tables: dict[EntryId, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    """(round, table) in order."""

    @classmethod
    def of(cls, played: Iterable[PlayedPairing]) -> Past:
        past = cls()
        for pairing in played:
            if pairing.kind is PairingKind.BYE:
                past.byes[pairing.seats[0].entry].append(pairing.round)
                continue
            for seat in pairing.seats:
                if pairing.table is not None:
                    past.tables[seat.entry].append((pairing.round, pairing.table))
            if pairing.kind is PairingKind.GAME:
                for two in opponents((seat.entry, seat.side) for seat in pairing.seats):
                    past.meetings[two].append(pairing.round)
        return past


def opponents(seats: Iterable[tuple[EntryId, int]]) -> list[frozenset[EntryId]]:
    """Every two entries that sit on different sides."""
    listed = list(seats)
    return [
        frozenset({one, other})
        for place, (one, side) in enumerate(listed)
        for other, their_side in listed[place + 1 :]
        if side != their_side
    ]


@dataclass(frozen=True)
class DraftFacts:
    """A draft with everything its checks read: five queries, whatever the size."""

    round: Round
    pairings: list[Pairing]
    past: Past
    #: Entries that could be drawn in this round.
    available: dict[EntryId, Entry]
    tables: list[Table]

    @cached_property
    def drawn(self) -> set[EntryId]:
        return {seat.entry_id for pairing in self.pairings for seat in pairing.seats.all()}

    @cached_property
    def left_out(self) -> list[Entry]:
        """Those who could play and are not in the draft: they came after the draw."""
        return [entry for pk, entry in self.available.items() if pk not in self.drawn]

    @cached_property
    def free_tables(self) -> list[Table]:
        """Tables in service where nobody sits yet."""
        used = {pairing.table_id for pairing in self.pairings}
        return [table for table in self.tables if table.in_service and table.pk not in used]


def draft_facts(round_: Round) -> DraftFacts:
    """Reads the draft, the rounds before it, entries and tables."""
    tournament = round_.tournament
    return DraftFacts(
        round=round_,
        pairings=pairings_of(round_),
        past=Past.of(played_pairings(tournament, round_.number - 1)),
        available={entry.pk: entry for entry in available_entries(tournament, round_.number)},
        tables=list(tournament.tables.order_by("number")),
    )


def available_entries(tournament: Tournament, number: int) -> list[Entry]:
    """Entries that a draw of round `number` made now would take in."""
    return list(
        tournament.entries.filter(
            state__in=(Entry.State.PRESENT, Entry.State.LATE), from_round__lte=number
        ).order_by("number")
    )


def draft_problems(round_: Round) -> list[Problem]:
    """What speaks against publishing the draft, the worst first."""
    return problems_in(draft_facts(round_))


def problems_in(facts: DraftFacts) -> list[Problem]:
    """As `draft_problems`, from facts already read. No query."""
    problems = [
        problem for pairing in facts.pairings for problem in _pairing_problems(facts, pairing)
    ]
    byes = [pairing for pairing in facts.pairings if pairing.kind == Pairing.Kind.BYE]
    if not facts.pairings:
        problems.append(Problem("empty", _("Nobody is in this round. Draw it again."), stops=True))
    if len(byes) > 1:
        problems.append(
            Problem(
                "several-byes",
                _("%(count)s sit out, though two of them could meet.") % {"count": len(byes)},
            )
        )
    problems += [
        Problem(
            "left-out",
            _("%(entry)s is here and not in this round. Put it in, or draw again.")
            % {"entry": entry.name},
            entry=entry,
        )
        for entry in facts.left_out
    ]
    return sorted(problems, key=lambda problem: not problem.stops)


def _pairing_problems(facts: DraftFacts, pairing: Pairing) -> list[Problem]:
    seats = list(pairing.seats.all())
    problems = [
        Problem(
            f"entry-{seat.entry.state}",
            _("%(entry)s is not here (%(state)s).")
            % {"entry": seat.entry.name, "state": seat.entry.get_state_display()},
            pairing=pairing.pk,
            entry=seat.entry,
        )
        for seat in seats
        if seat.entry_id not in facts.available
    ]
    if pairing.kind == Pairing.Kind.BYE:
        return problems + _bye_problems(facts, pairing, seats)
    return problems + _game_problems(facts, pairing, seats)


def _bye_problems(facts: DraftFacts, pairing: Pairing, seats: list[Seat]) -> list[Problem]:
    return [
        Problem(
            "second-bye",
            ngettext(
                "%(entry)s has had the bye in round %(rounds)s.",
                "%(entry)s has had the bye in rounds %(rounds)s.",
                len(rounds),
            )
            % {"entry": seat.entry.name, "rounds": _numbers(rounds)},
            pairing=pairing.pk,
        )
        for seat in seats
        if (rounds := facts.past.byes.get(seat.entry_id, []))
    ]


def _game_problems(facts: DraftFacts, pairing: Pairing, seats: list[Seat]) -> list[Problem]:
    problems: list[Problem] = []
    names = {seat.entry_id: seat.entry.name for seat in seats}
    if len({seat.side for seat in seats}) < 2:
        problems.append(
            Problem(
                "no-opponent",
                _("Somebody has no opponent. Take the entry out, or draw again."),
                stops=True,
                pairing=pairing.pk,
            )
        )
    if pairing.table is None:
        if facts.tables:
            problems.append(
                Problem(
                    "no-table",
                    _("%(entries)s have no table. Give them one.")
                    % {"entries": " – ".join(names.values())},
                    stops=True,
                    pairing=pairing.pk,
                )
            )
    elif not pairing.table.in_service:
        problems.append(
            Problem(
                "table-out-of-service",
                _("Table %(table)s is out of service. Move the game to another one.")
                % {"table": pairing.table.number},
                stops=True,
                pairing=pairing.pk,
            )
        )
    for two in opponents((seat.entry_id, seat.side) for seat in seats):
        rounds = facts.past.meetings.get(two, [])
        if rounds:
            one, other = (names[seat.entry_id] for seat in seats if seat.entry_id in two)
            problems.append(
                Problem(
                    "rematch",
                    ngettext(
                        "%(one)s and %(other)s have met in round %(rounds)s.",
                        "%(one)s and %(other)s have met in rounds %(rounds)s.",
                        len(rounds),
                    )
                    % {"one": one, "other": other, "rounds": _numbers(rounds)},
                    pairing=pairing.pk,
                )
            )
    problems += [
        Problem(
            "fixed-table",
            _("%(entry)s needs table %(table)s.")
            % {"entry": seat.entry.name, "table": seat.entry.fixed_table.number},
            pairing=pairing.pk,
        )
        for seat in seats
        if seat.entry.fixed_table is not None and seat.entry.fixed_table_id != pairing.table_id
    ]
    return problems


def _numbers(rounds: list[int]) -> str:
    return ", ".join(str(number) for number in rounds)
