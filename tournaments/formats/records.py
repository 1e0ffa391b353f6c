"""What each entry did in each round: the one reading that standings and draws share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from tournaments.formats.model import (
    Entrant,
    EntryId,
    InvalidRequestError,
    Outcome,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.scoring import HALF, ONE, ZERO, PointsScheme, StruckRule

# Asking an enumeration for a member costs more than all else that is done to a seat.
_WIN, _DRAW, _LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
_GAME, _WALKOVER = PairingKind.GAME, PairingKind.WALKOVER
_BYE, _REQUESTED_BYE = PairingKind.BYE, PairingKind.REQUESTED_BYE

_PLACES = {_WIN: ONE, _DRAW: ONE + HALF, _LOSS: ONE + ONE}
"""Where an outcome stands among two."""


class RoundRecord(NamedTuple):
    """One round of one entry."""

    round: int
    kind: PairingKind | None
    """None: the entry was in no pairing of the round."""
    opponents: tuple[EntryId, ...]
    """Entries on other sides, also where the game was not played. Empty for byes."""
    outcome: Outcome | None
    points: Decimal
    score_for: Decimal | None
    score_against: Decimal | None
    """Mean of the other sides' scores, which with two sides is the other's score."""
    final: bool
    """False while the result is open: nothing of it counts."""
    win: bool
    """Won at a table, or worth at least a win without playing."""
    played: bool
    """A confirmed game at a table."""
    place: Decimal | None = None
    """Place at the table; those who share places stand in the middle of them."""
    steps_for: Decimal | None = None
    steps_against: Decimal | None = None
    """Steps still to go when the game ended: the own side's, and the mean of the other sides'."""
    in_time: bool = False
    """The game is known to have been played out within its time."""
    struck: bool = False
    """The results of somebody at the table are struck: no game, whatever was played."""
    late: bool = False
    """A round before the entry came in."""

    @property
    def requested(self) -> bool:
        """Asked to sit out, or was simply not there when the round was drawn."""
        return self.kind is None or self.kind is _REQUESTED_BYE

    @property
    def voluntary(self) -> bool:
        """Unplayed by the entry's own doing: asked to sit out, or lost by not coming."""
        return self.requested or (self.kind is _WALKOVER and self.outcome is _LOSS)


Records = dict[EntryId, tuple[RoundRecord, ...]]


def award_points(pairing: PlayedPairing, seat: PlayedSeat, scheme: PointsScheme) -> Decimal:
    """Points of one seat of a final pairing: the seat's own where set, else by the scheme."""
    if seat.points is not None:
        return seat.points
    if pairing.kind is _BYE:
        return scheme.bye
    if pairing.kind is _REQUESTED_BYE:
        return scheme.requested_bye
    if pairing.kind is _WALKOVER:
        if seat.outcome is _WIN:
            return scheme.walkover_win
        if all(other.outcome is _LOSS for other in pairing.seats):
            return scheme.both_absent
        return scheme.walkover_loss
    if seat.absent:
        return scheme.walkover_loss
    if seat.outcome is not None:
        points = outcome_points(seat.outcome, scheme)
    elif seat.place is not None:
        points = _points_by_place(pairing, seat.place, scheme)
    else:
        points = ZERO
    if scheme.per_score:
        points += score_points(seat.score, scheme)
    if scheme.win_in_time:
        points += time_points(won(seat), seat.in_time, scheme)
    return points


def outcome_points(outcome: Outcome, scheme: PointsScheme) -> Decimal:
    """What winning, drawing or losing is worth of itself."""
    if outcome is _WIN:
        return scheme.win
    return scheme.draw if outcome is _DRAW else scheme.loss


def score_points(score: Decimal | None, scheme: PointsScheme) -> Decimal:
    """What the own score is worth."""
    return scheme.per_score * score if score is not None and scheme.per_score else ZERO


def time_points(win: bool, in_time: bool | None, scheme: PointsScheme) -> Decimal:
    """What having won within time is worth."""
    return scheme.win_in_time if win and in_time else ZERO


