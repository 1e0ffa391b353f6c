"""Cards that are shots, and those that change a shot."""

from __future__ import annotations

import pytest

from games.rules.kroket.actions import Croquet, Decline, React, Shoot
from games.rules.kroket.deck import QUIET
from games.rules.kroket.game import all_pass, apply
from games.rules.kroket.legal import legal_actions
from tests.games.rules.kroket.hands import SHOT
from tests.games.rules.kroket.shots import LOP, answered
from tests.games.rules.kroket.tables import (
    BLUE,
    RED,
    cell,
    closed,
    do,
    refused,
    shot,
    table,
)


@pytest.mark.parametrize(
    ("card", "end"),
    [
        ("et-paent-skud", "b8"),
        ("lige-i-roeven", "b9"),
        ("en-svaever", "b7"),
        ("et-lop", "b6"),
        ("den-floej", "b10"),
        ("en-krum-en", "d6"),
        ("en-skaevert", "a7"),
    ],
)
def test_shot_goes_along_its_path(card: str, end: str) -> None:
    assert cell(shot(table({"blue": (card,)}), card, "N")) == end


def test_card_et_paent_skud_goes_five_straight() -> None:
    assert cell(shot(table({"blue": (SHOT,)}), SHOT, "N")) == "b8"


def test_card_lige_i_roeven_goes_six_straight() -> None:
    assert cell(shot(table({"blue": ("lige-i-roeven",)}), "lige-i-roeven", "N")) == "b9"


def test_card_baghaand_goes_three_the_other_way() -> None:
    state = table({"blue": ("baghaand",)}, blue="b9 0")
    assert cell(shot(state, "baghaand", "N")) == "b6"


def test_card_backspin_goes_two_on_and_three_back_and_hits_on_the_way() -> None:
    state = table({"blue": ("backspin",)}, blue="b6 0")
    assert cell(shot(state, "backspin", "N")) == "b5"
    state = table({"blue": ("backspin",)}, ["S2", "N1"], blue="b6 0", red="b8 0")
    state = shot(state, "backspin", "N")
    assert (cell(state), cell(state, RED)) == ("b6", "b9")


def test_card_afledningsmanoevre_goes_any_way_and_may_come_back() -> None:
    card = "afledningsmanoevre"
    state = table({"blue": (card,)})
    assert cell(shot(state, card, "N", "S", "N", "N", "NW")) == "a5"
    assert refused(state, Shoot(BLUE, card, "N", ("N", "N"))) == ("path_length", "K12")
    assert refused(state, Shoot(BLUE, card, "N")) == ("path_length", "K12")
    assert refused(state, Shoot(BLUE, card, "N", ("N",) * 5)) == ("path_length", "K12")
    assert refused(state, Shoot(BLUE, card, "N", ("E",) * 4)) == ("unknown_direction", "K2")
    straight = table({"blue": (SHOT,)})
    assert refused(straight, Shoot(BLUE, SHOT, "N", ("N",))) == ("path_superfluous", "K12")
    # A path may end where something stops the ball, which is then reflected.
    state = shot(table({"blue": (card,)}, ["SE1"], blue="c3 0"), card, "N", "N")
    assert cell(state) == "d3"


def test_card_en_svaever_flies_to_its_last_cell() -> None:
    state = table({"blue": ("en-svaever",)}, blue="f5 0", red="f6 0")
    assert cell(shot(state, "en-svaever", "N")) == "f9"


def test_card_et_lop_flies_over_its_middle_cell() -> None:
    state = shot(table({"blue": (LOP,)}, blue="f6 0", red="b7 0"), LOP, "S")
    assert cell(state) == "f3"
    # The first cell is on the ground: the ball meets what lies there.
    state = shot(table({"blue": (LOP,)}, ["S1", "N1"], red="b4 0"), LOP, "N")
    assert (cell(state), cell(state, RED)) == ("b3", "b5")


def test_card_den_floej_scores_by_its_last_cell_only() -> None:
    state = table({"blue": ("den-floej", LOP)}, ["N1"], blue="g4 1")
    state = shot(state, "den-floej", "N")
    assert (cell(state), state.balls[BLUE].reached) == ("g12", 1)
    landing = table({"blue": ("den-floej", LOP)}, ["NE1"], blue="g4 3")
    state = shot(landing, "den-floej", "N")
    assert (cell(state), state.balls[BLUE].reached, state.turn) == ("h11", 4, BLUE)


def test_card_en_krum_en_bends() -> None:
    assert cell(shot(table({"blue": ("en-krum-en",)}), "en-krum-en", "N")) == "d6"


def test_card_en_skaevert_slants() -> None:
    assert cell(shot(table({"blue": ("en-skaevert",)}), "en-skaevert", "N")) == "a7"


