"""The pages of rounds: who sees what, what each button does, how many queries it takes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.results import play_round, write_result, write_results
from tournaments.domain.draw_round import draw_round
from tournaments.domain.finish_tournament import finish_tournament
from tournaments.domain.publish_round import publish_round
from tournaments.models import Entry, Event, Round, Seat, Tournament, User

ClientOf = Callable[[User], Client]


def address(name: str, tournament: Tournament, *more: int) -> str:
    return reverse(name, args=[tournament.slug, *more])


@pytest.fixture
def by_organiser(client_of: ClientOf, organiser: User) -> Client:
    return client_of(organiser)


@pytest.fixture
def published(draft: Round) -> Round:
    return publish_round(draft, by=None)


def test_rounds_says_what_to_do_first(by_organiser: Client, tournament: Tournament) -> None:
    answer = by_organiser.get(address("desk-rounds", tournament))
    assert (answer.status_code, answer.context["rounds"]) == (200, [])
    assert address("desk-draw", tournament) not in answer.content.decode()


def test_rounds_has_one_primary_action_a_step(by_organiser: Client, tournament: Tournament) -> None:
    def primary() -> str:
        page = by_organiser.get(address("desk-rounds", tournament)).content.decode()
        assert page.count("button-primary") == 1
        (there,) = re.findall(r'class="button button-primary" href="([^"]+)"', page)
        return str(there)

    factories.make_entries(tournament, 4)
    Tournament.objects.update(rounds_planned=1)
    assert primary() == address("desk-draw", tournament)
    round_ = draw_round(tournament, by=None)
    assert primary() == address("desk-round", tournament, 1)
    publish_round(round_, by=None)
    assert (
        address("desk-close", tournament, 1)
        in by_organiser.get(address("desk-rounds", tournament)).content.decode()
    )
    play = by_organiser.get(address("desk-rounds", tournament))
    assert play.context["day"].step == "play"
    write_results(round_)
    assert by_organiser.get(address("desk-rounds", tournament)).context["day"].step == "close"
    by_organiser.post(address("desk-close", tournament, 1))
    assert primary() == address("desk-finish", tournament)


def test_draft_is_seen_by_organisers_alone(
    draft: Round, client_of: ClientOf, organiser: User, judge: User, desk: User
) -> None:
    page = address("desk-round", draft.tournament, 1)
    assert client_of(organiser).get(page).status_code == 200
    for user in (judge, desk):
        client = client_of(user)
        assert client.get(page).status_code == 302
        listed = client.get(address("desk-rounds", draft.tournament))
        assert listed.context["rounds"] == []
        assert page not in listed.content.decode()
    for public in ("round", "pairings", "tournament", "wall-pairings"):
        args = [draft.tournament.slug] + ([1] if public == "round" else [])
        body = Client().get(reverse(public, args=args)).content.decode()
        first, second = (seat.entry.name for seat in draft.pairings.get(order=1).seats.all())
        assert not (first in body and f"{first} – {second}" in body)


def test_no_page_of_the_desk_tells_where_anybody_sits_in_a_draft(
    draft: Round, client_of: ClientOf, organiser: User, judge: User, desk: User
) -> None:
    tournament = draft.tournament
    pairing = draft.pairings.get(order=1)
    one, other = (seat.entry for seat in pairing.seats.all())
    absent = draft.pairings.get(order=2).seats.all()[0].entry
    Entry.objects.filter(pk=absent.pk).update(state=Entry.State.ABSENT)
    table = pairing.table.number
    client_of(organiser).post(
        address("desk-draft-edit", tournament, 1),
        {"do": "swap", "one": one.pk, "other": absent.pk, "version": draft.version},
    )
    pages = [
        *(
            address(f"desk-{page}", tournament)
            for page in ("overview", "entries", "check-in", "log")
        ),
        *(address(f"desk-{page}", tournament) for page in ("papers", "clock", "standings")),
        *(
            address(f"desk-{page}", tournament, entry.number)
            for page in ("check-in-one", "entry", "entry-withdraw")
            for entry in (one, other, absent)
        ),
        address("desk-check-in-changes", tournament, 0),
    ]
    telling = ("against", "Table 1: ", "Par 1 –", "Round 1 (draft)")
    for user in (judge, desk):
        client = client_of(user)
        client.cookies["language"] = "en"
        told = [
            (page, words)
            for page in pages
            for words in telling
            if words in client.get(page).content.decode()
        ]
        assert told == []
        for page in ("results", "result-changes"):
            name = {"results": "desk-round-results"}.get(page, f"desk-{page}")
            assert client.get(address(name, tournament, 1)).status_code == 404
        for page in ("result", "correct", "remove"):
            of_table = address(f"desk-table-{page}", tournament, 1, table)
            assert client.get(of_table).status_code == 404
            assert client.post(of_table, {"score_0": "8", "score_1": "5"}).status_code == 404


def test_changing_rounds_needs_the_right_to_draw(
    published: Round, client_of: ClientOf, desk: User, judge: User
) -> None:
    tournament = published.tournament
    for user in (desk, judge):
        client = client_of(user)
        assert client.get(address("desk-draw", tournament)).status_code == 403
        for name, more in (
            ("desk-draw", []),
            ("desk-finish", []),
            ("desk-close", [1]),
            ("desk-unpublish", [1]),
            ("desk-draft-edit", [1]),
            ("desk-publish", [1]),
        ):
            assert client.post(address(name, tournament, *more)).status_code == 403
        page = client.get(address("desk-round", tournament, 1)).content.decode()
        assert address("desk-close", tournament, 1) not in page
        assert address("desk-move", tournament, 1, 1) not in page


def test_draw_page_draws_and_opens_the_draft(by_organiser: Client, tournament: Tournament) -> None:
    factories.make_entries(tournament, 5)
    assert by_organiser.get(address("desk-draw", tournament)).status_code == 200
    answer = by_organiser.post(address("desk-draw", tournament), {"seed": "77", "key": "k"})
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        address("desk-round", tournament, 1),
    )
    by_organiser.post(address("desk-draw", tournament), {"seed": "77", "key": "k"})
    assert (Round.objects.get().seed, Event.objects.count()) == (77, 1)


def test_draw_page_keeps_a_wrong_seed_and_says_what_is_wrong(
    by_organiser: Client, tournament: Tournament
) -> None:
    factories.make_entries(tournament, 4)
    answer = by_organiser.post(address("desk-draw", tournament), {"seed": "seven"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="seven"' in page and 'aria-describedby="id_seed_helptext id_seed_error"' in page


def test_draw_page_hides_the_button_when_the_draw_would_be_refused(
    by_organiser: Client, tournament: Tournament
) -> None:
    factories.make_entries(tournament, 40)
    page = by_organiser.get(address("desk-draw", tournament)).content.decode()
    assert 'name="seed"' not in page
    assert address("desk-settings", tournament) in page
    assert by_organiser.post(address("desk-draw", tournament)).status_code == 422


def test_draw_page_overrules_missing_results_only_when_told(
    by_organiser: Client, published: Round
) -> None:
    tournament = published.tournament
    by_organiser.post(address("desk-close", tournament, 1), {"despite": "1"})
    assert 'name="despite"' in by_organiser.get(address("desk-draw", tournament)).content.decode()
    assert by_organiser.post(address("desk-draw", tournament)).status_code == 422
    answer = by_organiser.post(address("desk-draw", tournament), {"despite": "on"})
    assert answer.status_code == 302


def test_close_page_lists_what_is_missing(by_organiser: Client, published: Round) -> None:
    write_result(published.pairings.get(table__number=1), 0)
    page = address("desk-close", published.tournament, 1)
    assert len(by_organiser.get(page).context["missing"]) == 3
    assert by_organiser.post(page).status_code == 422
    assert by_organiser.post(page, {"despite": "1"}).status_code == 302
    published.refresh_from_db()
    assert published.state == Round.State.CLOSED
    assert by_organiser.get(page).status_code == 302


def test_close_of_a_closed_round_says_who_was_first(by_organiser: Client, published: Round) -> None:
    page = address("desk-close", published.tournament, 1)
    by_organiser.post(page, {"despite": "1"})
    answer = by_organiser.post(page, {"despite": "1"}, follow=True)
    assert [message.level_tag for message in answer.context["messages"]][-1] == "error"


def test_undo_buttons_take_back(by_organiser: Client, published: Round) -> None:
    tournament = published.tournament
    by_organiser.post(address("desk-unpublish", tournament, 1))
    published.refresh_from_db()
    assert published.state == Round.State.DRAFT
    publish_round(published, by=None)
    write_results(published)
    by_organiser.post(address("desk-close", tournament, 1))
    by_organiser.post(address("desk-reopen", tournament, 1))
    published.refresh_from_db()
    assert published.state == Round.State.PUBLISHED


def test_finish_page_from_warning_to_final_list_and_back(
    by_organiser: Client, tournament: Tournament
) -> None:
    factories.make_entries(tournament, 4)
    page = address("desk-finish", tournament)
    assert by_organiser.get(page).status_code == 200
    play_round(tournament)
    assert by_organiser.post(page).status_code == 422
    answer = by_organiser.post(page, {"early": "on"})
    assert answer.headers["Location"] == address("desk-standings", tournament)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.FINISHED
    by_organiser.post(address("desk-unfinish", tournament))
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.RUNNING


def test_round_page_by_table_and_by_name(by_organiser: Client, published: Round) -> None:
    page = address("desk-round", published.tournament, 1)
    by_table = by_organiser.get(page).context["rows"]
    assert [row["pairing"].table and row["pairing"].table.number for row in by_table] == [
        1,
        2,
        3,
        4,
        None,
    ]
    by_name = by_organiser.get(page, {"by": "name"}).context["rows"]
    assert len(by_name) == 9


def test_move_page_shows_consequences_then_moves(by_organiser: Client, published: Round) -> None:
    tournament = published.tournament
    game = published.pairings.get(table__number=1)
    page = address("desk-move", tournament, 1, game.order)
    assert by_organiser.get(page).context["plan"] is None
    plan = by_organiser.get(page, {"table": 2}).context["plan"]
    assert plan.there == published.pairings.get(table__number=2)
    assert by_organiser.post(page, {"table": 2}).status_code == 422
    answer = by_organiser.post(page, {"table": 2, "swap": "1", "why": "light"})
    assert answer.status_code == 302
    game.refresh_from_db()
    assert game.table is not None and game.table.number == 2
    stale = by_organiser.post(page, {"table": 8, "version": published.version})
    assert stale.status_code == 409


def test_move_page_offers_no_table_where_a_game_is_over(
    by_organiser: Client, published: Round
) -> None:
    over = published.pairings.get(table__number=2)
    write_result(over, 0)
    game = published.pairings.get(table__number=1)
    page = address("desk-move", published.tournament, 1, game.order)
    offered = by_organiser.get(page, {"table": 2}).context
    assert [row.table.number for row in offered["tables"]] == [5, 6, 7, 8, 3, 4]
    assert offered["plan"] is None
    of_over = address("desk-move", published.tournament, 1, over.order)
    assert by_organiser.get(of_over).status_code == 302


def test_pages_that_do_not_exist(by_organiser: Client, draft: Round) -> None:
    tournament = draft.tournament
    for name, more in (("desk-round", [9]), ("desk-move", [1, 99]), ("desk-close", [9])):
        assert by_organiser.get(address(name, tournament, *more)).status_code == 404
    assert by_organiser.get(address("desk-publish", tournament, 1)).status_code == 405


@pytest.mark.parametrize("pairs", [2, 20])
def test_rounds_pages_take_a_constant_number_of_queries(
    client_of: ClientOf, db: None, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = factories.make_tournament(tables=40)
    user = factories.make_user(role="organiser", tournament=own)
    factories.make_entries(own, 2 * pairs)
    play_round(own)
    publish_round(draw_round(own, by=None), by=None, despite_warnings=True)
    client = client_of(user)
    for name, more, queries in (
        ("desk-rounds", [], 10),
        ("desk-round", [1], 13),
        ("desk-close", [2], 9),
        ("desk-draw", [], 14),
        ("desk-move", [2, 1], 14),
        ("desk-finish", [], 8),
    ):
        with django_assert_num_queries(queries):
            client.get(address(name, own, *more))
    with django_assert_num_queries(13):
        client.get(address("desk-round", own, 2), {"by": "name"})
    with django_assert_num_queries(19):
        client.get(address("desk-move", own, 2, 1), {"table": "40"})


def test_finished_tournament_offers_only_to_take_it_back(
    by_organiser: Client, tournament: Tournament
) -> None:
    entries = factories.make_entries(tournament, 2)
    play_round(tournament)
    finish_tournament(tournament, by=None, early=True)
    page = by_organiser.get(address("desk-rounds", tournament)).content.decode()
    assert address("desk-unfinish", tournament) in page
    assert address("desk-draw", tournament) not in page
    assert address("desk-reopen", tournament, 1) not in page
    assert Seat.objects.filter(entry=entries[0]).count() == 1
    assert Entry.objects.count() == 2
