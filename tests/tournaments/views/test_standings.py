"""The standings: page, desk, and how each number came about."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_round, make_tournament, make_user
from tournaments.long_list import AT_ONCE
from tournaments.models import Entry, Tournament, User

#: Queries of each page, at any number of entries.
QUERIES = {"standings": 11, "working": 11, "desk-standings": 11}


def play(tournament: Tournament, pairs: int) -> None:
    """`pairs` tables of one round, the first named of each won 8 to 5; and one bye."""
    entries = make_entries(tournament, 2 * pairs + 1)
    make_round(
        tournament,
        list(zip(entries[0:-1:2], entries[1:-1:2], strict=True)),
        scores=[(8, 5)] * pairs,
        bye=entries[-1],
    )


@pytest.mark.parametrize("pairs", [2, 20])
def test_standings_take_the_same_queries_at_any_size(
    db: None,
    client_of: Callable[[User], Client],
    django_assert_num_queries: DjangoAssertNumQueries,
    pairs: int,
) -> None:
    tournament = make_tournament(tables=20)
    play(tournament, pairs)
    client = client_of(make_user(role="judge", tournament=tournament))
    for name, queries in QUERIES.items():
        more = [1] if name == "working" else []
        with django_assert_num_queries(queries):
            client.get(reverse(name, args=[tournament.slug, *more]))


def test_standings_put_those_with_more_points_first(tournament: Tournament) -> None:
    play(tournament, 2)
    response = Client().get(reverse("standings", args=[tournament.slug]))

    lines = response.context["table"].lines
    assert {line.entry.name: line.cells[0].text for line in lines} == {
        "Par 1": "1",
        "Par 3": "1",
        "Par 5": "1",
        "Par 2": "0",
        "Par 4": "0",
    }
    assert [line.rank for line in lines] == [1, 2, 3, 4, 5]
    assert [line.cells[0].text for line in lines] == ["1", "1", "1", "0", "0"]


def test_standings_without_entries_say_what_comes(tournament: Tournament) -> None:
    response = Client().get(reverse("standings", args=[tournament.slug]))
    assert (response.status_code, response.context["table"].lines) == (200, ())


@pytest.mark.parametrize("text", ["7", "0", "x", "99999", "²"])
def test_standings_after_a_round_that_is_not_there_are_not_found(
    tournament: Tournament, text: str
) -> None:
    play(tournament, 1)
    url = reverse("standings", args=[tournament.slug])
    assert Client().get(url, {"round": text}).status_code == 404


def test_standings_after_an_earlier_round_leave_later_ones_out(tournament: Tournament) -> None:
    first, second = make_entries(tournament, 2)
    make_round(tournament, [(first, second)], scores=[(8, 5)], state="closed")
    make_round(tournament, [(first, second)], scores=[(2, 8)], number=2)

    response = Client().get(reverse("standings", args=[tournament.slug]), {"round": "1"})

    lines = response.context["table"].lines
    assert [(line.entry, line.cells[0].text) for line in lines] == [(first, "1"), (second, "0")]


def test_working_terms_add_up_to_the_number(tournament: Tournament) -> None:
    play(tournament, 1)
    response = Client().get(reverse("working", args=[tournament.slug, 1]))

    difference = next(
        working
        for working in response.context["workings"]
        if working.column.code == "score_difference"
    )
    assert (difference.value, [(line.round, line.value) for line in difference.lines]) == (
        "3",
        [(1, "3")],
    )


def test_working_of_somebody_unranked_is_not_found(tournament: Tournament) -> None:
    make_entries(tournament, 1, state="registered")
    assert Client().get(reverse("working", args=[tournament.slug, 1])).status_code == 404


def test_working_for_htmx_is_a_piece(tournament: Tournament) -> None:
    play(tournament, 1)
    url = reverse("working", args=[tournament.slug, 1])
    headers = {"HX-Request": "true", "HX-Target": "working-body"}
    page = Client().get(url, headers=headers).content.decode()
    assert ("<html" in page, "data-news-of" in page) == (False, True)


@pytest.mark.parametrize(("pairs", "at_once"), [(4, True), (17, False)])
def test_cross_table_of_many_is_shown_to_who_asks_for_it(
    db: None, pairs: int, at_once: bool
) -> None:
    tournament = make_tournament(tables=20)
    entries = make_entries(tournament, 2 * pairs)
    games = list(zip(entries[::2], entries[1::2], strict=True))
    make_round(tournament, games, state="closed", scores=[(8, 5)] * pairs)
    url = reverse("standings", args=[tournament.slug])

    page = Client().get(url)
    assert (len(page.context["pictures"]), bool(page.context["pictures_later"])) == (
        (1, False) if at_once else (0, True)
    )
    assert ('href="?show=pictures#pictures"' in page.content.decode()) != at_once
    asked = Client().get(url, {"show": "pictures"})
    assert (len(asked.context["pictures"]), bool(asked.context["pictures_later"])) == (1, False)
    assert '<details class="working picture" open>' in asked.content.decode()


def test_desk_standings_show_the_same_lines(
    tournament: Tournament, judge: User, client_of: Callable[[User], Client]
) -> None:
    play(tournament, 2)
    desk = client_of(judge).get(reverse("desk-standings", args=[tournament.slug]))
    public = Client().get(reverse("standings", args=[tournament.slug]))
    assert desk.context["table"] == public.context["table"]


@pytest.fixture
def many(tournament: Tournament) -> Tournament:
    """More than a phone takes at once: 301 pairs, of whom the first lost to the second."""
    names = [f"Par {number}" for number in range(1, AT_ONCE + 2)]
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=n, name=name, name_key=name, state="present")
        for n, name in enumerate(names, start=1)
    )
    make_round(tournament, [(entries[0], entries[1])], scores=[(3, 8)])
    return tournament


def shown(tournament: Tournament, **query: object) -> tuple[list[int], str]:
    """The numbers on a page of the standings, and the page."""
    response = Client().get(reverse("standings", args=[tournament.slug]), query)
    lines = [int(row["number"]) for one in response.context["tables"] for row in one["rows"]]
    return lines, response.content.decode()


def test_standings_of_many_come_in_pages_of_which_each_leads_to_the_others(
    many: Tournament,
) -> None:
    first, page = shown(many)
    second, last = shown(many, page=2)
    assert (len(first), first[0], sorted(first + second)) == (250, 2, [*range(1, AT_ONCE + 2)])
    assert ('href="?page=2">251–301</a>' in page, 'href="?page=1">1–250</a>' in last) == (
        True,
        True,
    )
    assert 'data-search="' not in page


def test_standings_of_many_are_searched_where_all_of_them_are(many: Tournament) -> None:
    lines, page = shown(many, find=" PAR  30")
    assert sorted(lines) == [30, 130, 230, 300, 301]
    assert ('value="PAR 30"' in page, "5 af 301" in page) == (True, True)
    lines, page = shown(many, find="<b>", page=2)
    assert (lines, "<b>" in page, 'id="standings-rows"' in page) == ([], False, True)


def test_standings_of_many_open_at_who_is_asked_for(many: Tournament) -> None:
    loser = reverse("working", args=[many.slug, 1])
    assert "/standings/?entry=1#entry-1" in Client().get(loser).content.decode()
    assert 1 in shown(many, entry=1)[0]


def test_standings_of_many_keep_what_was_chosen_while_they_are_turned(many: Tournament) -> None:
    _, page = shown(many, round=1, find="par")
    assert 'href="?round=1&amp;find=par&amp;page=2"' in page
    assert '<input type="hidden" name="round" value="1">' in page
