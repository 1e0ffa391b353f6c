"""Virtual stages: entries of known strength play a format through, and every round is checked.

What a side plays at a table is its strength plus a draw from a Gumbel distribution, the highest
first. Of two sides that is the Bradley-Terry model (a logistic chance to win by the difference),
of several that of Plackett and Luce. Here one stage is played; `simulation_events` makes whole
events of them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from tournaments.formats.model import (
    Draw,
    DrawError,
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntrantStatus,
    EntryId,
    Outcome,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
    Seat,
    Table,
)
from tournaments.formats.multi_seat_options import MultiSeatOptions
from tournaments.formats.registry import Format, get_format
from tournaments.formats.round_robin import berger_round, berger_rounds
from tournaments.formats.schedule import SCHEDULE, ScheduleOptions
from tournaments.formats.scoring import StandingsSettings
from tournaments.formats.simulation_checks import (
    DRAW_MADE,
    EventSeen,
    RoundSeen,
    check_event,
    check_round,
)
from tournaments.formats.simulation_model import (
    Fault,
    FormatFacts,
    Scenario,
    Seeding,
    facts_of,
)
from tournaments.formats.standings import Standings, compute_standings

FINISHED = frozenset({"stage_finished", "too_few_entries"})
"""Refusals that end an event in good order."""

MOST_ROUNDS = 400
"""No format takes longer; one that never ends is stopped here."""

WHOLE_SCORE = 8
"""What a winner scores: the pieces locked in Partners."""


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry of a virtual event."""

    id: EntryId
    strength: float
    """In logits."""
    seed: int
    arrives: int
    """First round it is there."""
    leaves: int | None
    """Round before which it withdraws."""


def berger_schedule(entries: int) -> tuple[tuple[tuple[EntryId, ...], ...], ...]:
    """A fixed schedule for the entries of a virtual event, which are called 1 to `entries`."""
    return tuple(
        tuple(
            (one, other) if other is not None else (one,)
            for one, other in berger_round(entries, number)
        )
        for number in range(1, berger_rounds(entries) + 1)
    )


def with_options(scenario: Scenario) -> Scenario:
    """The scenario with the options without which its format cannot be played."""
    if scenario.format == SCHEDULE.code and scenario.options is None:
        return replace(scenario, options=ScheduleOptions(rounds=berger_schedule(scenario.entries)))
    return scenario


def planned(scenario: Scenario) -> int | None:
    """Rounds of an event: the scenario's, else the format's plan; None where neither says."""
    if scenario.rounds is not None:
        return scenario.rounds
    return get_format(scenario.format).planned_rounds(scenario.entries, scenario.options)


def enough_rounds(entries: int) -> int:
    """Rounds for a clear winner where the organiser decides: two more than a knockout takes."""
    return max(min((entries - 1).bit_length() + 2, entries - 1), 1)


@dataclass(frozen=True, slots=True)
class Played:
    """A stage, played to its end."""

    scenario: Scenario
    facts: FormatFacts
    entrants: tuple[Entrant, ...]
    """As they were in the last round."""
    history: tuple[PlayedPairing, ...]
    standings: Standings
    settings: StandingsSettings
    rounds: int
    faults: tuple[Fault, ...]


def play_stage(
    scenario: Scenario, seed: str, contenders: Sequence[Contender], dice: random.Random
) -> Played:
    """Plays one stage. A check that fails is in its `faults` and ends it after that round."""
    format_, facts = get_format(scenario.format), facts_of(scenario.format)
    plan = planned(scenario)
    until = plan if plan is not None else enough_rounds(scenario.entries)
    strengths = {contender.id: contender.strength for contender in contenders}
    settings = StandingsSettings(lot_seed=seed)
    history: list[PlayedPairing] = []
    faults: list[Fault] = []
    entrants: tuple[Entrant, ...] = ()
    cut_short = False
    tables = tuple(Table(place) for place in range(1, scenario.entries + 1))
    tables = tables if scenario.tables else ()
    last = MOST_ROUNDS if facts.fixed_length and scenario.rounds is None else until
    number = 0
    while number < last and not faults:
        entrants = _entrants(contenders, number + 1)
        request = DrawRequest(
            round=number + 1,
            entrants=entrants,
            seed=seed,
            history=tuple(history),
            standings=settings,
            tables=tables,
            options=scenario.options,
        )
        drawn = _draw(format_, request)
        if isinstance(drawn, Fault):
            faults.append(drawn)
        elif isinstance(drawn, DrawError):
            cut_short = drawn.reason.code != "stage_finished"
            break
        else:
            number += 1
            again = dice.random() < 0.25
            shuffled = format_.draw(_shuffled(request, dice)) if again else None
            faults += check_round(RoundSeen(request, drawn, facts, shuffled))
            if not faults:
                history += _played(drawn, scenario, facts, strengths, dice)
    standings = compute_standings(entrants, history, settings)
    faults += check_event(
        EventSeen(
            scenario=scenario,
            facts=facts,
            entrants=entrants,
            history=history,
            standings=standings,
            settings=settings,
            rounds=number,
            planned=plan,
            cut_short=cut_short or bool(faults) or scenario.rounds is not None,
        )
    )
    return Played(
        scenario, facts, entrants, tuple(history), standings, settings, number, tuple(faults)
    )


def contenders_of(scenario: Scenario, dice: random.Random) -> list[Contender]:
    """The entries of an event: their strengths, their seeds, and who comes late or leaves."""
    plan = planned(scenario)
    rounds = plan if plan is not None else enough_rounds(scenario.entries)
    return _contenders(scenario, facts_of(scenario.format), rounds, dice)


