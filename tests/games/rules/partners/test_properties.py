"""Laws that hold for every card in every position."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.partners import (
    DM_2018,
    GAMES,
    PIECES,
    Game,
    Position,
    Rules,
    legal_moves,
    refusals,
)

from .boards import questions

Question = tuple[Position, str, str, Rules]


def turned(position: Position, turns: int) -> Position:
    """The position with every colour's pieces given to the colour ``turns`` seats on."""
    game = position.game
    board = game.board
    seats = len(board.colours)
    cells = []
    for seat in range(seats):
        giver = (seat - turns) % seats
        codes = [board.code_at(seat, board.progress(giver, code)) for code in position.codes(giver)]
        cells.append(bytes(sorted(codes)))
    return Position(game, b"".join(cells))


def turned_colour(game: Game, colour: str, turns: int) -> str:
    colours = game.board.colours
    return colours[(game.seat(colour) + turns) % len(colours)]


@settings(max_examples=150, deadline=None)
@given(questions())
def test_position_after_a_move_can_exist(question: Question) -> None:
    """Four pieces each, no field with two colours, no circle with two pieces; sorted cells."""
    position, player, card, rules = question
    for move in legal_moves(position, player, card, rules):
        assert Position.parse(position.game, move.position.as_json()) == move.position


@settings(max_examples=150, deadline=None)
@given(questions())
def test_moves_are_different_positions_and_differently_written(question: Question) -> None:
    position, player, card, rules = question
    moves = legal_moves(position, player, card, rules)
    assert len({move.cells for move in moves}) == len(moves)
    assert len({move.notation for move in moves}) == len(moves)


@settings(max_examples=150, deadline=None)
@given(questions())
def test_locked_pieces_stay_where_they_are(question: Question) -> None:
    position, player, card, rules = question
    game = position.game
    for move in legal_moves(position, player, card, rules):
        for colour in game.board.colours:
            goals = [f"goal{n}" for n in range(1, position.locked(colour) + 1)]
            assert Counter(goals) <= Counter(move.position.places(colour))
        assert not any(
            step.origin in [f"goal{n}" for n in range(1, position.locked(step.colour) + 1)]
            for step in move.steps
        )


@settings(max_examples=150, deadline=None)
@given(questions())
def test_other_sides_pieces_stay_or_go_home(question: Question) -> None:
    position, player, card, rules = question
    game = position.game
    if card == "swap":
        return
    own = game.sides[game.side_of[game.seat(player)]]
    for move in legal_moves(position, player, card, rules):
        for colour in game.board.colours:
            if colour in own:
                continue
            gone = Counter(position.places(colour)) - Counter(move.position.places(colour))
            come = Counter(move.position.places(colour)) - Counter(position.places(colour))
            assert set(come) <= {"home"}
            assert sum(gone.values()) == sum(come.values())


@settings(max_examples=150, deadline=None)
@given(questions(), st.data())
def test_turning_the_board_turns_the_moves(question: Question, data: st.DataObject) -> None:
    position, player, card, rules = question
    game = position.game
    # In pairs any turn keeps partners together, in teams a turn by two.
    turns = data.draw(st.integers(1, len(game.board.colours) - 1))
    if game.name == "partners-plus-teams":
        turns = turns // 2 * 2
    expected = {turned(move.position, turns) for move in legal_moves(position, player, card, rules)}
    moves = legal_moves(turned(position, turns), turned_colour(game, player, turns), card, rules)
    assert {move.position for move in moves} == expected


@settings(max_examples=150, deadline=None)
@given(questions())
def test_steps_of_a_move_lead_to_its_position(question: Question) -> None:
    position, player, card, rules = question
    board = position.game.board
    for move in legal_moves(position, player, card, rules):
        pieces = {colour: list(position.places(colour)) for colour in board.colours}
        for step in move.steps:
            pieces[step.colour].remove(step.origin)
        for step in move.steps:
            pieces[step.colour].append("home" if step.sent_home else step.target)
            if step.captured and step.target in pieces[step.captured]:
                pieces[step.captured].remove(step.target)
                pieces[step.captured].append("home")
        assert Position.parse(position.game, pieces) == move.position


@settings(max_examples=200, deadline=None)
@given(questions())
def test_piece_is_refused_exactly_when_no_move_takes_it(question: Question) -> None:
    """A piece that only shares its results with another is not refused."""
    position, player, card, rules = question
    game = position.game
    refused = {(one.colour, one.place) for one in refusals(position, player, card, rules)}
    moves = legal_moves(position, player, card, rules)
    taken = {(step.colour, step.origin) for move in moves for step in move.steps}
    asked = {player}
    if all(place.startswith("goal") for place in position.places(player)):
        asked |= set(game.sides[game.side_of[game.seat(player)]])
    pieces = {(colour, place) for colour in asked for place in position.places(colour)}
    assert refused <= pieces
    assert refused.isdisjoint(taken)
    for colour, place in pieces - refused - taken:
        # Every way this piece has ends as another piece's does: alone on the board it moves.
        assert _moves_somewhere(position, player, colour, place, card, rules)
    if not moves:
        assert refused == pieces


def _moves_somewhere(
    position: Position, player: str, colour: str, place: str, card: str, rules: Rules
) -> bool:
    """Whether the piece has a move once pieces like it, which may do the same, are taken off."""
    pieces = position.as_json()
    others = [one for one in pieces[colour] if one != place]
    free = [one if one.startswith("goal") else "home" for one in others]
    pieces[colour] = free + [place] * (PIECES - len(free))
    alone = Position.parse(position.game, pieces)
    if card == "swap":
        return True
    # Two pieces that turn and come back where they stood (C9) share one entry of the list.
    return any(
        move.position == alone or (step.colour, step.origin) == (colour, place)
        for move in legal_moves(alone, player, card, rules)
        for step in move.steps
    )


def test_two_pieces_that_come_back_where_they_stood_share_an_entry_and_are_not_refused() -> None:
    game = GAMES["partners-plus-pairs"]
    pieces = {colour: ["home"] * PIECES for colour in game.board.colours}
    pieces["green"] = ["start", "start", "goal4", "goal2"]
    position = Position.parse(game, pieces)

    moves = legal_moves(position, "green", "2", DM_2018)

    assert [move.position == position for move in moves].count(True) == 1
    assert refusals(position, "green", "2", DM_2018) == ()
