"""What each rule of the ledger allows and forbids, one row an example, all moves written out."""

import pytest

from games.rules.errors import RequestError
from games.rules.partners import DM_2018, DM_2023, PARTNERS, Position, legal_moves

from .boards import LOCKED, after, at, notations

ROWS = [
    # B1: one piece, exactly the value.
    ("B1", at(red="red1 red2"), "3", {"red1-red4", "red2-red5"}),
    ("B1", at(red="red1"), "12", {"red1-red13"}),
    # B2: one of the two functions.
    ("B2", at(red="red1 red2 red3 red4"), "1/14", {
        "red1-red2", "red2-red3", "red3-red4", "red4-red5",
        "red1-blue1", "red2-blue2", "red3-blue3", "red4-blue4",
    }),
    ("B2", at(red="start", blue="start"), "1/14", {"start-red1", "start-red14"}),
    ("B2", at(), "13/heart", {"home-start"}),
    # B3: a heart only brings out, however many stand there.
    ("B3", at(), "heart", {"home-start"}),
    ("B3", at(red="start start start"), "heart", {"home-start"}),
    ("B3", at(red="red1 red2 red3 start"), "heart", set()),
    # B6: the swap needs no own piece in play.
    ("B6", at(blue="red1", green="red2"), "swap", {"blue:red1<>green:red2"}),
    # C1: a start field is never counted.
    ("C1", at(red="red13"), "2", {"red13-blue1"}),
    ("C1", at(red="start"), "1/14", {"start-red1", "start-red14"}),
    # C2: one piece on its start field blocks all others, the partner too, not its owner.
    ("C2", at(red="red13", blue="start"), "2", set()),
    ("C2", at(red="blue13", green="start"), "2", set()),
    ("C2", at(red="red14", blue="start"), "3", set()),
    ("C2", at(red="start yellow14"), "-4", {"start-yellow11", "yellow14-yellow10"}),
    ("C2", at(red="start yellow14"), "3", {"start-red3", "yellow14-goal2"}),
    ("C2", at(red="red12", blue="start"), "2", {"red12-red14"}),
    # C4: other stacks block nobody.
    ("C4", at(red="red3", blue="red4 red4", yellow="red5 red5 red5 red5"), "3", {"red3-red6"}),
    # C5: a single foreign piece goes home, the partner's too; from a stack the mover does.
    ("C5", at(red="red3", blue="red6"), "3", {"red3xred6"}),
    ("C5", at(red="red3", green="red6"), "3", {"red3xred6"}),
    ("C5", at(red="red3", blue="red6 red6"), "3", {"red3-red6*"}),
    ("C5", at(red="red3", green="red6 red6"), "3", {"red3-red6*"}),
    ("C5", at(red="red3 red6"), "3", {"red3-red6", "red6-red9"}),
    # C6: the turn into the lane is compulsory.
    ("C6", at(red="yellow14"), "3", {"yellow14-goal2"}),
    ("C6", at(red="yellow14 goal4"), "3", {"goal4-goal1"}),
    ("C6", at(red="yellow1"), "1/14", {"yellow1-yellow2", "yellow1-goal4"}),
    # C7: no jumping, turning only on a free circle, and what is left over goes backwards.
    ("C7", at(red="yellow14"), "6", {"yellow14-goal3"}),
    ("C7", at(red="yellow14"), "9", {"yellow14-yellow13"}),
    ("C7", at(red="yellow14"), "12", {"yellow14-yellow10"}),
    ("C7", at(red="yellow14 goal1 goal2 goal3"), "2", {"yellow14-yellow14"}),
    ("C7", at(red="yellow13 goal1 goal2 goal3"), "1/14", {
        "yellow13-yellow14", "yellow13-yellow3",
    }),
    ("C7", at(red="yellow10 goal4"), "5", {"goal4-goal3"}),
    ("C7", at(red="yellow10 goal4"), "3", {"yellow10-yellow13", "goal4-goal1"}),
    ("C7", at(red="yellow14 yellow13 goal1 goal4"), "3", {"goal4-goal3"}),
    ("C7", at(red="goal3 goal4 goal1 yellow3"), "9", {"yellow3-yellow12", "goal3-goal2"}),
    ("C7", at(red="goal2 goal3"), "3", {"goal2-goal1"}),
    ("C7", at(red="goal4 goal1"), "12", {"goal4-yellow7"}),
    # C8: going backwards it turns again at an own piece.
    ("C8", at(red="goal1 goal3 goal4"), "5", {"goal3-goal2"}),
    ("C8", at(red="goal1 goal3 goal4"), "2", {"goal3-goal3"}),
    ("C8", at(red="goal2 goal3"), "2", {"goal2-goal2"}),
    # C9: a piece may rest unlocked in the lane (2018).
    ("C9", at(red="goal4"), "2", {"goal4-goal2"}),
    ("C9", at(red="yellow14 goal1 goal2 goal3"), "2", {"yellow14-yellow14"}),
    # C10: locked pieces never move.
    ("C10", at(red="goal1"), "5", set()),
    ("C10", at(red="goal1 goal2 goal3"), "1/14", set()),
    # C11: nobody else touches a piece in the lane.
    ("C11", at(red="red1", blue="goal2", yellow="goal4"), "swap", set()),
    # C12: who walks back out of the lane lands like anybody.
    ("C12", at(red="goal4 goal1", blue="yellow14"), "5", {"goal4xyellow14"}),
    ("C12", at(red="goal4 goal1", blue="yellow14 yellow14"), "5", {"goal4-yellow14*"}),
    # D1, D2: four back, never in the lane; the own start field is not counted either way.
    ("D1", at(red="red9"), "-4", {"red9-red5"}),
    ("D1", at(red="goal4 goal2"), "-4", set()),
    ("D2", at(red="start"), "-4", {"start-yellow11"}),
    ("D2", at(red="red4"), "-4", {"red4-yellow14"}),
    ("D2", at(red="red3"), "-4", {"red3-yellow13"}),
    ("D2", at(red="red1"), "-4", {"red1-yellow11"}),
    ("D2", at(red="red5"), "-4", {"red5-red1"}),
    # D3: a foreign occupied start field blocks, a stack does not.
    ("D3", at(red="blue3", blue="start"), "-4", set()),
    ("D3", at(red="green3", green="start"), "-4", set()),
    ("D3", at(red="blue3", yellow="blue2 blue2"), "-4", {"blue3-red13"}),
    ("D3", at(red="blue5", blue="start"), "-4", {"blue5-blue1"}),
    # D4: where the piece stands is all that counts.
    ("D4", at(red="yellow11"), "5", {"yellow11-goal3"}),
    # E1, E2, E3: two single pieces on numbered fields.
    ("E1", at(red="red1 red2"), "swap", {"red1<>red2"}),
    ("E1", at(blue="red1 red2"), "swap", {"blue:red1<>blue:red2"}),
    ("E1", at(red="red1", blue="red2", green="red3"), "swap", {
        "red1<>blue:red2", "red1<>green:red3", "blue:red2<>green:red3",
    }),
    ("E2", at(red="red1", blue="start", green="goal4", yellow="red2 red2"), "swap", set()),
    ("E2", at(red="start", blue="red2"), "swap", set()),
    ("E3", at(red="red1"), "swap", set()),
    ("E3", at(), "swap", set()),
    # G1: with all own pieces locked the partner's are played, by their own lane and start field.
    ("G1", at(red=LOCKED, green="blue13"), "3", {"green:blue13-goal3"}),
    ("G1", at(red=LOCKED), "heart", {"green:home-start"}),
    ("G1", at(red=LOCKED, green="start"), "-4", {"green:start-blue11"}),
    ("G1", at(red=LOCKED, green="red13", blue="start"), "2", set()),
    ("G1", at(red=LOCKED, blue="red1", yellow="red2"), "swap", {"yellow:red2<>blue:red1"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "position", "card", "expected"),
    ROWS,
    ids=[f"{rule}-{index}" for index, (rule, *_) in enumerate(ROWS)],
)
def test_moves_of_red_are_those_that_the_rule_allows(
    rule: str, position: Position, card: str, expected: set[str]
) -> None:
    assert notations(position, "red", card) == expected


A7_CARDS = list(PARTNERS.cards)


@pytest.mark.parametrize("card", A7_CARDS)
@pytest.mark.parametrize("player", ["red", "yellow"])
def test_nobody_plays_once_a_side_has_finished(player: str, card: str) -> None:
    """A7: not the winners, and in a game of two sides not the losers either."""
    position = at(red=LOCKED, green=LOCKED, yellow="yellow1 yellow9", blue="blue4")
    assert notations(position, player, card) == set()


@pytest.mark.parametrize(
    ("pieces", "card", "expected"),
    [
        ("goal4", "1/14", {"goal4-yellow7"}),
        ("goal4", "3", {"goal4-goal1"}),
        ("goal4 goal1", "5", {"goal4-yellow14"}),
        ("goal4 goal1", "2", {"goal4-goal2"}),
        ("goal4 goal1", "3", set()),
        ("goal3 goal1 goal4", "2", set()),
        ("goal3 goal1 goal4", "5", {"goal3-goal2"}),
        ("yellow14", "2", {"yellow14-goal3"}),
        ("yellow14 goal1 goal2 goal3", "2", {"yellow14-yellow14"}),
    ],
)
def test_piece_that_begins_in_the_lane_must_lock_or_leave_in_2023(
    pieces: str, card: str, expected: set[str]
) -> None:
    """C9: the clarification of 2023; a piece that comes from the ring is free to rest."""
    assert notations(at(red=pieces), "red", card, DM_2023) == expected


def test_mover_sent_home_from_the_lane_counts_as_outside_in_2023() -> None:
    position = at(red="goal4 goal1", blue="yellow14 yellow14")
    assert notations(position, "red", "5", DM_2023) == {"goal4-yellow14*"}


def test_partners_pieces_must_lock_or_leave_in_2023_too() -> None:
    position = at(red=LOCKED, green="goal4 goal1")
    assert notations(position, "red", "2", DM_2023) == {"green:goal4-goal2"}
    assert notations(position, "red", "3", DM_2023) == set()


def test_one_entry_when_two_values_of_a_card_end_alike() -> None:
    """Both ways go home from a stack."""
    position = at(red="red1", blue="red2 red2", yellow="blue1 blue1")
    assert after(position, "red", "1/14") == {at(blue="red2 red2", yellow="blue1 blue1")}
    assert len(legal_moves(position, "red", "1/14")) == 1


def test_two_pieces_on_one_field_are_one_choice() -> None:
    assert len(legal_moves(at(red="red1 red1 start start"), "red", "3")) == 2


def test_swap_changes_places_and_sends_nobody_home() -> None:
    """E4."""
    assert after(at(red="red1", blue="blue9"), "red", "swap") == {at(red="blue9", blue="red1")}


def test_swap_of_two_pieces_of_one_colour_changes_nothing() -> None:
    position = at(red="red1 red5 red9", blue="blue1 blue2")
    assert position in after(position, "red", "swap")


def test_captured_piece_stands_at_home() -> None:
    assert after(at(red="red3", blue="red6 blue1"), "red", "3") == {at(red="red6", blue="blue1")}


def test_steps_of_a_move_name_pieces_and_what_they_did() -> None:
    (move,) = legal_moves(at(red="red3", blue="red6"), "red", "3")
    assert [tuple(step) for step in move.steps] == [("red", "red3", "red6", "blue", False)]
    (move,) = legal_moves(at(red="red3", blue="red6 red6"), "red", "3")
    assert [tuple(step) for step in move.steps] == [("red", "red3", "red6", None, True)]


def test_steps_of_a_swap_are_two_pieces_that_change_places() -> None:
    (move,) = legal_moves(at(red="red3", blue="blue6"), "green", "swap")
    assert move.is_swap
    assert [tuple(step) for step in move.steps] == [
        ("red", "red3", "blue6", None, False),
        ("blue", "blue6", "red3", None, False),
    ]


@pytest.mark.parametrize(
    ("player", "card", "code"),
    [("purple", "3", "unknown_player"), ("red", "4", "unknown_card")],
)
def test_player_or_card_that_is_not_in_the_game_is_refused(
    player: str, card: str, code: str
) -> None:
    with pytest.raises(RequestError) as caught:
        legal_moves(at(), player, card, DM_2018)
    assert caught.value.code == code
