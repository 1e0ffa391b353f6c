"""A fixed schedule: the organiser says who meets whom in which round, and nothing is drawn.

The rounds stand in the options as lists of pairings, each a list of entries: the first sits on side
1, the second on side 2, and so on; one alone sits out. `check_schedule` says what is wrong or odd
about them before the first round; `draw` hands out a round, with a bye for everybody whose
opponents are away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.formats.editing import Finding, Severity
from tournaments.formats.model import (
    Draw,
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntryId,
    FormatOptions,
    InvalidRequestError,
    NoDrawError,
    Optimality,
    PairingKind,
    ParamValue,
    Reason,
    Seat,
)
from tournaments.formats.placing import check_entrants, open_results, place_pairings
from tournaments.formats.registry import register
from tournaments.formats.tables import table_warnings

ENGINE_VERSION = "schedule-1"

ScheduledPairing = tuple[EntryId, ...]
"""Entries in order of side; one alone is a bye."""
ScheduledRound = tuple[ScheduledPairing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleOptions(FormatOptions):
    """Options of a fixed schedule."""

    rounds: tuple[ScheduledRound, ...] = ()
    """Who meets whom, round by round."""
    byes_for_the_rest: bool = True
    """Whoever a round does not name has a bye in it; otherwise it is in no pairing."""


def check_schedule(
    entrants: Sequence[Entrant], rounds: Sequence[Sequence[Sequence[EntryId]]]
) -> list[Finding]:
    """Everything to be said about a schedule, refusals first.

    Refusals: `round_empty`, `pairing_empty`, `unknown_entry`, `entry_against_itself`,
    `entry_twice_in_round`; with one of them the round is not drawn. Warnings: `meets_again` (with
    the rounds), `games_unequal` and `sides_unequal` (most and fewest, and who has them),
    `entry_never_named`. `params["round"]` says in which round, `pairing` which one of it.
    """
    known = {entrant.id for entrant in entrants}
    refused = [
        finding
        for number, pairings in enumerate(rounds, start=1)
        for finding in _refusals(number, pairings, known)
    ]
    return [*refused, *_warnings(entrants, rounds)]


def _refuse(code: str, pairing: int | None = None, **params: ParamValue) -> Finding:
    return Finding(Severity.REFUSAL, code, params, pairing)


def _warn(code: str, **params: ParamValue) -> Finding:
    return Finding(Severity.WARNING, code, params)


def _refusals(
    number: int, pairings: Sequence[Sequence[EntryId]], known: set[EntryId]
) -> Iterator[Finding]:
    if not pairings:
        yield _refuse("round_empty", round=number)
    for index, pairing in enumerate(pairings):
        if not pairing:
            yield _refuse("pairing_empty", index, round=number)
        for entry, seats in Counter(pairing).items():
            if entry not in known:
                yield _refuse("unknown_entry", index, entry=entry, round=number)
            if seats > 1:
                yield _refuse("entry_against_itself", index, entry=entry, round=number)
    times = Counter(entry for pairing in pairings for entry in dict.fromkeys(pairing))
    for entry, count in times.items():
        if count > 1:
            yield _refuse("entry_twice_in_round", entry=entry, times=count, round=number)


def _warnings(
    entrants: Sequence[Entrant], rounds: Sequence[Sequence[Sequence[EntryId]]]
) -> Iterator[Finding]:
    met: dict[tuple[EntryId, EntryId], list[int]] = {}
    games: Counter[EntryId] = Counter()
    lead: Counter[EntryId] = Counter()
    named: set[EntryId] = set()
    for number, pairings in enumerate(rounds, start=1):
        for pairing in pairings:
            named.update(pairing)
            if len(pairing) < 2:
                continue
            games.update(pairing)
            if len(pairing) == 2:
                lead.update({pairing[0]: 1, pairing[1]: -1})
            for index, one in enumerate(pairing):
                for other in pairing[index + 1 :]:
                    if one != other:
                        key = (min(one, other), max(one, other))
                        met.setdefault(key, []).append(number)
    for pair, numbers in sorted(met.items()):
        if len(numbers) > 1:
            yield _warn("meets_again", entries=pair, rounds=tuple(numbers))
    by_seed = [e.id for e in sorted(entrants, key=lambda e: (e.seed, e.id))]
    for entry in by_seed:
        if rounds and entry not in named:
            yield _warn("entry_never_named", entry=entry)
    counts = {entry: games[entry] for entry in by_seed if entry in named}
    if counts and max(counts.values()) > min(counts.values()):
        fewest = min(counts.values())
        yield _warn(
            "games_unequal",
            most=max(counts.values()),
            fewest=fewest,
            entries=tuple(entry for entry, count in counts.items() if count == fewest),
        )
    uneven = tuple(entry for entry in counts if abs(lead[entry]) > 1)
    if uneven:
        most = max(abs(lead[entry]) for entry in uneven)
        yield _warn("sides_unequal", entries=uneven, difference=most)


class Schedule:
    """The format. Stateless."""

    code = "schedule"

    def draw(self, request: DrawRequest) -> Draw:
        """The scheduled round.

        Raises `InvalidRequestError` with the first refusal of `check_schedule` about the round;
        `NoDrawError` past the last one (`stage_finished`) or where none is given (`no_schedule`);
        `TooFewTablesError`.
        """
        options = request.options if request.options is not None else ScheduleOptions()
        if not isinstance(options, ScheduleOptions):
            raise InvalidRequestError("options_of_another_format", format=self.code)
        check_entrants(request)
        if not options.rounds:
            raise NoDrawError("no_schedule")
        if request.round > len(options.rounds):
            raise NoDrawError("stage_finished", rounds=len(options.rounds))
        scheduled = options.rounds[request.round - 1]
        entrants = {entrant.id: entrant for entrant in request.entrants}
        refusal = next(_refusals(request.round, scheduled, set(entrants)), None)
        if refusal is not None:
            raise InvalidRequestError(refusal.code, **refusal.params)
        pairings = [
            drawn
            for pairing in scheduled
            if (drawn := _pairing(pairing, entrants, request.round)) is not None
        ]
        if options.byes_for_the_rest:
            pairings += _rest(scheduled, request)
        number = {"round": request.round, "rounds": len(options.rounds)}
        placed = place_pairings(pairings, request)
        return Draw(
            round=request.round,
            pairings=placed,
            seed=request.seed,
            engine_version=ENGINE_VERSION,
            optimality=Optimality.CONSTRUCTED,
            reasons=(Reason("round_of", number),),
            warnings=open_results(request) + table_warnings(placed),
        )

    def planned_rounds(self, entries: int, options: FormatOptions | None = None) -> int | None:
        """The rounds that are given."""
        return len(options.rounds) if isinstance(options, ScheduleOptions) else 0


def _pairing(
    pairing: ScheduledPairing, entrants: dict[EntryId, Entrant], number: int
) -> DrawnPairing | None:
    """The pairing with those who are here; None where nobody is."""
    here = [entry for entry in pairing if entrants[entry].available(number)]
    away = tuple(entry for entry in pairing if entry not in here)
    if not here:
        return None
    if len(here) > 1:
        reason = Reason("scheduled", {"entries": away}) if away else Reason("scheduled")
        seats = tuple(Seat(entry, side) for side, entry in enumerate(here, start=1))
        return DrawnPairing(seats=seats, reasons=(reason,))
    if len(away) == 1:
        reason = Reason("opponent_away", {"entry": here[0], "opponent": away[0]})
    elif away:
        reason = Reason("opponents_away", {"entry": here[0], "opponents": away})
    else:
        reason = Reason("sits_out", {"entry": here[0]})
    return _bye(here[0], reason)


def _rest(scheduled: ScheduledRound, request: DrawRequest) -> list[DrawnPairing]:
    named = {entry for pairing in scheduled for entry in pairing}
    return [
        _bye(entrant.id, Reason("sits_out", {"entry": entrant.id}))
        for entrant in sorted(request.entrants, key=lambda e: (e.seed, e.id))
        if entrant.available(request.round) and entrant.id not in named
    ]


def _bye(entry: EntryId, reason: Reason) -> DrawnPairing:
    return DrawnPairing(seats=(Seat(entry, 1),), kind=PairingKind.BYE, reasons=(reason,))


SCHEDULE = register(Schedule())
