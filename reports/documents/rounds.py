"""What is read of a round for paper: pairings, sides and their colours."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tournaments.games import GAMES
from tournaments.models import Pairing, Round, Seat, Tournament


def round_label(round_: Round) -> str:
    """The round as paper names it, and that it is a draft while it is one."""
    label = _("Round %(number)s") % {"number": round_.number}
    return f"{label} ({_('draft')})" if round_.state == Round.State.DRAFT else label


def pairings_of(round_: Round) -> list[Pairing]:
    """All pairings by table, then the games without one, then the byes. Three queries.

    A match that fell away after it was played has no seats, and is not among them.
    """
    # Seats bring their entry along: fetched apart, a thousand of them are too many for SQLite.
    seats = Seat.objects.select_related("entry__fixed_table", "moved_from")
    pairings = round_.pairings.select_related("table").prefetch_related(
        Prefetch("seats", seats), "seats__entry__players"
    )
    return sorted(
        (pairing for pairing in pairings if pairing.seats.all()),
        key=lambda p: (
            p.kind == Pairing.Kind.BYE,
            p.table is None,
            p.table.number if p.table else 0,
            p.order,
        ),
    )


def sides_of(pairing: Pairing) -> list[list[Seat]]:
    """The seats of each side, in the order of the sides."""
    by_side: dict[int, list[Seat]] = {}
    for seat in pairing.seats.all():
        by_side.setdefault(seat.side, []).append(seat)
    return [by_side[side] for side in sorted(by_side)]


def colours_of(tournament: Tournament, sides: Sequence[Sequence[Seat]]) -> list[tuple[str, ...]]:
    """Each side's colours as drawn; as the game seats them where the draw did not say."""
    usual = GAMES[tournament.game].sides
    return [
        tuple(colour for seat in side for colour in seat.colours)
        or (usual[place] if place < len(usual) else ())
        for place, side in enumerate(sides)
    ]
