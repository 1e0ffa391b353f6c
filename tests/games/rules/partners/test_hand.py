"""What a player on turn must do with a hand."""

import pytest

from games.rules.errors import RequestError
from games.rules.partners import PARTNERS_PLUS_PAIRS, Position, judge_hand

from .boards import LOCKED, at


@pytest.mark.parametrize(
    ("position", "hand", "rule", "usable"),
    [
        # B4: what can be used must be played, also when it harms.
        (at(red="red1"), ["3", "heart"], "B4", ("3", "heart")),
        (at(), ["3", "heart", "5"], "B4", ("heart",)),
        (at(red="red3", blue="red5 red5"), ["2"], "B4", ("2",)),
        (at(red="yellow14 goal1 goal2 goal3"), ["2"], "B4", ("2",)),
        (at(red="red1"), ["3", "3"], "B4", ("3",)),
        # B5: the hand is thrown only when nothing in it can be used.
        (at(), ["3", "5", "-4", "7"], "B5", ()),
        (at(red="red12", blue="start"), ["3", "7"], "B5", ()),
        (at(), ["swap"], "B5", ()),
        # B6: a swap is usable without pieces.
        (at(yellow="red1", blue="red2"), ["swap", "5"], "B4", ("swap",)),
        # G1: judged on the partner's pieces once the own are locked.
        (at(red=LOCKED, green="green1"), ["3"], "B4", ("3",)),
        (at(red=LOCKED), ["3"], "B5", ()),
        # A7, A9: no turn.
        (at(red=LOCKED, green=LOCKED), ["3"], "A7", ()),
        (at(yellow=LOCKED, blue=LOCKED, red="red1"), ["3"], "A7", ()),
        (at(red="red1"), [], "A9", ()),
        # P4: so is the 2 of Partners+.
        (at(PARTNERS_PLUS_PAIRS), ["2", "5"], "B4", ("2",)),
    ],
)
def test_judgement_of_reds_hand(
    position: Position, hand: list[str], rule: str, usable: tuple[str, ...]
) -> None:
    judgement = judge_hand(position, "red", hand)
    assert (judgement.rule, judgement.usable) == (rule, usable)
    assert judgement.must_play == (rule == "B4")
    assert judgement.must_throw == (rule == "B5")


def test_judgement_lists_the_moves_of_each_card() -> None:
    judgement = judge_hand(at(red="red1"), "red", ["3", "heart", "swap"])
    assert {card: [move.notation for move in moves] for card, moves in judgement.moves.items()} == {
        "3": ["red1-red4"],
        "heart": ["home-start"],
        "swap": [],
    }


@pytest.mark.parametrize(
    ("position", "hand", "sentences"),
    [
        (
            at(red="red1"),
            ["3", "heart", "swap"],
            [
                "Rød skal spille et kort, der kan bruges: 3, heart.",
                "Red must play a card that can be used: 3, heart.",
                "Rød må spille et kort som kan brukes: 3, heart.",
            ],
        ),
        (
            at(),
            ["3"],
            [
                "Rød kan ikke bruge nogen af sine kort: hele hånden smides.",
                "Red can use none of its cards: the whole hand is thrown.",
                "Rød kan ikke bruke noen av kortene sine: hele hånden kastes.",
            ],
        ),
    ],
)
def test_judgement_reads_in_each_language(
    position: Position, hand: list[str], sentences: list[str]
) -> None:
    judgement = judge_hand(position, "red", hand)
    assert [judgement.message(lang) for lang in ("da", "en", "nb")] == sentences


def test_hand_with_a_card_that_is_not_in_the_pack_is_refused() -> None:
    with pytest.raises(RequestError) as caught:
        judge_hand(at(), "red", ["3", "ace"])
    assert caught.value.params == {"card": "ace", "game": "partners"}
