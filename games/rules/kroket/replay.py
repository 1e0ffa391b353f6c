"""Playing a record through: is it a legal game, and if not, what is the first that is not?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.rules.kroket.actions import Illegal, React, Stop, ball_term
from games.rules.kroket.course import Course
from games.rules.kroket.deck import Deck
from games.rules.kroket.flow import new_game
from games.rules.kroket.game import all_pass, apply
from games.rules.kroket.headers import header_faults
from games.rules.kroket.moments import asks
from games.rules.kroket.position import Position, PositionError
from games.rules.kroket.record import Item, Order, Record, Said, Stopped, Turn, action_of
from games.rules.kroket.record_reader import RecordError, read_record, setup_of
from games.rules.kroket.setup import Setup
from games.rules.kroket.state import ASK, OVER, GameState
from games.rules.text_record import RecordProblem, Replayed


class Replay(Replayed[Record, GameState]):
    """A record of this game played through."""

    __slots__ = ()


Courses = Mapping[str, Course]
Decks = Mapping[str, Deck]


def replay_text(text: str, courses: Courses | None = None, decks: Decks | None = None) -> Replay:
    """Read and replay; a record that cannot be read is a problem, too.

    ``courses`` and ``decks`` are looked in before those that ship.
    """
    try:
        return replay(read_record(text, courses, decks), courses, decks)
    except RecordError as error:
        problem = RecordProblem(error.line, "", error.code, "", error.message)
        return Replay(None, None, {}, (problem,))


def replay(record: Record, courses: Courses | None = None, decks: Decks | None = None) -> Replay:
    """Play a record through, to the first illegal action; then compare its headers.

    A game that goes on says so with the header ``Ended "*"``, and has no result. ``RecordError``
    for headers that no game can begin with.
    """
    run = Run(record, setup_of(dict(record.headers), record.header_lines, courses, decks))
    problem = run.play()
    if problem is None:
        problems = tuple(_header_problems(record, run.state))
    else:
        return Replay(record, run.state, {}, (problem,))
    minutes = record.header("Minutes")
    told = not problems and run.state.phase == OVER
    result = run.state.result(int(minutes) if minutes else None) if told else {}
    return Replay(record, run.state, result, problems)


def walk(
    record: Record, courses: Courses | None = None, decks: Decks | None = None
) -> Iterator[tuple[Turn | Stopped, GameState]]:
    """Each entry of a record and the state after it, as to show a game turn by turn.

    ``Illegal`` at the first thing that the rules forbid.
    """
    run = Run(record, setup_of(dict(record.headers), record.header_lines, courses, decks))
    for entry in record.entries:
        run.happen(entry)
        yield entry, run.state


def _header_problems(record: Record, state: GameState) -> Iterator[RecordProblem]:
    if state.phase != OVER and record.header("Ended") != "*":
        last = record.entries[-1].line if record.entries else 0
        why = Illegal("not_over", "K1")
        yield RecordProblem(last, "", why.code, why.rule, why.message)
        return
    for name, why in header_faults(record, state):
        yield RecordProblem(record.line_of(name), name, why.code, why.rule, why.message)


class Run:
    """A record on its way through the rules."""

    def __init__(self, record: Record, setup: Setup) -> None:
        self.record = record
        self.setup = setup
        self.move = ""
        """The words of what is being judged."""
        self.state = self._begin()

    def play(self) -> RecordProblem | None:
        """Everything that happened; the first that cannot have is the answer."""
        for entry in self.record.entries:
            try:
                self.happen(entry)
            except Illegal as why:
                return RecordProblem(entry.line, self.move, why.code, why.rule, why.message)
        return None

    def happen(self, entry: Turn | Stopped) -> None:
        """What the entry says; ``Illegal`` if it cannot be."""
        if isinstance(entry, Stopped):
            self.move = str(entry)
            stop = Stop(entry.ended, self.setup.seat(entry.ball))
            self.state = apply(self.state, stop)
            return
        self.move = f"{entry.number} {entry.ball}"
        self._begun(entry)
        for item in entry.items:
            self._item(entry, item)
        self.move = f"{entry.number} {entry.ball}"
        self._close(entry)
        if self.state.phase != OVER and self.state.turns == entry.number:
            raise Illegal("turn_not_over", "K2", ball=ball_term(entry.ball))

    def _begin(self) -> GameState:
        record, setup = self.record, self.setup
        seed = record.header("Seed") or ""
        if not seed and not record.orders:
            raise RecordError("no_seed", 1)
        balls = None
        turn = 0
        position = record.header("Position")
        if position is not None:
            try:
                balls = Position.read(setup, position).balls
            except PositionError as error:
                line = record.line_of("Position")
                raise RecordError(
                    "header_value", line, header="Position", detail=error.message("en")
                ) from error
        first = record.header("Turn")
        if first is not None:
            if first not in setup.balls:
                line = record.line_of("Turn")
                raise RecordError("header_value", line, header="Turn", detail=first)
            turn = setup.balls.index(first)
        orders = tuple(order.cards for order in record.orders)
        return new_game(setup, seed, orders=orders, balls=balls, turn=turn)

    def _begun(self, entry: Turn) -> None:
        state = self.state
        if state.phase == OVER:
            raise Illegal("over", "K1")
        turn = self.setup.balls[state.turn]
        if entry.number != state.turns or entry.ball != turn:
            raise Illegal("wrong_turn", "K2", number=state.turns, ball=ball_term(turn))

    def _item(self, entry: Turn, item: Item) -> None:
        self.move = item.text(entry.ball)
        if not item.chain:
            self.state = all_pass(self.state)
            return
        first = action_of(self.setup, item.chain[0])
        if not isinstance(first, React):
            self._close(entry)
        for said in item.chain:
            self._say(entry, said)
        if self.state.stack and self.state.phase != ASK:
            self.state = self._shuffling(all_pass(self.state))

    def _say(self, entry: Turn, said: Said) -> None:
        if self.state.phase == OVER or self.state.turns != entry.number:
            raise Illegal("turn_over", "K2", ball=ball_term(entry.ball))
        action = action_of(self.setup, said)
        assert action is not None
        self.state = self._shuffling(apply(self.state, action))

    def _close(self, entry: Turn) -> None:
        """Windows that nobody answers in close by themselves."""
        while self.state.turns == entry.number and _window(self.state):
            self.state = self._shuffling(all_pass(self.state))

    def _shuffling(self, after: GameState) -> GameState:
        """Refuse a reshuffling whose written order is not of the cards that were thrown."""
        number = after.shuffles
        orders = self.record.orders
        if number > self.state.shuffles and number <= len(orders):
            held = [card for hand in after.hands for card in hand]
            held += [played.card for played in after.stack if played.card >= 0]
            order = orders[number - 1]
            every = [*after.pile, *after.discard, *held]
            if sorted(every) != list(range(len(self.setup.deck.ids))):
                raise _wrong_order(order)
        return after


def _window(state: GameState) -> bool:
    return asks(state) and state.phase not in (ASK, OVER)


def _wrong_order(order: Order) -> Illegal:
    return Illegal("deck_not_thrown", "K2", number=order.number, line=order.line)
