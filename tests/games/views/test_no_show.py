"""A side that did not come: the walkover, and whether they are drawn again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Result
from tests import factories
from tests.games.tables import make_table
from tournaments.domain.draw_round import draw_round
from tournaments.domain.publish_round import publish_round
from tournaments.models import Entry, Game, Pairing, Round, Stage, Tournament, User

ClientOf = Callable[[User], Client]


@pytest.fixture
def round_(tournament: Tournament) -> Round:
    factories.make_entries(tournament, 4)
    return publish_round(draw_round(tournament, by=None), by=None)


@pytest.fixture
def client(round_: Round, client_of: ClientOf, desk: User) -> Client:
    return client_of(desk)


def address(round_: Round, table: int = 1) -> str:
    return reverse("desk-table-absent", args=[round_.tournament.slug, round_.number, table])


def outcomes(round_: Round) -> list[tuple[str, str]]:
    pairing = Pairing.objects.get(round=round_, table__number=1)
    return [(seat.outcome, str(seat.points)) for seat in pairing.seats.all()]


def test_walkover_is_shown_then_saved(client: Client, round_: Round) -> None:
    page = client.get(address(round_), {"absent": "1"})
    assert page.context["follows"].table[0].game[1] == 1
    assert not Result.objects.exists()
    client.post(address(round_), {"absent": "1", "seen": "0"})
    assert outcomes(round_) == [("walkover-win", "1.00"), ("walkover-loss", "0.00")]
    assert Entry.objects.filter(state="absent").count() == 0


def test_both_absent_and_left_out_of_the_next_draw(client: Client, round_: Round) -> None:
    client.post(address(round_), {"absent": ["0", "1"], "seen": "0", "away": "1", "key": "k"})
    assert outcomes(round_) == [("walkover-loss", "0.00")] * 2
    gone = set(Entry.objects.filter(state="absent").values_list("pk", flat=True))
    pairing = Pairing.objects.get(round=round_, table__number=1)
    assert gone == set(pairing.seats.values_list("entry", flat=True))


def test_nobody_chosen_is_said_beside_the_choice(client: Client, round_: Round) -> None:
    response = client.post(address(round_), {"seen": "0"})
    assert (response.status_code, response.context["refused"].field) == (422, "absent")


def test_a_result_meanwhile_stands(client: Client, round_: Round) -> None:
    client.post(address(round_), {"absent": "1", "seen": "0"})
    assert client.get(address(round_)).status_code == 302
    response = client.post(address(round_), {"absent": "0", "seen": "0"})
    assert response.status_code == 409
    assert outcomes(round_)[0][0] == "walkover-win"


def test_at_a_larger_table_those_who_came_play(
    client_of: ClientOf, organiser: User, tournament: Tournament
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(game=Game.PARTNERS_PLUS_PAIRS)
    Stage.objects.filter(tournament=tournament).update(
        format="multi_seat", settings={"sides": 3, "smaller_tables": False}
    )
    factories.make_entries(tournament, 3)
    row = Tournament.objects.get(pk=tournament.pk)
    round_ = publish_round(draw_round(row, by=None), by=None)
    client = client_of(organiser)
    response = client.get(address(round_), {"absent": "0"})
    table = reverse("desk-table-result", args=[round_.tournament.slug, 1, 1])
    assert (response.status_code, response["Location"]) == (302, f"{table}?absent_0=1")
    form = client.get(response["Location"])
    assert [cell.absent for cell in form.context["row"].cells] == [True, False, False]
    client.post(address(round_), {"absent": ["0", "2"], "seen": "0"})
    assert [outcome for outcome, _points in outcomes(round_)] == [
        "walkover-loss",
        "walkover-win",
        "walkover-loss",
    ]


def test_who_did_not_come_is_last_while_the_others_have_a_game(
    db: None, client_of: ClientOf
) -> None:
    pairing = make_table(Game.KROKET)
    user = factories.make_user("ditte")
    factories.Role.objects.create(tournament=pairing.round.tournament, user=user, kind="organiser")
    table = reverse("desk-table-result", args=[pairing.round.tournament.slug, 1, 1])
    typed = {"absent_1": "1", "score_0": "4", "score_2": "2", "score_3": "0", "picked": "open"}
    assert client_of(user).post(table, typed).status_code == 302
    assert pairing.results.get().payload["absent"] == [1]
    kept = client_of(user).get(f"{table}correct/").context["row"].raw
    assert kept.absent == (False, True, False, False)
    assert kept.scores == ("4", "0", "2", "0")


def test_without_the_right_to_enter_results_there_is_no_page(
    round_: Round, client_of: ClientOf
) -> None:
    stranger = factories.make_user("fremmed")
    assert client_of(stranger).get(address(round_)).status_code == 404
