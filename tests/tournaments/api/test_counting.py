"""What results count by, set by the API: the same as on the desk's page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.api.asking import ask, key_of, send
from tests.tournaments.api.verb_cases import published
from tournaments.formats.scoring import PRESET_TIE_BREAKS
from tournaments.formats_settings import preset_points
from tournaments.models import Tournament, User


def test_preset_brings_its_numbers_and_tie_breaks(tournament: Tournament, organiser: User) -> None:
    key = key_of(organiser)
    path = f"tournaments/{tournament.slug}/settings/counting/"
    answer = send(path, {"preset": "places"}, key=key)
    assert answer.status_code == 200, answer.content
    tournament.refresh_from_db()
    stored = tournament.points_scheme
    assert (stored["preset"], stored["by_place"]) == ("places", preset_points("places")["by_place"])
    assert tournament.tie_breaks == [code.value for code in PRESET_TIE_BREAKS["places"]]
    assert ask(path, key=key).json() == answer.json()


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"points": {"bye": "-1"}}, "points.bye"),
        ({"by_place": [["2", "4"]]}, "by_place"),
        ({"tie_breaks": ["wins", "wins"]}, "tie_breaks.1"),
        ({"tie_breaks": ["penalties"], "penalty_rule": "listed"}, "penalty_rule"),
        ({"tie_breaks": ["points"]}, "tie_breaks.0"),
    ],
)
def test_what_cannot_count_is_named(
    said: dict[str, Any], field: str, tournament: Tournament, organiser: User
) -> None:
    path = f"tournaments/{tournament.slug}/settings/counting/"
    response = send(path, said, key=key_of(organiser))
    assert response.status_code == 422, response.content
    assert [one["field"] for one in response.json()["errors"]] == [field]


def test_game_stays_what_it_is_once_a_round_is_drawn(
    tournament: Tournament, organiser: User
) -> None:
    published(tournament, organiser)
    path = f"tournaments/{tournament.slug}/settings/game/"
    refused = send(path, {"game": "backgammon"}, key=key_of(organiser))
    assert (refused.status_code, refused.json()["code"]) == (422, "round-drawn")
    changed = send(
        path, {"settings": {"gift_may_be_passed_on": True}}, key=key_of(organiser), once="again-22"
    )
    assert changed.json()["settings"]["gift_may_be_passed_on"] is True
    tournament.refresh_from_db()
    assert tournament.game == "partners"
