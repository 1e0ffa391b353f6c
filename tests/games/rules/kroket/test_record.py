"""Records: read, written, replayed; the first thing that is wrong is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cli.kroket import reads
from games.rules.kroket.bots import SENSIBLE
from games.rules.kroket.course import Course, load_course
from games.rules.kroket.playing import play_game
from games.rules.kroket.position import Position, PositionError
from games.rules.kroket.record_reader import RecordError, read_record
from games.rules.kroket.replay import replay_text, walk
from games.rules.kroket.setup import setup_named
from games.rules.kroket.state import shuffled
from games.rules.messages import LANGUAGES
from tests.games.rules.kroket.tables import BLUE, GREEN, RED, YELLOW, cell

DATA = Path(__file__).parents[3] / "data" / "kroket"
EXAMPLE = (DATA / "spileksempel.txt").read_text(encoding="utf-8")
COURSES: dict[str, Course] = {"spileksempel": load_course(DATA / "spileksempel.json")}
GAME = play_game(setup_named(), [SENSIBLE] * 4, "record").record


def test_worked_turns_of_the_booklet_happen_as_it_tells_them() -> None:
    assert replay_text(EXAMPLE, COURSES).legal
    record = read_record(EXAMPLE, COURSES)
    states = [state for _, state in walk(record, COURSES)]
    mette, pelle, martin, mads = states
    # Mette flies over the hoop, says it went through, meets Mads and croquets him into the hedge.
    assert (cell(mette, BLUE), mette.balls[BLUE].reached) == ("f10", 1)
    assert cell(mette, GREEN) == "hedge h9"
    # She has thrown her hand and draws no cards.
    assert (mette.hands[BLUE], mette.turn) == ((), RED)
    # Pelle's ball goes two cells more to the south-west, and he draws up to six.
    assert (cell(pelle, RED), len(pelle.hands[RED]), pelle.turn) == ("f3", 6, YELLOW)
    # Martin's club is cancelled, so his ball goes nowhere; he draws up to six.
    assert (cell(martin, YELLOW), martin.balls[YELLOW].reached) == ("e3", 0)
    assert (len(martin.hands[YELLOW]), martin.turn) == (6, GREEN)
    # All that Mads does is to put his ball back where it left.
    assert (cell(mads, GREEN), len(mads.hands[GREEN]), mads.turn) == ("h9", 6, BLUE)
    # Now Mette gets new cards.
    assert len(mads.hands[BLUE]) == 6


def test_example_without_the_answers_would_have_passed_the_hoop() -> None:
    text = EXAMPLE.replace(" < red den-skal-ikke-nedad < argh-jeg-har-en-koelle", "").replace(
        " < green det-har-jeg-ogsaa", "; et-lop N"
    )
    states = [state for _, state in walk(read_record(text, COURSES), COURSES)]
    assert states[2].balls[YELLOW].reached == 1


def test_record_reads_back_as_it_was_written() -> None:
    assert read_record(GAME.text) == GAME
    assert read_record(GAME.text).text == GAME.text
    example = read_record(EXAMPLE, COURSES)
    assert read_record(example.text, COURSES) == example
    assert replay_text(GAME.text.replace("\n", "\r\n").replace("\r", "")).legal
    assert reads("game.txt", GAME.text)
    assert not reads("game.txt", '[Game "partners"]')


def test_orders_of_the_deck_can_stand_for_the_seed() -> None:
    order = " ".join(map(str, shuffled("record", 1, tuple(range(74)))))
    turns = [line for line in GAME.text.split("\n") if line[:2] == "1 "]
    text = "\n".join(['[Game "kroket"]', '[Ended "*"]', f"deck 1: {order}", *turns])
    assert replay_text(text).legal
    wrong = replay_text(text + "\n2 green: fetches")
    assert [problem.code for problem in wrong.problems] == ["wrong_turn"]


def changed(old: str, new: str) -> str:
    assert old in EXAMPLE
    return EXAMPLE.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ('[Game "kroket"]', "", 1, "no_game"),
        ('[Game "kroket"]', '[Game "croquet"]', 1, "no_game"),
        ('[Players "4"]', '[Players "four"]', 5, "header_value"),
        ('[Players "4"]', '[Players "9"]', 5, "header_value"),
        ('[Variant "standard"]', '[Variant "round"]', 4, "header_value"),
        ('[Course "spileksempel"]', '[Course "nowhere"]', 2, "header_value"),
        ('[Deck "startfelt"]', '[Deck "nothing"]', 3, "header_value"),
        ('[Deck "startfelt"]', '[Deck "startfelt]', 3, "header_form"),
        ('[Deck "startfelt"]', '[Course "startfelt"]', 3, "header_twice"),
        ('[Turn "blue"]', '[Turn "white"]', 12, "header_value"),
        ("blue d3 0;", "blue z3 0;", 11, "header_value"),
        ("blue d3 0;", "blue;", 11, "header_value"),
        ("deck 1: 23 63", "deck 1: 23 23", 16, "deck_twice"),
        ("deck 1: 23 63", "deck 1: 23", 16, "deck_count"),
        ("deck 1: 23", "deck 1: 74", 16, "deck_card"),
        ("deck 1: 23", "deck 2: 23", 16, "deck_number"),
        ("deck 1: 23", "deck 1: x", 16, "deck_form"),
        ("deck 1: 23", "deck 1: " + "9" * 5000, 16, "deck_form"),
        ("1 blue: ", "blue ", 17, "turn_form"),
        ("1 blue: ", "1 white: ", 17, "unknown_ball"),
        ("et-lop N;", "et-hop N;", 17, "unknown_card"),
        ("et-lop N;", "et-lop N NE;", 17, "item_form"),
        ("et-lop N;", "et-lop via;", 17, "item_form"),
        ("et-lop N;", "et-lop N;;", 17, "item_empty"),
        ("4 green: fetches", '[Late "x"]', 20, "header_late"),
        ("4 green: fetches", "end timeout", 20, "end_form"),
        ("4 green: fetches", "end timeout white", 20, "unknown_ball"),
    ],
)
def test_record_that_cannot_be_read_says_where_and_why(
    old: str, new: str, line: int, code: str
) -> None:
    answer = replay_text(changed(old, new), COURSES)
    (problem,) = answer.problems
    assert (problem.line, problem.code) == (line, code)
    assert all(problem.message(lang) for lang in LANGUAGES)


def test_record_without_seed_or_order_is_refused() -> None:
    (problem,) = replay_text('[Game "kroket"]\n').problems
    assert problem.code == "no_seed"
    with pytest.raises(RecordError):
        read_record("")


@pytest.mark.parametrize(
    ("old", "new", "line", "move", "code", "rule"),
    [
        ("1 blue:", "2 blue:", 17, "2 blue", "wrong_turn", "K2"),
        ("2 red:", "2 green:", 18, "2 green", "wrong_turn", "K2"),
        ("et-lop N;", "et-paent-skud N;", 17, "et-paent-skud N", "not_in_hand", "K2"),
        ("et-lop N;", "et-lop E;", 17, "et-lop E", "unknown_direction", "K2"),
        ("croquets f10", "croquets a1", 17, "croquets a1", "not_beside", "K8"),
        ("et-lop N;", "en-lille-stille-en N;", 17, "en-lille-stille-en N", "has_green", "K4"),
        (
            "N; yellow banen",
            "N < yellow banen",
            18,
            "en-krum-en N < yellow banen-er-ikke-helt-lige red",
            "does_not_fit",
            "K10",
        ),
        ("fetches", "et-lop N", 20, "et-lop N", "fetch_first", "K9"),
        ("fetches", "fetches; fetches", 20, "fetches", "turn_over", "K2"),
        ("en-krum-en N; ", "", 18, "yellow banen-er-ikke-helt-lige red", "does_not_fit", "K10"),
        ("; croquets f10; en-lille-stille-en\n", "\n", 17, "1 blue", "turn_not_over", "K2"),
        ('[Ended "*"]', '[Ended "played"]', 20, "", "not_over", "K1"),
    ],
)
def test_first_illegal_action_is_named(
    old: str, new: str, line: int, move: str, code: str, rule: str
) -> None:
    answer = replay_text(changed(old, new), COURSES)
    (problem,) = answer.problems
    assert (problem.line, problem.move, problem.code, problem.rule) == (line, move, code, rule)
    assert all(problem.message(lang) for lang in LANGUAGES)
    assert answer.result == {}


@pytest.mark.parametrize("name", ["Result", "Winner", "Ended", "Places", "Minutes"])
def test_header_that_disagrees_with_the_game_is_named(name: str) -> None:
    lines = [line for line in GAME.text.split("\n") if not line.startswith(f"[{name} ")]
    (problem,) = replay_text("\n".join([f'[{name} "blue 3"]', *lines])).problems
    assert (problem.line, problem.move) == (1, name)
    assert problem.code == ("minutes_header" if name == "Minutes" else "header_disagrees")


def test_minutes_are_part_of_the_result() -> None:
    assert replay_text('[Minutes "42"]\n' + GAME.text).result["minutes"] == 42
    (problem,) = replay_text(f'[Minutes "{"9" * 5000}"]\n' + GAME.text).problems
    assert problem.code == "minutes_header"


def test_reshuffling_that_is_not_of_the_thrown_cards_is_refused() -> None:
    long = play_game(setup_named(), [SENSIBLE] * 4, "s1").record
    first = " ".join(map(str, shuffled("s1", 1, tuple(range(74)))))
    orders = f"deck 1: {first}\ndeck 2: 1 2 3\n"
    text = long.text.replace("\n\n", "\n\n" + orders, 1)
    (problem,) = replay_text(text).problems
    assert (problem.code, problem.rule) == ("deck_not_thrown", "K2")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("[]", "position_not_object"),
        ('{"blue": {"at": "d3"}}', "missing_ball"),
        ('{"white": {"at": "d3"}}', "unknown_ball"),
        ('{"blue": "d3"}', "ball_not_object"),
        ('{"blue": {"at": "d3", "hoops": 1}}', "ball_field"),
        ('{"blue": {"at": "d99"}}', "ball_cell"),
        ('{"blue": {"at": "course"}}', "ball_cell"),
        ('{"blue": {"at": ["d3"]}}', "ball_cell"),
        ('{"blue": {"at": "d3", "reached": 6}}', "ball_reached"),
        ('{"blue": {"at": "d3", "reached": true}}', "ball_reached"),
        ('{"blue": {"at": "d3", "reached": 5}}', "ball_home"),
        ('{"blue": {"at": "home", "reached": 4}}', "ball_home"),
        ('{"blue": {"at": "hedge"}}', "ball_left"),
        ('{"blue": {"at": "d3", "left": "d4"}}', "ball_left"),
        ('{"blue": {"at": "hedge", "left": 4}}', "ball_cell"),
        ('{"blue": {"at": "hedge", "left": "f5"}}', "ball_edge"),
        ('{"blue": {"at": "start", "reached": 1}}', "ball_ready"),
    ],
)
def test_impossible_position_is_refused(change: str, code: str) -> None:
    given = json.loads(change)
    if isinstance(given, dict) and code not in ("missing_ball", "unknown_ball"):
        given = {name: {"at": "start"} for name in ("blue", "red", "yellow", "green")} | given
    with pytest.raises(PositionError) as error:
        Position.parse(setup_named(), given)
    assert error.value.code == code
    assert all(error.value.message(lang) for lang in LANGUAGES)


def test_position_reads_back_as_it_was_written() -> None:
    text = "blue d3 1; red hedge a5 2; yellow start 0; green home 5"
    position = Position.read(setup_named(), text)
    assert position.text == text
    assert Position.parse(setup_named(), position.as_json()) == position


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_garbled_record_has_an_answer(data: st.DataObject) -> None:
    text = EXAMPLE
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        upto = at + data.draw(st.integers(0, 12))
        text = text[:at] + data.draw(st.text(' ;<:-[]"\\\n0aNé²', max_size=3)) + text[upto:]
    for problem in replay_text(text, COURSES).problems:
        assert all(problem.message(lang) for lang in LANGUAGES)
