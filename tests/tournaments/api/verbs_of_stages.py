"""The verbs by which stages are set up, for the test of all."""

from __future__ import annotations

from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup
from tournaments.models import Tournament, User

from .verb_cases import Case, nothing

EDIT = "edit-tournament"


def two_stages(tournament: Tournament, organiser: User) -> None:
    set_stages(tournament, (StageSetup("groups", {"groups": 2}), StageSetup("knockout")))


CASES = [
    Case(
        "stages/",
        nothing,
        EDIT,
        "stage.add",
        {},
        {"format": "knockout", "to_rank": 8, "options": {"third_place": True}},
        201,
        {"format": "groups", "options": {"groups": 65}},
        "wrong-fields",
    ),
    Case(
        "stages/edit/",
        two_stages,
        EDIT,
        "stage.edit",
        {},
        {"stage": 1, "name": "Puljer", "options": {"groups": 4}},
        refused={"stage": 2, "from_rank": 5, "to_rank": 2},
        code="rank-range",
    ),
    Case(
        "stages/move/",
        two_stages,
        EDIT,
        "stage.move",
        {},
        {"stage": 2, "up": True},
        refused={"stage": 2, "up": False},
        code="no-place",
    ),
    Case(
        "stages/remove/",
        two_stages,
        EDIT,
        "stage.remove",
        {},
        {"stage": 2},
        refused={"stage": 3},
        code="no-stage",
    ),
    Case(
        "stages/preset/",
        nothing,
        EDIT,
        "stage.preset",
        {},
        {"preset": "groups-knockout"},
        refused={"preset": "tables"},
        code="no-preset",
    ),
]
