"""A draft looked over: what each pairing has behind it, and what speaks against publishing it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tournaments.draw_words import finding_sentence
from tournaments.formats import model
from tournaments.formats.editing import Finding, Severity, check_draft
from tournaments.formats.editing_rules import Structure
from tournaments.formats.model import DrawRequest, EntryId, PairingKind, PlayedPairing
from tournaments.models import Entry, Pairing, Round, Seat, Table
from tournaments.stage_formats import row_of, shape_of, sizes_allowed

from .draw_request import draw_request
from .stages import options_of

#: Where the desk judges otherwise than the check: one who is here may be left out by will, but
#: nobody can be sent to a table that is out of service.
_STOPS: Mapping[str, bool] = {"active_entry_missing": False, "table_out_of_service": True}


@dataclass(frozen=True)
class Problem:
    """Something that speaks against a draft. `stops` means that it cannot be published so."""

    code: str
    sentence: str
    stops: bool = False
    #: Key of the pairing it is about; None for the draft as a whole.
    pairing: int | None = None
    #: Key of the entry to put in, where that would help.
    entry: int | None = None


@dataclass
class Past:
    """Where each entry has sat and when it had a bye."""

    byes: dict[EntryId, list[int]] = field(default_factory=lambda: defaultdict(list))
    tables: dict[EntryId, list[int]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, played: Iterable[PlayedPairing]) -> Past:
        past = cls()
        for pairing in played:
            for seat in pairing.seats:
                if pairing.kind is PairingKind.BYE:
                    past.byes[seat.entry].append(pairing.round)
                elif pairing.table is not None:
                    past.tables[seat.entry].append(pairing.table)
        return past


@dataclass(frozen=True)
class DraftFacts:
    """A draft with everything its checks read: a constant number of queries."""

    round: Round
    pairings: list[Pairing]
    #: By key of the pairing; read at once, since a query set for each row would cost more than
    #: all the rest.
    seats: Mapping[int, list[Seat]]
    #: What a draw made now would be made from, with everybody on the list of entries.
    request: DrawRequest
    tables: list[Table]

    @cached_property
    def past(self) -> Past:
        return Past.of(self.request.history)

    @cached_property
    def names(self) -> dict[EntryId, str]:
        """Names of those in the draft."""
        return {
            seat.entry_id: seat.entry.name for sitting in self.seats.values() for seat in sitting
        }

    @property
    def free_tables(self) -> list[Table]:
        """Tables in service where nobody sits."""
        used = {pairing.table_id for pairing in self.pairings}
        return [table for table in self.tables if table.in_service and table.pk not in used]

    @property
    def byes(self) -> list[Pairing]:
        return [pairing for pairing in self.pairings if pairing.kind == Pairing.Kind.BYE]

    @cached_property
    def drawn_at_first(self) -> frozenset[EntryId]:
        """Those the draw had in it, whatever hands did since."""
        return frozenset(
            entry
            for pairing in self.round.draw.get("pairings", [])
            for entry, _side in pairing["seats"]
        )

    @cached_property
    def drawn(self) -> tuple[model.DrawnPairing, ...]:
        """The pairings as the formats read them."""
        return tuple(
            model.DrawnPairing(
                seats=tuple(
                    model.Seat(seat.entry_id, seat.side + 1) for seat in self.seats[pairing.pk]
                ),
                kind=PairingKind.BYE if pairing.kind == Pairing.Kind.BYE else PairingKind.GAME,
                table=pairing.table.number if pairing.table else None,
                group=pairing.group,
                slot=pairing.slot,
            )
            for pairing in self.pairings
        )


def draft_facts(round_: Round) -> DraftFacts:
    """Reads the draft, the rounds before it, entries and tables."""
    pairings = list(round_.pairings.select_related("table").order_by("order"))
    seats: dict[int, list[Seat]] = {pairing.pk: [] for pairing in pairings}
    for seat in Seat.objects.filter(round=round_).select_related("entry").order_by("side", "id"):
        seats[seat.pairing_id].append(seat)
    return DraftFacts(
        round=round_,
        pairings=pairings,
        seats=seats,
        request=draw_request(round_.stage, round_.number, round_.seed, everybody=True),
        tables=list(round_.tournament.tables.order_by("number")),
    )


def available_entries(round_: Round) -> list[Entry]:
    """Entries that a draw of the round made now would take in."""
    entries = round_.tournament.entries.filter(
        state__in=(Entry.State.PRESENT, Entry.State.LATE), from_round__lte=round_.number
    )
    if round_.stage.number > 1:
        entries = entries.filter(stage_entries__stage=round_.stage_id)
    return list(entries.order_by("number"))


def draft_problems(round_: Round) -> list[Problem]:
    """What speaks against publishing the draft, the worst first."""
    return problems_in(draft_facts(round_))


def problems_in(facts: DraftFacts) -> list[Problem]:
    """As `draft_problems`, from facts already read. One query when somebody is left out."""
    found = check_draft(facts.request, facts.drawn, sizes=sizes_allowed(facts.request.options))
    findings = [one for one in found if _is_said(facts, one)]
    findings += [
        Finding(Severity.REFUSAL, "no_table", {"entries": pairing.entries}, index)
        for index, pairing in enumerate(facts.drawn)
        if pairing.kind is PairingKind.GAME and pairing.table is None and facts.tables
    ]
    if not facts.pairings:
        findings.append(Finding(Severity.REFUSAL, "empty"))
    return sorted(_problems(facts, findings), key=lambda problem: not problem.stops)


#: What speaks against a pairing only where anybody may meet anybody.
_OPEN_ONLY = frozenset({"rematch", "second_bye", "several_byes"})


def _is_said(facts: DraftFacts, finding: Finding) -> bool:
    """Whether a finding says anything in the round's format: where rounds are laid down, who is
    out or sits out is so by the plan, unless a hand took it out."""
    stage = facts.round.stage
    if row_of(stage).structure is Structure.OPEN:
        few = (
            finding.code == "several_byes"
            and len(facts.byes) < shape_of(stage.format, options_of(stage)).full
        )
        return not few
    if finding.code == "active_entry_missing":
        return finding.params.get("entry") in facts.drawn_at_first
    return finding.code not in _OPEN_ONLY


def _problems(facts: DraftFacts, findings: Iterable[Finding]) -> list[Problem]:
    listed = list(findings)
    left_out = {entry for finding in listed if (entry := _left_out(finding)) is not None}
    names = facts.names
    if left_out:
        names = names | dict(Entry.objects.filter(pk__in=left_out).values_list("pk", "name"))
    return [
        Problem(
            code=finding.code,
            sentence=finding_sentence(finding.code, finding.params, names),
            stops=_STOPS.get(finding.code, finding.severity is Severity.REFUSAL),
            pairing=None if finding.pairing is None else facts.pairings[finding.pairing].pk,
            entry=_left_out(finding),
        )
        for finding in listed
    ]


def _left_out(finding: Finding) -> EntryId | None:
    entry = finding.params.get("entry")
    return entry if finding.code == "active_entry_missing" and isinstance(entry, int) else None
