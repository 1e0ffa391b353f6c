"""Lists for the wall: all rows, heads on each page, nothing split, fixed tables marked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_entries, make_tournament
from tests.reports.paper import (
    NAMES,
    fonts_of,
    make_round,
    order_of,
    print_here,
    texts_of,
)
from tournaments.models import Entry, Tournament

LISTS = ["pairings-by-name", "pairings-by-table", "standings", "check-in-list"]


def printed(name: str, round_: object, folder: Path) -> list[str]:
    path = print_here(order_of(name, round_.tournament, round_), folder)
    return texts_of(path)


@pytest.mark.parametrize("name", LISTS)
def test_list_has_every_name_and_its_pages_are_counted(db: None, tmp_path: Path, name: str) -> None:
    round_ = make_round(30, names=NAMES, bye=True)
    pages = printed(name, round_, tmp_path)

    assert len(pages) > 1
    text = "".join(pages).replace(" ", "")
    for entry in round_.tournament.entries.all():
        assert entry.name.replace(" ", "") in text
    for number, page in enumerate(pages, start=1):
        assert f"Page {number} of {len(pages)}" in page
        assert round_.tournament.name in page
        assert "Printed" in page


@pytest.mark.nightly  # every document is asked for the same, with the same letters and more
@pytest.mark.parametrize("name", LISTS)
def test_every_font_of_a_list_is_embedded(db: None, tmp_path: Path, name: str) -> None:
    round_ = make_round(3, names=NAMES)
    path = print_here(order_of(name, round_.tournament, round_), tmp_path)
    assert set(fonts_of(path).values()) == {True}


@pytest.mark.parametrize(
    ("name", "head"),
    [("pairings-by-table", "Table"), ("standings", "Rank"), ("check-in-list", "Here")],
)
def test_head_row_stands_on_each_page(db: None, tmp_path: Path, name: str, head: str) -> None:
    pages = printed(name, make_round(30), tmp_path)
    assert [head in page for page in pages] == [True] * len(pages)


def test_row_is_never_split_over_pages(db: None, tmp_path: Path) -> None:
    long = [f"{number} {'Meget lange navne fylder mange linjer ' * 3}" for number in range(40)]
    round_ = make_round(20, names=long)
    pages = printed("pairings-by-table", round_, tmp_path)

    for pairing in round_.pairings.all():
        on = set()
        for seat in pairing.seats.all():
            for player in seat.entry.players.all():
                on |= {n for n, text in enumerate(pages) if re.search(rf"{player.name}\b", text)}
        assert len(on) == 1


@pytest.mark.parametrize("name", ["standings", "check-in-list"])
def test_list_of_nobody_is_one_page_that_says_so(db: None, tmp_path: Path, name: str) -> None:
    tournament = make_tournament()
    path = print_here(order_of(name, tournament), tmp_path)

    (text,) = texts_of(path)
    words = {
        "standings": "Nobody is in the standings yet",
        "check-in-list": "No pairs yet",
    }
    assert words[name] in text


@pytest.mark.parametrize("name", ["pairings-by-name", "pairings-by-table"])
def test_pairing_list_marks_the_fixed_table(db: None, tmp_path: Path, name: str) -> None:
    round_ = make_round(2)
    tournament = round_.tournament
    for number, table in ((1, 1), (3, 1), (4, 2)):
        Entry.objects.filter(tournament=tournament, fixed_table__isnull=False).update(
            fixed_table=None
        )
        Entry.objects.filter(tournament=tournament, number=number).update(
            fixed_table=tournament.tables.get(number=table)
        )
        (text,) = printed(name, round_, tmp_path)
        # Entry 3 sits elsewhere: somebody put it there by hand.
        assert text.count("fixed table") == (0 if number == 3 else 1)


@pytest.mark.parametrize("state", [Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED])
def test_check_in_list_names_fixed_tables_and_leaves_out_those_who_left(
    tournament: Tournament, tmp_path: Path, state: str
) -> None:
    one, two, three = make_entries(tournament, 3)
    Entry.objects.filter(pk=one.pk).update(fixed_table=tournament.tables.get(number=7))
    Entry.objects.filter(pk=two.pk).update(state=state)
    (text,) = texts_of(print_here(order_of("check-in-list", tournament), tmp_path))

    assert "table 7" in text
    assert [entry.name in text for entry in (one, two, three)] == [True, False, True]


def test_standings_say_after_which_round_and_what_lacks(db: None, tmp_path: Path) -> None:
    (text,) = printed("standings", make_round(2), tmp_path)
    assert "After 1 round" in text
    assert "2 tables have no result yet" in text


@pytest.mark.parametrize("language", ["da", "nb", "en"])
def test_standings_have_one_sign_for_minus_in_heads_and_figures(
    db: None, tmp_path: Path, language: str
) -> None:
    tie_breaks = ["score_difference", "buchholz_cut_1"]
    round_ = make_round(1, tie_breaks=tie_breaks)
    for seat, (outcome, points, score) in zip(
        round_.pairings.get().seats.order_by("side"),
        (("win", 1, 8), ("loss", 0, 5)),
        strict=True,
    ):
        seat.outcome, seat.points, seat.score = outcome, points, score
        seat.save()
    (text,) = texts_of(
        print_here(order_of("standings", round_.tournament, round_, language), tmp_path)
    )
    assert ("−3" in text.split(), "Buchholz −1" in text) == (True, True)
    assert re.findall(r"(?<!\S)-\d\S*", text) == []


def test_lists_of_kroket_say_that_course_and_cards_are_not_the_originals(
    db: None, tmp_path: Path
) -> None:
    round_ = make_round(2, game="kroket")
    for name in LISTS:
        (text,) = printed(name, round_, tmp_path)
        assert "Not the original" in text.replace("\n", " ")


def test_list_is_dated_in_the_zone_of_the_tournament(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import datetime as dt

    import time_machine

    round_ = make_round(1, time_zone="Pacific/Auckland")
    with time_machine.travel(dt.datetime(2027, 3, 13, 12, 30, tzinfo=dt.UTC), tick=False):
        order = order_of("check-in-list", round_.tournament, language="da")
    (text,) = texts_of(print_here(order, tmp_path))
    assert "søn. 14. marts 01.30" in text or "Søn. 14. marts 01.30" in text


@pytest.mark.parametrize(("name", "queries"), [("pairings-by-name", 5), ("check-in-list", 3)])
@pytest.mark.parametrize("tables", [2, 20])
def test_list_is_read_in_a_constant_number_of_queries(
    db: None,
    name: str,
    queries: int,
    tables: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    round_ = make_round(tables)
    tournament = round_.tournament
    with django_assert_num_queries(queries):
        order_of(name, tournament, round_)
