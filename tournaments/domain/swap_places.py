"""Two entries change places in a round that is being played: the wrong pair sat down.

In a draft this is `edit_draft.swap_entries`.
"""

from __future__ import annotations

from typing import Any, Unpack

from django.utils.translation import gettext as _

from tournaments.formats.editing_rules import Change
from tournaments.models import Entry, Pairing, Round, Seat
from tournaments.queries.played import settings_of

from . import draft as hand
from .draft import Draft, Slot
from .draft_rows import write_changes
from .errors import Refused
from .hand_edit import Hand, change_places
from .judged import judged
from .tables_left import note_tables_left, published_tables

VERB = "round.swap-places"


def swap_places(round_: Round, one: Entry, other: Entry, **by_hand: Unpack[Hand]) -> Round:
    """The two have each other's place from this round on: table, side and opponents. One of them
    may have the bye. Swapping them again takes it back.

    Later rounds follow by themselves: they are drawn from who sat where. Raises `Conflict` when
    the round is not published or not the `version` seen; `Refused` as `swapped`.
    """
    names = {one.pk: one.name, other.pk: other.name}
    had_left: dict[str, int | None] = {}

    def write(row: Round, before: Draft, after: Draft) -> None:
        seats = Seat.objects.filter(round=row, entry__in=names)
        had_left.update(
            (str(entry), number)
            for entry, number in seats.values_list("entry_id", "moved_from__number")
        )
        left = published_tables(row, names)
        _give_byes(row, write_changes(row, before, after))
        note_tables_left(row, left)

    return change_places(
        VERB,
        round_,
        Round.State.PUBLISHED,
        lambda row, draft: swapped(row, draft, one.pk, other.pk),
        write,
        lambda row, before, after: (
            {"places": told(before, names), "left": had_left},
            {"places": told(after, names), "number": row.number, "swapped": [one.pk, other.pk]},
        ),
        **by_hand,
    )


def swapped(round_: Round, draft: Draft, one: int, other: int) -> tuple[Draft, list[str]]:
    """The round's places with the two exchanged, and what that means.

    Raises `Refused` when a result is in at one of the tables (`result-is-in`), when the plan of
    the stage lays down who meets whom (`laid-down`; in a tree `tree-decides` after its first
    round), and when one of them asked to sit out (`sits-out`).
    """
    places = {hand.place_of(draft, entry) for entry in (one, other)}
    touched = round_.pairings.filter(order__in=places).values_list("pk", flat=True)
    means = judged(round_, Change.SWAP_ENTRIES, list(touched))
    for entry in (one, other):
        if draft[hand.place_of(draft, entry)].table is None and _on_request(round_, entry):
            raise Refused(
                "sits-out",
                _("One of them asked to sit this round out. It cannot take a place in it."),
            )
    return hand.swap_entries(draft, one, other), means


def _on_request(round_: Round, entry: int) -> bool:
    return Seat.objects.filter(
        round=round_, entry=entry, outcome=Seat.Outcome.REQUESTED_BYE
    ).exists()


def _give_byes(round_: Round, places: list[int]) -> None:
    """Who sits out now has what a bye gives, and who did has a game to play."""
    seats = Seat.objects.filter(round=round_, pairing__order__in=places)
    seats.filter(pairing__kind=Pairing.Kind.GAME).update(outcome="", points=None)
    seats.filter(pairing__kind=Pairing.Kind.BYE).update(
        outcome=Seat.Outcome.BYE, points=settings_of(round_.tournament).points.bye
    )


def told(draft: Draft, names: dict[int, str]) -> dict[str, Any]:
    """Where each of `names` sits, as the log reads it back."""
    return {name: _where(draft[hand.place_of(draft, entry)]) for entry, name in names.items()}


def _where(slot: Slot) -> str:
    return _("sits out") if slot.table is None else _("table %(table)s") % {"table": slot.table}
