"""A stage's games as its cross tables show them: one a group, or one of all its rounds."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments import spoken
from tournaments.draw_words import group_words, points_text
from tournaments.formats.model import EntryId, Outcome, PairingKind, PlayedPairing, PlayedSeat
from tournaments.formats.stage_ranks import GroupTable
from tournaments.models import Entry
from tournaments.pictures import (
    CrossTable,
    Meeting,
    Placing,
    Player,
    State,
    places_table,
    round_robin_table,
    swiss_table,
)
from tournaments.queries.stages import StageFacts

#: A cross table of more entries than these is no picture one can read.
MOST_ROWS = 64


def score_text(seat: PlayedSeat | None, pairing: PlayedPairing | None) -> str:
    """What a side scored, shortly; "" where the game has no score or was not played."""
    if seat is None or pairing is None or pairing.kind is PairingKind.WALKOVER:
        return ""
    return "" if seat.score is None else points_text(seat.score)


def cross_table(
    facts: StageFacts,
    group: GroupTable,
    own: tuple[PlayedPairing, ...],
    entries: Mapping[EntryId, Entry],
) -> CrossTable | None:
    standings = group.standings
    if not 2 <= len(standings.rows) <= MOST_ROWS:
        return None
    players = [
        Player(
            key=row.entry,
            number=place,
            name=entries[row.entry].name,
            totals=(points_text(row.points),),
        )
        for place, row in enumerate(standings.rows, start=1)
    ]
    title = group_words(group.name) or facts.name
    pairings = [one for one in own if one.group == group.name or not group.name]
    heads = (_("Points"),)
    language = spoken.language()
    if facts.row.several or facts.row.partners:
        placings = [placing for one in pairings for placing in _placings(one, entries)]
        return places_table(title, players, placings, total_heads=heads, language=language)
    meetings = [_meeting(one) for one in pairings]
    if facts.row.fixed_rounds:
        return round_robin_table(title, players, meetings, total_heads=heads, language=language)
    return swiss_table(title, players, meetings, total_heads=heads, language=language)


def _state(pairing: PlayedPairing) -> State:
    if not pairing.final:
        return State.PLAYING
    if pairing.kind is PairingKind.WALKOVER:
        return State.WALKOVER
    return State.DECIDED if pairing.kind is PairingKind.GAME else State.BYE


def _meeting(pairing: PlayedPairing) -> Meeting:
    one, *others = sorted(pairing.seats, key=lambda seat: seat.side)
    if not others:
        return Meeting(round=pairing.round, one=one.entry, state=State.BYE)
    other = others[0]
    winner = next(
        (seat.entry for seat in (one, other) if seat.outcome is Outcome.WIN or seat.place == 1),
        None,
    )
    level = one.outcome is Outcome.DRAW or (one.outcome is None and one.place == other.place)
    return Meeting(
        round=pairing.round,
        one=one.entry,
        other=other.entry,
        scores=(score_text(one, pairing), score_text(other, pairing)),
        winner=None if level else winner,
        state=_state(pairing),
    )


def _placings(pairing: PlayedPairing, entries: Mapping[EntryId, Entry]) -> list[Placing]:
    state = _state(pairing)
    return [
        Placing(
            round=pairing.round,
            key=seat.entry,
            place=_place(seat) if state is State.DECIDED else None,
            shown="" if seat.points is None else points_text(seat.points),
            state=state,
            told=", ".join(
                entries[other.entry].name for other in pairing.seats if other is not seat
            ),
        )
        for seat in pairing.seats
    ]


def _place(seat: PlayedSeat) -> int | None:
    if seat.place is not None:
        return seat.place
    if seat.outcome is None:
        return None
    return 1 if seat.outcome is Outcome.WIN else 2
