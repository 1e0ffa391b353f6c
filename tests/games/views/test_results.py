"""The result grid and a table's page: roles, saving row by row, refusals, corrections, queries."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from games.domain.game_results import Typed
from games.domain.record_result import correct_result, record_result
from games.models import Result
from tests import factories
from tests.results import make_round
from tournaments.models import Event, Pairing, Round, Tournament, User

ClientOf = Callable[[User], Client]
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def grid(round_: Round) -> str:
    return f"/desk/{round_.tournament.slug}/rounds/1/results/"


@pytest.fixture
def table(round_: Round) -> str:
    return f"/desk/{round_.tournament.slug}/rounds/1/tables/1/"


def scores(pairing: Pairing) -> list[int | None]:
    return list(pairing.seats.order_by("side").values_list("score", flat=True))


def fields(first: object, second: object, **more: object) -> dict[str, object]:
    return {"score_0": first, "score_1": second, "ended": "played", "seen": 0, **more}


def test_results_before_the_first_round_says_what_to_do(
    tournament: Tournament, desk: User, client_of: ClientOf
) -> None:
    answer = client_of(desk).get(f"/desk/{tournament.slug}/results/")
    assert (answer.status_code, answer.templates[0].name) == (
        200,
        "games/results/none.html",
    )


def test_results_leads_to_the_round_being_played(
    grid: str, round_: Round, desk: User, client_of: ClientOf
) -> None:
    answer = client_of(desk).get(f"/desk/{round_.tournament.slug}/results/")
    assert (answer.status_code, answer["Location"]) == (302, grid)


def test_grid_has_a_row_for_each_game_and_none_for_the_bye(
    grid: str, desk: User, client_of: ClientOf
) -> None:
    answer = client_of(desk).get(grid)
    assert [row.number for row in answer.context["rows"]] == ["1", "2", "3"]
    assert (answer.context["total"], answer.context["missing"]) == (3, 3)


def test_grid_missing_only(grid: str, pairing: Pairing, desk: User, client_of: ClientOf) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    answer = client_of(desk).get(grid, {"show": "missing"})
    assert [row.number for row in answer.context["rows"]] == ["2", "3"]


def test_grid_of_a_stranger_does_not_exist(grid: str, client_of: ClientOf) -> None:
    assert client_of(factories.make_user("fremmed")).get(grid).status_code == 404


@pytest.mark.parametrize("role", ["organiser", "judge", "desk"])
def test_every_role_may_enter_results(
    table: str, pairing: Pairing, role: str, client_of: ClientOf
) -> None:
    user = factories.make_user(role=role, tournament=pairing.round.tournament)
    assert client_of(user).post(table, fields(8, 5)).status_code == 302
    assert scores(pairing) == [8, 5]


def test_row_is_saved_on_its_own(
    table: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    answer = client_of(desk).post(table, fields(8, 5), **HTMX)
    assert answer.status_code == 200
    assert answer.templates[0].name == "games/results/row.html"
    assert 'id="table-1"' in answer.content.decode()
    assert "ditte" in answer.content.decode()
    assert scores(pairing) == [8, 5]


def test_row_refused_keeps_what_was_typed_and_names_the_rule(
    table: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    answer = client_of(desk).post(table, fields(7, 5, minutes="48"), **HTMX)
    row = answer.context["row"]
    assert answer.status_code == 422
    assert (row.raw.scores, row.raw.minutes) == (("7", "5"), "48")
    assert [fault.rule for fault in row.faults] == ["A6"]
    text = answer.content.decode()
    assert ('value="7"' in text, 'aria-describedby="why-1"' in text) == (True, True)
    assert scores(pairing) == [None, None]


@pytest.mark.parametrize("typed", ["otte", "-1", "8.5", "٨", "9999", "1e3"])
def test_row_with_nonsense_is_refused(
    table: str, pairing: Pairing, desk: User, client_of: ClientOf, typed: str
) -> None:
    answer = client_of(desk).post(table, fields(typed, 5), **HTMX)
    assert answer.status_code == 422
    assert answer.context["row"].raw.scores == (typed, "5")
    assert scores(pairing) == [None, None]


def test_row_saved_by_somebody_else_is_a_conflict_that_shows_both(
    table: str, pairing: Pairing, organiser: User, desk: User, client_of: ClientOf
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=organiser)
    answer = client_of(desk).post(table, fields(5, 8), **HTMX)
    row = answer.context["row"]
    assert (answer.status_code, row.conflict, row.raw.scores) == (409, True, ("5", "8"))
    assert (row.words["result"], row.words["who"]) == ("8-5", "bente")
    assert f"{table}correct/?score_0=5&amp;score_1=8" in answer.content.decode()
    assert scores(pairing) == [8, 5]


def test_the_same_request_twice_is_one_result(
    table: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    client = client_of(desk)
    answers = [client.post(table, fields(8, 5, key="k" * 32), **HTMX) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert (Result.objects.count(), Event.objects.count()) == (1, 1)


def test_without_javascript_a_table_is_a_plain_form(
    grid: str, table: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    client = client_of(desk)
    assert client.get(table).context["row"].done is False
    answer = client.post(table, {"winner": "1", "score_0": "3", "ended": "played"})
    assert (answer.status_code, answer["Location"]) == (302, grid)
    assert scores(pairing) == [3, 8]
    assert f"{table}undo/1/" in client.get(grid).content.decode()


def test_plain_form_refused_keeps_what_was_typed(
    table: str, desk: User, client_of: ClientOf
) -> None:
    answer = client_of(desk).post(table, {"winner": "1", "ended": "timeout", "score_0": "3"})
    assert answer.status_code == 422
    assert answer.context["row"].raw.winner == "1"
    assert answer.context["row"].field == "score_1"


@pytest.mark.parametrize(
    ("line", "saved"),
    [("1 8-5", [8, 5]), ("1 58", [5, 8]), ("1 w2", [None, None]), ("1: 6–7 t1 44 min", [6, 7])],
)
def test_quick_line_saves(
    grid: str, pairing: Pairing, desk: User, client_of: ClientOf, line: str, saved: list[int]
) -> None:
    answer = client_of(desk).post(f"{grid}quick/", {"line": line})
    assert (answer.status_code, answer["Location"]) == (302, grid)
    assert scores(pairing) == saved
    assert pairing.results.count() == 1


@pytest.mark.parametrize("line", ["", "hej", "99 8-5", "1 8-5-3", "1 7-5", "1 8-5 q"])
def test_quick_line_refused_is_kept(grid: str, desk: User, client_of: ClientOf, line: str) -> None:
    answer = client_of(desk).post(f"{grid}quick/", {"line": line})
    assert (answer.status_code, answer.context["line"]) == (422, line)
    assert answer.context["line_error"] != ""
    assert Result.objects.count() == 0


def test_quick_line_with_a_table_alone_goes_there(
    grid: str, table: str, desk: User, client_of: ClientOf
) -> None:
    assert client_of(desk).post(f"{grid}quick/", {"line": "1"})["Location"] == table


def test_quick_line_for_a_table_that_is_done_asks_to_correct(
    grid: str, table: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    answer = client_of(desk).post(f"{grid}quick/", {"line": "1 5-8"})
    assert answer["Location"] == f"{table}correct/?score_0=5&score_1=8&ended=played"
    assert scores(pairing) == [8, 5]


def test_changes_sends_rows_saved_since(
    grid: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    client = client_of(desk)
    assert client.get(f"{grid}changes/?after=0").status_code == 204
    result = record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    answer = client.get(f"{grid}changes/?after=0")
    assert [row.number for row in answer.context["rows"]] == ["1"]
    assert client.get(f"{grid}changes/?after={result.pk}").status_code == 204


def test_correct_shows_what_follows_before_it_asks(
    table: str, round_: Round, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    round_.state = Round.State.CLOSED
    round_.save()
    entries = list(round_.tournament.entries.all())
    make_round(round_.tournament, 2, [[entries[0], entries[2]], [entries[1], entries[3]]])

    answer = client_of(desk).get(f"{table}correct/", {"score_0": 5, "score_1": 8})

    follows = answer.context["follows"]
    assert [(c.entry.number, *map(int, c.game)) for c in follows.table] == [(1, 1, 0), (2, 0, 1)]
    assert [c.rank[0] < c.rank[1] for c in follows.table] == [True, False]
    assert [(later.round.number, len(later.pairings)) for later in follows.later] == [(2, 2)]
    assert scores(pairing) == [8, 5]


def test_correct_changes_nothing_on_get_and_asks_why_on_post(
    table: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    client = client_of(desk)
    answer = client.post(f"{table}correct/", fields(5, 8, seen=1, drawn=1))
    assert (answer.status_code, answer.context["row"].raw.scores) == (422, ("5", "8"))
    assert answer.context["why_error"] != ""
    answer = client.post(f"{table}correct/", fields(5, 8, seen=1, drawn=1, why="Byttet om"))
    assert (answer.status_code, scores(pairing)) == (302, [5, 8])


def test_correct_of_a_version_that_is_gone_keeps_the_input(
    table: str, pairing: Pairing, organiser: User, desk: User, client_of: ClientOf
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=organiser)
    correct_result(pairing, Typed(scores=(8, 4)), seen=1, why="x", by=organiser)
    answer = client_of(desk).post(f"{table}correct/", fields(5, 8, seen=1, why="y"))
    assert (answer.status_code, answer.context["row"].raw.scores) == (409, ("5", "8"))
    assert (answer.context["why"], answer.context["row"].words["result"]) == ("y", "8-4")
    assert scores(pairing) == [8, 4]


def test_correct_to_the_impossible_is_refused(
    table: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    answer = client_of(desk).get(f"{table}correct/", {"score_0": 7, "score_1": 5})
    assert (answer.status_code, answer.context["follows"]) == (422, None)
    assert [fault.rule for fault in answer.context["row"].faults] == ["A6"]


def test_remove_takes_the_counts_to_the_table_they_belong_to(
    table: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    client = client_of(desk)
    assert client.get(f"{table}remove/").context["follows"].table[0].game[1] == 0
    answer = client.post(f"{table}remove/", {"seen": 1, "why": "Forkert bord", "goes_to": "2"})
    other = table.replace("/tables/1/", "/tables/2/")
    assert answer["Location"].startswith(f"{other}?score_0=8&score_1=5")
    assert scores(pairing) == [None, None]
    row = client.get(answer["Location"]).context["row"]
    assert (row.number, row.raw.scores) == ("2", ("8", "5"))


@pytest.mark.parametrize("goes_to", ["1", "99", "x", "3"])
def test_remove_refuses_a_table_it_cannot_go_to(
    table: str, round_: Round, pairing: Pairing, desk: User, client_of: ClientOf, goes_to: str
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    third = round_.pairings.get(table__number=3)
    record_result(third, Typed(scores=(8, 1)), seen=0, by=desk)
    answer = client_of(desk).post(f"{table}remove/", {"seen": 1, "why": "x", "goes_to": goes_to})
    assert (answer.status_code, answer.context["row"].field) == (422, "goes_to")
    assert scores(pairing) == [8, 5]


def test_undo_of_a_removal_and_of_a_first_result(
    grid: str, table: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    client = client_of(desk)
    client.post(f"{table}remove/", {"seen": 1, "why": "x"})
    assert client.post(f"{table}undo/2/")["Location"] == grid
    assert scores(pairing) == [8, 5]
    client.post(f"{table}undo/3/", {"next": table})
    assert scores(pairing) == [None, None]
    client.post(f"{table}undo/3/")  # out of date by now: nothing happens
    assert pairing.results.count() == 4


def test_undo_leads_nowhere_outside(
    table: str, grid: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)
    answer = client_of(desk).post(f"{table}undo/1/", {"next": "https://example.org/"})
    assert answer["Location"] == grid


@pytest.mark.parametrize("address", ["", "correct/", "remove/"])
def test_table_nobody_sits_at_is_not_found(
    round_: Round, desk: User, client_of: ClientOf, address: str
) -> None:
    slug = round_.tournament.slug
    client = client_of(desk)
    for path in (f"rounds/1/tables/8/{address}", f"rounds/2/tables/1/{address}"):
        assert client.get(f"/desk/{slug}/{path}").status_code == 404


@pytest.mark.parametrize("games", [2, 20])
def test_grid_takes_the_same_queries_for_any_number_of_tables(
    desk: User, client_of: ClientOf, django_assert_num_queries: Callable[..., object], games: int
) -> None:
    tournament = factories.make_tournament(tables=20)
    factories.Role.objects.create(tournament=tournament, user=desk, kind="desk")
    entries = factories.make_entries(tournament, games * 2)
    round_ = make_round(tournament, 1, [entries[i : i + 2] for i in range(0, games * 2, 2)])
    record_result(round_.pairings.first(), Typed(scores=(8, 5)), seen=0, by=desk)
    client = client_of(desk)
    with django_assert_num_queries(14):
        client.get(f"/desk/{tournament.slug}/rounds/1/results/")
    for pairing in round_.pairings.all()[1:]:
        record_result(pairing, Typed(scores=(5, 8)), seen=0, by=desk)
    with django_assert_num_queries(12):
        client.get(f"/desk/{tournament.slug}/rounds/1/results/changes/?after=1")


@pytest.mark.parametrize("games", [2, 20])
def test_correct_takes_the_same_queries_for_any_number_of_tables(
    desk: User, client_of: ClientOf, django_assert_num_queries: Callable[..., object], games: int
) -> None:
    tournament = factories.make_tournament(tables=20)
    factories.Role.objects.create(tournament=tournament, user=desk, kind="desk")
    entries = factories.make_entries(tournament, games * 2)
    round_ = make_round(tournament, 1, [entries[i : i + 2] for i in range(0, games * 2, 2)])
    record_result(round_.pairings.first(), Typed(scores=(8, 5)), seen=0, by=desk)
    client = client_of(desk)
    with django_assert_num_queries(21):
        client.get(f"/desk/{tournament.slug}/rounds/1/tables/1/correct/?score_0=5&score_1=8")
    with django_assert_num_queries(20):
        client.get(f"/desk/{tournament.slug}/rounds/1/tables/1/remove/")


def test_piece_buttons_pressed_before_a_walkover_do_not_count(
    table: str, pairing: Pairing, desk: User, client_of: ClientOf
) -> None:
    client = client_of(desk)
    typed = {"picked": "1", "winner": "0", "score_1": "8", "seen": 0}

    assert client.post(table, typed | {"ended": "played"}).status_code == 422
    assert client.post(table, typed | {"ended": "walkover"}).status_code == 302
    assert pairing.results.get().payload["ended"] == "walkover"


def test_refused_result_has_the_focus(table: str, desk: User, client_of: ClientOf) -> None:
    answer = client_of(desk).post(table, {"picked": "1", "winner": "0", "score_1": "8"})
    assert 'id="why" role="alert" tabindex="-1" autofocus' in answer.content.decode()


@pytest.mark.parametrize("page", ["correct", "remove"])
def test_reason_keeps_every_letter_but_those_a_database_cannot(
    table: str, pairing: Pairing, desk: User, client_of: ClientOf, page: str
) -> None:
    record_result(pairing, Typed(scores=(8, 5)), seen=0, by=desk)

    sent = fields(5, 8, seen=1, drawn=1, why="Byttet\0 om 🏆")
    assert client_of(desk).post(f"{table}{page}/", sent).status_code == 302
    newest = Event.objects.latest("id").why
    assert (newest, Result.objects.latest("id").why) == ("Byttet om 🏆", "Byttet om 🏆")
