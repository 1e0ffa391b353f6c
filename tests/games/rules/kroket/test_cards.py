"""Cards about cards, about what has moved, and about turns."""

from __future__ import annotations

import pytest

from games.rules.kroket.actions import Croquet, Decline, Illegal, LastToSay, React, Shoot
from games.rules.kroket.deck import QUIET, read_deck
from games.rules.kroket.game import all_pass, apply
from games.rules.kroket.setup import Setup
from games.rules.kroket.state import GameState
from tests.games.rules.kroket import test_cards_shots
from tests.games.rules.kroket.hands import SHOT
from tests.games.rules.kroket.shots import LOP, answered
from tests.games.rules.kroket.tables import (
    BLUE,
    GREEN,
    HAVEN,
    RED,
    YELLOW,
    cards,
    cell,
    closed,
    do,
    refused,
    shot,
    table,
)
from tests.games.rules.kroket.texts import DECK, changed


@pytest.mark.parametrize(
    "card", ["argh-jeg-har-en-koelle", "ikke-vores-regler", "det-har-jeg-ogsaa"]
)
def test_cards_argh_ikke_vores_regler_and_det_har_jeg_ogsaa_cancel(card: str) -> None:
    assert cell(answered(card)) == "b3"
    hands = {"blue": (SHOT, card), "red": ("den-skal-ikke-nedad",)}
    state = do(table(hands), Shoot(BLUE, SHOT, "N"), React(RED, "den-skal-ikke-nedad"))
    state = closed(apply(state, React(BLUE, card)))
    assert cell(state) == "b8"
    assert refused(table({"blue": (card,)}), React(BLUE, card)) == ("does_not_fit", "K10")


def test_card_det_kan_jeg_ogsaa_goere_takes_the_shot_and_may_play_it_at_once() -> None:
    card = "det-kan-jeg-ogsaa-goere"
    state = answered(card)
    assert (cell(state), state.shooter, state.hand_ids(RED)) == ("b8", RED, (SHOT,))
    assert refused(state, Shoot(RED, QUIET, "S")) == ("only_that_card", "K12")
    played = shot(state, SHOT, "S")
    assert (cell(played, RED), played.turn, played.hands[RED]) == ("k3", RED, ())
    kept = do(state, Decline(RED))
    assert (cell(kept, RED), kept.turn, kept.hand_ids(RED)) == ("k8", RED, (SHOT,))
    # Only a green card.
    state = table({"blue": (SHOT, card), "red": ("den-skal-ikke-nedad",)})
    state = do(state, Shoot(BLUE, SHOT, "N"), React(RED, "den-skal-ikke-nedad"))
    assert refused(state, React(BLUE, card)) == ("does_not_fit", "K10")


def test_card_det_kan_jeg_ogsaa_goere_works_on_the_own_shot() -> None:
    card = "det-kan-jeg-ogsaa-goere"
    state = table({"blue": (SHOT, card)}, blue="b2 0")
    state = closed(do(state, Shoot(BLUE, SHOT, "N"), React(BLUE, card)))
    assert (cell(state), state.shooter, state.turn) == ("b7", BLUE, BLUE)
    assert cell(shot(state, SHOT, "N")) == "b12"


def test_card_det_er_et_godt_trick_takes_any_card() -> None:
    card = "det-er-et-godt-trick"
    state = table({"blue": (SHOT, card), "red": ("den-skal-ikke-nedad",)})
    state = do(state, Shoot(BLUE, SHOT, "N"), React(RED, "den-skal-ikke-nedad"))
    state = closed(apply(state, React(BLUE, card)))
    # The card taken has had its effect.
    assert cell(state) == "b3"
    assert "den-skal-ikke-nedad" in state.hand_ids(BLUE)


def test_card_se_en_lyseroed_elefant_throws_two_and_draws_two() -> None:
    card = "se-en-lyseroed-elefant"
    state = table({"blue": (SHOT, card, LOP, "lorte-hund")})
    assert refused(state, React(BLUE, card, (SHOT,))) == ("wrong_target", "K12")
    state = all_pass(do(state, React(BLUE, card, ("lorte-hund", LOP))))
    assert len(state.hands[BLUE]) == 3
    assert {state.setup.deck.ids[one] for one in state.discard} == {card, LOP, "lorte-hund"}
    poor = table({"blue": (card, SHOT)})
    assert refused(poor, React(BLUE, card, (SHOT, SHOT))) == ("no_target", "K12")


