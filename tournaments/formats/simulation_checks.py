"""What must hold of every draw and every event, whatever the format: named checks.

A check reads one round (`RoundSeen`) or the whole event (`EventSeen`) and yields what is wrong
with it, in a developer's words. It shares no code with the formats: a draw is judged by counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntrantStatus,
    EntryId,
    Outcome,
    PairingKind,
    PlayedPairing,
)
from tournaments.formats.records import award_points
from tournaments.formats.scoring import ZERO, StandingsSettings
from tournaments.formats.simulation_model import Fault, FormatFacts, Scenario
from tournaments.formats.standings import Standings


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """A draw and all it was made from."""

    request: DrawRequest
    draw: Draw
    facts: FormatFacts
    shuffled: Draw | None
    """The draw of the same request with its lists in another order, where one was made."""

    @property
    def available(self) -> set[EntryId]:
        return {e.id for e in self.request.entrants if e.available(self.request.round)}

    @property
    def games(self) -> list[DrawnPairing]:
        return [pairing for pairing in self.draw.pairings if pairing.kind is PairingKind.GAME]

    @property
    def seated(self) -> list[EntryId]:
        return [entry for pairing in self.draw.pairings for entry in pairing.entries]


@dataclass(frozen=True, slots=True)
class EventSeen:
    """An event after its last round."""

    scenario: Scenario
    facts: FormatFacts
    entrants: Sequence[Entrant]
    history: Sequence[PlayedPairing]
    standings: Standings
    settings: StandingsSettings
    rounds: int
    planned: int | None
    """Rounds the format says it takes; None where it says nothing."""
    cut_short: bool
    """Ended before the format did: too few were left, or a check had failed."""

    @property
    def undisturbed(self) -> bool:
        """Everybody was there from the first round to the last and came to each game."""
        played = all(pairing.kind is not PairingKind.WALKOVER for pairing in self.history)
        return played and all(
            e.status is EntrantStatus.ACTIVE and e.available_from_round == 1 for e in self.entrants
        )


def _nobody_twice(seen: RoundSeen) -> Iterator[str]:
    for entry, times in Counter(seen.seated).items():
        if times > 1:
            yield f"entry {entry} has {times} seats"


def _nobody_away(seen: RoundSeen) -> Iterator[str]:
    away = set(seen.seated) - seen.available
    if away:
        yield f"drawn though not there: {sorted(away)}"


def _each_available_once(seen: RoundSeen) -> Iterator[str]:
    if not seen.facts.seats_all:
        return
    missing = seen.available - set(seen.seated)
    if missing:
        yield f"there, but in no pairing: {sorted(missing)}"


def _group_whole(seen: RoundSeen) -> Iterator[str]:
    """A group that plays a round seats all its members that are there."""
    if not seen.facts.grouped:
        return
    first = [(p.group, [s.entry for s in p.seats]) for p in seen.request.history if p.round == 1]
    first = first or [(p.group, list(p.entries)) for p in seen.draw.pairings]
    playing = {pairing.group for pairing in seen.draw.pairings}
    members = {e for group, entries in first if group in playing for e in entries}
    missing = (members & seen.available) - set(seen.seated)
    if missing:
        yield f"their group plays without them: {sorted(missing)}"


def _sides_sound(seen: RoundSeen) -> Iterator[str]:
    """A game has two sides or more, numbered from 1, equally many seats each, and no entry
    meets itself; a bye has one seat."""
    for pairing in seen.draw.pairings:
        sides = Counter(seat.side for seat in pairing.seats)
        if pairing.kind is not PairingKind.GAME:
            if len(pairing.seats) != 1:
                yield f"a {pairing.kind} with {len(pairing.seats)} seats"
        elif sorted(sides) != list(range(1, len(sides) + 1)) or len(sides) < 2:
            yield f"sides of a game are {sorted(sides)}"
        elif len(set(sides.values())) != 1:
            yield f"sides of unequal size: {dict(sides)}"
        elif len(set(pairing.entries)) != len(pairing.seats):
            yield f"entries against themselves: {pairing.entries}"


def _byes_fair(seen: RoundSeen) -> Iterator[str]:
    if not seen.facts.fair_byes:
        return
    had = byes_of(seen.request.history)
    fewest = min((had[entry] for entry in seen.available - set(seen.draw.byes)), default=None)
    for entry in seen.draw.byes:
        if fewest is not None and had[entry] > fewest:
            yield f"entry {entry} has bye {had[entry] + 1} while another has had {fewest}"


def _byes_few(seen: RoundSeen) -> Iterator[str]:
    if not seen.facts.fair_byes:
        return
    largest = max((len(game.seats) for game in seen.games), default=0)
    if len(seen.draw.byes) >= largest:
        yield f"{len(seen.draw.byes)} byes, though a table seats {largest}"


def _no_needless_rematch(seen: RoundSeen) -> Iterator[str]:
    """Where each has met fewer than half of the others, Dirac's theorem promises a round in which
    nobody meets anybody again."""
    if not seen.facts.avoids_rematches:
        return
    paired = {entry for game in seen.games for entry in game.entries}
    known: Counter[EntryId] = Counter()
    for pair in meetings(seen.request.history):
        if pair <= paired:
            known.update(pair)
    if any(2 * (len(paired) - 1 - known[entry]) < len(paired) for entry in paired):
        return
    played = meetings(p for p in seen.request.history if p.kind is PairingKind.GAME)
    for game in seen.games:
        if played[frozenset(game.entries)]:
            yield f"{game.entries} meet again, though nobody has to"


def _loser_out(seen: RoundSeen) -> Iterator[str]:
    if seen.facts.out_after is None:
        return
    lost = losses(seen.request.history, seen.facts)
    for pairing in seen.draw.pairings:
        if pairing.group not in seen.facts.placement_groups:
            for entry in pairing.entries:
                if lost[entry] >= seen.facts.out_after:
                    yield f"entry {entry} is out after {lost[entry]} losses, and is drawn again"


def _winner_goes_on(seen: RoundSeen) -> Iterator[str]:
    """Of a single elimination: who has not lost plays, or has a bye, in every round."""
    if seen.facts.out_after != 1:
        return
    lost = losses(seen.request.history, seen.facts)
    there = {entry for entry in seen.available if not lost[entry]}
    main = [p for p in seen.draw.pairings if p.group not in seen.facts.placement_groups]
    missing = there - {entry for pairing in main for entry in pairing.entries}
    # A consolation may take longer than the tree, whose winner then waits.
    if missing and len(there) > 1:
        yield f"unbeaten, but not drawn: {sorted(missing)}"


def _slots_clear(seen: RoundSeen) -> Iterator[str]:
    """No two pairings of a round claim the same slot of the same group."""
    slots = Counter(
        (pairing.group, pairing.slot) for pairing in seen.draw.pairings if pairing.slot is not None
    )
    for (group, slot), times in slots.items():
        if times > 1:
            yield f"slot {slot} of {group or 'the tree'} is there {times} times"


def _tables_clear(seen: RoundSeen) -> Iterator[str]:
    """Games have tables of their own that are in service; byes have none."""
    if not seen.request.tables:
        return
    served = {table.number for table in seen.request.tables if table.in_service}
    used = [game.table for game in seen.games]
    if None in used or len(set(used)) != len(used) or not set(used) <= served:
        yield f"tables {used}"
    if any(p.table is not None for p in seen.draw.pairings if p.kind is not PairingKind.GAME):
        yield "a bye has a table"


def _same_again(seen: RoundSeen) -> Iterator[str]:
    if seen.shuffled is not None and seen.shuffled != seen.draw:
        yield "another draw when entrants and results are listed in another order"


def _standings_whole(seen: EventSeen) -> Iterator[str]:
    """Each entry stands once; ranks begin with 1 and never fall; points add up."""
    entries = [row.entry for row in seen.standings]
    if sorted(entries) != sorted(entrant.id for entrant in seen.entrants):
        yield f"entries of the standings are {entries}"
    ranks = [row.rank for row in seen.standings]
    if ranks != sorted(ranks) or ranks[:1] != [1]:
        yield f"ranks are {ranks}"
    points = sum((row.points for row in seen.standings), ZERO)
    awarded = sum(
        (award_points(p, seat, seen.settings.points) for p in seen.history for seat in p.seats),
        ZERO,
    )
    if points != awarded:
        yield f"{points} points stand, {awarded} were given"


def _ends_as_planned(seen: EventSeen) -> Iterator[str]:
    if seen.planned is None or seen.cut_short:
        return
    # Where somebody left or did not come, a consolation may be over early.
    exact = seen.facts.out_after == 1 and seen.undisturbed
    if seen.rounds > seen.planned or (exact and seen.rounds < seen.planned):
        yield f"{seen.rounds} rounds, {seen.planned} were planned"


def _all_met(seen: EventSeen) -> Iterator[str]:
    if not seen.facts.meets_all or seen.cut_short or not seen.undisturbed:
        return
    met = meetings(seen.history)
    pairs = [frozenset(pair) for pair in combinations((e.id for e in seen.entrants), 2)]
    times = Counter(met[pair] for pair in pairs)
    if len(times) != 1 or 0 in times:
        yield f"pairs by number of meetings: {dict(times)}"


def _one_left(seen: EventSeen) -> Iterator[str]:
    """After the last round of a tree no more than one is left; exactly one, when all came. Where
    the final decides at once, its loser may have lost no other match."""
    if seen.facts.out_after is None or seen.cut_short:
        return
    lost = losses(seen.history, seen.facts)
    left = [
        entrant.id
        for entrant in seen.entrants
        if entrant.status is not EntrantStatus.WITHDRAWN and lost[entrant.id] < seen.facts.out_after
    ]
    most = 1 if getattr(seen.scenario.options, "second_final", True) else 2
    if len(left) > most or (not left and seen.undisturbed):
        yield f"left at the end: {left}"


RoundCheck = Callable[[RoundSeen], Iterable[str]]
EventCheck = Callable[[EventSeen], Iterable[str]]

ROUND_CHECKS: Mapping[str, RoundCheck] = {
    "nobody_twice": _nobody_twice,
    "nobody_away": _nobody_away,
    "each_available_once": _each_available_once,
    "group_whole": _group_whole,
    "sides_sound": _sides_sound,
    "byes_fair": _byes_fair,
    "byes_few": _byes_few,
    "no_needless_rematch": _no_needless_rematch,
    "loser_out": _loser_out,
    "winner_goes_on": _winner_goes_on,
    "slots_clear": _slots_clear,
    "tables_clear": _tables_clear,
    "same_again": _same_again,
}
EVENT_CHECKS: Mapping[str, EventCheck] = {
    "standings_whole": _standings_whole,
    "ends_as_planned": _ends_as_planned,
    "all_met": _all_met,
    "one_left": _one_left,
}
DRAW_MADE = "draw_made"
"""Broken where a format refuses a sound request, or raises what is no refusal."""

GOING_ON = "going_on"
"""Broken where others go on into a second stage than those who stand first."""

CHECKS: tuple[str, ...] = (DRAW_MADE, *ROUND_CHECKS, *EVENT_CHECKS, GOING_ON)
"""Names of all checks."""


def check_round(seen: RoundSeen) -> list[Fault]:
    """What is wrong with a draw."""
    return [
        Fault(name, seen.request.round, detail)
        for name, check in ROUND_CHECKS.items()
        for detail in check(seen)
    ]


def check_event(seen: EventSeen) -> list[Fault]:
    """What is wrong with an event as a whole."""
    return [
        Fault(name, seen.rounds, detail)
        for name, check in EVENT_CHECKS.items()
        for detail in check(seen)
    ]


def byes_of(history: Iterable[PlayedPairing]) -> Counter[EntryId]:
    """Byes each entry has had."""
    return Counter(p.seats[0].entry for p in history if p.kind is PairingKind.BYE)


def meetings(history: Iterable[PlayedPairing]) -> Counter[frozenset[EntryId]]:
    """How often two were opponents at a table, or should have been and one did not come."""
    met: Counter[frozenset[EntryId]] = Counter()
    for pairing in history:
        for one, other in combinations(pairing.seats, 2):
            if one.side != other.side:
                met[frozenset((one.entry, other.entry))] += 1
    return met


def losses(history: Iterable[PlayedPairing], facts: FormatFacts) -> Counter[EntryId]:
    """Losses that count towards going out. A match that nobody came to puts both out."""
    lost: Counter[EntryId] = Counter()
    for pairing in history:
        if pairing.group in facts.placement_groups:
            continue
        beaten = [seat.entry for seat in pairing.seats if seat.outcome is Outcome.LOSS]
        whole = len(beaten) == len(pairing.seats)
        for entry in beaten:
            lost[entry] += (facts.out_after or 1) if whole else 1
    return lost
