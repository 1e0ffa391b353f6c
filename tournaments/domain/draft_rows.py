"""A draft's slots from rows and back."""

from __future__ import annotations

from tournaments.games import GAMES
from tournaments.models import Pairing, Round, Seat, Table, Tournament

from .draft import Draft, Slot, changed_places


def read_draft(round_: Round) -> Draft:
    """The round's pairings as slots. Two queries."""
    pairings = round_.pairings.select_related("table").prefetch_related("seats")
    return {
        pairing.order: Slot(
            seats=tuple((seat.entry_id, seat.side) for seat in pairing.seats.all()),
            table=pairing.table.number if pairing.table else None,
            by_hand=pairing.by_hand,
            reasons=tuple(pairing.reasons),
            group=pairing.group,
            slot=pairing.slot,
        )
        for pairing in pairings
    }


def colours_of(tournament: Tournament, side: int) -> list[str]:
    """The colours of a side at the board, sides from 0."""
    sides = GAMES[tournament.game].sides
    return list(sides[side]) if side < len(sides) else []


def create_rows(round_: Round, draft: Draft) -> None:
    """Writes the slots of a round that has no pairings yet. Three queries."""
    tables = _tables(round_)
    pairings = Pairing.objects.bulk_create(
        _pairing(round_, order, slot, tables) for order, slot in sorted(draft.items())
    )
    Seat.objects.bulk_create(
        Seat(
            pairing=pairing,
            round=round_,
            entry_id=entry,
            side=side,
            colours=colours_of(round_.tournament, side),
        )
        for pairing in pairings
        for entry, side in draft[pairing.order].seats
    )


def delete_rows(round_: Round) -> None:
    """Removes all pairings of a draft, seats first: nothing goes by cascade."""
    Seat.objects.filter(round=round_).delete()
    Pairing.objects.filter(round=round_).delete()


def write_changes(round_: Round, before: Draft, after: Draft) -> list[int]:
    """Writes the slots that differ and answers their places. Untouched pairings stay as they are.

    Seats move between pairings rather than entries between seats, so that "one seat per entry
    and round" holds at every moment; tables are freed before they are given.
    """
    places = changed_places(before, after)
    tables = _tables(round_)
    pairings = {p.order: p for p in round_.pairings.filter(order__in=places)}
    round_.pairings.filter(order__in=places).update(table=None)
    for order in places:
        if order in after:
            fresh = _pairing(round_, order, after[order], tables)
            fresh.pk = pairings[order].pk if order in pairings else None
            fresh.save()
            pairings[order] = fresh
    seated = {seat.entry_id: seat for seat in Seat.objects.filter(round=round_)}
    leaving = {entry for order in places if order in before for entry in before[order].entries}
    for order in places:
        for entry, side in after[order].seats if order in after else ():
            seat = seated.get(entry) or Seat(round=round_, entry_id=entry)
            seat.pairing = pairings[order]
            seat.side = side
            seat.colours = colours_of(round_.tournament, side)
            seat.save()
            leaving.discard(entry)
    Seat.objects.filter(round=round_, entry__in=leaving).delete()
    Pairing.objects.filter(round=round_, order__in=[p for p in places if p not in after]).delete()
    return places


def _tables(round_: Round) -> dict[int, Table]:
    return {table.number: table for table in Table.objects.filter(tournament=round_.tournament_id)}


def _pairing(round_: Round, order: int, slot: Slot, tables: dict[int, Table]) -> Pairing:
    return Pairing(
        round=round_,
        order=order,
        kind=Pairing.Kind.BYE if slot.bye else Pairing.Kind.GAME,
        table=None if slot.table is None else tables[slot.table],
        by_hand=slot.by_hand,
        reasons=list(slot.reasons),
        group=slot.group,
        slot=slot.slot,
    )