def test_card_koncentration_closes_the_shot_to_other_cards() -> None:
    hands = {"blue": (SHOT, "koncentration"), "red": ("den-skal-ikke-nedad", "lorte-hund")}
    state = do(table(hands), Shoot(BLUE, SHOT, "N"), React(BLUE, "koncentration"))
    assert refused(state, React(RED, "lorte-hund")) == ("concentrated", "K12")
    state = all_pass(state)
    assert cell(state) == "b8"
    assert refused(state, React(RED, "lorte-hund")) == ("concentrated", "K12")
    assert not closed(state).concentrated


def test_card_koncentration_can_be_cancelled() -> None:
    hands = {"blue": ("koncentration", SHOT), "red": ("ikke-vores-regler", "lorte-hund")}
    state = do(table(hands), React(BLUE, "koncentration"), React(RED, "ikke-vores-regler"))
    state = all_pass(state)
    state = closed(do(state, Shoot(BLUE, SHOT, "N"), React(RED, "lorte-hund")))
    assert cell(state) == "b3"


def moved(card: str, start: str, way: str = "N", *, green: str = SHOT) -> GameState:
    """Blue has shot, and red, or blue, may play a card on what has moved."""
    taker = "blue" if card == "den-gik-da-indenom" else "red"
    hands = {"blue": (green, LOP), "red": ()}
    hands[taker] = (*hands[taker], card)
    return all_pass(do(table(hands, blue=start), Shoot(BLUE, green, way)))


def test_card_banen_er_ikke_helt_lige_moves_a_ball_two_south_west() -> None:
    state = moved("banen-er-ikke-helt-lige", "d9 0", green="et-lop")
    assert cell(closed(apply(state, React(RED, "banen-er-ikke-helt-lige")))) == "b11"
    wrong = React(RED, "banen-er-ikke-helt-lige", ("yellow",))
    assert refused(state, wrong) == ("wrong_target", "K12")


def test_card_banen_er_ikke_helt_lige_comes_after_a_reflection_and_after_a_croquet() -> None:
    card = "banen-er-ikke-helt-lige"
    hands = {"blue": (SHOT, LOP), "green": (card, card)}
    state = table(hands, ["SW1", "SE2"], blue="b8 0", red="b10 0")
    state = do(state, Shoot(BLUE, SHOT, "N"))
    assert refused(state, React(GREEN, card)) == ("does_not_fit", "K10")
    state = closed(apply(all_pass(state), React(GREEN, card, ("red",))))
    assert cell(state, RED) == "b8"
    state = shot(table(hands, ["SW1", "NE1"], blue="b8 0", red="b10 0"), SHOT, "N")
    state = all_pass(do(state, Croquet(BLUE, "b10"), Shoot(BLUE, LOP)))
    state = closed(apply(state, React(GREEN, card, ("red",))))
    assert cell(state, RED) == "d11"


def test_card_den_gik_da_udenom_takes_a_passage_back() -> None:
    state = moved("den-gik-da-udenom", "d3 0")
    assert state.balls[BLUE].reached == 1
    state = closed(apply(state, React(RED, "den-gik-da-udenom")))
    assert (state.balls[BLUE].reached, state.turn) == (0, RED)
    nothing = moved("den-gik-da-udenom", "b3 0")
    assert refused(nothing, React(RED, "den-gik-da-udenom")) == ("does_not_fit", "K10")


def test_card_den_gik_da_udenom_can_undo_a_win() -> None:
    card, free = "den-gik-da-udenom", "afledningsmanoevre"
    goal = table({"blue": (free,), "red": (card,)}, blue="h10 3")
    # Through hoop 4 and onto the stake, all in one shot.
    goal = do(goal, Shoot(BLUE, free, "N", ("N", "N", "NW", "NW")))
    goal = all_pass(all_pass(goal))
    assert (cell(goal), goal.balls[BLUE].reached) == ("f13", 5)
    assert closed(goal).winner == BLUE
    undone = closed(apply(goal, React(RED, card)))
    assert (undone.winner, cell(undone), undone.balls[BLUE].reached) == (None, "f13", 3)


@pytest.mark.parametrize(("start", "way", "green"), [("d2", "N", LOP), ("d5", "S", "en-svaever")])
def test_card_den_gik_da_indenom_counts_a_flight_over_the_hoop(
    start: str, way: str, green: str
) -> None:
    state = moved("den-gik-da-indenom", f"{start} 0", way, green=green)
    assert state.balls[BLUE].reached == 0
    state = closed(apply(state, React(BLUE, "den-gik-da-indenom")))
    assert (state.balls[BLUE].reached, state.turn, state.shooter) == (1, BLUE, BLUE)


