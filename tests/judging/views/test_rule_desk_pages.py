"""The rule desk's pages: whatever is asked, they answer; a position is kept at its table."""

from __future__ import annotations

import pytest
from django.test import Client

from judging.models import LongGame
from tests.factories import make_tournament
from tests.judging.views.test_pages import QUERY, Clients, desk_url
from tournaments.models import Pairing, Tournament, User


@pytest.mark.parametrize(
    "query",
    ["", "card=7&card=7&card=x", "yellow=red5,red5,red5,red5,red5", "red=red5&yellow=red5&card=7",
     "yellow=nowhere", "player=none&card=heart", f"{QUERY}&why=12+yellow+start", "way=%00",
     "for=1/999999999999", "ruleset=x&card=swap"],
)  # fmt: skip
def test_rule_desk_answers_whatever_is_asked(
    tournament: Tournament, judge: User, client_of: Clients, query: str
) -> None:
    assert Client().get(f"{desk_url('rule-desk', tournament)}?{query}").status_code == 200
    page = client_of(judge).get(f"{desk_url('desk-rule-desk', tournament)}?{query}")
    assert page.status_code == 200


@pytest.mark.parametrize("query", ["", "dice=31", "points=1,2&dice=66", "points=x,99,-99&bar=3",
                                   "point=1&point=-1&die=3&die=1", "dice=31&why=24",
                                   "dice=31&why=nowhere"])  # fmt: skip
def test_rule_desk_of_backgammon_answers_whatever_is_asked(db: None, query: str) -> None:
    tournament = make_tournament(game="backgammon")
    assert Client().get(f"{desk_url('rule-desk', tournament)}?{query}").status_code == 200


@pytest.mark.parametrize("query", ["", "blue=d1&card=et-lop", "blue=z9&card=x", "red=hedge:a1",
                                   "blue=d1&card=et-lop&answer=koncentration&by=red&moment=moved",
                                   "blue=d1&card=afledningsmanoevre&claim=hoop"])  # fmt: skip
def test_rule_desk_of_kroket_answers_whatever_is_asked(db: None, query: str) -> None:
    tournament = make_tournament(game="kroket")
    assert Client().get(f"{desk_url('rule-desk', tournament)}?{query}").status_code == 200


def test_address_keeps_the_question_where_a_reload_needs_no_network(
    tournament: Tournament, judge: User, client_of: Clients
) -> None:
    here = desk_url("desk-rule-desk", tournament)
    page = client_of(judge).get(f"{here}?card=7&for=1/1", headers={"HX-Request": "true"})
    assert page["HX-Replace-Url"] == f"{here}?for=1/1#player=yellow&card=7&ruleset=dm-2018"


def test_position_is_kept_at_a_table(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    client = client_of(judge)
    url = desk_url("desk-position", tournament, 1, 1)
    assert client.post(url, {"position": QUERY}).status_code == 302
    position = LongGame.objects.get().position
    assert position is not None
    assert position["red"] == ["red3", "start", "goal1", "home"]
    wrong = client.post(url, {"position": "yellow=red5&red=red5"})
    assert wrong.headers["Location"].endswith("for=1/1")
