"""The set-up of stages by the API: what it reads is what it takes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import make_entries
from tests.tournaments.api.asking import ask, key_of, send
from tests.tournaments.api.verb_cases import begun
from tournaments.domain.stages import setup_of
from tournaments.models import Tournament, User


def setups(tournament: Tournament, key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(f"tournaments/{tournament.slug}/stages/", key=key).json()[
        "stages"
    ]
    return found


def test_what_is_left_out_stays_as_it_is(tournament: Tournament, organiser: User) -> None:
    key = key_of(organiser)
    path = f"tournaments/{tournament.slug}/stages/"
    send(f"{path}preset/", {"preset": "groups-knockout"}, key=key)
    groups, knockout = setups(tournament, key)
    assert (groups["format"], groups["options"]["groups"], knockout["to_rank"]) == ("groups", 4, 2)
    said = {"stage": 2, "name": "Slutspil"}
    assert send(f"{path}edit/", said, key=key, once="request-2").status_code == 200
    after = setups(tournament, key)[1]
    assert after == knockout | {"name": "Slutspil", "options": after["options"]}
    assert after["options"]["third_place"] is True


def test_what_was_read_is_taken_again(tournament: Tournament, organiser: User) -> None:
    """All of it, a schedule by the numbers of entries, too."""
    make_entries(tournament, 4)
    key = key_of(organiser)
    path = f"tournaments/{tournament.slug}/stages/edit/"
    rounds = [[[1, 2], [3, 4]], [[1, 3], [2, 4]]]
    said = {"stage": 1, "format": "schedule", "options": {"rounds": rounds}}
    response = send(path, said, key=key)
    assert response.status_code == 200, response.content
    (read,) = setups(tournament, key)
    assert read["options"]["rounds"] == rounds
    kept = setup_of(tournament.stages.get())
    again = {name: read[name] for name in ("format", "name", "options")} | {"stage": 1}
    assert send(path, again, key=key, once="request-2").status_code == 200
    assert setup_of(tournament.stages.get()) == kept


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"options": {"groups": 4}}, "options.groups"),
        ({"options": {"rounds": "five"}}, "options.rounds"),
        ({"options": {"rounds": True}}, "options.rounds"),
        ({"options": {"placement": "colour"}}, "options.placement"),
        ({"options": {"placement": [1]}}, "options.placement"),
        ({"options": {"clubs_apart": 1}}, "options.clubs_apart"),
        ({"from_rank": 2}, "from_rank"),
        ({"format": "multi_seat"}, "format"),
        ({"format": "schedule", "options": {"rounds": [[[1, 99]]]}}, "options.rounds"),
        ({"format": "schedule", "options": {"rounds": [[1]]}}, "options.rounds"),
    ],
)
def test_what_makes_no_sense_is_named(
    said: dict[str, Any], field: str, tournament: Tournament, organiser: User
) -> None:
    path = f"tournaments/{tournament.slug}/stages/edit/"
    response = send(path, {"stage": 1} | said, key=key_of(organiser))
    assert response.status_code == 422, response.content
    assert [one["field"] for one in response.json()["errors"]] == [field]


def test_stage_that_has_begun_stays_as_it_is_played(
    tournament: Tournament, organiser: User
) -> None:
    begun(tournament, organiser)
    path = f"tournaments/{tournament.slug}/stages/edit/"
    refused = send(path, {"stage": 2, "to_rank": 3}, key=key_of(organiser))
    assert (refused.status_code, refused.json()["code"]) == (422, "stage-begun")
    named = send(path, {"stage": 2, "name": "Finale"}, key=key_of(organiser), once="request-2")
    assert named.status_code == 200, named.content


def test_somebody_faster_is_412(tournament: Tournament, organiser: User) -> None:
    key = key_of(organiser)
    path = f"tournaments/{tournament.slug}/stages/"
    read = ask(path, key=key).headers["ETag"]
    said = {"format": "knockout"}
    first = send(path, said, key=key, **{"If-Match": read})
    assert first.status_code == 201, first.content
    late = send(path, said, key=key, once="request-2", **{"If-Match": read})
    assert late.status_code == 412
    assert len(late.json()["state"]["stages"]) == 2
