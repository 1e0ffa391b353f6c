"""Cross tables: what stands in them, and that it can be read."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pictures.building import (
    ANY_NAME,
    NAMES,
    overlaps,
    parsed,
    players,
    shown,
    tables,
    texts,
)
from tournaments.pictures import Mark, Meeting, Placing, Player, State
from tournaments.pictures.cross_table import cross_table_svg, draw_cross_table
from tournaments.pictures.cross_table_html import cross_table_html
from tournaments.pictures.cross_table_parts import cross_table_parts
from tournaments.pictures.tables import places_table, round_robin_table, swiss_table


@settings(max_examples=40, deadline=None)
@given(
    st.lists(ANY_NAME, min_size=1, max_size=24),
    st.integers(0, 9999),
    st.sampled_from((None, (1920.0, 1080.0), (390.0, 844.0))),
    st.booleans(),
)
def test_table_is_sound_xml_with_every_name_and_no_text_on_another(
    names: list[str], seed: int, shape: tuple[float, float] | None, paper: bool
) -> None:
    for table in tables(names, random.Random(seed)):
        svg = cross_table_svg(table, shape=shape, paper=paper)
        assert shown(names) <= texts(parsed(svg))
        assert shown(names) <= texts(parsed(cross_table_html(table)))
        canvas, width, height = draw_cross_table(table, "da", paper, shape)
        assert overlaps(canvas, width, height) == []


def test_table_on_paper_has_fixed_colours() -> None:
    for table in tables(NAMES, random.Random(1)):
        assert "var(" not in cross_table_svg(table, paper=True)
        assert "style" not in cross_table_svg(table)


def test_round_robin_shows_each_result_from_both_sides() -> None:
    meetings = [
        Meeting(round=1, one=101, other=102, scores=("8", "5"), winner=101),
        Meeting(round=2, one=102, other=101, scores=("6", "6")),
        Meeting(round=1, one=103, other=101, winner=103, state=State.WALKOVER),
        Meeting(round=3, one=102, other=103, state=State.PLAYING),
        Meeting(round=3, one=101),
    ]
    table = round_robin_table("A", players("XYZ"), meetings, language="en")
    seen = [
        [[(cell.text, cell.small, cell.mark) for cell in column] for column in row.cells]
        for row in table.rows
    ]
    assert seen == [
        [[], [("8–5", "", Mark.WON), ("6–6", "", Mark.DRAWN)], [("0", "w.o.", Mark.LOST)]],
        [[("5–8", "", Mark.LOST), ("6–6", "", Mark.DRAWN)], [], [("", "", Mark.NONE)]],
        [[("1", "w.o.", Mark.WON)], [("", "", Mark.NONE)], []],
    ]
    assert table.own_columns


def test_swiss_table_names_the_opponents_number_of_now() -> None:
    field = [Player(key=7, number=1, name="X"), Player(key=5, number=2, name="Y")]
    field += [Player(key=6, number=3, name="Z")]
    meetings = [
        Meeting(round=1, one=5, other=7, scores=("3", "8"), winner=7),
        Meeting(round=1, one=6, state=State.BYE),
        Meeting(round=2, one=6, other=7, state=State.WALKOVER),
    ]
    table = swiss_table("Swiss", field, meetings, language="en")
    cells = [
        [[(c.text, c.small, c.mark) for c in column] for column in r.cells] for r in table.rows
    ]
    assert cells == [
        [[("2", "8–3", Mark.WON)], [("3", "w.o.", Mark.LOST)]],
        [[("1", "3–8", Mark.LOST)], []],
        [[("–", "bye", Mark.NONE)], [("1", "w.o.", Mark.LOST)]],
    ]
    assert table.rows[0].cells[0][0].told == "against Y"


def test_places_table_shows_places_and_marks_the_first() -> None:
    placings = [
        Placing(round=1, key=101, place=1, shown="1 p"),
        Placing(round=1, key=102, place=2, shown="½ p"),
        Placing(round=1, key=103, state=State.BYE),
        Placing(round=2, key=101, state=State.PLAYING, shown="table 4"),
    ]
    table = places_table("Kroket", players("XYZ"), placings, language="en")
    cells = [
        [[(c.text, c.small, c.mark) for c in column] for column in r.cells] for r in table.rows
    ]
    assert cells == [
        [[("1", "1 p", Mark.FIRST)], [("", "table 4", Mark.NONE)]],
        [[("2", "½ p", Mark.NONE)], []],
        [[("–", "bye", Mark.NONE)], []],
    ]


def test_table_in_words_says_results_and_states() -> None:
    meetings = [
        Meeting(round=1, one=101, other=102, scores=("8", "5"), winner=101),
        Meeting(round=2, one=101, other=102, state=State.PLAYING),
        Meeting(round=2, one=103, state=State.BYE),
    ]
    heads = ("Points", "Buchholz")
    table = swiss_table("Swiss", players("XYZ"), meetings, total_heads=heads, language="en")
    root = parsed(cross_table_html(table, language="en"))
    assert [cell.text for cell in root[1][0]] == [
        "No.", "Name", "round 1", "round 2", "Points", "Buchholz",
    ]  # fmt: skip
    assert ["".join(cell.itertext()) for cell in root[2][0]] == [
        "1", "X", "2, 8–5, against Y, won", "2, against Y, playing now", "1", "12½",
    ]  # fmt: skip
    assert ["".join(cell.itertext()) for cell in root[2][2]][3] == "bye"


@given(st.integers(0, 60), st.integers(1, 20))
@settings(max_examples=30, deadline=None)
def test_parts_hold_every_row_in_order(rows: int, most: int) -> None:
    table = swiss_table("Swiss", players([f"Par {n}" for n in range(rows)]), [], rounds=3)
    parts = cross_table_parts(table, most_rows=most)
    assert tuple(row for part in parts for row in part.rows) == table.rows
    sizes = [len(part.rows) for part in parts]
    assert max(sizes) <= most
    assert max(sizes) - min(sizes) <= 1


def test_parts_of_everybody_against_everybody_are_the_table() -> None:
    table = round_robin_table("A", players([f"Par {n}" for n in range(20)]), [])
    assert cross_table_parts(table, most_rows=8) == (table,)
    with pytest.raises(ValueError, match="one row"):
        cross_table_parts(table, most_rows=0)