def test_card_du_er_jo_en_vatarm_makes_it_one_straight() -> None:
    assert cell(answered("du-er-jo-en-vatarm")) == "b4"
    assert cell(answered("du-er-jo-en-vatarm", green="baghaand")) == "b4"


def test_card_du_skyder_som_en_lille_pige_makes_it_two_straight() -> None:
    assert cell(answered("du-skyder-som-en-lille-pige")) == "b5"


def test_card_den_skal_ikke_nedad_voids_the_shot() -> None:
    for green in (SHOT, "den-floej"):
        state = answered("den-skal-ikke-nedad", green=green)
        assert (cell(state), state.turn) == ("b3", RED)
        assert green in {state.setup.deck.ids[card] for card in state.discard}


@pytest.mark.parametrize(
    ("card", "end"),
    [("den-skal-ikke-nedad", "c11"), ("du-er-jo-en-vatarm", "d11"), ("lorte-hund", "c11")],
)
def test_reactions_to_a_shot_work_on_a_croquet_too(card: str, end: str) -> None:
    hands = {"blue": (SHOT, LOP), "red": (card,)}
    state = shot(table(hands, ["SW1", "NE1"], blue="b8 0", red="b10 0"), SHOT, "N")
    state = do(state, Croquet(BLUE, "b10"), Shoot(BLUE, LOP), React(RED, card))
    assert cell(closed(state), RED) == end


def test_card_der_var_sgu_et_hul_stops_the_ball_on_its_route() -> None:
    assert cell(answered("der-var-sgu-et-hul", "b5")) == "b5"
    state = table({"blue": (SHOT,), "red": ("der-var-sgu-et-hul",)})
    state = do(state, Shoot(BLUE, SHOT, "N"))
    assert refused(state, React(RED, "der-var-sgu-et-hul", ("c5",))) == ("wrong_target", "K12")
    assert refused(state, React(RED, "der-var-sgu-et-hul")) == ("wrong_target", "K12")
    # In a hole at an obstacle there is no reflection.
    state = answered("der-var-sgu-et-hul", "c4", start="c2 0")
    assert (cell(state), state.turn, len(state.discard)) == ("c4", RED, 2)


def test_card_der_var_sgu_et_hul_stops_a_flight_where_it_lands() -> None:
    assert cell(answered("der-var-sgu-et-hul", "b7", green="en-svaever")) == "b7"
    state = table({"blue": ("en-svaever",), "red": ("der-var-sgu-et-hul",)})
    state = do(state, Shoot(BLUE, "en-svaever", "N"))
    assert refused(state, React(RED, "der-var-sgu-et-hul", ("b5",))) == ("wrong_target", "K12")


def test_card_der_var_sgu_et_hul_may_wait_for_the_end_of_afledningsmanoevre() -> None:
    card = "afledningsmanoevre"
    state = table({"blue": (card,), "red": ("der-var-sgu-et-hul",)}, blue="c2 0")
    state = all_pass(do(state, Shoot(BLUE, card, "N", ("N", "N"))))
    assert (state.phase, state.motion is not None and state.motion.balls[BLUE].cell) == (
        "rolled",
        "c4",
    )
    state = closed(apply(state, React(RED, "der-var-sgu-et-hul", ("c3",))))
    assert (cell(state), state.turn) == ("c3", RED)


def test_card_der_var_sgu_et_hul_moves_no_ball_on_from_a_hole() -> None:
    card, hole = "afledningsmanoevre", "der-var-sgu-et-hul"
    state = table({"blue": (card,), "red": (hole, hole)}, blue="c2 0")
    state = all_pass(do(state, Shoot(BLUE, card, "N", ("N", "N"))))
    state = all_pass(apply(state, React(RED, hole, ("c3",))))
    assert refused(state, React(RED, hole, ("c4",))) == ("wrong_target", "K12")
    assert [action.target for action in legal_actions(state, RED) if isinstance(action, React)] == [
        ("c3",)
    ]


def test_card_lorte_hund_keeps_the_ball_where_it_is() -> None:
    assert cell(answered("lorte-hund")) == "b3"
    state = table({"red": ("lorte-hund",)})
    state = closed(do(state, Shoot(BLUE, QUIET, "N"), React(RED, "lorte-hund")))
    assert cell(state) == "b3"


def test_card_lorte_hund_before_a_shot_leaves_en_lille_stille_en() -> None:
    state = table({"blue": (SHOT,), "red": ("lorte-hund",)})
    state = all_pass(do(state, React(RED, "lorte-hund")))
    assert refused(state, Shoot(BLUE, SHOT, "N")) == ("dog", "K12")
    assert cell(shot(state, QUIET, "N")) == "b5"
    state = do(state, Decline(BLUE))
    assert (cell(state), state.turn) == ("b3", RED)
