"""Why a piece cannot use a card."""

import pytest

from games.rules.errors import RequestError
from games.rules.partners import DM_2018, DM_2023, PARTNERS_PLUS_PAIRS, Position, Rules, refusals

from .boards import LOCKED, at

PLUS = PARTNERS_PLUS_PAIRS


def told(
    position: Position, player: str, card: str, rules: Rules = DM_2018
) -> dict[str, tuple[str, str]]:
    """For each refused place the rule and the English sentence; partners' places by colour."""
    return {
        one.place if one.colour == player else f"{one.colour} {one.place}": (
            one.rule,
            one.message("en"),
        )
        for one in refusals(position, player, card, rules)
    }


@pytest.mark.parametrize(
    ("position", "card", "rules", "place", "rule", "sentence"),
    [
        (
            at(red="red13"), "3", DM_2018, "home", "B3",
            "The red piece at home is not in play; only a card with a heart brings it out.",
        ),
        (
            at(red="red13"), "heart", DM_2018, "red13", "B3",
            "The red piece on field red 13 is in play already; "
            "the card only brings pieces out from home.",
        ),
        (
            at(red="goal1 red1"), "3", DM_2018, "goal1", "C10",
            "The red piece in goal circle 1 is locked and cannot be moved again.",
        ),
        (
            at(red="red13", blue="start"), "3", DM_2018, "red13", "C2",
            "The red piece on field red 13 cannot go 3 forward: "
            "blue stands on its start field and blocks the way.",
        ),
        (
            at(red="start", blue="start"), "8/heart", DM_2018, "", "", "",
        ),
        (
            at(red="blue10", blue="start", green="start"), "8/heart", DM_2018, "blue10", "C2",
            "The red piece on field blue 10 cannot go 8 forward: "
            "green stands on its start field and blocks the way.",
        ),
        (
            at(red="red14", blue="start"), "1/14", DM_2018, "red14", "C2",
            "The red piece on field red 14 cannot go 1 forward: "
            "blue stands on its start field and blocks the way.",
        ),
        (
            at(red="yellow14 goal4"), "5", DM_2018, "yellow14", "C7",
            "The red piece on field yellow 14 cannot go 5 forward: goal circle 4 is occupied, "
            "and there is no free goal circle ahead to turn on.",
        ),
        (
            at(red="goal4 goal3"), "5", DM_2018, "goal4", "C7",
            "The red piece in goal circle 4 cannot go 5 forward: goal circle 3 is occupied, "
            "and there is no free goal circle ahead to turn on.",
        ),
        (
            at(red="goal4"), "2", DM_2023, "goal4", "C9",
            "The red piece in goal circle 4 cannot go 2 forward: "
            "it would end unlocked in goal circle 2.",
        ),
        (
            at(red="goal3"), "-4", DM_2018, "goal3", "D1",
            "The red piece in goal circle 3 cannot be moved with -4: "
            "the card is never used in the goal circles.",
        ),
        (
            at(red="blue3", blue="start"), "-4", DM_2018, "blue3", "D3",
            "The red piece on field blue 3 cannot go 4 backwards: "
            "blue stands on its start field and blocks the way.",
        ),
        (
            at(red="red1", blue="blue1"), "swap", DM_2018, "home", "E2",
            "The red piece at home is not in play and cannot be swapped.",
        ),
        (
            at(red="start", blue="blue1"), "swap", DM_2018, "start", "E2",
            "The red piece on its start field cannot be swapped while it stands there.",
        ),
        (
            at(red="goal3", blue="blue1"), "swap", DM_2018, "goal3", "E2",
            "The red piece in goal circle 3 is protected and can never be swapped.",
        ),
        (
            at(red="red1 red1", blue="blue1"), "swap", DM_2018, "red1", "E2",
            "The red piece on field red 1 is protected: "
            "it stands with another piece of its colour.",
        ),
        (
            at(red="red1", blue="start"), "swap", DM_2018, "red1", "E3",
            "The red piece on field red 1 is the only one that can be swapped; "
            "the card needs two.",
        ),
        (
            at(red="red13 red1", blue="start"), "7", DM_2018, "red13", "", "",
        ),
        (
            at(red="red12", blue="start"), "7", DM_2018, "red12", "F1",
            "The red piece on field red 12 cannot take part: "
            "if it moves, not all 7 fields can be used.",
        ),
        (
            at(red="red14 red1", blue="start"), "7", DM_2018, "red14", "C2",
            "The red piece on field red 14 cannot go 1 forward: "
            "blue stands on its start field and blocks the way.",
        ),
        (
            at(red="red12 goal4", blue="start"), "7", DM_2023, "red12", "C9",
            "The red piece on field red 12 cannot take part in a 7 "
            "without a piece ending unlocked in the goal circles.",
        ),
        (
            at(red="goal4 goal2 goal1"), "7", DM_2023, "", "", "",
        ),
        (
            at(red="goal3 goal4 goal1 red12", blue="start"), "7", DM_2023, "", "", "",
        ),
        (
            at(red=LOCKED, green=LOCKED), "3", DM_2018, "goal2", "A7",
            "The red piece in goal circle 2 moves no more: "
            "red/green has all its pieces locked.",
        ),
        (
            at(yellow=LOCKED, blue=LOCKED, red="red1"), "3", DM_2018, "red1", "A7",
            "The red piece on field red 1 moves no more: "
            "yellow/blue has all its pieces locked.",
        ),
        (
            at(red=LOCKED, green="blue13 goal4"), "6", DM_2018, "green blue13", "C7",
            "The green piece on field blue 13 cannot go 6 forward: goal circle 4 is occupied, "
            "and there is no free goal circle ahead to turn on.",
        ),
        (
            at(PLUS, red="goal1 goal2 goal3", green="green1 green1 green1 green1"), "2",
            DM_2018, "home", "P3",
            "The red piece at home cannot come out: the 2 brings two pieces out, "
            "and the side has only this one at home.",
        ),
        (
            at(PLUS, red="red1"), "3", DM_2018, "home", "B3",
            "The red piece at home is not in play; only a card with a heart or a 2 brings it out.",
        ),
        (
            at(PLUS, red="red1 red1 start red13", orange="start"), "2", DM_2018, "red13", "C2",
            "The red piece on field red 13 cannot go 2 forward: "
            "orange stands on its start field and blocks the way.",
        ),
    ],
)  # fmt: skip
def test_refusal_names_the_rule_and_what_is_in_the_way(
    position: Position, card: str, rules: Rules, place: str, rule: str, sentence: str
) -> None:
    answer = told(position, "red", card, rules)
    if place and rule:
        assert answer[place] == (rule, sentence)
    else:
        assert place not in answer