def won(seat: PlayedSeat) -> bool:
    """Won the table."""
    return seat.outcome is _WIN if seat.outcome is not None else seat.place == 1


def _points_by_place(pairing: PlayedPairing, place: int, scheme: PointsScheme) -> Decimal:
    places = {other.side: other.place for other in pairing.seats}
    sides = len(places)
    row = next(
        (row for row in scheme.by_place if len(row) == sides),
        tuple(Decimal(sides - position) for position in range(1, sides + 1)),
    )
    sharing = sum(1 for other in places.values() if other == place)
    filled = row[place - 1 : place - 1 + sharing]
    return sum(filled, ZERO) / len(filled) if filled else ZERO


def rounds_counted(pairings: Iterable[PlayedPairing], limit: int | None) -> int:
    """The last round that counts: `limit`, or the last one with a final result."""
    if limit is not None:
        return limit
    return max((pairing.round for pairing in pairings if pairing.final), default=0)


def struck_entries(entrants: Iterable[Entrant]) -> frozenset[EntryId]:
    """Those whose results count for nobody."""
    return frozenset(entrant.id for entrant in entrants if entrant.struck)


def sides_standing(pairing: PlayedPairing, struck: frozenset[EntryId]) -> frozenset[int]:
    """Sides of a pairing on which nobody is struck. A game stands between two or more."""
    out = {seat.side for seat in pairing.seats if seat.entry in struck}
    return frozenset(seat.side for seat in pairing.seats if seat.side not in out)


def is_void(pairing: PlayedPairing, struck: frozenset[EntryId]) -> bool:
    """Whether somebody struck sat there and fewer than two sides are left: no game any more."""
    return (
        any(seat.entry in struck for seat in pairing.seats)
        and len(sides_standing(pairing, struck)) < 2
    )


def build_records(
    entrants: Sequence[Entrant],
    pairings: Sequence[PlayedPairing],
    scheme: PointsScheme,
    rounds: int,
    struck_rule: StruckRule = StruckRule.BYE,
) -> Records:
    """Every entry's rounds 1 to `rounds`, in order.

    Where somebody is struck, the game is none for those who met it (`struck_rule` says what they
    get), except at a table where two sides or more are left: there the others keep the points
    they got, and the struck is no opponent of theirs. The struck entry itself gets nothing.

    Raises `InvalidRequestError` where an entry is listed twice, a pairing names an unknown
    entry, or an entry sits twice in one round.
    """
    table: dict[EntryId, list[RoundRecord | None]] = {}
    for entrant in entrants:
        if entrant.id in table:
            raise InvalidRequestError("entry_listed_twice", entry=entrant.id)
        table[entrant.id] = [None] * rounds
    struck = struck_entries(entrants)
    for pairing in pairings:
        if not 1 <= pairing.round <= rounds:
            continue
        seats = pairing.seats
        touched = bool(struck) and not struck.isdisjoint([seat.entry for seat in seats])
        sides = sides_standing(pairing, struck) if touched else frozenset[int]()
        for seat in seats:
            row = table.get(seat.entry)
            if row is None:
                raise InvalidRequestError("unknown_entry", entry=seat.entry, round=pairing.round)
            if row[pairing.round - 1] is not None:
                raise InvalidRequestError(
                    "entry_twice_in_round", entry=seat.entry, round=pairing.round
                )
            if not touched:
                record = _record(pairing, seat, scheme, seats)
            elif seat.side in sides and len(sides) > 1:
                left = tuple(other for other in seats if other.side in sides)
                record = _record(pairing, seat, scheme, left)
            else:
                record = _struck(pairing, seat, scheme, struck, struck_rule)
            row[pairing.round - 1] = record
    missing = {entrant.id: entrant for entrant in entrants}
    return {
        entry: tuple(
            record or _absence(number, missing[entry], scheme)
            for number, record in enumerate(row, start=1)
        )
        for entry, row in table.items()
    }


