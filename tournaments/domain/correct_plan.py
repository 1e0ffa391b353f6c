"""What is written to put misfits right: the pairings and lists as they are to be. Writes nothing.

`correct_seats.py` says what becomes of a pairing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.formats.dependents_model import DependentKind
from tournaments.models import Entry, Pairing, Round, Seat, Table, Tournament
from tournaments.queries.misfits import Misfit, MisfitFacts
from tournaments.queries.played import settings_of

from .correct_rows import PairingState, read_list, read_states
from .correct_seats import added, put_right, replaced
from .draft_rows import colours_of
from .errors import Refused


@dataclass
class Plan:
    """Before and after."""

    before: list[PairingState] = field(default_factory=list)
    after: list[PairingState] = field(default_factory=list)
    lists: dict[int, tuple[list[Any], list[Any]]] = field(default_factory=dict)
    """By key of the stage: who went on before, and after."""

    @property
    def dropped(self) -> list[int]:
        """Keys of games whose result goes, since somebody is out or in who did not play it."""
        seats = {state.pk: len(state.seats) for state in self.after}
        return [
            state.pk
            for state in self.before
            if state.pk is not None
            and state.kind == Pairing.Kind.GAME
            and any(seat.outcome or seat.place is not None for seat in state.seats)
            and seats.get(state.pk) != len(state.seats)
        ]


def plan_swaps(tournament: Tournament, facts: MisfitFacts, swaps: Sequence[Misfit]) -> Plan:
    """What putting these right comes to. Raises `Refused`: `sits-twice` when somebody would then
    have two seats in a round, `no-free-table` for a game that would have none."""
    plan = Plan()
    if not swaps:
        return plan
    planner = _Planner(tournament, facts)
    seats = [one for one in swaps if one.dependent.kind is DependentKind.SEAT]
    matches = [one for one in swaps if one.dependent.kind is DependentKind.MATCH]
    others = [one for one in swaps if one.dependent.kind is DependentKind.QUALIFIER]
    states = planner.read(seats, others)
    plan.before = list(states.values())
    planner.busy = _tables_taken(states.values(), tournament)
    for key, swapped in _by_match(seats).items():
        state = next(one for one in states.values() if planner.place(one) == key)
        assert state.pk is not None
        states[state.pk] = put_right(state, [one.dependent for one in swapped], planner)
    after = [*states.values(), *(planner.added(one) for one in matches)]
    for stage, instead in _instead(others).items():
        after = planner.replaced(after, stage, instead)
        plan.lists |= planner.lists(stage, instead)
    plan.after = after
    _refuse_twice(plan, facts)
    return plan


Place = tuple[int, str, int]
"""Number of the round, group and slot of a match."""


def _place(one: Misfit) -> Place:
    assert one.round is not None
    return one.round, one.dependent.group, one.dependent.slot


def _by_match(seats: Iterable[Misfit]) -> dict[Place, list[Misfit]]:
    matches: defaultdict[Place, list[Misfit]] = defaultdict(list)
    for one in seats:
        matches[_place(one)].append(one)
    return matches


def _instead(others: Iterable[Misfit]) -> dict[int, dict[int, Misfit]]:
    """By number of the stage: who goes out, and the misfit that says who comes in."""
    stages: defaultdict[int, dict[int, Misfit]] = defaultdict(dict)
    for one in others:
        if one.dependent.wrong is not None and one.into is not None:
            stages[one.stage.stage.number][one.dependent.wrong] = one
    return stages


def _tables_taken(states: Iterable[PairingState], tournament: Tournament) -> set[tuple[int, int]]:
    taken = Pairing.objects.filter(round__tournament=tournament, table__isnull=False)
    rounds = {state.round for state in states}
    return set(taken.filter(round__in=rounds).values_list("round_id", "table_id"))


class _Planner:
    def __init__(self, tournament: Tournament, facts: MisfitFacts) -> None:
        self.tournament = tournament
        self.facts = facts
        self.numbers = {one.pk: number for number, one in facts.rounds.items()}
        self.busy: set[tuple[int, int]] = set()

    def place(self, state: PairingState) -> Place:
        return self.numbers[state.round], state.group, state.slot or 0

    def read(self, seats: Sequence[Misfit], others: Sequence[Misfit]) -> dict[int, PairingState]:
        """All pairings that may change."""
        wanted = Q(pk__in=[])
        for number, group, slot in {_place(one) for one in seats}:
            wanted |= Q(round__number=number, group=group, slot=slot)
        for one in others:
            sits = Seat.objects.filter(
                entry=one.dependent.wrong,
                round__tournament=self.tournament,
                round__stage__number__gte=one.stage.stage.number,
            )
            wanted |= Q(pk__in=sits.values("pairing"))
        return read_states(Pairing.objects.filter(wanted, round__tournament=self.tournament))

    def added(self, one: Misfit) -> PairingState:
        """A match that was missing."""
        assert one.round is not None
        round_ = self.facts.rounds[one.round]
        orders = round_.pairings.order_by("-order").values_list("order", flat=True)
        self.busy |= {
            (round_.pk, table)
            for table in round_.pairings.filter(table__isnull=False).values_list("table", flat=True)
        }
        order = (orders.first() or 0) + one.dependent.slot
        return added(round_.pk, order, one.dependent, self)

    def colours(self, side: int) -> tuple[str, ...]:
        return tuple(colours_of(self.tournament, side))

    def bye_points(self, round_: int) -> str | None:
        if self.facts.rounds[self.numbers[round_]].state == Round.State.DRAFT:
            return None
        return f"{settings_of(self.tournament).points.bye:.2f}"

    def free_table(self, round_: int) -> int:
        tables = Table.objects.filter(tournament=self.tournament, in_service=True)
        for table in tables.order_by("number").values_list("pk", flat=True):
            if (round_, table) not in self.busy:
                self.busy.add((round_, table))
                return table
        raise Refused(
            "no-free-table",
            _(
                "Round %(number)s gets a game more, and no table is free for it. Put a table into "
                "service in the settings, or leave that match as it is."
            )
            % {"number": self.numbers[round_]},
        )

    def replaced(
        self, states: Sequence[PairingState], stage: int, instead: Mapping[int, Misfit]
    ) -> list[PairingState]:
        """In the rounds of a stage and of those after it, others in the seats of those who should
        not have gone on."""
        rounds = {one.pk for one in self.facts.rounds.values() if self._stage_number(one) >= stage}
        turn = {
            out: one.dependent.right
            for out, one in instead.items()
            if one.dependent.right is not None
        }
        return replaced(states, rounds, turn)

    def _stage_number(self, round_: Round) -> int:
        stages = {one.stage.pk: one.stage.number for one in self.facts.stages}
        return stages[round_.stage_id]

    def lists(
        self, number: int, instead: Mapping[int, Misfit]
    ) -> dict[int, tuple[list[Any], list[Any]]]:
        """Who went on into the stage, and into those after it."""
        changed = {}
        for one in self.facts.stages:
            if one.stage.number < number:
                continue
            before = read_list(one.stage)
            after = []
            for entry, seed, rank, group in before:
                misfit = instead.get(entry)
                if misfit is None or misfit.into is None:
                    after.append([entry, seed, rank, group])
                elif one.stage.number == number:
                    into = misfit.into
                    after.append([into.entry, seed, into.rank, into.group])
                else:
                    after.append([misfit.into.entry, seed, rank, group])
            if after != before:
                changed[one.stage.pk] = (before, after)
        return changed


def _refuse_twice(plan: Plan, facts: MisfitFacts) -> None:
    """Nobody has two seats in a round: what takes one away must be chosen with what gives one."""
    keys = [state.pk for state in plan.before if state.pk is not None]
    numbers = {one.pk: number for number, one in facts.rounds.items()}
    rounds = {state.round for state in plan.after}
    seats = Seat.objects.filter(round__in=rounds).exclude(pairing__in=keys)
    sitting = Counter(seats.values_list("round_id", "entry_id"))
    sitting.update((state.round, entry) for state in plan.after for entry in state.entries)
    twice = next((place for place, count in sitting.items() if count > 1), None)
    if twice is not None:
        raise Refused(
            "sits-twice",
            _(
                "%(entry)s would sit at two tables in round %(number)s. Put both matches right, or "
                "leave both as they are."
            )
            % {
                "entry": Entry.objects.get(pk=twice[1]).name,
                "number": numbers[twice[0]],
            },
        )
