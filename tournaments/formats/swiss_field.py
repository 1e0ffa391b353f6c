"""The field of a Swiss draw: who is to be drawn, in which order, with what behind them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import reduce
from math import gcd

from tournaments.formats.model import (
    DrawRequest,
    Entrant,
    EntryId,
    InvalidRequestError,
    Outcome,
    PairingKind,
    PlayedPairing,
)
from tournaments.formats.placing import check_entrants
from tournaments.formats.records import Records
from tournaments.formats.scoring import TieBreak
from tournaments.formats.standings import Standings, compute_standings
from tournaments.formats.swiss_options import Placement, RankBy, SwissOptions

FLOAT_MEMORY = (2, 1)
"""What a float weighs that repeats one of last round, of the round before."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One entry to be drawn. Its index in the field is its rank in the draw."""

    entrant: Entrant
    points: Decimal
    score: int
    """Points above the lowest in the field, in the smallest step that occurs."""
    group: int
    """Index of the score group, 0 at the top."""
    position: int
    """Place within the score group, 0 at the top. Who is expected to get the bye stands last
    and outside the count."""
    byes: int
    free_wins: int
    """Wins without play: the others did not come."""
    float_down: int
    """What floating down now would weigh."""
    float_up: int
    ticket: int
    """64 bits that decide what chance decides."""

    @property
    def id(self) -> EntryId:
        return self.entrant.id

    @property
    def bye_repeat(self) -> int:
        return 2 * self.byes + (1 if self.free_wins else 0)


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """Contenders with equal points: the slice `start:end` of the field."""

    start: int
    end: int
    size: int
    """Members without the one who is expected to get the bye."""
    score: int
    enters: bool
    """One from above is expected to be paired into the group."""
    leaves: bool
    """One of the group is expected to be paired below."""

    @property
    def middle(self) -> int:
        """Distance between opponents in the top and bottom half, floaters set aside."""
        return max(1, (self.size - self.enters - self.leaves) // 2)


@dataclass(frozen=True, slots=True)
class Field:
    """Everything a Swiss draw reads, indexed by rank."""

    contenders: tuple[Contender, ...]
    groups: tuple[ScoreGroup, ...]
    meetings: tuple[Mapping[int, int], ...]
    """For each contender: index of an opponent to the number of games with it."""
    forbidden: frozenset[tuple[int, int]]
    """Index pairs, lower first."""
    expected_bye: int | None
    """Lowest ranked of those with the least claim against a bye; None for an even field."""
    placement: Placement
    options: SwissOptions
    standings: Standings

    @property
    def bye_node(self) -> int | None:
        """The index that stands for the bye; None for an even field."""
        return len(self.contenders) if self.expected_bye is not None else None


def build_field(request: DrawRequest, options: SwissOptions) -> Field:
    """Reads a request. Raises `InvalidRequestError` when it contradicts itself."""
    _check(request)
    history = request.history
    settings = replace(request.standings, rounds=request.round - 1)
    if options.rank_by is RankBy.SEED:
        settings = replace(settings, tie_breaks=(TieBreak.POINTS,))
    standings = compute_standings(request.entrants, history, settings)
    rank = {row.entry: index for index, row in enumerate(standings.rows)}
    points = {row.entry: row.points for row in standings.rows}
    available = [entrant for entrant in request.entrants if entrant.available(request.round)]
    step = _step([points[entrant.id] for entrant in available])
    lowest = min((points[entrant.id] for entrant in available), default=Decimal(0))
    placement = options.placement
    if request.round == 1 and options.first_round is not None:
        placement = options.first_round
    floats = _floats(standings.records, request.round)
    tickets = {e.id: _ticket(request, e) for e in available}

    def order(entrant: Entrant) -> tuple[Decimal, int, int, int]:
        if placement is Placement.RANDOM:
            within = tickets[entrant.id]
        elif options.rank_by is RankBy.STANDING:
            within = rank[entrant.id]
        else:
            within = entrant.seed
        return -points[entrant.id], within, entrant.seed, entrant.id

    contenders = [
        Contender(
            entrant=entrant,
            points=points[entrant.id],
            score=int((points[entrant.id] - lowest) / step),
            group=0,
            position=0,
            byes=sum(r.kind is PairingKind.BYE for r in standings.records[entrant.id]),
            free_wins=sum(
                r.kind is PairingKind.WALKOVER and r.outcome is Outcome.WIN
                for r in standings.records[entrant.id]
            ),
            float_down=floats[entrant.id][0],
            float_up=floats[entrant.id][1],
            ticket=tickets[entrant.id],
        )
        for entrant in sorted(available, key=order)
    ]
    return _arrange(contenders, request, options, placement, standings)


def _check(request: DrawRequest) -> None:
    check_entrants(request)
    for pair in request.forbidden:
        if len(pair) != 2:
            raise InvalidRequestError("forbidden_not_a_pair", entries=tuple(sorted(pair)))


def _arrange(
    contenders: list[Contender],
    request: DrawRequest,
    options: SwissOptions,
    placement: Placement,
    standings: Standings,
) -> Field:
    """Cuts the ranked list into score groups, the expected bye last in its own."""
    expected: Contender | None = None
    if len(contenders) % 2:
        least = min(contender.bye_repeat for contender in contenders)
        expected = [c for c in contenders if c.bye_repeat == least][-1]
    arranged: list[Contender] = []
    groups: list[ScoreGroup] = []
    enters = False
    for score in sorted({contender.score for contender in contenders}, reverse=True):
        members = [c for c in contenders if c.score == score and c is not expected]
        start = len(arranged)
        leaves = (len(members) + enters) % 2 == 1
        arranged += [
            replace(member, group=len(groups), position=position)
            for position, member in enumerate(members)
        ]
        if expected is not None and expected.score == score:
            arranged.append(replace(expected, group=len(groups), position=len(members)))
        groups.append(ScoreGroup(start, len(arranged), len(members), score, enters, leaves))
        enters = leaves
    index = {contender.id: number for number, contender in enumerate(arranged)}
    return Field(
        contenders=tuple(arranged),
        groups=tuple(groups),
        meetings=_meetings(index, request.history),
        forbidden=frozenset(
            (min(a, b), max(a, b))
            for a, b in (
                tuple(index[entry] for entry in pair)
                for pair in request.forbidden
                if all(entry in index for entry in pair)
            )
        ),
        expected_bye=index[expected.id] if expected is not None else None,
        placement=placement,
        options=options,
        standings=standings,
    )


def _step(points: Sequence[Decimal]) -> Decimal:
    """The largest step all differences in points are multiples of."""
    if not points:
        return Decimal(1)
    base = min(points)
    differences = [(value - base).normalize() for value in points if value != base]
    if not differences:
        return Decimal(1)
    exponent = min(int(value.as_tuple().exponent) for value in differences)
    unit = Decimal(1).scaleb(min(exponent, 0))
    return unit * reduce(gcd, [int(value / unit) for value in differences])


def _ticket(request: DrawRequest, entrant: Entrant) -> int:
    text = f"{request.seed}\x00{request.round}\x00{entrant.lot_key}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def _meetings(
    index: Mapping[EntryId, int], history: Sequence[PlayedPairing]
) -> tuple[Mapping[int, int], ...]:
    """Games between those to be drawn, confirmed or not. A walkover is no meeting."""
    meetings: list[dict[int, int]] = [{} for _ in index]
    for pairing in history:
        if pairing.kind is not PairingKind.GAME:
            continue
        for seat in pairing.seats:
            own = index.get(seat.entry)
            if own is None:
                continue
            for other in pairing.seats:
                theirs = index.get(other.entry)
                if other.side != seat.side and theirs is not None:
                    meetings[own][theirs] = meetings[own].get(theirs, 0) + 1
    return tuple(meetings)


def _floats(records: Records, round_number: int) -> dict[EntryId, tuple[int, int]]:
    """For each entry what floating down, and up, in the coming round would weigh. A bye counts
    as a float down: it is given to the one the draw had nobody left for."""
    before = {entry: Decimal(0) for entry in records}
    weights = {entry: [0, 0] for entry in records}
    for number in range(1, round_number):
        age = round_number - 1 - number
        if age < len(FLOAT_MEMORY):
            for entry, rows in records.items():
                record = rows[number - 1]
                if record.kind is PairingKind.BYE:
                    weights[entry][0] += FLOAT_MEMORY[age]
                elif len(record.opponents) == 1:
                    other = before[record.opponents[0]]
                    if before[entry] > other:
                        weights[entry][0] += FLOAT_MEMORY[age]
                    elif before[entry] < other:
                        weights[entry][1] += FLOAT_MEMORY[age]
        for entry, rows in records.items():
            before[entry] += rows[number - 1].points
    return {entry: (down, up) for entry, (down, up) in weights.items()}
