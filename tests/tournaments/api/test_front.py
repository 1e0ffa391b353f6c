"""Where the API begins, and its page for people."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.tournaments.api.asking import V1, ask
from tournaments.api.description import openapi
from tournaments.models import Tournament


@pytest.mark.django_db
def test_front_leads_on(client: Client) -> None:
    front = ask("").json()
    assert client.get(front["tournaments"]).json()["results"] == []
    assert client.get(front["description"]).json()["openapi"] == "3.1.0"
    assert client.get(front["documentation"]).status_code == 200


@pytest.mark.django_db
def test_page_for_people_has_every_operation_and_needs_no_script(client: Client) -> None:
    page = client.get(f"{V1}docs/")
    html = page.content.decode()
    wanted = {
        operation["operationId"]
        for methods in openapi()["paths"].values()
        for operation in methods.values()
    }
    assert wanted <= set(re.findall(r'<details class="[^"]*" id="([^"]+)"', html))
    for path in openapi()["paths"]:
        assert f'<code class="api-path">{path}</code>' in html
    loaded = re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"', html)
    assert [one for one in loaded if not one.startswith("/")] == []
    assert re.findall(r"<script(?![^>]*src=)[^>]*>|\sstyle=", html) == []


def test_tournament_of_the_list_is_found_at_its_address(tournament: Tournament) -> None:
    (row,) = ask("tournaments/").json()["results"]
    one = ask(f"tournaments/{row['slug']}/").json()
    assert {name: one[name] for name in row} == row
    assert one["stages"] == [
        {
            "number": 1,
            "name": one["stages"][0]["name"],
            "format": "swiss",
            "begun": False,
            "first_round": None,
            "rounds": 0,
            "planned": 6,
            "carries_results": False,
        }
    ]