def test_card_den_gik_da_indenom_counts_a_reflection_on_the_hoop() -> None:
    hands = {"blue": (SHOT, LOP, "den-gik-da-indenom")}
    state = table(hands, ["SW1"], blue="c2 0")
    state = all_pass(do(state, Shoot(BLUE, SHOT, "N")))
    state = closed(apply(state, React(BLUE, "den-gik-da-indenom")))
    assert (cell(state), state.balls[BLUE].reached, state.turn) == ("b3", 1, BLUE)


def test_cards_udenom_and_indenom_counter_each_other() -> None:
    hands = {"blue": (SHOT, "den-gik-da-indenom"), "red": ("den-gik-da-udenom",)}
    state = all_pass(do(table(hands, blue="d3 0"), Shoot(BLUE, SHOT, "N")))
    state = apply(state, React(RED, "den-gik-da-udenom"))
    state = closed(apply(state, React(BLUE, "den-gik-da-indenom")))
    assert state.balls[BLUE].reached == 1
    hands = {"blue": (LOP, "den-gik-da-indenom"), "red": ("den-gik-da-udenom",)}
    state = all_pass(do(table(hands, blue="d2 0"), Shoot(BLUE, LOP, "N")))
    state = apply(state, React(BLUE, "den-gik-da-indenom"))
    state = closed(apply(state, React(RED, "den-gik-da-udenom")))
    assert state.balls[BLUE].reached == 0


def test_card_det_er_ikke_din_tur_ends_the_turn_where_it_is() -> None:
    card = "det-er-ikke-din-tur"
    state = table({"blue": (LOP,), "red": (card,)})
    state = all_pass(do(state, React(RED, card)))
    assert (cell(state), state.turn, len(state.hands[BLUE])) == ("b3", RED, 6)
    # An extra shot just won is lost.
    state = moved(card, "d3 0")
    state = closed(apply(state, React(RED, card)))
    assert (state.balls[BLUE].reached, state.turn) == (1, RED)


def test_card_det_er_ikke_din_tur_leaves_the_reflection_and_takes_the_croquet() -> None:
    card, free = "det-er-ikke-din-tur", "afledningsmanoevre"
    hands = {"blue": (free, LOP), "red": (card,)}
    state = table(hands, ["S1", "N2"], red="b5 0")
    state = all_pass(do(state, Shoot(BLUE, free, "N", ("N", "N"))))
    state = closed(apply(state, React(RED, card)))
    assert (cell(state), cell(state, RED), state.turn) == ("b4", "b7", RED)
    # Once the ball is laid it goes back.
    state = shot(table(hands, ["S1", "N2"], red="b5 0"), free, "N", "N", "N")
    state = do(state, Croquet(BLUE, "b6"))
    state = all_pass(apply(state, React(RED, card)))
    assert (cell(state), cell(state, RED), state.turn) == ("b4", "b7", RED)
    assert len(state.hands[BLUE]) == 6


def test_card_hvem_henter_oel_costs_who_was_last_the_next_turn() -> None:
    card = "hvem-henter-oel"
    state = table({"blue": (SHOT, card), "yellow": (SHOT,)})
    assert refused(state, LastToSay(RED)) == ("nobody_asked", "K12")
    state = all_pass(do(state, React(BLUE, card)))
    assert refused(state, Shoot(BLUE, SHOT, "N")) == ("expected_ask", "K12")
    with pytest.raises(Illegal) as why:
        all_pass(state)
    assert (why.value.code, why.value.rule) == ("expected_ask", "K12")
    # So it is where the shot that the card answered still waits.
    state = do(table({"blue": (SHOT,), "red": (card,)}), Shoot(BLUE, SHOT, "N"))
    state = all_pass(apply(state, React(RED, card)))
    with pytest.raises(Illegal) as why:
        all_pass(state)
    assert (why.value.code, state.stack[-1].id) == ("expected_ask", SHOT)
    state = all_pass(do(table({"blue": (SHOT, card)}), React(BLUE, card)))
    state = shot(apply(state, LastToSay(RED)), SHOT, "N")
    assert state.turn == YELLOW
    # Who is on turn loses the turn after this.
    state = all_pass(do(table({"blue": (SHOT, card)}), React(BLUE, card)))
    state = apply(state, LastToSay(BLUE))
    assert (state.turn, state.skips) == (BLUE, (1, 0, 0, 0))


