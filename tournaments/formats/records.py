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
from tournaments.formats.scoring import ZERO, PointsScheme


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

    @property
    def requested(self) -> bool:
        """Asked to sit out, or was simply not there when the round was drawn."""
        return self.kind is None or self.kind is PairingKind.REQUESTED_BYE

    @property
    def voluntary(self) -> bool:
        """Unplayed by the entry's own doing: asked to sit out, or lost by not coming."""
        return self.requested or (
            self.kind is PairingKind.WALKOVER and self.outcome is Outcome.LOSS
        )


Records = dict[EntryId, tuple[RoundRecord, ...]]


def award_points(pairing: PlayedPairing, seat: PlayedSeat, scheme: PointsScheme) -> Decimal:
    """Points of one seat of a final pairing: the seat's own where set, else by the scheme."""
    if seat.points is not None:
        return seat.points
    if pairing.kind is PairingKind.BYE:
        return scheme.bye
    if pairing.kind is PairingKind.REQUESTED_BYE:
        return scheme.requested_bye
    if pairing.kind is PairingKind.WALKOVER:
        return scheme.walkover_win if seat.outcome is Outcome.WIN else scheme.walkover_loss
    if seat.outcome is not None:
        return {
            Outcome.WIN: scheme.win,
            Outcome.DRAW: scheme.draw,
            Outcome.LOSS: scheme.loss,
        }[seat.outcome]
    if seat.place is not None:
        return _points_by_place(pairing, seat.place, scheme)
    return ZERO


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


def build_records(
    entrants: Sequence[Entrant],
    pairings: Sequence[PlayedPairing],
    scheme: PointsScheme,
    rounds: int,
) -> Records:
    """Every entry's rounds 1 to `rounds`, in order.

    Raises `InvalidRequestError` where an entry is listed twice, a pairing names an unknown
    entry, or an entry sits twice in one round.
    """
    table: dict[EntryId, list[RoundRecord | None]] = {}
    for entrant in entrants:
        if entrant.id in table:
            raise InvalidRequestError("entry_listed_twice", entry=entrant.id)
        table[entrant.id] = [None] * rounds
    for pairing in pairings:
        if not 1 <= pairing.round <= rounds:
            continue
        for seat in pairing.seats:
            row = table.get(seat.entry)
            if row is None:
                raise InvalidRequestError("unknown_entry", entry=seat.entry, round=pairing.round)
            if row[pairing.round - 1] is not None:
                raise InvalidRequestError(
                    "entry_twice_in_round", entry=seat.entry, round=pairing.round
                )
            row[pairing.round - 1] = _record(pairing, seat, scheme)
    return {
        entry: tuple(
            record or _absence(number, scheme) for number, record in enumerate(row, start=1)
        )
        for entry, row in table.items()
    }


def _record(pairing: PlayedPairing, seat: PlayedSeat, scheme: PointsScheme) -> RoundRecord:
    others = [other for other in pairing.seats if other.side != seat.side]
    opponents = tuple(other.entry for other in others)
    if not pairing.final:
        return RoundRecord(
            pairing.round, pairing.kind, opponents, None, ZERO, None, None, False, False, False
        )
    points = award_points(pairing, seat, scheme)
    against: Decimal | None = None
    played = pairing.kind is PairingKind.GAME
    if played and len(others) == 1:
        against = others[0].score
    elif played:
        scores = {other.side: other.score for other in others if other.score is not None}
        if scores:
            against = sum(scores.values(), ZERO) / len(scores)
    if played:
        win = seat.outcome is Outcome.WIN if seat.outcome is not None else seat.place == 1
    else:
        win = points >= scheme.win
    return RoundRecord(
        pairing.round,
        pairing.kind,
        opponents,
        seat.outcome,
        points,
        seat.score if played else None,
        against,
        True,
        win,
        played,
    )


def _absence(number: int, scheme: PointsScheme) -> RoundRecord:
    return RoundRecord(number, None, (), None, scheme.absent, None, None, True, False, False)
