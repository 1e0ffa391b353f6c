"""Where the tables stand on the floor plan: one arrangement is saved as a whole, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.floor_plan.places import Place, first_clash
from tournaments.floor_plan.plan import known_places, places_stamp
from tournaments.models import Event, Table, Tournament, User

from .act import Act, act
from .errors import Conflict, Refused
from .set_table import spans


def arrange_tables(
    tournament: Tournament,
    places: Mapping[int, Place],
    *,
    by: User | None,
    seen: str = "",
    key: str = "",
) -> Tournament:
    """Puts tables, by number, at `places`; the others stay where they are.

    Raises `Conflict` when somebody has arranged them since `seen` (a `places_stamp`); `Refused` for
    a table that is not there, one outside the plan, and two that would stand on one another.
    """
    with act("table.arrange", tournament, by=by, key=key) as doing:
        if not doing.already:
            tables = list(doing.row.tables.order_by("number"))
            if seen and seen != places_stamp(tables):
                raise Conflict("floor-changed", _changed())
            _put(doing, tables, dict(places))
    return doing.row


def put_back(tournament: Tournament, event: Event, *, by: User | None, key: str = "") -> Tournament:
    """Takes an arrangement back: its tables stand as before, where nobody has moved them since.

    Raises `Conflict` where somebody has.
    """
    with act("table.arrange-undo", tournament, by=by, key=key) as doing:
        if not doing.already:
            tables = list(doing.row.tables.order_by("number"))
            now = _as_kept(known_places(tables))
            left = event.after["position"]
            if any(now.get(number) != place for number, place in left.items()):
                raise Conflict("floor-changed", _changed())
            before = {
                int(number): Place(*place) if place else None
                for number, place in event.before["position"].items()
            }
            _put(doing, tables, before, undoes=event.pk)
    return doing.row


def _changed() -> str:
    return _("Somebody has arranged the tables meanwhile. Look at the plan as it is now.")


def _put(
    doing: Act[Tournament],
    tables: list[Table],
    places: Mapping[int, Place | None],
    **more: Any,
) -> None:
    was = known_places(tables)
    for number, place in places.items():
        if number not in was:
            raise Refused(
                "no-table",
                _("There is no table %(number)s in the hall.") % {"number": number},
            )
        if place is not None and not place.inside:
            raise Refused(
                "outside",
                _("Table %(number)s would stand outside the plan.") % {"number": number},
            )
    becomes = {**was, **places}
    clash = first_clash({n: place for n, place in becomes.items() if place is not None})
    if clash is not None:
        raise Refused(
            "tables-touch",
            _("Tables %(one)s and %(other)s would stand on one another.")
            % {"one": clash[0], "other": clash[1]},
        )
    moved = sorted(number for number, place in places.items() if place != was[number])
    changed = [table for table in tables if table.number in set(moved)]
    for table in changed:
        place = becomes[table.number]
        table.plan_x, table.plan_y = place if place is not None else (None, None)
    Table.objects.bulk_update(changed, ["plan_x", "plan_y"])
    doing.log(
        before={"position": _as_kept({number: was[number] for number in moved})},
        after={
            "position": _as_kept({number: becomes[number] for number in moved}),
            "tables": spans(moved),
            **more,
        },
    )


def _as_kept(places: Mapping[int, Place | None]) -> dict[str, list[int] | None]:
    return {str(number): list(place) if place else None for number, place in places.items()}
