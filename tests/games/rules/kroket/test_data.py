"""Courses and decks as data: what is wrong with a file is said with where it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.kroket import course as courses_module
from games.rules.kroket.actions import React
from games.rules.kroket.course import (
    Course,
    course_errors,
    course_named,
    courses,
    load_course,
    read_course,
)
from games.rules.kroket.data_lines import lines_of
from games.rules.kroket.deck import Deck, deck_named, decks, load_deck, read_deck
from games.rules.kroket.game import apply
from games.rules.kroket.geometry import KINDS, GridKind
from games.rules.kroket.legal import legal_actions
from games.rules.kroket.moments import MOMENTS
from games.rules.kroket.reactions import EFFECTS
from games.rules.kroket.result import VARIANTS
from games.rules.kroket.schema import DataError, faults
from games.rules.kroket.setup import Setup, setup_named
from games.rules.kroket.shots import SHOT_EFFECTS
from games.rules.messages import LANGUAGES
from tests.games.rules.kroket.tables import cards, table
from tests.games.rules.kroket.texts import COURSE, DECK, changed


def test_what_ships_says_that_it_is_not_the_original() -> None:
    assert list(courses()) == ["den-lange", "haven", "plaenen"]
    assert list(decks()) == ["startfelt"]
    shipped: list[Course | Deck] = [*courses().values(), *decks().values()]
    for data in shipped:
        assert not data.original
        assert all(data.note[lang] and data.title[lang] for lang in LANGUAGES)


def test_deck_that_ships_has_74_cards_each_with_an_effect() -> None:
    deck = deck_named("startfelt")
    assert (len(deck.ids), len(deck.marks)) == (74, 74)
    assert {shot.effect for shot in deck.shots.values()} == set(SHOT_EFFECTS)
    for reaction in deck.reactions.values():
        assert reaction.effect in EFFECTS
        assert {moment.partition(":")[0] for moment in reaction.timing} <= set(MOMENTS)
        assert all(reaction.text[lang] for lang in LANGUAGES)


@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize("moment", [*MOMENTS, "card:koncentration"])
def test_deck_that_is_accepted_can_be_played_whatever_its_cards_do(
    effect: str, moment: str
) -> None:
    def change(data: dict[str, Any]) -> None:
        row = data["reactions"][3]
        row.update(effect=effect, timing=[moment], length=1, directions=["N"])
        row.update(direction="SW", distance=2)

    try:
        deck = read_deck(changed(DECK, change))
    except DataError as error:
        assert (error.code, error.path) == ("wrong_moment", "reactions[3].timing[0]")
        return
    # Everybody plays it whenever it may be.
    setup = Setup(course_named("haven"), deck)
    card = "argh-jeg-har-en-koelle"
    hands = {ball: [card, "et-lop"] for ball in ("blue", "red")}
    state = table(hands, setup=setup, blue="d2 0", red="d5 0")
    for _ in range(12):
        if state.phase == "over":
            break
        actions = legal_actions(state)
        eager = [one for one in actions if isinstance(one, React) and one.card == card]
        state = apply(state, eager[0] if eager else actions[0])
        assert cards(state) == list(range(74))


def test_schema_refuses_effects_and_moments_that_are_none() -> None:
    for wrong in ({"effect": "explode"}, {"timing": ["never"]}):
        row = partial(_update, wrong)
        with pytest.raises(DataError) as error:
            read_deck(changed(DECK, row))
        assert error.value.path.startswith(f"reactions[3].{next(iter(wrong))}")


def _update(wrong: dict[str, Any], data: dict[str, Any]) -> None:
    data["reactions"][3].update(wrong)


def _trees(data: dict[str, Any], cell: str, *ways: str) -> None:
    """A tree on every free cell beside one, that way."""
    kind = KINDS[data["grid"]["type"]]
    data["grid"]["start"].pop("goal", None)
    taken = {leg for hoop in data["hoops"] for leg in hoop["legs"]}
    starts = {one for cells in data["grid"]["start"].values() for one in cells}
    inside = set(read_course(json.dumps(data | {"name": "bane"})).cells)
    around = [kind.next_cell(cell, way) for way in ways]
    data["grid"]["tree"] += [one for one in around if one in inside - taken - starts]


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        (lambda data: data.pop("grid"), "", "missing"),
        (lambda data: data.update(extra=1), "", "unknown"),
        (lambda data: data.update(hoops={}), "hoops", "type"),
        (lambda data: data.update(hoops=[]), "hoops", "too_few"),
        (lambda data: data.update(original="no"), "original", "type"),
        (lambda data: data["note"].pop("nb"), "note", "missing"),
        (lambda data: data["grid"].update(type="hex7"), "grid.type", "not_one_of"),
        (lambda data: data["grid"]["cells"].append("A1"), "grid.cells[11]", "pattern"),
        (lambda data: data["grid"]["cells"].append("c9-c2"), "grid.cells[11]", "range"),
        (lambda data: data["grid"]["cells"].append("c4"), "grid.cells[11]", "twice"),
        (lambda data: data["grid"]["stakes"].update(goal="z9"), "grid.stakes.goal", "no_cell"),
        (lambda data: data["grid"].update(tree=["d4"]), "hoops[0].cell", "cell_taken"),
        (lambda data: data["grid"].update(tree=["f7", "f7"]), "grid.tree[1]", "twice"),
        (
            lambda data: data["grid"]["start"].update(start=["f4"]),
            "grid.start.start[0]",
            "start_not_beside",
        ),
        (lambda data: data["hoops"][1].update(order=1), "hoops", "orders"),
        (lambda data: data["hoops"][1].update(order=0), "hoops[1].order", "below"),
        (lambda data: data["hoops"][1].update(legs=["g6"]), "hoops[1].legs", "too_few"),
        (
            lambda data: data["hoops"][1].update(legs=["g6", "k6"]),
            "hoops[1].legs[1]",
            "leg_not_beside",
        ),
        (
            lambda data: data["hoops"][1].update(through=[["N", "NE"]]),
            "hoops[1].through",
            "through_count",
        ),
        # Trees all round the goal, and before the second mouth: no ball gets there.
        (
            lambda data: _trees(data, "f13", "NE", "SE", "S", "SW", "NW"),
            "grid.stakes.goal",
            "no_way_to_stake",
        ),
        (lambda data: _trees(data, "h6", "S"), "hoops[1].cell", "no_way_in"),
        (
            lambda data: data["hoops"][1].update(through=[["N", "S"], ["N", "NW"]]),
            "hoops[1].through[0][1]",
            "not_one_of",
        ),
    ],
)
def test_broken_course_is_refused_with_file_path_and_reason(
    change: Any, path: str, code: str
) -> None:
    with pytest.raises(DataError) as error:
        read_course(changed(COURSE, change), "have.json")
    assert (error.value.file, error.value.path, error.value.code) == ("have.json", path, code)
    for lang in LANGUAGES:
        assert error.value.message(lang).startswith(": ".join(filter(None, ["have.json", path])))


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        (lambda data: data["shots"][0].update(effect="jump"), "shots[0].effect", "not_one_of"),
        (lambda data: data["shots"][0].pop("path"), "shots[0]", "missing"),
        (lambda data: data["shots"][0].update(count=0), "shots[0].count", "below"),
        (lambda data: data["shots"][4].update(steps=99), "shots[4].steps", "above"),
        (
            lambda data: data["shots"][0]["path"][4].update(airborne=True),
            "shots[0].path[4].airborne",
            "ends_airborne",
        ),
        (lambda data: data["shots"][1].update(id="et-paent-skud"), "shots[1].id", "twice"),
        (lambda data: data["shots"][1].update(id="en-lille-stille-en"), "shots[1].id", "twice"),
        (lambda data: data["reactions"][0].pop("length"), "reactions[0]", "missing"),
        (
            lambda data: data["reactions"][0].update(timing=["card:none"]),
            "reactions[0].timing[0]",
            "no_card",
        ),
        (
            lambda data: data["reactions"][0].update(timing=["later"]),
            "reactions[0].timing[0]",
            "pattern",
        ),
        (lambda data: data["reflections"].pop(), "reflections", "mark_count"),
        (
            lambda data: data["reflections"][0].update(card="none"),
            "reflections[0].card",
            "no_card",
        ),
        (
            lambda data: [mark.update(direction="N") for mark in data["reflections"]],
            "reflections",
            "no_way_off",
        ),
    ],
)
def test_broken_deck_is_refused_with_file_path_and_reason(
    change: Any, path: str, code: str
) -> None:
    with pytest.raises(DataError) as error:
        read_deck(changed(DECK, change), "kort.json")
    assert (error.value.file, error.value.path, error.value.code) == ("kort.json", path, code)
    assert all(error.value.message(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("text", ["", "[]", "{", "null", '{"name": 1, "name": 2}', "[" * 100_000])
def test_text_that_is_no_course_is_refused(text: str) -> None:
    with pytest.raises(DataError) as error:
        read_course(text, "x")
    assert error.value.code in ("not_json", "type")


def test_unknown_names_are_refused_with_what_there_is() -> None:
    for ask in (course_named, deck_named):
        for name in ("garden", None, ["haven"]):
            with pytest.raises(DataError, match="There are"):
                ask(name)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"variant": "round"}, "unknown_variant"),
        ({"players": 2}, "players"),
        ({"players": 6}, "players"),
        ({"variant": "six", "players": 4}, "players"),
    ],
)
def test_setup_that_does_not_fit_together_is_refused(arguments: Any, code: str) -> None:
    with pytest.raises(DataError) as error:
        setup_named(**arguments)
    assert error.value.code == code


def test_six_players_need_starts_at_the_goal_and_a_deck_the_directions_of_the_grid() -> None:
    course = read_course(changed(COURSE, lambda data: data["grid"]["start"].pop("goal")))
    with pytest.raises(DataError) as error:
        Setup(course, deck_named("startfelt"), "six", 6)
    assert error.value.code == "no_goal_start"
    deck = read_deck(changed(DECK, lambda data: data["reflections"][0].update(direction="E")))
    with pytest.raises(DataError) as error:
        Setup(course, deck)
    assert error.value.code == "direction_not_on_grid"
    assert Setup(course_named("plaenen"), deck).balls == ("blue", "red", "yellow", "green")


def test_every_way_of_a_course_that_ships_is_open() -> None:
    for course in courses().values():
        for variant, (_fewest, most) in VARIANTS.items():
            setup = Setup(course, deck_named("startfelt"), variant, most)
            for seat, targets in enumerate(setup.targets):
                end = course.end_of(variant, seat)
                assert [one for one in targets if course.closed(one, end)] == []


def test_way_back_matters_only_where_it_is_gone() -> None:
    # A mouth that nobody can roll into from the north.
    text = changed(COURSE, lambda data: _trees(data, "h6", "N", "NE", "NW"))
    course, deck = read_course(text), deck_named("startfelt")
    assert Setup(course, deck).balls
    with pytest.raises(DataError) as error:
        Setup(course, deck, "there-and-back")
    assert (error.value.code, error.value.params) == ("no_way_back", {"hoop": 2, "cell": "h6"})


def test_everything_that_is_wrong_is_said_with_its_line() -> None:
    text = COURSE.replace('"legs": ["g6", "i6"]', '"legs": ["g6", "k6"]')
    text = text.replace('"tree": ["f7"]', '"tree": ["f7", "z9"]')
    lines = text.split("\n")
    assert [(one.path, one.line) for one in course_errors(text)] == [
        ("grid.tree[1]", 1 + next(n for n, line in enumerate(lines) if "z9" in line)),
        ("hoops[1].legs[1]", 1 + next(n for n, line in enumerate(lines) if "k6" in line)),
    ]
    (broken,) = course_errors("{\n\n}}")
    assert (broken.code, broken.line) == ("not_json", 3)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1), inner)
        ),
        max_leaves=12,
    )
)
def test_every_value_of_a_text_has_a_line(value: Any) -> None:
    text = json.dumps(value, indent=1)
    lines = lines_of(text)
    assert lines[""] == 1
    assert max(lines.values()) <= text.count("\n") + 1
    if isinstance(value, list) and value:
        rows = text.split("\n")
        last = lines[f"[{len(value) - 1}]"]
        assert rows[last - 1].lstrip().startswith(json.dumps(value[-1], indent=1).split("\n")[0])


def test_organisers_may_load_others(tmp_path: Path) -> None:
    file = tmp_path / "ny.json"
    file.write_text(changed(COURSE, lambda data: data.update(name="ny")), encoding="utf-8")
    course = courses_module.load_course(file)
    assert setup_named("ny", courses={"ny": course}).course is course


@pytest.mark.parametrize("load", [load_course, load_deck])
def test_file_that_is_no_text_or_is_not_there_is_refused_by_name(
    load: Callable[[Path], Course | Deck], tmp_path: Path
) -> None:
    (tmp_path / "odd.json").write_bytes(b'{"name": "\xff"}')
    for name in ("odd.json", "none.json"):
        with pytest.raises(DataError) as why:
            load(tmp_path / name)
        assert (why.value.code, why.value.file) == ("unreadable", name)


def test_schema_with_a_word_that_is_not_known_is_a_fault_of_the_program() -> None:
    schema: dict[str, Any] = {"oneOf": []}
    with pytest.raises(ValueError, match="oneOf"):
        list(faults({}, schema, schema))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@given(data=st.data())
def test_directions_of_a_grid_undo_each_other(kind: GridKind, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(["h12", "i13", "g20"]))
    way = data.draw(st.sampled_from(kind.directions))
    beside = kind.next_cell(cell, way)
    assert kind.next_cell(beside, kind.opposite(way)) == cell
    assert kind.angle(way, kind.opposite(way)) == 180
    (x, y), (to_x, to_y) = kind.middle(cell), kind.middle(beside)
    assert ("N" in way, "S" in way) == (to_y > y + 1e-9, to_y < y - 1e-9)
    assert ("E" in way, "W" in way) == (to_x > x + 1e-9, to_x < x - 1e-9)


def test_way_round_a_hexagon_comes_back() -> None:
    cell = "h12"
    for way in KINDS["hex6"].directions:
        cell = KINDS["hex6"].next_cell(cell, way)
    assert cell == "h12"


JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, 0, -1, True, "", "c4", "a1-a99", [], {}, ["N"], "square8", 10**9]
)


@settings(max_examples=60, deadline=None)
@given(st.booleans(), st.data())
def test_whatever_is_wrong_with_a_file_is_said(deck: bool, data: st.DataObject) -> None:
    broken = json.loads(DECK if deck else COURSE)
    where: Any = broken
    while isinstance(where, dict | list) and where:
        keys: list[Any] = list(where) if isinstance(where, dict) else list(range(len(where)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(where[key], dict | list) or data.draw(st.integers(0, 3)) == 0:
            where[key] = data.draw(JUNK)
            break
        where = where[key]
    try:
        (read_deck if deck else read_course)(json.dumps(broken), "f.json")
    except DataError as error:
        assert all(error.message(lang).startswith("f.json: ") for lang in LANGUAGES)


def test_notes_for_every_screen_are_those_of_course_and_deck() -> None:
    setup = setup_named()
    for lang in LANGUAGES:
        assert setup.notes(lang) == (setup.course.note[lang], setup.deck.note[lang])
    own = read_course(changed(COURSE, lambda data: data.update(original=True)))
    assert Setup(own, setup.deck).notes("da") == (setup.deck.note["da"],)