def test_pieces_with_a_move_are_not_refused() -> None:
    assert told(at(red="red1 red2 start start"), "red", "3") == {}


def test_pieces_on_one_place_are_refused_once() -> None:
    assert [one.place for one in refusals(at(red="red1"), "red", "3")] == ["home"]


def test_locked_colour_is_told_about_its_own_pieces_and_its_partners() -> None:
    position = at(red=LOCKED, green="green1")
    assert sorted(told(position, "red", "3")) == ["goal1", "goal2", "goal3", "goal4", "green home"]


def test_card_of_two_values_gives_each_reason_that_differs() -> None:
    """One step is blocked by yellow's start field, fourteen by the filled lane as well."""
    position = at(PLUS, green="orange13 goal4 goal3 goal2", yellow="start")
    (one,) = (one for one in refusals(position, "green", "1/14") if one.place == "orange13")
    assert [reason.rule for reason in one.reasons] == ["C2", "C7"]
    assert one.message("en") == (
        "The green piece on field orange 13 cannot go 1 forward: "
        "yellow stands on its start field and blocks the way. "
        "The green piece on field orange 13 cannot go 14 forward: goal circle 4 is occupied, "
        "and there is no free goal circle ahead to turn on."
    )


def test_sentences_in_the_other_languages() -> None:
    (one, *_) = refusals(at(red="red13", blue="start"), "red", "3")
    assert [one.message(lang) for lang in ("da", "nb")] == [
        "Røds brik på felt rød 13 kan ikke gå 3 frem: blå står på sit startfelt og spærrer vejen.",
        "Røds brikke på felt rød 13 kan ikke gå 3 fram: "
        "blå står på startfeltet sitt og sperrer veien.",
    ]


def test_refusals_for_a_card_that_is_not_in_the_pack_are_refused() -> None:
    with pytest.raises(RequestError) as caught:
        refusals(at(), "red", "8")
    assert caught.value.code == "unknown_card"
