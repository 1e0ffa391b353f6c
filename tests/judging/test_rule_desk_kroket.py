"""The rule desk of Kroket says what the engine says: the end, what counts, what may answer."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.kroket import BALLS, setup_named
from games.rules.kroket.ends import ends
from games.rules.kroket.position import Position
from judging.ledger import known
from judging.rule_desk.kroket import KroketDesk
from judging.rule_desk.model import Answer

SETUP = setup_named("haven", players=4)
DESK = KroketDesk(SETUP)
CELLS = st.sampled_from(SETUP.course.cells)
SHOTS = st.sampled_from([*SETUP.deck.shots, "en-lille-stille-en"])
places = st.one_of(
    CELLS, st.just("start"), st.just("home"), CELLS.map(lambda cell: f"hedge:{cell}")
)


def asked(**fields: str) -> Answer:
    with translation.override("en"):
        return DESK.ask({name: [value] for name, value in fields.items()}, "en")


@given(
    balls=st.fixed_dictionaries({ball: st.tuples(places, st.integers(0, 5)) for ball in BALLS[:4]}),
    card=SHOTS,
    direction=st.sampled_from(["", *SETUP.course.kind.directions]),
    marks=st.sampled_from(["", "NE2 S1", "nonsense", "N1"]),
    claim=st.sampled_from(["", "hoop", "hit", "stake"]),
)
@settings(max_examples=40, deadline=None)
def test_answer_is_the_engines_and_its_address_asks_the_same(
    balls: dict[str, tuple[str, int]], card: str, direction: str, marks: str, claim: str
) -> None:
    query = {name: [at] for name, (at, _reached) in balls.items()}
    query |= {f"{name}_reached": [str(reached)] for name, (_at, reached) in balls.items()}
    query |= {"card": [card], "direction": [direction], "marks": [marks], "claim": [claim]}
    answer = DESK.ask(query, "da")
    again = DESK.ask(parse_qs(answer.query), "da")
    assert again == answer
    if answer.position is None:
        assert answer.problem
        return
    assert answer.headline and answer.verdict in ("yes", "no")
    assert known("kroket", answer.rules)
    assert (DESK.query_of(answer.position, answer.question) != "") and "<svg" in DESK.picture(
        answer.position, answer.question, "nb"
    )
    position = Position.parse(DESK.setup, answer.position)
    ways = (direction,) if direction else SETUP.course.kind.directions
    drawn = answer.question["marks"]
    found = ends(position, 0, card, ways)
    if not claim and not drawn and position.balls[0].where == "course":
        assert len(answer.ways) + answer.more_ways == len(found)


def test_hoop_that_was_rolled_through_counts() -> None:
    answer = asked(blue="d1", card="et-paent-skud", direction="N", claim="hoop")
    assert (answer.verdict, answer.rules) == ("yes", ("K1", "K3"))
    assert "Hoop 1" in answer.details


@pytest.mark.parametrize(
    ("fields", "rules", "says"),
    [
        ({"blue": "d2", "card": "en-svaever", "direction": "N"}, ("K5", "K12"), "flew over hoop 1"),
        ({"blue": "d6", "card": "baghaand", "direction": "N"}, ("K1",), "wrong side"),
        ({"blue": "c2", "card": "et-paent-skud", "direction": "N"}, ("K6", "K7"), "card drawn"),
        (
            {"blue": "c2", "card": "et-paent-skud", "direction": "N", "marks": "NW2"},
            ("K7",),
            "does not lead through",
        ),
        ({"blue": "f10", "card": "et-paent-skud", "direction": "N"}, ("K1",), "did not come"),
        (
            {"blue": "f10", "blue_reached": "4", "card": "et-paent-skud", "direction": "N"},
            ("K1",),
            "the stake comes next",
        ),
    ],
)
def test_hoop_that_does_not_count_says_why(
    fields: dict[str, str], rules: tuple[str, ...], says: str
) -> None:
    answer = asked(claim="hoop", **fields)
    assert (answer.verdict, answer.rules) == ("no", rules)
    assert says in answer.details


def test_hoop_passed_by_a_reflection_counts_by_its_own_rule() -> None:
    answer = asked(blue="c2", card="et-paent-skud", direction="N", marks="NE2", claim="hoop")
    assert (answer.verdict, answer.rules) == ("yes", ("K1", "K3", "K7"))


def test_ball_that_was_met_may_be_croqueted() -> None:
    fields = {"blue": "f4", "red": "d5", "card": "et-paent-skud", "direction": "NW", "claim": "hit"}
    answer = asked(**fields)
    assert (answer.verdict, answer.rules) == ("yes", ("K8",))
    assert "red" in answer.details and "red" in answer.told
    flown = asked(**(fields | {"blue": "h3", "card": "den-floej"}))
    assert (flown.verdict, flown.rules) == ("no", ("K5",))
    assert asked(**(fields | {"red": "start"})).verdict == "no"


def test_stake_counts_after_the_hoops_alone() -> None:
    fields = {"blue": "f10", "card": "et-paent-skud", "direction": "N", "claim": "stake"}
    assert asked(**fields, blue_reached="4").verdict == "yes"
    early = asked(**fields, blue_reached="2")
    assert (early.verdict, early.rules) == ("no", ("K1",))
    assert "Hoop 3" in early.details


def test_claim_without_a_direction_tells_which_ways_count() -> None:
    answer = asked(blue="d1", card="et-paent-skud", claim="hoop")
    assert answer.verdict == "yes"
    assert [way.notation for way in answer.ways] == ["et-paent-skud N d1-d6"]
    assert len(answer.why_not) >= 3
    assert all(one.rules and one.message and one.card for one in answer.why_not)
    shown = DESK.ask(parse_qs(answer.why_not[0].query), "en")
    assert shown.verdict == "no"


def test_ball_in_the_hedge_has_no_shot() -> None:
    answer = asked(blue="hedge:k11", blue_reached="3", card="et-paent-skud", direction="SW")
    assert (answer.verdict, answer.rules) == ("no", ("K9",))


@pytest.mark.parametrize(
    ("answer", "moment", "verdict", "rules"),
    [
        ("argh-jeg-har-en-koelle", "played", "yes", ("K10", "K12")),
        ("argh-jeg-har-en-koelle", "before", "no", ("K10",)),
        ("banen-er-ikke-helt-lige", "moved", "yes", ("K10", "K12")),
        ("banen-er-ikke-helt-lige", "played", "no", ("K10",)),
        ("den-gik-da-udenom", "moved", "yes", ("K10", "K12")),
        ("den-gik-da-indenom", "moved", "no", ("K10",)),
        ("det-er-ikke-din-tur", "before", "yes", ("K10", "K12")),
        ("se-en-lyseroed-elefant", "before", "yes", ("K10", "K12")),
    ],
)
def test_card_against_a_shot(
    answer: str, moment: str, verdict: str, rules: tuple[str, ...]
) -> None:
    said = asked(
        blue="d1", card="et-paent-skud", direction="N", answer=answer, by="red", moment=moment
    )
    assert (said.verdict, said.rules) == (verdict, rules)
    assert said.details


def test_table_of_three_and_of_six() -> None:
    three = asked(blue="d1", red="d2", yellow="d3", green="none", card="et-lop", direction="N")
    assert three.position is not None and list(three.position) == ["blue", "red", "yellow"]
    six = KroketDesk(setup_named("haven", variant="six", players=6))
    answer = six.ask({"purple": ["d1"], "player": ["purple"], "card": ["et-lop"]}, "da")
    assert answer.position is not None and list(answer.position) == list(BALLS)


def test_impossible_position_says_why_and_draws_the_balls_that_can_lie() -> None:
    answer = asked(blue="z9", red="d2", card="et-lop")
    assert answer.position is None and answer.problem
    assert answer.board.count("<svg") == 1


def test_every_cell_can_be_tapped_on_the_desk_and_not_in_a_ruling() -> None:
    answer = asked(blue="d1")
    assert answer.board.count("data-place=") == len(SETUP.course.cells)
    assert "data-place" not in DESK.picture(answer.position, answer.question, "da")


def test_form_shows_the_question() -> None:
    form = DESK.form({"blue": ["d4"], "blue_reached": ["1"], "paint": ["red"]}, "da")
    blue = form["balls"][0]
    assert (blue["key"], blue["place"], blue["reached"]) == ("blue", "d4", 1)
    assert [ball["key"] for ball in form["balls"] if ball["painted"]] == ["red"]
    assert form["note"]
