"""Two entries change places in a round that is being played: the wrong pair sat down.

In a draft this is `edit_draft.swap_entries`.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.editing_rules import Structure
from tournaments.models import Entry, Pairing, Round, Seat, User
from tournaments.queries.draft_shape import draft_shape
from tournaments.queries.played import settings_of

from . import draft as hand
from .draft import Draft, Slot, changed_places
from .draft_rows import read_draft, write_changes
from .errors import Refused
from .rounds import expect_state, expect_version, round_act
from .tables_left import note_tables_left, published_tables

VERB = "round.swap-places"


def swap_places(
    round_: Round,
    one: Entry,
    other: Entry,
    *,
    by: User | None,
    version: int | None = None,
    why: str = "",
    key: str = "",
) -> Round:
    """The two have each other's place from this round on: table, side and opponents. One of them
    may have the bye. Swapping them again takes it back.

    Later rounds follow by themselves: they are drawn from who sat where. Raises `Conflict` when
    the round is not published or not the `version` seen; `Refused` when a result is in at one of
    the tables (`results-in`), when the plan of the stage lays down who meets whom (`laid-down`;
    in a tree `not-first` after its first round), and when one of them asked to sit out.
    """
    with round_act(VERB, round_, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        expect_state(row, Round.State.PUBLISHED)
        expect_version(row, version)
        before = read_draft(row)
        after = swapped(row, before, one.pk, other.pk)
        places = changed_places(before, after)
        pairings = list(row.pairings.filter(order__in=places))
        _refuse_played(row, pairings)
        left = published_tables(row, (one.pk, other.pk))
        write_changes(row, before, after)
        _give_byes(row, places)
        note_tables_left(row, left)
        row.version += 1
        row.save(update_fields=["version"])
        names = {one.pk: one.name, other.pk: other.name}
        doing.log(
            before={"places": told(before, names)},
            after={"places": told(after, names), "number": row.number},
            why=why,
            called=_("Round %(number)s") % {"number": row.number},
        )
    return row


def swapped(round_: Round, draft: Draft, one: int, other: int) -> Draft:
    """The round's places with the two exchanged. Raises `Refused` as `swap_places`."""
    shape = draft_shape(round_)
    if shape.structure is Structure.TREE and not shape.first:
        raise Refused(
            "not-first",
            _(
                "They won their way to these places. If a result was entered for the wrong pair, "
                "correct that result: the winner then moves on."
            ),
        )
    for entry in (one, other):
        if draft[hand.place_of(draft, entry)].table is None and _on_request(round_, entry):
            raise Refused(
                "sits-out",
                _("One of them asked to sit this round out. It cannot take a place in it."),
            )
    return hand.swap_entries(draft, one, other, shape)


def _on_request(round_: Round, entry: int) -> bool:
    return Seat.objects.filter(
        round=round_, entry=entry, outcome=Seat.Outcome.REQUESTED_BYE
    ).exists()


def _refuse_played(round_: Round, pairings: list[Pairing]) -> None:
    played = (
        Seat.objects.filter(pairing__in=pairings, pairing__kind=Pairing.Kind.GAME)
        .exclude(outcome="", place__isnull=True)
        .select_related("pairing__table")
        .first()
    )
    if played is not None:
        raise Refused(
            "results-in",
            _(
                "Table %(table)s has a result already. Take it away first if it was played by "
                "the wrong pair."
            )
            % {"table": played.pairing.table},
        )


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
