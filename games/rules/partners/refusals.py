"""Why a piece cannot use a card: the rule, and a sentence that names what is in the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from games.rules.messages import Param, Term, load_catalogue
from games.rules.partners.board import PIECES, Board, Game
from games.rules.partners.cards import (
    Action,
    Backward,
    Card,
    ComeOut,
    ComeOutTwice,
    Forward,
    Share,
    Swap,
)
from games.rules.partners.moves import plays_no_more, results
from games.rules.partners.pairs import swappable, swappable_with_start
from games.rules.partners.position import CATALOGUE_PATH, Position, place_term
from games.rules.partners.result import side_name
from games.rules.partners.routes import (
    backward_row,
    blocked_seats,
    forward_rows,
    is_locked,
    lane_mask,
)
from games.rules.partners.rulesets import DM_2018, Rules
from games.rules.partners.shares import begin, participants
from games.rules.partners.steps import movers

UNTELLING: Final = frozenset({"home", "home_plus", "in_play"})
"""Reasons that only say that a use is meant for pieces elsewhere."""


class Reason(NamedTuple):
    """One rule that forbids one use of a card, and what its sentence names."""

    key: str
    rule: str
    params: Mapping[str, Param]


class Refusal(NamedTuple):
    """A piece that has no move with a card, and why: one reason for each use it is refused."""

    colour: str
    place: str
    reasons: tuple[Reason, ...]

    @property
    def rule(self) -> str:
        """The id of the rule that forbids it."""
        return self.reasons[0].rule

    def message(self, lang: str) -> str:
        """Why, in "da", "en" or "nb"."""
        catalogue = load_catalogue(CATALOGUE_PATH)
        sentences = (
            catalogue.text(f"refusal.{key}", lang, params) for key, _, params in self.reasons
        )
        return " ".join(sentences)


def refusals(
    position: Position, player: str, card: str, rules: Rules = DM_2018
) -> tuple[Refusal, ...]:
    """One refusal for each place where a piece stands that ``player`` cannot use ``card`` on.

    The pieces asked about are the player's own and, when those are all locked, the partners' too
    (G1). ``RequestError`` for a colour or a card that the game has not.
    """
    game, cells = position
    judge = _Judge(game, cells, game.seat(player), game.card(card), rules)
    return tuple(judge.refusals())


class _Judge:
    """A card in one position, asked piece by piece."""

    def __init__(self, game: Game, cells: bytes, seat: int, card: Card, rules: Rules) -> None:
        self.game = game
        self.board: Board = game.board
        self.cells = cells
        self.seat = seat
        self.card = card
        self.rules = rules
        self.movers = movers(game, cells, seat)
        self.blocked = blocked_seats(self.board, cells)
        self.over = plays_no_more(game, cells, seat)
        self._sharers: dict[Rules, frozenset[tuple[int, int]]] = {}

    def refusals(self) -> Iterator[Refusal]:
        seats = self.movers if self.seat in self.movers else (self.seat, *self.movers)
        for seat in seats:
            for code in sorted(set(self.codes(seat))):
                reasons = self._reasons(seat, code)
                if reasons:
                    colour, place = self.board.colours[seat], self.board.places[code]
                    yield Refusal(colour, place, reasons)

    def codes(self, seat: int) -> bytes:
        return self.cells[PIECES * seat : PIECES * seat + PIECES]

    def _reasons(self, seat: int, code: int) -> tuple[Reason, ...]:
        """Why the piece has no move; nothing if it has one."""
        if self.over:
            return (self._over(seat, code),)
        reasons: list[Reason] = []
        for action in self.card.actions:
            reason = self._reason(action, seat, code)
            if reason is None:
                return ()
            reasons.append(reason)
        # Where a card has two uses, the one that is not meant for such a place explains nothing.
        telling = [reason for reason in reasons if reason.key not in UNTELLING]
        by_rule = {reason.rule: reason for reason in reversed(telling or reasons[:1])}
        return tuple(reversed(by_rule.values()))

    def _reason(self, action: Action, seat: int, code: int) -> Reason | None:
        if isinstance(action, Swap):
            return self._swap(action, seat, code)
        if seat not in self.movers or self._is_locked(seat, code):
            return self._why("locked", "C10", seat, code)
        match action:
            case Forward():
                return self._forward(action, seat, code)
            case Backward():
                return self._backward(action, seat, code)
            case ComeOut():
                return None if code == self.board.home else self._why("in_play", "B3", seat, code)
            case ComeOutTwice():
                return self._come_out_twice(seat, code)
            case Share():
                return self._share(action, seat, code)

    def _why(self, key: str, rule: str, seat: int, code: int, **params: Param) -> Reason:
        colour = Term(self.board.colours[seat])
        return Reason(key, rule, {"colour": colour, "at": self._at(code), **params})

    def _at(self, code: int) -> Term:
        term = place_term(self.board, self.board.places[code])
        return Term(f"at_{term.key}", term.number)

    def _over(self, seat: int, code: int) -> Reason:
        position = Position(self.game, self.cells)
        own = self.game.side_of[self.seat]
        side = own if position.finished(own) else position.finished_sides()[0]
        return self._why("over", "A7", seat, code, side=side_name(self.game, side))

    def _is_locked(self, seat: int, code: int) -> bool:
        circle = code - self.board.goals[0]
        lane = lane_mask(self.board, self.codes(seat))
        return 0 <= circle < PIECES and is_locked(lane, circle)

    # One piece ---------------------------------------------------------------------------------

    def _home(self, seat: int, code: int) -> Reason:
        brings_two = any(
            isinstance(action, ComeOutTwice)
            for card in self.game.cards.values()
            for action in card.actions
        )
        return self._why("home_plus" if brings_two else "home", "B3", seat, code)

    def _forward(self, action: Forward, seat: int, code: int) -> Reason | None:
        board = self.board
        if code == board.home:
            return self._home(seat, code)
        lane = lane_mask(board, self.codes(seat))
        must_lock = self.rules.lane_must_lock
        route = forward_rows(board, seat, action.steps, must_lock, action.leaps)[lane][code]
        if route is not None and not route[1] & self.blocked:
            return None
        if route is not None:
            return self._blocked("blocked", "C2", seat, code, action.steps, 1)
        free = forward_rows(board, seat, action.steps)[lane][code]
        if free is not None:
            end = self._at(free[0])
            return self._why("must_lock", "C9", seat, code, steps=action.steps, end=end)
        return self._no_turning(seat, code, action.steps)

    def _no_turning(self, seat: int, code: int, steps: int) -> Reason:
        goals = self.board.goals
        ahead = code + 1 if code in goals else goals[0]
        circle = place_term(self.board, self.board.places[ahead])
        return self._why("no_turning", "C7", seat, code, steps=steps, circle=circle)

    def _backward(self, action: Backward, seat: int, code: int) -> Reason | None:
        if code == self.board.home:
            return self._home(seat, code)
        route = backward_row(self.board, seat, action.steps)[code]
        if route is None:
            return self._why("back_in_lane", "D1", seat, code, card=self.card.name)
        if not route[1] & self.blocked:
            return None
        return self._blocked("blocked_back", "D3", seat, code, action.steps, -1)

    def _blocked(
        self, key: str, rule: str, seat: int, code: int, steps: int, direction: int
    ) -> Reason:
        """Name the first occupied start field in the way."""
        board = self.board
        progress = board.progress(seat, code)
        owner = seat
        for step in range(steps):
            # The field that a start field lies just before, when this step crosses one.
            behind = progress + direction * step
            upper = behind + 1 if direction > 0 else behind
            turn, rest = divmod((upper - 1) % board.ring, board.fields)
            crossed = (seat + turn) % len(board.colours)
            if rest == 0 and crossed != seat and self.blocked >> crossed & 1:
                owner = crossed
                break
        return self._why(key, rule, seat, code, steps=steps, owner=Term(board.colours[owner]))

    # Two pieces --------------------------------------------------------------------------------

    def _swap(self, action: Swap, seat: int, code: int) -> Reason | None:
        board = self.board
        with_start = swappable_with_start(board, self.cells, action, self.rules)
        if (seat, code) in with_start:
            return None
        if code == board.home:
            return self._why("swap_home", "E2", seat, code)
        if code == board.start:
            return self._swap_start(action, seat, code, with_start)
        if code > board.start:
            return self._why("swap_lane", "E2", seat, code)
        if self.cells.count(code) > 1:
            return self._why("swap_stack", "E2", seat, code)
        if len(swappable(board, self.cells)) < 2:
            return self._why("swap_alone", "E3", seat, code)
        return None

    def _swap_start(
        self, action: Swap, seat: int, code: int, with_start: list[tuple[int, int]]
    ) -> Reason | None:
        if not (action.starts and self.rules.swap_from_start):
            return self._why("swap_start", "E2", seat, code)
        if self.codes(seat).count(code) > 1:
            return self._why("swap_stack", "E2", seat, code)
        if all(other != seat for other, _ in with_start):
            return self._why("swap_start_own", "P7", seat, code)
        return None

    def _come_out_twice(self, seat: int, code: int) -> Reason | None:
        if code != self.board.home:
            return self._why("in_play", "B3", seat, code)
        side = (self.seat, *self.game.partners[self.seat])
        at_home = sum(self.codes(other).count(self.board.home) for other in side)
        if at_home > 1 or self.rules.two_may_bring_one:
            return None
        return self._why("two_alone", "P3", seat, code)

    # The 7 -------------------------------------------------------------------------------------

    def _share(self, action: Share, seat: int, code: int) -> Reason | None:
        if code == self.board.home:
            return self._home(seat, code)
        if (seat, code) in self._participants(action, self.rules):
            return None
        single = [self._forward(Forward(steps), seat, code) for steps in range(1, action.steps + 1)]
        if None not in single:
            return single[0]
        loose = replace(self.rules, lane_must_lock=False)
        if self.rules.lane_must_lock and (seat, code) in self._participants(action, loose):
            return self._why("seven_must_lock", "C9", seat, code)
        return self._why("seven_not_all", "F1", seat, code, steps=action.steps)

    def _participants(self, action: Share, rules: Rules) -> frozenset[tuple[int, int]]:
        """The pieces that some split moves."""
        if rules not in self._sharers:
            self._sharers[rules] = self._find_participants(action, rules)
        return self._sharers[rules]

    def _find_participants(self, action: Share, rules: Rules) -> frozenset[tuple[int, int]]:
        # The moves that are listed show most of them, often all that could be.
        listed = frozenset(
            (seat, code)
            for legs in results(self.game, self.cells, self.seat, self.card, rules).values()
            for seat, code, _ in legs
        )
        in_play = {
            (seat, code)
            for seat in self.movers
            for code in self.codes(seat)
            if code != self.board.home and not self._is_locked(seat, code)
        }
        if in_play <= listed:
            return listed
        side = (self.seat, *self.game.partners[self.seat])
        share = begin(self.game, self.cells, side, action.steps)
        return participants(self.game, self.seat, share, rules)
