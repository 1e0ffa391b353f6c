"""Why a move in a record is none: the rule, and a sentence that names the piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.rules.messages import Param, Term
from games.rules.partners.actions import Illegal
from games.rules.partners.board import PIECES
from games.rules.partners.cards import Backward, ComeOut, ComeOutTwice, Forward, Share, Swap
from games.rules.partners.landing import Leg
from games.rules.partners.moves import results
from games.rules.partners.position import place_term
from games.rules.partners.refusals import Refusal, refusals
from games.rules.partners.shares import Share as Split
from games.rules.partners.shares import begin, is_complete, next_legs
from games.rules.partners.state import GameState
from games.rules.partners.written_moves import WrittenMove

_RULES: Final = {
    Forward: "B1",
    Backward: "D1",
    ComeOut: "B3",
    ComeOutTwice: "P3",
    Share: "F1",
    Swap: "E1",
}


class PieceRefused(Illegal):
    """A piece that has no move with the card at all, in the words of the engine's refusal."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__("piece_refused", refusal.rule)

    def message(self, lang: str) -> str:
        return self.refusal.message(lang)


def why_illegal(state: GameState, seat: int, card: str, written: WrittenMove) -> Illegal:
    """The refusal of a move with ``card`` that no legal move of ``seat`` answers to."""
    game = state.setup.game
    colours = game.board.colours
    kind = game.cards[card]
    if written.is_swap != kind.swaps:
        code = "not_a_swap_card" if written.is_swap else "only_swaps"
        return Illegal(code, "B1" if written.is_swap else "E1", card=card)
    for leg in written.legs if written.is_swap else written.legs[:1]:
        if leg[1] not in state.position.codes(leg[0]):
            return Illegal("no_piece", "B1", colour=_colour(state, leg), at=_at(state, leg[1]))
    refused = {
        (refusal.colour, refusal.place): refusal
        for refusal in refusals(state.position, colours[seat], card, state.setup.rules)
    }
    for mover, origin, _ in written.legs if written.is_swap else written.legs[:1]:
        refusal = refused.get((colours[mover], game.board.places[origin]))
        if refusal is not None:
            return PieceRefused(refusal)
    shares = next((action for action in kind.actions if isinstance(action, Share)), None)
    if shares is not None:
        return _split_fault(state, seat, written, shares.steps)
    return _elsewhere(state, seat, card, written.legs[0])


def _split_fault(state: GameState, seat: int, written: WrittenMove, steps: int) -> Illegal:
    """The first leg of a 7 that cannot be played, or the steps that are left in the end."""
    game, rules = state.setup.game, state.setup.rules
    ways = [begin(game, state.cells, (seat, *game.partners[seat]), steps)]
    for number, leg in enumerate(written.legs, start=1):
        after = [
            split
            for way in ways
            if way.left
            for found, split in next_legs(game, seat, way, rules)
            if found == leg
        ]
        if not after:
            return _leg_fault(state, seat, ways, leg, number)
        ways = after
    if any(is_complete(game, seat, way, rules) for way in ways):
        # Each leg can be played and all steps are spent, so only the 2023 rule can be against it.
        return Illegal("split_must_lock", "C9")
    return Illegal("steps_left", "F1", left=min(way.left for way in ways), steps=steps)


def _leg_fault(state: GameState, seat: int, ways: list[Split], leg: Leg, number: int) -> Illegal:
    about: dict[str, Param] = {"colour": _colour(state, leg), "number": number}
    own_waits = any(
        way.cells[PIECES * seat : PIECES * seat + PIECES] != state.setup.game.board.all_locked
        for way in ways
    )
    if leg[0] != seat and own_waits:
        return Illegal("own_first", "F3", **about)
    if all(way.left == 0 for way in ways):
        return Illegal("steps_spent", "F1", **about)
    return Illegal(
        "leg_impossible", "F1", origin=_at(state, leg[1]), target=_at(state, leg[2]), **about
    )


def _elsewhere(state: GameState, seat: int, card: str, leg: Leg) -> Illegal:
    """A piece that can move with the card, but not where the record says."""
    game = state.setup.game
    kind = game.cards[card]
    mover, origin, _ = leg
    targets = sorted(set(_targets(state, seat, card, leg)))
    if not targets:
        rule = "C3" if mover not in (seat, *game.partners[seat]) else "G1"
        return Illegal("not_own_piece", rule, colour=_colour(state, leg), card=card)
    at_home = origin == game.board.home
    action = next(
        (one for one in kind.actions if isinstance(one, ComeOut | ComeOutTwice) == at_home),
        kind.actions[0],
    )
    return Illegal(
        "cannot_get_there",
        _RULES[type(action)],
        colour=_colour(state, leg),
        at=_at(state, origin),
        target=place_term(game.board, game.board.places[leg[2]]),
        targets=tuple(place_term(game.board, game.board.places[code]) for code in targets),
        card=card,
    )


def _targets(state: GameState, seat: int, card: str, leg: Leg) -> Iterator[int]:
    game = state.setup.game
    kind = game.cards[card]
    for legs in results(game, state.cells, seat, kind, state.setup.rules).values():
        for mover, origin, target in legs:
            if (mover, origin) == leg[:2]:
                yield target


def _colour(state: GameState, leg: Leg) -> Term:
    return Term(state.setup.game.board.colours[leg[0]])


def _at(state: GameState, code: int) -> Term:
    board = state.setup.game.board
    term = place_term(board, board.places[code])
    return Term(f"at_{term.key}", term.number)
