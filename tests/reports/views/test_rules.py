"""The rules on the web: a page a game and rule set, and one for each tournament."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from reports.guides import FAMILIES, RULESETS
from tests.factories import make_tournament
from tournaments.models import Tournament

GUIDES = [(game, ruleset) for game in FAMILIES for ruleset in RULESETS[game]]


def page(url: str, language: str = "en") -> str:
    client = Client(headers={"accept-language": language})
    client.cookies["language"] = language
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


def test_list_leads_to_every_guide() -> None:
    html = page(reverse("rules"))
    for game, ruleset in GUIDES:
        usual = ruleset == RULESETS[game][0]
        url = (
            reverse("rule-guide", args=[game])
            if usual
            else reverse("rule-guide-of", args=[game, ruleset])
        )
        assert f'href="{url}"' in html


@pytest.mark.parametrize(("game", "ruleset"), GUIDES)
def test_each_rule_has_an_anchor_and_each_link_leads_somewhere(game: str, ruleset: str) -> None:
    url = reverse("rule-guide-of", args=[game, ruleset]) if ruleset else f"/rules/{game}/"
    html = page(url)
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)
    assert ("G8" if game == "backgammon" else "K8" if game == "kroket" else "D3") in ids


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("da", "En brik på sit startfelt spærrer"),
        ("en", "A piece on its start field blocks"),
        ("nb", "En brikke på startfeltet sitt sperrer"),
    ],
)
def test_page_speaks_the_language_of_the_site(language: str, words: str) -> None:
    assert words in page("/rules/partners/", language)


def test_rule_sets_say_different_things_about_resting_in_the_goal() -> None:
    usual, clarified = page("/rules/partners/"), page("/rules/partners/dm-2023/")
    assert "may stop in a goal circle without being locked" in usual
    assert "must end locked or outside the goal" in clarified
    assert 'href="/rules/partners/dm-2023/"' in usual
    assert 'href="/rules/partners/dm-2018/"' in clarified


@pytest.mark.parametrize("path", ["chess/", "partners/dm-1999/", "kroket/dm-2018/"])
def test_guide_that_is_not_there_is_not_found(path: str) -> None:
    assert Client().get(f"/rules/{path}").status_code == 404


def test_tournament_shows_its_own_rules_and_figures(db: None) -> None:
    tournament = make_tournament(
        name="Sommerturnering",
        minutes_per_game=47,
        ruleset="dm-2023",
        game_settings={"seven_may_end_short": True},
    )
    html = page(reverse("tournament-rules", args=[tournament.slug]))
    assert 'At Sommerturnering a game has <b class="figure">47</b> minutes.' in html
    assert "must end locked or outside the goal" in html
    assert "steps may be left over" in html
    assert "<dd>47</dd>" in html


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"game": "backgammon", "game_settings": {"length": 9, "crawford": False}},
            'matches go to <b class="figure">9</b> points',
        ),
        ({"game": "backgammon", "game_settings": {"length": 0, "jacoby": True}}, "Jacoby: gammons"),
        ({"game": "kroket", "game_settings": {"variant": "six"}}, "You are six, three from each"),
        ({"game": "partners-plus-teams"}, "two teams of three"),
    ],
)
def test_tournament_of_another_game_shows_that(
    fields: dict[str, Any], words: str, db: None
) -> None:
    tournament = make_tournament(**fields)
    assert words in page(reverse("tournament-rules", args=[tournament.slug]))


def test_players_find_the_rules_from_their_pages(tournament: Tournament) -> None:
    html = page(reverse("standings", args=[tournament.slug]))
    assert f'href="{reverse("tournament-rules", args=[tournament.slug])}"' in html


def test_rules_ask_the_database_nothing(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    with django_assert_num_queries(0):
        client.get("/rules/partners/")


@pytest.mark.parametrize("game", list(FAMILIES))
def test_page_is_small_on_the_way(game: str) -> None:
    response = Client().get(f"/rules/{game}/", headers={"accept-encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert len(response.content) < 200_000
