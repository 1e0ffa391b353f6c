"""From a stage, a draft and a round there is a way to how its games are played."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests.factories import make_entries, make_tournament, make_user
from tests.results import write_result
from tournaments.domain.draw_round import draw_round
from tournaments.domain.publish_round import publish_round
from tournaments.models import Game, Role, Round, Tournament, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def match_day(db: None) -> Tournament:
    """A backgammon tournament: how long a match is may differ from round to round."""
    tournament = make_tournament(game=Game.BACKGAMMON)
    make_entries(tournament, 4)
    return tournament


def ways(client: Client, page: str) -> list[str]:
    """The links of a page that lead to how games are played, each found there."""
    found = re.findall(r'href="([^"]+/game/)"', client.get(page).content.decode())
    assert [client.get(one).status_code for one in found] == [200] * len(found)
    return found


def organiser_of(tournament: Tournament) -> User:
    return make_user("bente", role=Role.Kind.ORGANISER, tournament=tournament)


def test_stage_leads_to_its_game(match_day: Tournament, client_of: ClientOf) -> None:
    client, stages = client_of(organiser_of(match_day)), f"/desk/{match_day.slug}/settings/stages/"
    game = f"/desk/{match_day.slug}/stages/1/game/"
    assert ways(client, stages) == [game]
    assert ways(client, f"{stages}1/") == [game]
    assert ways(client, f"{stages}new/") == []


def test_draft_and_round_lead_to_their_game_until_a_result_is_in(
    match_day: Tournament, client_of: ClientOf
) -> None:
    client, page = client_of(organiser_of(match_day)), f"/desk/{match_day.slug}/rounds/1/"
    draft: Round = draw_round(match_day, by=None)
    assert ways(client, page) == [f"{page}game/"]
    publish_round(draft, by=None)
    assert ways(client, page) == [f"{page}game/"]
    write_result(draft.pairings.get(table__number=1), 0, scores=(7, 3))
    assert ways(client, page) == []


def test_round_of_a_desk_does_not_lead_where_it_may_not_go(
    match_day: Tournament, client_of: ClientOf
) -> None:
    publish_round(draw_round(match_day, by=None), by=None)
    desk = make_user("ditte", role=Role.Kind.DESK, tournament=match_day)
    assert ways(client_of(desk), f"/desk/{match_day.slug}/rounds/1/") == []