def test_card_av_den_bliver_svaer_limits_the_next_declaration() -> None:
    card = "av-den-bliver-svaer"
    state = all_pass(do(table({"blue": (SHOT,), "red": (card,)}), React(RED, card)))
    assert refused(state, Shoot(BLUE, SHOT, "N")) == ("limited", "K12")
    after = shot(state, SHOT, "NE")
    assert after.limit == ()
    # After a declaration it is for the next one.
    state = answered(card)
    assert (cell(state), state.turn) == ("b8", RED)
    state = state._replace(hands=(state.hands[BLUE], (0,), *state.hands[2:]))
    assert refused(state, Shoot(RED, state.hand_ids(RED)[0], "N")) == ("limited", "K12")


def test_card_av_den_bliver_svaer_limits_where_a_croquet_is_laid() -> None:
    hands = {"blue": (SHOT, LOP), "red": ("av-den-bliver-svaer",)}
    state = shot(table(hands, ["SW1", "NE1"], blue="b8 0", red="b10 0"), SHOT, "N")
    state = all_pass(apply(state, React(RED, "av-den-bliver-svaer")))
    assert refused(state, Croquet(BLUE, "c10")) == ("limited", "K12")
    assert do(state, Croquet(BLUE, "b10")).phase == "croquet"


def test_card_blev_jeg_ikke_hoppet_over_gives_a_turn_after_the_own() -> None:
    card = "blev-jeg-ikke-hoppet-over"
    state = table({"blue": (SHOT, LOP), "red": (SHOT, card)})
    state = all_pass(do(state, React(RED, card)))
    state = shot(state, SHOT, "N")
    assert (state.turn, state.turns) == (RED, 2)
    state = shot(state, SHOT, "S")
    assert (state.turn, state.turns, len(state.hands[RED])) == (RED, 3, 6)


def test_card_av_min_fod_does_nothing_as_it_ships() -> None:
    assert cell(answered("av-min-fod")) == "b8"


def test_card_av_min_fod_can_be_given_the_effect_of_calling_a_croquet_off() -> None:
    def no_croquet(data: dict[str, object]) -> None:
        rows = data["reactions"]
        assert isinstance(rows, list)
        next(row for row in rows if row["id"] == "av-min-fod")["effect"] = "no-croquet"

    deck = read_deck(changed(DECK, no_croquet))
    setup = Setup(HAVEN.course, deck)
    hands = {"blue": (SHOT, LOP), "red": ("av-min-fod",)}
    state = table(hands, ["SW1", "NE1"], setup, blue="b8 0", red="b10 0")
    state = do(shot(state, SHOT, "N"), Croquet(BLUE, "b10"))
    off = all_pass(apply(state, React(RED, "av-min-fod")))
    # The shot not yet played is kept.
    assert (cell(off), off.turn, LOP in off.hand_ids(BLUE)) == ("a10", RED, True)
    off = closed(do(state, Shoot(BLUE, LOP), React(RED, "av-min-fod")))
    assert (cell(off, RED), off.turn) == ("c11", RED)


def test_every_card_of_the_deck_has_a_test_of_its_own() -> None:
    deck = HAVEN.deck
    tests = [name for name in (*globals(), *dir(test_cards_shots)) if name.startswith("test_card")]
    text = " ".join(tests).replace("_", "-")
    assert [card for card in [*deck.shots, *deck.reactions] if not _named(card, text)] == []


def _named(card: str, text: str) -> bool:
    """Whether a test's name has the card in it; two share one with the first words of theirs."""
    return card in text or card.removesuffix("-jeg-har-en-koelle") in text


def test_no_card_is_lost_in_a_stack() -> None:
    hands = {
        "blue": (SHOT, "argh-jeg-har-en-koelle"),
        "red": ("den-skal-ikke-nedad", "det-er-et-godt-trick"),
    }
    state = do(table(hands), Shoot(BLUE, SHOT, "N"), React(RED, "den-skal-ikke-nedad"))
    state = do(state, React(BLUE, "argh-jeg-har-en-koelle"), React(RED, "det-er-et-godt-trick"))
    assert cards(state) == list(range(74))
    assert cards(closed(state)) == list(range(74))
