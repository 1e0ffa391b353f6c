"""Short ways to write positions and to say what a card does in them."""

from __future__ import annotations

from hypothesis import strategies as st

from games.rules.partners import (
    DM_2018,
    DM_2023,
    GAMES,
    PARTNERS,
    PIECES,
    Game,
    Position,
    Rules,
    legal_moves,
)

LOCKED = "goal1 goal2 goal3 goal4"


def at(game: Game = PARTNERS, **colours: str) -> Position:
    """A position from the pieces that are not at home: ``at(red="goal1 yellow12")``."""
    places: dict[str, list[str]] = {colour: [] for colour in game.board.colours}
    for colour, written in colours.items():
        places[colour] = written.split()
    for pieces in places.values():
        pieces.extend(["home"] * (PIECES - len(pieces)))
    return Position.parse(game, places)


def notations(position: Position, player: str, card: str, rules: Rules = DM_2018) -> set[str]:
    """How the legal moves are written."""
    return {move.notation for move in legal_moves(position, player, card, rules)}


def after(position: Position, player: str, card: str, rules: Rules = DM_2018) -> set[Position]:
    """The positions that a card can lead to."""
    return {move.position for move in legal_moves(position, player, card, rules)}


@st.composite
def positions(draw: st.DrawFn, game: Game, near_goal: bool = False) -> Position:
    """Possible positions; with ``near_goal`` most pieces stand in or before their lanes."""
    board = game.board
    owner_of: dict[int, int] = {}
    cells = []
    for seat in range(len(board.colours)):
        codes: list[int] = []
        low = board.ring - 9 if near_goal else -1
        for _ in range(PIECES):
            progress = draw(st.integers(low, board.ring + PIECES))
            code = board.code_at(seat, progress)
            if code in board.goals and code in codes:
                code = board.home
            if code < board.ring and owner_of.setdefault(code, seat) != seat:
                code = board.home
            codes.append(code)
        cells.append(bytes(sorted(codes)))
    return Position(game, b"".join(cells))


@st.composite
def questions(draw: st.DrawFn) -> tuple[Position, str, str, Rules]:
    """A position of any of the games, a player, a card, and a rule set with options."""
    game = draw(st.sampled_from(list(GAMES.values())))
    position = draw(positions(game, near_goal=draw(st.booleans())))
    player = draw(st.sampled_from(game.board.colours))
    card = draw(st.sampled_from(list(game.cards)))
    rules = draw(
        st.sampled_from(
            [
                DM_2018,
                DM_2023,
                Rules(seven_may_end_short=True, two_may_bring_one=True),
                Rules(
                    seven_rest_on_one_piece=True, seven_may_serve_both=False, swap_from_start=True
                ),
            ]
        )
    )
    return position, player, card, rules
