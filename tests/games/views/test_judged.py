"""A game that the judges decide: nobody types it, and the pages lead to where it is decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from games.domain.game_results import GameResults, game_results
from games.domain.record_result import remove_result
from games.models import Result
from games.views.rows import offered
from judging.domain.give_ruling import RulingFacts, give_ruling
from tests import factories
from tournaments.models import Game, Pairing, Role, Tournament, User

ClientOf = Callable[[User], Client]
HTMX: dict[str, Any] = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def page(pairing: Pairing) -> str:
    return f"/desk/{pairing.round.tournament.slug}/rounds/1/tables/1/"


@pytest.fixture
def grid(pairing: Pairing) -> str:
    return f"/desk/{pairing.round.tournament.slug}/rounds/1/results/"


@pytest.fixture
def judges(pairing: Pairing) -> str:
    """The judges' page of table 1."""
    return f"/desk/{pairing.round.tournament.slug}/judges/rounds/1/tables/1/"


@pytest.fixture
def decided(tournament: Tournament, pairing: Pairing) -> Result:
    """Table 1, decided 6-7 for its first side by a ruling."""
    head = factories.make_user("hanne", role=Role.Kind.HEAD_JUDGE, tournament=tournament)
    facts = RulingFacts(
        happened="Begge sider flyttede de andres brikker.",
        decision="Første side vinder.",
        rules=("B8",),
        consequence="result",
        pairing=pairing,
        winner=0,
        scores=(6, 7),
    )
    give_ruling(tournament, facts, by=head)
    return Result.objects.get(pairing=pairing, current=True)


@pytest.mark.parametrize("game", Game.values)
def test_every_ending_but_the_judges_is_offered(game: str) -> None:
    rules: GameResults = game_results(game)
    assert [*offered(rules, "played"), "adjudicated"] == sorted(
        rules.endings, key=lambda ending: ending == "adjudicated"
    )
    assert offered(rules, "adjudicated") == list(rules.endings)


def test_grid_does_not_offer_what_only_a_ruling_gives(
    grid: str, desk: User, client_of: ClientOf
) -> None:
    answer = client_of(desk).get(grid)
    assert 'value="adjudicated"' not in answer.content.decode()
    assert set(answer.context["letters"].values()) == {"played", "timeout", "walkover", "nobody"}
    assert [line for line, _ in answer.context["rules"].lines] == ["6-7 t2", "w1", "n"]


def test_table_leads_to_the_judges(page: str, judges: str, desk: User, client_of: ClientOf) -> None:
    text = client_of(desk).get(page).content.decode()
    assert ('value="adjudicated"' in text, f'href="{judges}"' in text) == (False, True)
    assert client_of(desk).get(judges).status_code == 200


@pytest.mark.parametrize("line", ["1 6-7 d1", "1 d1", "1 6-7 a"])
def test_line_of_the_judges_says_what_to_do(
    grid: str, judges: str, desk: User, client_of: ClientOf, line: str
) -> None:
    answer = client_of(desk).post(f"{grid}quick/", {"line": line})
    assert (answer.status_code, answer.context["line_judged"]) == (422, 1)
    assert answer.context["line"] == line
    assert f'href="{judges}"' in answer.content.decode()
    assert Result.objects.count() == 0


def test_line_refused_for_something_else_does_not_lead_to_the_judges(
    grid: str, judges: str, desk: User, client_of: ClientOf
) -> None:
    answer = client_of(desk).post(f"{grid}quick/", {"line": "1 7-5"})
    assert (answer.status_code, answer.context["line_judged"]) == (422, None)
    assert f'href="{judges}"' not in answer.content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_row_that_an_older_page_sent_leads_to_the_judges_and_keeps_what_was_typed(
    page: str, judges: str, desk: User, client_of: ClientOf, headers: dict[str, Any]
) -> None:
    typed = {"score_0": 6, "score_1": 7, "winner": 0, "ended": "adjudicated", "seen": 0}
    answer = client_of(desk).post(page, typed, **headers)
    row = answer.context["row"]
    assert (answer.status_code, row.raw.ended, row.field) == (422, "adjudicated", "ended")
    assert ("adjudicated" in dict(row.endings), row.for_judges) == (True, True)
    assert f'href="{judges}"' in answer.content.decode()


def test_line_of_the_judges_stands_once_a_ruling_says_so(
    grid: str, pairing: Pairing, decided: Result, desk: User, client_of: ClientOf
) -> None:
    remove_result(pairing, seen=decided.version, why="forkert bord", by=desk)
    answer = client_of(desk).post(f"{grid}quick/", {"line": "1 6-7 d1"})
    assert answer.status_code == 302
    assert Result.objects.get(current=True).payload["ended"] == "adjudicated"


def test_correction_of_what_the_judges_decided_keeps_it_so(
    page: str, decided: Result, desk: User, client_of: ClientOf
) -> None:
    answer = client_of(desk).get(f"{page}correct/")
    assert answer.context["row"].raw.ended == "adjudicated"
    assert '<input type="radio" name="ended" value="adjudicated" checked>' in (
        answer.content.decode()
    )


def test_head_judge_may_decide_from_the_page_of_the_table(
    tournament: Tournament, judges: str, client_of: ClientOf
) -> None:
    head = factories.make_user("hanne", role=Role.Kind.HEAD_JUDGE, tournament=tournament)
    query = "?round=1&table=1&back=table&consequence=result"
    new = f"/desk/{tournament.slug}/judges/rulings/new/{query}"
    assert escape(new) in client_of(head).get(judges).content.decode()
    form = client_of(head).get(new)
    assert (form.status_code, form.context["typed"]["consequence"]) == (200, "result")


def test_row_played_out_is_none_of_the_judges(page: str, desk: User, client_of: ClientOf) -> None:
    typed = {"score_0": 7, "score_1": 5, "ended": "played", "seen": 0}
    assert client_of(desk).post(page, typed).context["row"].for_judges is False
