"""The page of what does not fit: who sees it, who decides, and where else it is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.domain.test_correct_misfits import (
    KNOCKOUT,
    all_seats,
    decided,
    flip,
    game,
    make,
    play,
    swap_where_possible,
)
from tournaments.domain.correct_misfits import Decided
from tournaments.models import Event, Role, Tournament, User
from tournaments.queries.misfits import misfits_of

ClientOf = Callable[[User], Client]


@pytest.fixture
def cup(db: None) -> Tournament:
    """A knockout of eight, played to its end, with the first result corrected afterwards."""
    tournament = play(make(KNOCKOUT, entries=8), 3)
    flip(game(tournament, 1))
    return tournament


def somebody(cup: Tournament, kind: str = Role.Kind.ORGANISER) -> User:
    return factories.make_user(role=kind, tournament=cup)


def page(cup: Tournament) -> str:
    return f"/desk/{cup.slug}/misfits/"


def fields(chosen: Decided, **more: str) -> dict[str, str]:
    choices = {f"choice-{key}": value for key, value in chosen.choices.items()}
    return {"follows": chosen.stamp, **choices, **more}


def test_page_asks_about_each_thing_and_keeps_by_default(
    cup: Tournament, client_of: ClientOf
) -> None:
    answer = client_of(somebody(cup)).get(page(cup))
    assert answer.status_code == 200
    assert [[o.value for o in one.offered] for one in answer.context["wrong"]] == [
        ["keep", "swap"],
        ["keep", "swap"],
    ]
    assert all(one.offered[0].chosen for one in answer.context["wrong"])
    assert answer.content.decode().count('type="radio"') == 4


def test_page_where_all_fits_says_so(client_of: ClientOf, db: None) -> None:
    cup = play(make(KNOCKOUT, entries=4), 1)
    answer = client_of(somebody(cup)).get(page(cup))
    assert (answer.context["wrong"], answer.context["told"]) == ([], [])
    assert "<form" not in answer.content.decode().split("<main")[1]


@pytest.mark.parametrize("kind", [Role.Kind.DESK, Role.Kind.JUDGE, Role.Kind.HEAD_JUDGE])
def test_only_who_draws_decides(cup: Tournament, client_of: ClientOf, kind: str) -> None:
    client = client_of(somebody(cup, kind))
    before = all_seats(cup)
    answer = client.get(page(cup))
    assert (answer.status_code, 'type="radio"' in answer.content.decode()) == (200, False)
    chosen = decided(cup, swap_where_possible)
    assert client.post(page(cup), fields(chosen)).status_code == 403
    assert all_seats(cup) == before


def test_what_is_chosen_is_done_once_and_undone(cup: Tournament, client_of: ClientOf) -> None:
    client = client_of(somebody(cup))
    before = all_seats(cup)
    sent = fields(decided(cup, swap_where_possible), why="Byttet om", key="k")
    for _press in range(2):
        assert client.post(page(cup), sent).status_code == 302
    assert misfits_of(cup) == []
    event = Event.objects.get(verb="tournament.set-right")
    assert event.why == "Byttet om"
    assert client.post(f"{page(cup)}undo/{event.pk}/").status_code == 302
    assert all_seats(cup) == before


def test_nothing_chosen_is_said_and_what_was_chosen_stays(
    cup: Tournament, client_of: ClientOf
) -> None:
    client = client_of(somebody(cup))
    answer = client.post(page(cup), fields(Decided()))
    assert (answer.status_code, answer.context["error"].code) == (422, "nothing-chosen")
    chosen = decided(cup, swap_where_possible)
    stale = Decided("other", chosen.choices)
    answer = client.post(page(cup), fields(stale, why="x"))
    assert (answer.status_code, answer.context["error"].code) == (409, "follows-changed")
    assert all(one.offered[1].chosen for one in answer.context["wrong"])
    assert answer.context["why"] == "x"


def test_finished_tournament_shows_it_and_offers_nothing(
    cup: Tournament, client_of: ClientOf
) -> None:
    user = somebody(cup)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    answer = client_of(user).get(page(cup))
    assert "Do what is chosen" not in answer.content.decode()
    assert len(answer.context["wrong"]) == 2


@pytest.mark.parametrize("where", ["", "rounds/2/", "rounds/2/tables/{table}/"])
def test_what_was_kept_is_told_where_it_shows(
    cup: Tournament, client_of: ClientOf, where: str
) -> None:
    client = client_of(somebody(cup))
    address = f"/desk/{cup.slug}/" + where.format(table=game(cup, 2).table)
    assert page(cup) in client.get(address).content.decode()
    flip(game(cup, 1))
    assert page(cup) not in client.get(address).content.decode()


@pytest.mark.parametrize("entries", [8, 16])
def test_page_takes_the_same_queries_for_any_number(
    client_of: ClientOf,
    db: None,
    entries: int,
    django_assert_num_queries: Callable[..., object],
) -> None:
    cup = play(make(KNOCKOUT, entries=entries), 2)
    flip(game(cup, 1))
    client = client_of(somebody(cup))
    with django_assert_num_queries(11):
        client.get(page(cup))
    with django_assert_num_queries(24):
        client.get(f"/desk/{cup.slug}/")
