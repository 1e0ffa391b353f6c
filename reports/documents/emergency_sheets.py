"""Lists that only the emergency pack has: whom each met, rounds to come, what rulings took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.models import Clock
from judging.models import Ruling
from judging.queries.rulings import rows as ruling_rows
from reports.documents.emergency_steps import Sheet
from reports.documents.lists import list_order
from reports.documents.model import Document, Subject
from reports.documents.rounds import round_label
from reports.press.parts import Order
from tournaments.draw_words import group_words
from tournaments.formats.model import Draw, DrawError, PairingKind
from tournaments.formats.registry import get_format
from tournaments.games import GAMES
from tournaments.models import Entry, Pairing, Round, Seat, Tournament
from tournaments.queries.draw_request import draw_request, proposed_seed, seed_for
from tournaments.queries.stages import StageFacts

#: Empty lists of pairings: rounds that can be run with the pack.
ROUNDS: Final = 2
#: Consequences that count for something after the day goes on by hand.
_COUNTS: Final = (
    Ruling.Consequence.WARNING,
    Ruling.Consequence.RESULT,
    Ruling.Consequence.PENALTY,
    Ruling.Consequence.DISQUALIFICATION,
)


@dataclass(frozen=True)
class Met:
    """An entry and the numbers of those it met, and had as partners; rounds it sat out."""

    number: int
    name: str
    met: str
    partners: str
    sat_out: str


def met(document: Document, subject: Subject) -> Order | None:
    """Whom each has met, by number; in an individual event its partners, too. Two queries."""
    entries = {entry.pk: entry for entry in subject.tournament.entries.order_by("number")}
    if not entries:
        return None
    seats = Seat.objects.filter(
        round__tournament=subject.tournament, round__state__in=("published", "closed")
    ).values_list("pairing_id", "pairing__kind", "entry_id", "side", "round__number")
    against: dict[int, set[int]] = {pk: set() for pk in entries}
    beside: dict[int, set[int]] = {pk: set() for pk in entries}
    sat_out: dict[int, set[int]] = {pk: set() for pk in entries}
    together: dict[int, list[tuple[int, int]]] = {}
    for pairing, kind, entry, side, number in seats:
        if kind == Pairing.Kind.BYE:
            sat_out[entry].add(number)
        together.setdefault(pairing, []).append((entry, side))
    for those in together.values():
        for entry, side in those:
            others = [(entries[one].number, its) for one, its in those if one != entry]
            against[entry] |= {number for number, its in others if its != side}
            beside[entry] |= {number for number, its in others if its == side}

    def listed(numbers: set[int]) -> str:
        return ", ".join(map(str, sorted(numbers)))

    rows = [
        Met(entry.number, entry.name, listed(against[pk]), listed(beside[pk]), listed(sat_out[pk]))
        for pk, entry in entries.items()
    ]
    context = {"rows": rows, "partners": any(row.partners for row in rows)}
    return list_order(document, subject, "emergency_met.html", context, Sheet.MET.title)


@dataclass(frozen=True)
class PlanRow:
    """A pairing of a round to come: the table it would have, its sides; one alone sits out."""

    table: int | None
    group: str
    sides: list[str]
    bye: bool


def plan(document: Document, subject: Subject, facts: StageFacts) -> Order | None:
    """The rounds still to come of a stage whose rounds are laid down; of a tree the next one.
    A few queries for each."""
    if not facts.row.fixed_rounds:
        return None
    names = {entry.pk: f"{entry.number} {entry.name}" for entry in subject.tournament.entries.all()}
    rounds = [
        {
            "number": number,
            "rows": [
                PlanRow(
                    pairing.table,
                    group_words(pairing.group) if pairing.group else "",
                    [names[seat.entry] for seat in sorted(pairing.seats, key=lambda s: s.side)],
                    pairing.kind is PairingKind.BYE,
                )
                for pairing in sorted(
                    draw.pairings,
                    key=lambda p: (p.kind is PairingKind.BYE, p.table is None, p.table or 0),
                )
            ],
        }
        for number, draw in _to_come(subject.tournament, facts)
    ]
    context = {"rounds": rounds}
    return list_order(
        document, subject, "emergency_plan.html", context, Sheet.PLAN.title, sheets=("emergency",)
    )


def _to_come(tournament: Tournament, facts: StageFacts) -> Iterator[tuple[int, Draw]]:
    """Each round after the last that was drawn, as the program would draw it now."""
    last = facts.offset + (facts.planned or facts.rounds)
    if facts.row.tree:
        last = min(last, facts.last + 1)
    for number in range(facts.last + 1, last + 1):
        seed = seed_for(facts, number, proposed_seed(tournament, number))
        try:
            request = draw_request(facts.stage, number, seed, facts=facts)
            yield number, get_format(facts.stage.format).draw(request)
        except DrawError:
            # It hangs on what is not known yet: a lot, or results of the round before.
            return


def rulings(document: Document, subject: Subject) -> Order | None:
    """The rulings that stand and still count: points taken, warnings, who is out. One query."""
    found = ruling_rows().filter(tournament=subject.tournament, consequence__in=_COUNTS)
    standing = [
        ruling for ruling in found.order_by("number") if getattr(ruling, "amended_by", None) is None
    ]
    if not standing:
        return None
    return list_order(
        document, subject, "emergency_rulings.html", {"rulings": standing}, Sheet.RULINGS.title
    )


def clock_log(document: Document, subject: Subject, rounds: list[Round]) -> Order | None:
    """When each round began and stood still, and which tables have extra time."""
    clocks = {
        clock.round_id: clock
        for clock in Clock.objects.filter(round__in=rounds).prefetch_related("pauses")
    }
    if not clocks:
        return None
    last = next(row for row in reversed(rounds) if row.pk in clocks)
    context = {
        "rounds": [
            {
                "label": round_label(row),
                "minutes": clocks[row.pk].seconds // 60,
                "started_at": clocks[row.pk].started_at,
                "pauses": list(clocks[row.pk].pauses.all()),
                "closed_at": row.closed_at,
            }
            for row in rounds
            if row.pk in clocks
        ],
        "extensions": [
            (
                pairing.table.number if pairing.table else None,
                sum(one.minutes for one in pairing.extensions.all()),
            )
            for pairing in last.pairings.select_related("table").prefetch_related("extensions")
            if pairing.extensions.all()
        ],
        "last": round_label(last),
    }
    return list_order(document, subject, "emergency_clock.html", context, _("The clock so far"))


def blank_list(document: Document, subject: Subject, tables: int) -> Order:
    """Empty lists of pairings, a sheet a round, to be filled in and hung up."""
    tournament: Tournament = subject.tournament
    playing = tournament.entries.filter(state__in=(Entry.State.PRESENT, Entry.State.LATE)).count()
    sides = GAMES[tournament.game].usual_sides
    rows = max(4, min(tables, -(-playing // sides)) if playing else tables) + 1
    context = {"rows": range(rows), "sides": range(sides), "sheets": range(ROUNDS)}
    return list_order(
        document,
        subject,
        "emergency_blank.html",
        context,
        Sheet.BLANK_LIST.title,
        sheets=("emergency",),
    )
