"""Packs, piles, draws for the first deal."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.errors import RequestError
from games.rules.partners import GAMES, PARTNERS, PARTNERS_PLUS_PAIRS, Game
from games.rules.partners.actions import Deal, DrawCards, Illegal
from games.rules.partners.advance import new_game
from games.rules.partners.conduct import Conduct, Setup, setup_named
from games.rules.partners.deal import HAND, deal_out, highest, shuffled_pack, sorted_hand
from games.rules.partners.game import apply
from games.rules.partners.state import deal_from, dealt_seats, draw_from

from .games import BASIC


@given(st.sampled_from(list(GAMES.values())), st.text(max_size=5))
def test_shuffled_pack_is_the_pack(game: Game, seed: str) -> None:
    assert Counter(shuffled_pack(game, seed, "1")) == Counter(game.pack)


def test_piles_of_one_seed_differ() -> None:
    assert shuffled_pack(PARTNERS, "1", "dealer 1") != shuffled_pack(PARTNERS, "1", "dealer 2")


def test_hands_are_dealt_card_by_card() -> None:
    pile = shuffled_pack(PARTNERS, "1", "x")
    hands = deal_out(PARTNERS, pile, 0, (1, 2, 3, 0))
    assert hands[1] == sorted_hand(PARTNERS, [pile[0], pile[4], pile[8], pile[12]])
    assert hands[0] == sorted_hand(PARTNERS, [pile[3], pile[7], pile[11], pile[15]])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_three_deals_come_from_one_pile(game: Game) -> None:
    """A4, A8."""
    state = new_game(Setup(game), dealer=0)
    pile = shuffled_pack(game, "s", "dealer 1")
    seats = dealt_seats(state)
    size = HAND * len(seats)
    for number in range(3):
        hands = deal_from(state, "s").hands
        assert hands == deal_out(game, pile, number * size, seats)
        state = state._replace(
            deal=number + 2,
            undealt=tuple(
                left - sum(hand.count(card) for hand in hands)
                for card, left in zip(game.pack, state.undealt, strict=True)
            ),
        )


@pytest.mark.parametrize(
    ("cards", "dealers"),
    [
        (("8/heart", "12", "swap", "10"), (1,)),
        (("13/heart", "12", "swap", "1/14"), (3,)),
        (("heart", "2", "swap", "3"), (3,)),
        (("3", "-4", "swap", "heart"), (1,)),
        (("10", "12", "12", "7"), (1, 2)),
        (("swap", "heart", "swap", "heart"), (0, 1, 2, 3)),
    ],
)
def test_highest_card_deals_first(cards: tuple[str, ...], dealers: tuple[int, ...]) -> None:
    """A3."""
    assert highest(PARTNERS, cards, False) == dealers


def test_minus_four_counts_nothing_by_option() -> None:
    assert highest(PARTNERS, ("3", "-4", "swap", "heart"), True) == (0,)


def test_tied_draw_again() -> None:
    state = apply(new_game(BASIC), DrawCards(("10", "12", "12", "7")))
    assert (state.phase, state.drawing) == ("draw", (1, 2))
    state = apply(state, DrawCards((None, "2", "3", None)))
    assert (state.phase, state.dealer, state.deals) == ("deal", 2, 1)


def test_all_draw_again_by_option() -> None:
    setup = Setup(PARTNERS, conduct=Conduct(ties_redraw_all=True))
    state = apply(new_game(setup), DrawCards(("10", "12", "12", "7")))
    assert state.drawing == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ((None, "2", None, None), "draw_missing"),
        (("3", "2", "3", None), "draw_superfluous"),
        ((None, "12", "12", None), "too_many_copies"),
    ],
)
def test_draw_that_cannot_be_is_refused(cards: tuple[str | None, ...], code: str) -> None:
    tie = DrawCards(("10", "12", "12", "10")) if code == "too_many_copies" else None
    state = apply(new_game(BASIC), tie or DrawCards(("10", "12", "12", "7")))
    if tie:
        state = apply(state, DrawCards((None, "12", "12", None)))
    with pytest.raises(Illegal) as refused:
        apply(state, DrawCards(cards))
    assert (refused.value.code, refused.value.rule) == (code, "A3")


def test_draws_go_on_from_a_new_pack_when_the_pile_runs_out() -> None:
    state = new_game(Setup(PARTNERS_PLUS_PAIRS, conduct=Conduct(ties_redraw_all=True)))
    tie = tuple(["12"] * 6)
    state = state._replace(undealt=(0,) * 12 + (5,))
    first = draw_from(state, "s")
    assert sorted_hand(state.setup.game, [card for card in first.cards if card]) == sorted_hand(
        state.setup.game, shuffled_pack(state.setup.game, "s", "draw 2")[:6]
    )
    after = apply(state, DrawCards(tie))
    assert (after.deal, sum(after.undealt)) == (2, 72)


def test_seed_gives_the_same_pack_for_ever() -> None:
    """Records carry their seed and are checked with it: what it gives may never change."""
    first = ("-4", "1/14", "heart", "13/heart", "8/heart", "12")
    assert shuffled_pack(PARTNERS, "2027", "dealer 1")[:6] == first


DOUBLED = {card: 8 if card == "heart" else 4 for card in PARTNERS.pack}


def test_rule_set_may_replace_the_pack() -> None:
    setup = setup_named(PARTNERS, pack=DOUBLED)
    assert setup.full_pack == tuple(DOUBLED.values())
    state = new_game(setup, dealer=0)
    assert Counter(dict(zip(PARTNERS.pack, state.undealt, strict=True))) == Counter(DOUBLED)
    pile = shuffled_pack(PARTNERS, "s", "dealer 1", setup.pack)
    assert Counter(pile) == Counter(DOUBLED)
    assert deal_from(state, "s").hands == deal_out(PARTNERS, pile, 0, dealt_seats(state))
    five = Deal((("heart",) * 4, ("heart", "2", "3", "5"), *(("6", "7", "9", "10"),) * 2))
    assert apply(state, five).hands[0] == ("heart",) * 4
    with pytest.raises(Illegal) as caught:
        apply(new_game(BASIC, dealer=0), five)
    assert caught.value.code == "too_many_copies"


def test_pack_of_the_game_replaces_nothing() -> None:
    assert setup_named(PARTNERS, pack=PARTNERS.pack) == BASIC


@pytest.mark.parametrize(
    ("pack", "options", "code"),
    [
        ({"ace": 60}, {}, "unknown_card"),
        ({"heart": 47}, {}, "pack_small"),
        ({"heart": 15}, {"shuffle_each_deal": True}, "pack_small"),
        ({"heart": 80, "2": -1}, {}, "pack_small"),
    ],
)
def test_pack_that_cannot_be_dealt_from_is_refused(
    pack: dict[str, int], options: dict[str, bool], code: str
) -> None:
    with pytest.raises(RequestError) as caught:
        setup_named(PARTNERS, options=options, pack=pack)
    assert caught.value.code == code
