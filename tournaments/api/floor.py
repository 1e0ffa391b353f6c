"""Where the tables stand on the floor plan."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain.arrange_tables import arrange_tables
from tournaments.floor_plan.places import FARTHEST, Place
from tournaments.floor_plan.plan import known_places, places_stamp
from tournaments.models import Tournament

from .bodies import number_field
from .described import described
from .endpoint import Endpoint, Read
from .found import the_tournament
from .verb_table import Subject, VerbRow, verbs_on


class PlaceBody(serializers.Serializer):
    """Where a table stands: its upper left corner, in steps from that of the hall."""

    table = number_field()
    x = serializers.IntegerField(min_value=0, max_value=FARTHEST)
    y = serializers.IntegerField(min_value=0, max_value=FARTHEST)


class ArrangeBody(serializers.Serializer):
    """Which tables stand where; the others stay."""

    places = PlaceBody(many=True, max_length=1000)


class FloorShape(serializers.Serializer):
    """Where the tables stand that somebody has put somewhere."""

    places = PlaceBody(many=True)
    version = serializers.CharField(help_text="Another one as soon as any of them moves.")


def _floor(_view: Endpoint, row: Tournament) -> dict[str, Any]:
    tables = list(row.tables.order_by("number"))
    return {
        "places": [
            {"table": number, "x": place.x, "y": place.y}
            for number, place in known_places(tables).items()
            if place is not None
        ],
        "version": places_stamp(tables),
    }


@described("floor", "tables", "Where the tables stand on the floor plan.", FloorShape)
class FloorPlan(Read):
    access = Action.LOOK

    def read(self) -> dict[str, Any]:
        return _floor(self, self.tournament)

    def version(self, **kwargs: Any) -> str:
        """That of all places."""
        return places_stamp(self.tournament.tables.all())


def _arrange(tournament: Tournament, *, places: list[dict[str, int]], **sent: Any) -> None:
    put = {one["table"]: Place(one["x"], one["y"]) for one in places}
    arrange_tables(tournament, put, **sent)


urlpatterns = verbs_on(
    Subject(
        tag="tables",
        address="floor/",
        find=the_tournament,
        answer=FloorShape,
        shaped=_floor,
        version="version",
    ),
    VerbRow(
        "floor_arrange",
        "",
        Action.EDIT_TOURNAMENT,
        "Put tables somewhere on the floor plan: all of them, or none.",
        _arrange,
        ArrangeBody,
        beside=FloorPlan,
        route="api-floor",
    ),
)