def _a_table(scenario: Scenario) -> int:
    """How many entries sit at a table; 4 where it is fewer, so that there is something to draw."""
    if isinstance(scenario.options, MultiSeatOptions):
        return max(4, scenario.options.allowed[0])
    return 4


def _contenders(
    scenario: Scenario, facts: FormatFacts, rounds: int, dice: random.Random
) -> list[Contender]:
    count = scenario.entries
    ids = list(range(1, count + 1))
    strengths = [dice.gauss(0, scenario.spread) for _ in ids]
    noise = {Seeding.TRUE: 0.0, Seeding.ROUGH: scenario.spread, Seeding.LOT: math.inf}
    wide = noise[scenario.seeding]
    seen = {
        entry: dice.random() if math.isinf(wide) else strength + dice.gauss(0, wide)
        for entry, strength in zip(ids, strengths, strict=True)
    }
    seeds = {e: place for place, e in enumerate(sorted(ids, key=lambda e: -seen[e]), start=1)}
    # A table's worth of entries neither comes late nor leaves, so that there is an event at all.
    movable = dice.sample(ids, max(count - _a_table(scenario), 0))
    lates = set(movable[: round(count * scenario.lates)]) if facts.takes_lates else set()
    leavers = set(dice.sample(movable, min(round(count * scenario.drops), len(movable))))
    return [
        Contender(
            id=entry,
            strength=strength,
            seed=seeds[entry],
            arrives=dice.choice((2, 3)) if entry in lates else 1,
            leaves=dice.randint(2, max(rounds, 2)) if entry in leavers else None,
        )
        for entry, strength in zip(ids, strengths, strict=True)
    ]


def _entrants(contenders: Sequence[Contender], number: int) -> tuple[Entrant, ...]:
    return tuple(
        Entrant(
            id=contender.id,
            seed=contender.seed,
            status=EntrantStatus.ACTIVE
            if contender.leaves is None or number < contender.leaves
            else EntrantStatus.WITHDRAWN,
            available_from_round=contender.arrives,
        )
        for contender in contenders
    )


def _draw(format_: Format, request: DrawRequest) -> Draw | DrawError | Fault:
    """The draw, a refusal that ends the event, or the fault of having made none."""
    try:
        return format_.draw(request)
    except DrawError as error:
        if error.reason.code in FINISHED and request.round > 1:
            return error
        return Fault(DRAW_MADE, request.round, f"{error.reason.code} {dict(error.reason.params)}")
    except Exception as error:
        # A crash of one format is a finding; the other events go on.
        return Fault(DRAW_MADE, request.round, repr(error))


def _shuffled(request: DrawRequest, dice: random.Random) -> DrawRequest:
    entrants, history = list(request.entrants), list(request.history)
    dice.shuffle(entrants)
    dice.shuffle(history)
    return replace(request, entrants=tuple(entrants), history=tuple(history))


def _played(
    draw: Draw,
    scenario: Scenario,
    facts: FormatFacts,
    strengths: Mapping[EntryId, float],
    dice: random.Random,
) -> list[PlayedPairing]:
    draws = 0.0 if facts.out_after is not None else scenario.draws
    return [
        PlayedPairing(
            round=draw.round,
            seats=seats,
            final=True,
            kind=kind,
            table=pairing.table,
            group=pairing.group,
            slot=pairing.slot,
        )
        for pairing in draw.pairings
        for kind, seats in (_result(pairing, scenario.no_shows, draws, strengths, dice),)
    ]


def _result(
    pairing: DrawnPairing,
    no_shows: float,
    draws: float,
    strengths: Mapping[EntryId, float],
    dice: random.Random,
) -> tuple[PairingKind, tuple[PlayedSeat, ...]]:
    if pairing.kind is not PairingKind.GAME:
        return pairing.kind, tuple(PlayedSeat(entry=s.entry, side=s.side) for s in pairing.seats)
    played = _performances(pairing.seats, strengths, dice)
    order = sorted(played, key=lambda side: -played[side])
    away: list[int] = []
    if dice.random() < no_shows:
        away = list(order) if dice.random() < 0.1 else [dice.choice(order)]
    if len(order) > 2:
        # Who does not come is last; the others play.
        order.sort(key=lambda side: side in away)
        places = {side: place for place, side in enumerate(order, start=1)}
        return PairingKind.GAME, tuple(
            PlayedSeat(entry=seat.entry, side=seat.side, place=places[seat.side])
            for seat in pairing.seats
        )
    if away:
        outcomes = {side: Outcome.LOSS if side in away else Outcome.WIN for side in order}
        kind, scores = PairingKind.WALKOVER, dict.fromkeys(order, 0)
    elif dice.random() < draws:
        outcomes = dict.fromkeys(order, Outcome.DRAW)
        kind, scores = PairingKind.GAME, dict.fromkeys(order, dice.randrange(WHOLE_SCORE))
    else:
        outcomes = {order[0]: Outcome.WIN, order[1]: Outcome.LOSS}
        scores = {order[0]: WHOLE_SCORE, order[1]: dice.randrange(WHOLE_SCORE)}
        kind = PairingKind.GAME
    return kind, tuple(
        PlayedSeat(
            entry=seat.entry,
            side=seat.side,
            outcome=outcomes[seat.side],
            score=Decimal(scores[seat.side]),
        )
        for seat in pairing.seats
    )


def _performances(
    seats: Sequence[Seat], strengths: Mapping[EntryId, float], dice: random.Random
) -> dict[int, float]:
    """What each side plays today: the mean strength of its entries, and luck."""
    sides: dict[int, list[float]] = {}
    for seat in seats:
        sides.setdefault(seat.side, []).append(strengths[seat.entry])
    return {
        side: sum(members) / len(members) - math.log(-math.log(dice.random() or 1e-300))
        for side, members in sides.items()
    }
