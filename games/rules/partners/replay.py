"""Playing a record through: is it a legal game, and if not, what is the first that is not?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.rules.messages import Term
from games.rules.partners.actions import (
    Deal,
    DrawCards,
    Exchange,
    Illegal,
    Stop,
    Throw,
)
from games.rules.partners.advance import new_game, played
from games.rules.partners.deal import Hand, sorted_hand
from games.rules.partners.game import apply, must_hold, on_turn
from games.rules.partners.headers import header_faults
from games.rules.partners.illegal_moves import why_illegal
from games.rules.partners.record import Dealt, Drawn, Entry, Record, Stopped, Turn, side_from
from games.rules.partners.record_reader import RecordError, read_record
from games.rules.partners.state import GameState, deal_from, draw_from
from games.rules.partners.written_moves import WrittenMove, meant_move, read_move
from games.rules.text_record import RecordProblem, Replayed


class Replay(Replayed[Record, GameState]):
    """A record of this game played through."""

    __slots__ = ()


@lru_cache(maxsize=16)
def replay_text(text: str) -> Replay:
    """Read and replay; a record that cannot be read is a problem, too.

    The last few answers are kept: who hands a record in has often just replayed it.
    """
    try:
        record = read_record(text)
    except RecordError as error:
        problem = RecordProblem(error.line, "", error.code, "", error.message)
        return Replay(None, None, {}, (problem,))
    return replay(record)


def replay(record: Record) -> Replay:
    """Play a record through, to the first illegal move.

    When all moves are legal the headers are compared with what happened, each on its own.
    """
    run = _Run(record)
    for entry in record.entries:
        try:
            run.happen(entry)
        except Illegal as why:
            # Of a deal's long line the part that names it will do.
            move = str(entry) if not isinstance(entry, Dealt) else str(entry).split(":")[0]
            problem = RecordProblem(entry.line, move, why.code, why.rule, why.message)
            return Replay(record, run.state, {}, (problem,))
    state = run.state
    problems = tuple(_header_problems(record, state))
    minutes = record.header("Minutes")
    result = {} if problems else state.result(int(minutes) if minutes else None)
    return Replay(record, state, result, problems)


def walk(record: Record) -> Iterator[tuple[Entry, GameState]]:
    """Each entry of a record and the state after it, as to show a game move by move.

    ``Illegal`` at the first entry that the rules forbid.
    """
    run = _Run(record)
    for entry in record.entries:
        run.happen(entry)
        yield entry, run.state


def _header_problems(record: Record, state: GameState) -> Iterator[RecordProblem]:
    if state.phase != "over":
        last = record.entries[-1].line if record.entries else 0
        unfinished = Illegal("not_over", state.setup.win_rule)
        yield RecordProblem(last, "", unfinished.code, unfinished.rule, unfinished.message)
        return
    for name, why in header_faults(record, state):
        line = record.line_of(name)
        yield RecordProblem(line, name, why.code, why.rule, why.message)


class _Run:
    """A record on its way through the rules."""

    def __init__(self, record: Record) -> None:
        setup = record.setup
        self.seed = record.header("Seed")
        self.given: dict[str, str] = {}
        """The card each colour gave away in the deal that is being played."""
        first = record.entries[0] if record.entries else None
        # A record that begins with a deal tells nothing of how the dealer was found.
        dealer = setup.game.seat(first.dealer) if isinstance(first, Dealt) else None
        self.state = new_game(setup, dealer)

    def happen(self, entry: Entry) -> None:
        """What the entry says; ``Illegal`` if it cannot be."""
        match entry:
            case Drawn():
                self._draw(entry)
            case Dealt():
                self._deal(entry)
            case Turn():
                self._turn(entry)
            case Stopped():
                self._stop(entry)

    def _draw(self, entry: Drawn) -> None:
        cards = dict(entry.cards)
        draw = DrawCards(tuple(cards.get(one) for one in self.state.setup.game.board.colours))
        after = apply(self.state, draw)
        if self.seed is not None and draw != draw_from(self.state, self.seed):
            raise Illegal("draw_not_of_seed", "A3")
        self.state = after

    def _deal(self, entry: Dealt) -> None:
        state = self.state
        game = state.setup.game
        hands: list[Hand] = [()] * len(game.board.colours)
        gifts: list[str | None] = [None] * len(game.board.colours)
        for holding in entry.hands:
            seat = game.seat(holding.colour)
            hands[seat] = sorted_hand(game, holding.cards)
            gifts[seat] = holding.gives or None
        if state.phase == "deal":
            self._right_dealer(entry)
        deal = Deal(tuple(hands))
        after = apply(state, deal)
        if self.seed is not None and deal != deal_from(state, self.seed):
            raise Illegal("deal_not_of_seed", "A4")
        self.state = apply(after, Exchange(tuple(gifts)))
        self.given = {holding.colour: holding.gives for holding in entry.hands}

    def _right_dealer(self, entry: Dealt) -> None:
        state = self.state
        dealer = state.setup.game.board.colours[state.dealer]
        number = f"{state.dealership}.{state.deal}"
        if entry.dealer != dealer:
            rule = "A4" if state.deal > 1 else "A5" if state.dealership > 1 else "A3"
            raise Illegal("wrong_dealer", rule, dealer=Term(dealer), written=Term(entry.dealer))
        if f"{entry.dealership}.{entry.deal}" != number:
            written = f"{entry.dealership}.{entry.deal}"
            raise Illegal("wrong_deal_number", "A4", written=written, number=number)

    def _turn(self, entry: Turn) -> None:
        state = self.state
        game = state.setup.game
        seat = game.seat(entry.colour)
        if not entry.card:
            self.state = apply(state, Throw(seat))
            return
        on_turn(state, seat)
        if entry.card not in state.hands[seat] and entry.card == self.given[entry.colour]:
            raise Illegal("given_away", "A2", colour=Term(entry.colour), card=entry.card)
        must_hold(state, seat, entry.card)
        written = read_move(game, entry.colour, entry.move)
        if written is None:
            raise Illegal("move_form", "", move=entry.move)
        move = meant_move(state.setup, state.cells, seat, entry.card, written)
        if move is None:
            raise why_illegal(state, seat, entry.card, written)
        if move.notation != entry.move:
            self._same_marks(entry, written, move.notation)
        self.state = played(state, entry.card, move.cells)

    def _same_marks(self, entry: Turn, written: WrittenMove, notation: str) -> None:
        known = read_move(self.state.setup.game, entry.colour, notation)
        if known is None or known.marks != written.marks:
            raise Illegal("marks", "C5", written=entry.move, notation=notation)

    def _stop(self, entry: Stopped) -> None:
        side = side_from(self.state.setup.game, entry.side)
        if side is None:
            raise Illegal("unknown_side", "", side=entry.side)
        self.state = apply(self.state, Stop(entry.ended, side))