def _record(
    pairing: PlayedPairing,
    seat: PlayedSeat,
    scheme: PointsScheme,
    seats: tuple[PlayedSeat, ...],
) -> RoundRecord:
    """The round of one seat; `seats` are those of the pairing that count."""
    others = [other for other in seats if other.side != seat.side and not other.absent]
    opponents = tuple([other.entry for other in others])
    if not pairing.final:
        return RoundRecord(
            pairing.round, pairing.kind, opponents, None, ZERO, None, None, False, False, False
        )
    points = award_points(pairing, seat, scheme)
    if pairing.kind is not _GAME or seat.absent:
        score, against = _walkover_scores(pairing, seat, scheme)
        return RoundRecord(
            pairing.round,
            _WALKOVER if seat.absent else pairing.kind,
            opponents,
            seat.outcome,
            points,
            score,
            against,
            True,
            _worth_a_win(points, seat.outcome, scheme),
            False,
        )
    if len(others) == 1:
        against = others[0].score
        steps_against = others[0].steps
        mean_steps = None if steps_against is None else Decimal(steps_against)
    else:
        against = _mean_of_sides([(other.side, other.score) for other in others])
        mean_steps = _mean_of_sides([(other.side, other.steps) for other in others])
    return RoundRecord(
        pairing.round,
        pairing.kind,
        opponents,
        seat.outcome,
        points,
        seat.score,
        against,
        True,
        won(seat),
        True,
        _place(seat, seats),
        None if seat.steps is None else Decimal(seat.steps),
        mean_steps,
        bool(seat.in_time),
    )


def _worth_a_win(points: Decimal, outcome: Outcome | None, scheme: PointsScheme) -> bool:
    """Whether an unplayed round gave what a win gives (where points come piece by piece, what it
    gives without playing). A loss by walkover never did."""
    win = scheme.walkover_win if scheme.per_score else scheme.win
    return points >= win and points > scheme.loss and outcome is not _LOSS


def _walkover_scores(
    pairing: PlayedPairing, seat: PlayedSeat, scheme: PointsScheme
) -> tuple[Decimal | None, Decimal | None]:
    """What the tie-breaks of scores count for a walkover, own and others'."""
    if pairing.kind is not _WALKOVER or not (
        scheme.walkover_score_win or scheme.walkover_score_loss
    ):
        return None, None
    scores = {True: scheme.walkover_score_win, False: scheme.walkover_score_loss}
    others = [other for other in pairing.seats if other.side != seat.side]
    return (
        scores[seat.outcome is _WIN],
        _mean_of_sides([(other.side, scores[other.outcome is _WIN]) for other in others]),
    )


def _mean_of_sides(values: Sequence[tuple[int, Decimal | int | None]]) -> Decimal | None:
    known = {side: Decimal(value) for side, value in values if value is not None}
    return sum(known.values(), ZERO) / len(known) if known else None


def _place(seat: PlayedSeat, seats: tuple[PlayedSeat, ...]) -> Decimal | None:
    if seat.place is None:
        return None if seat.outcome is None else _PLACES[seat.outcome]
    places = {other.side: other.place for other in seats if other.place is not None}
    before = sum(1 for place in places.values() if place < seat.place)
    sharing = sum(1 for place in places.values() if place == seat.place)
    return before + Decimal(sharing + 1) / 2


def _struck(
    pairing: PlayedPairing,
    seat: PlayedSeat,
    scheme: PointsScheme,
    struck: frozenset[EntryId],
    rule: StruckRule,
) -> RoundRecord:
    innocent = seat.entry not in struck and rule is StruckRule.BYE
    points = scheme.bye if innocent else ZERO
    return RoundRecord(
        pairing.round,
        pairing.kind,
        tuple([other.entry for other in pairing.seats if other.side != seat.side]),
        None,
        points,
        None,
        None,
        True,
        innocent and _worth_a_win(points, None, scheme),
        False,
        struck=True,
    )


def _absence(number: int, entrant: Entrant, scheme: PointsScheme) -> RoundRecord:
    late = number < entrant.available_from_round
    points = scheme.absent
    if entrant.struck:
        points = ZERO
    elif late and entrant.missed_points is not None:
        points = entrant.missed_points
    win = not entrant.struck and _worth_a_win(points, None, scheme)
    return RoundRecord(number, None, (), None, points, None, None, True, win, False, late=late)
