"""Brackets: whole, legible, and the same in words."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pictures.building import (
    ANY_NAME,
    NAMES,
    double_elimination,
    knockout,
    names_in,
    overlaps,
    parsed,
    shown,
    texts,
    tree,
)
from tournaments.pictures import Bracket, Match, Side, State, Tree, TreeRound
from tournaments.pictures.bracket import bracket_svg, champion_of, draw_bracket
from tournaments.pictures.bracket_html import bracket_html
from tournaments.pictures.bracket_layout import lay_out
from tournaments.pictures.bracket_parts import bracket_parts

SHAPES = st.sampled_from((None, (1920.0, 1080.0), (390.0, 844.0)))
SVG = "{http://www.w3.org/2000/svg}"


def final(one: Side, other: Side, state: State = State.DECIDED) -> Bracket:
    match = Match(sides=(one, other), state=state)
    return Bracket(title="Finale", main=Tree("", (TreeRound("Finale", (match,)),)))


@settings(max_examples=60, deadline=None)
@given(st.lists(ANY_NAME, min_size=2, max_size=40), st.integers(0, 9999), SHAPES, st.booleans())
def test_bracket_is_sound_xml_with_every_name_and_no_text_on_another(
    names: list[str], seed: int, shape: tuple[float, float] | None, paper: bool
) -> None:
    bracket = knockout(names, random.Random(seed))
    svg = bracket_svg(bracket, shape=shape, paper=paper)
    assert shown(names_in(bracket)) <= texts(parsed(svg))
    canvas, width, height, _ = draw_bracket(bracket, "da", paper, shape)
    assert overlaps(canvas, width, height) == []


@pytest.mark.parametrize("entries", [2, 3, 4, 7, 16, 33, 64, 100, 128])
def test_bracket_of_any_size_has_no_box_on_another(entries: int) -> None:
    names = [f"Par {number}" for number in range(1, entries + 1)]
    bracket = knockout(names, random.Random(entries))
    layout = lay_out(bracket, (16, 9), True)
    boxes = sorted(layout.boxes, key=lambda box: (box.left, box.top))
    for one, other in pairwise(boxes):
        assert one.left < other.left or one.top + one.height < other.top
    assert shown(names) <= texts(parsed(bracket_svg(bracket)))


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64])
@pytest.mark.parametrize("shape", [None, (16.0, 9.0)])
def test_double_elimination_has_no_text_on_another(
    size: int, shape: tuple[float, float] | None
) -> None:
    bracket = double_elimination(size, random.Random(size))
    canvas, width, height, _ = draw_bracket(bracket, "da", False, shape)
    assert overlaps(canvas, width, height) == []
    assert shown(names_in(bracket)) <= texts(parsed(bracket_svg(bracket)))


def test_bracket_fills_the_proportions_of_its_frame() -> None:
    names = [f"Par {number}" for number in range(1, 17)]
    bracket = Bracket(title="Slutspil", main=tree(names, random.Random(1)))
    _, width, height, _ = draw_bracket(bracket, "da", False, (1920, 1080))
    assert width / height == pytest.approx(16 / 9, rel=0.12)


def test_bracket_says_what_it_is() -> None:
    bracket = final(Side(name="A & B", score="8", won=True), Side(name="C", score="3"))
    root = parsed(bracket_svg(bracket, language="en"))
    assert (root.get("role"), root.get("aria-label")) == ("img", "Finale")
    assert root.findtext(f"{SVG}title") == "Finale"
    assert root.findtext(f"{SVG}desc") == "2 entries. Winner: A & B."


def test_bracket_on_paper_has_fixed_colours_and_on_a_page_the_pages() -> None:
    bracket = knockout(NAMES, random.Random(1))
    assert "var(" not in bracket_svg(bracket, paper=True)
    assert "var(--ink, #1d1a16)" in bracket_svg(bracket)
    # The security policy allows no style in a page.
    assert "style" not in bracket_svg(bracket)


def test_bracket_takes_its_natural_size_or_fills_its_frame() -> None:
    bracket = final(Side(name="A"), Side(name="B"), State.TO_COME)
    natural, filling = parsed(bracket_svg(bracket)), parsed(bracket_svg(bracket, scale=None))
    assert natural.get("width") == str((natural.get("viewBox") or "").split()[2])
    assert filling.get("width") == "100%"


def test_way_of_a_winner_is_a_strong_line_to_its_own_row() -> None:
    names = ["A", "B", "C", "D"]
    semis = (
        Match(sides=(Side(name="A", won=True), Side(name="B")), state=State.DECIDED),
        Match(sides=(Side(name="C"), Side(name="D", won=True)), state=State.DECIDED),
    )
    # The winners stand in the final the other way round.
    last = Match(sides=(Side(name="D"), Side(name="A")), state=State.PLAYING, table=4)
    rounds = (TreeRound("Semifinaler", semis), TreeRound("Finale", (last,)))
    layout = lay_out(Bracket(title="", main=Tree("", rounds)), None, False)
    assert [link.side for link in layout.links] == [1, 0]
    assert sorted(names) == sorted({s.name for box in layout.boxes for s in box.match.sides})


def test_champion_is_who_won_the_last_match() -> None:
    won, lost = Side(name="A", won=True), Side(name="B")
    assert champion_of(final(won, lost)) == won
    assert champion_of(final(Side(name="A"), lost, State.PLAYING)) is None


def test_champion_waits_for_a_second_final_once_it_comes_to_one() -> None:
    bracket = double_elimination(4, random.Random(1))
    first = Match(sides=(Side(name="A"), Side(name="B", won=True)), state=State.DECIDED)
    empty = Match(sides=(Side(), Side()), if_needed=True)
    known = Match(sides=(Side(name="A"), Side(name="B")), if_needed=True)

    def with_finals(second: Match) -> Bracket:
        finals = (TreeRound("Finale", (first,)), TreeRound("2. finale", (second,)))
        return Bracket(title="", main=bracket.main, losers=bracket.losers, finals=finals)

    assert champion_of(with_finals(empty)) == first.sides[1]
    assert champion_of(with_finals(known)) is None


@settings(max_examples=30, deadline=None)
@given(st.lists(ANY_NAME, min_size=2, max_size=20), st.integers(0, 9999))
def test_bracket_in_words_has_every_name(names: list[str], seed: int) -> None:
    bracket = knockout(names, random.Random(seed))
    said = texts(parsed(bracket_html(bracket)))
    assert shown(names_in(bracket)) <= said


def test_bracket_in_words_tells_each_state() -> None:
    matches = (
        Match(sides=(Side(name="A", seed=1, won=True),), state=State.BYE),
        Match(
            sides=(Side(name="B", score="8", won=True), Side(name="C", score="5")),
            state=State.DECIDED,
        ),
        Match(sides=(Side(name="D", won=True), Side(name="E")), state=State.WALKOVER),
        Match(sides=(Side(name="F"), Side(hint="Winner of 3")), state=State.PLAYING, table=4),
        Match(sides=(Side(), Side()), if_needed=True),
        None,
    )
    bracket = Bracket(title="", main=Tree("", (TreeRound("Round 1", matches),)))
    lines = [
        "".join(item.itertext()) for item in parsed(bracket_html(bracket, language="en"))[0][0]
    ]
    assert lines == [
        "A (seed 1): bye",
        "B 8 – C 5; B won",
        "D – E; E did not come; D won",
        "F – Winner of 3; playing now; table 4",
        "not known yet – not known yet; only if needed",
    ]


@pytest.mark.parametrize("entries", [2, 9, 16, 17, 32, 100, 128])
@pytest.mark.parametrize("most", [4, 8])
def test_parts_show_every_match_and_none_is_too_large(entries: int, most: int) -> None:
    names = [f"Par {number}" for number in range(1, entries + 1)]
    whole = Bracket(title="Slutspil", main=tree(names, random.Random(entries)))
    parts = bracket_parts(whole, most_matches=most)
    there = [round_.matches for part in parts for round_ in part.main.rounds]
    assert {id(m) for column in there for m in column} == {
        id(m) for round_ in whole.main.rounds for m in round_.matches
    }
    assert max(len(column) for column in there) <= most
    assert len({part.title for part in parts}) == len(parts)
    assert [part.crowned for part in parts] == [False] * (len(parts) - 1) + [True]


def test_parts_of_a_small_bracket_are_the_bracket() -> None:
    bracket = Bracket(title="Slutspil", main=tree(NAMES[:8], random.Random(1)))
    assert bracket_parts(bracket) == (bracket,)


def test_parts_of_two_halves_are_named_and_end_with_the_last_rounds() -> None:
    names = [f"Par {number}" for number in range(1, 33)]
    third = TreeRound("3. plads", (Match(sides=(Side(), Side())),))
    bracket = Bracket(title="DM", main=tree(names, random.Random(1)), third_place=third)
    parts = bracket_parts(bracket)
    assert [part.title for part in parts] == [
        "DM · Runde 1 – Runde 4, øverste halvdel",
        "DM · Runde 1 – Runde 4, nederste halvdel",
        "DM · afslutningen",
    ]
    assert [len(round_.matches) for round_ in parts[0].main.rounds] == [8, 4, 2, 1]
    assert [len(round_.matches) for round_ in parts[2].main.rounds] == [4, 2, 1]
    assert [part.third_place for part in parts] == [None, None, third]


@pytest.mark.parametrize("size", [8, 16, 64])
def test_parts_of_a_double_elimination_show_both_brackets_and_the_finals(size: int) -> None:
    bracket = double_elimination(size, random.Random(1))
    parts = bracket_parts(bracket)
    shown_ids = {
        id(match)
        for part in parts
        for rounds in (part.main.rounds, part.losers.rounds if part.losers else (), part.finals)
        for round_ in rounds
        for match in round_.matches
    }
    assert bracket.losers is not None
    everything = (*bracket.main.rounds, *bracket.losers.rounds, *bracket.finals)
    assert shown_ids == {id(match) for round_ in everything for match in round_.matches}
    assert [bool(part.finals) for part in parts] == [False] * (len(parts) - 1) + [True]
    for part in parts:
        canvas, width, height, _ = draw_bracket(part, "da", False, (16, 9))
        assert overlaps(canvas, width, height) == []


@pytest.mark.parametrize("sides", [3, 6])
def test_match_of_several_sides_has_a_line_for_each(sides: int) -> None:
    lines = tuple(Side(name=f"Par {n}", score=str(n), won=n == 2) for n in range(sides))
    match = Match(sides=lines, state=State.DECIDED)
    rounds = (TreeRound("1", (match, match)), TreeRound("2", (match,)))
    canvas, width, height, _ = draw_bracket(
        Bracket(title="Kroket", main=Tree("", rounds)), "da", False, None
    )
    assert overlaps(canvas, width, height) == []
    assert sum(box.text == "Par 0" for box in canvas.texts) == 3
