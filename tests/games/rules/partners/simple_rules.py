"""The move rules of Partners and Partners+ a second time, as simply as they can be said.

The tests hold the engine against this. It shares nothing with the engine but the JSON form of a
request: a board is a dict of lists of place names, a piece is its number in its colour's list,
and a move is walked one place at a time. It is slow and checks no input. The ids in the comments
are those of the rule ledgers.
"""

from functools import cache
from itertools import combinations, product

Board = dict[str, list[str]]

# Clockwise, and the numbered fields after each start field (partners "Places", partners+ head).
COLOURS = {
    "partners": ["yellow", "red", "blue", "green"],
    "partners-plus-pairs": ["green", "blue", "purple", "red", "orange", "yellow"],
    "partners-plus-teams": ["green", "blue", "purple", "red", "orange", "yellow"],
}
FIELDS = {"partners": 14, "partners-plus-pairs": 13, "partners-plus-teams": 13}
SIDES = {
    "partners": [["yellow", "blue"], ["red", "green"]],
    "partners-plus-pairs": [["green", "red"], ["blue", "orange"], ["purple", "yellow"]],
    "partners-plus-teams": [["red", "yellow", "blue"], ["orange", "green", "purple"]],
}
LANE = ["goal4", "goal3", "goal2", "goal1"]

# What a card does. "out" brings a piece out, an integer moves one piece.
CARDS: dict[str, list[str | int]] = {
    "heart": ["out"],
    "8/heart": [8, "out"],
    "13/heart": [13, "out"],
    "1/14": [1, 14],
    "-4": [-4],
    "7": ["seven"],
    "swap": ["swap"],
    "2": [2],
    "3": [3],
    "5": [5],
    "6": [6],
    "9": [9],
    "10": [10],
    "12": [12],
}


def simple_moves(request: dict) -> list[Board]:
    """Every different position that the request's card can lead to, each colour's places sorted."""
    game = request["game"]
    board = request["position"]
    player = request["player"]
    card = request["card"]
    ruleset = request.get("ruleset", "dm-2018")
    options = request.get("options", {})
    partners = [colour for colour in side_of(game, player) if colour != player]

    if play_is_over(game, board, player):
        return []
    colours = colours_to_move(board, player, partners)
    found: list[Board] = []
    for function in CARDS[card]:  # B2: either function, as the player likes
        if function == "out":
            found += all_brought_out(board, colours)
        elif function == "swap":
            found += all_swaps(board)
            if game != "partners" and options.get("swap_from_start", False):
                found += swaps_with_own_start(board)
        elif function == "seven":
            found += all_sevens(game, ruleset, board, player, partners, options)
        elif isinstance(function, int):
            jumps = card == "5" and game != "partners"  # P2
            found += all_single_moves(game, ruleset, board, colours, function, jumps)
    if card == "2" and game != "partners":
        alone = options.get("two_may_bring_one", False)
        found += all_brought_out_by_two(board, player, partners, alone)
    return without_repeats(found)


# ---------------------------------------------------------------------- sides and whose turn it is


def side_of(game: str, player: str) -> list[str]:
    for side in SIDES[game]:
        if player in side:
            return side
    raise ValueError(player)


def all_locked(board: Board, colour: str) -> bool:
    return sorted(board[colour]) == sorted(LANE)


def side_is_finished(board: Board, side: list[str]) -> bool:
    return all(all_locked(board, colour) for colour in side)


def play_is_over(game: str, board: Board, player: str) -> bool:
    # A7, P10: a finished side plays nothing more; of two sides, nobody does.
    finished = [side for side in SIDES[game] if side_is_finished(board, side)]
    if len(SIDES[game]) == 2:
        return len(finished) > 0
    return side_of(game, player) in finished


def colours_to_move(board: Board, player: str, partners: list[str]) -> list[str]:
    # G1, P8: all own pieces locked, so every card is played on a partner's.
    if all_locked(board, player):
        return partners
    return [player]


# ------------------------------------------------------------------------------------------ places


def places_around(game: str) -> list[str]:
    """All places around the board, clockwise, the start fields as "red start"."""
    places = []
    for colour in COLOURS[game]:
        places.append(colour + " start")
        for number in range(1, FIELDS[game] + 1):
            places.append(colour + str(number))
    return places


RING = {game: places_around(game) for game in COLOURS}


@cache
def last_field(game: str, colour: str) -> str:
    """The field just before the colour's own start field."""
    return RING[game][RING[game].index(colour + " start") - 1]


@cache
def place_ahead(game: str, colour: str, place: str) -> str | None:
    if place == "goal1":
        return None
    if place in LANE:
        return LANE[LANE.index(place) + 1]
    if place == last_field(game, colour):
        return "goal4"  # C6: the turn into the lane; C1: the own start field is not counted
    if place == "start":
        return colour + "1"
    places = RING[game]
    return places[(places.index(place) + 1) % len(places)]


@cache
def place_behind(game: str, colour: str, place: str) -> str:
    if place in LANE[1:]:
        return LANE[LANE.index(place) - 1]
    if place in ["goal4", "start", colour + "1"]:
        return last_field(game, colour)  # C1, C7, D2: the own start field is not counted
    places = RING[game]
    return places[places.index(place) - 1]


def is_locked(board: Board, colour: str, place: str) -> bool:
    # Locked: in the lane, and every circle further in is filled.
    return place in LANE and all(
        circle in board[colour] for circle in LANE[LANE.index(place) + 1 :]
    )


# ----------------------------------------------------------------------------------- moving a piece


def walk(game: str, board: Board, colour: str, place: str, steps: int, jumps: bool) -> str | None:
    """Where a lifted piece gets to from a place, or None if it cannot take all the steps."""
    forward = steps > 0
    been_in_free_circle = False
    for _ in range(abs(steps)):
        if forward:
            ahead = place_ahead(game, colour, place)
            if ahead is None or (ahead in LANE and ahead in board[colour]):
                if not been_in_free_circle:
                    return None  # C7: no free circle to turn on
                forward = False  # C7: the rest goes backwards
        else:
            behind = place_behind(game, colour, place)
            if behind in LANE and behind in board[colour]:
                forward = True  # C8: it turns again

        step = place_ahead if forward else place_behind
        reached = step(game, colour, place)
        assert reached is not None
        if reached.endswith(" start"):  # another colour's: the own one is left out above
            owner = reached.removesuffix(" start")
            if "start" in board[owner] and not jumps:
                return None  # C2, D3
            reached = step(game, colour, reached)  # C1, C3
            assert reached is not None
        place = reached
        if place in LANE:
            been_in_free_circle = True
    return place


def copy_of(board: Board) -> Board:
    return {colour: list(places) for colour, places in board.items()}


def move_piece(
    game: str, ruleset: str, board: Board, colour: str, piece: int, steps: int, jumps: bool = False
) -> Board | None:
    """The board after one piece has moved that many steps, or None if it may not."""
    origin = board[colour][piece]
    if origin == "home":
        return None  # only a heart or a Partners+ two brings a piece out
    if is_locked(board, colour, origin):
        return None  # C10
    if steps < 0 and origin in LANE:
        return None  # D1

    after = copy_of(board)
    after[colour][piece] = "lifted"
    end = walk(game, after, colour, origin, steps, jumps)
    if end is None:
        return None

    after[colour][piece] = end
    if end not in LANE:
        for other in board:
            if other == colour:
                continue  # C5: own pieces stack
            standing = after[other].count(end)
            if standing == 1:
                after[other][after[other].index(end)] = "home"  # C5: one goes home
            elif standing >= 2:
                after[colour][piece] = "home"  # C5: the mover goes home

    if ruleset == "dm-2023" and origin in LANE:
        end = after[colour][piece]
        if end in LANE and not is_locked(after, colour, end):
            return None  # C9
    return after


# -------------------------------------------------------------------------------- what a card does


def all_single_moves(
    game: str, ruleset: str, board: Board, colours: list[str], steps: int, jumps: bool
) -> list[Board]:
    # B1: exactly one piece, exactly the value. D: -4 is a value like another, backwards.
    found = []
    for colour in colours:
        for piece in range(4):
            after = move_piece(game, ruleset, board, colour, piece, steps, jumps)
            if after is not None:
                found.append(after)
    return found


def bring_out(board: Board, colour: str) -> Board | None:
    # B3: from home to the own start field, whatever stands there.
    if "home" not in board[colour]:
        return None
    after = copy_of(board)
    after[colour][after[colour].index("home")] = "start"
    return after


def all_brought_out(board: Board, colours: list[str]) -> list[Board]:
    found = []
    for colour in colours:
        after = bring_out(board, colour)
        if after is not None:
            found.append(after)
    return found


def all_brought_out_by_two(
    board: Board, player: str, partners: list[str], alone: bool
) -> list[Board]:
    # P3: two own, one own and one of a partner's, two of one partner's, one of each partner's:
    # that is any two of the side's pieces. A colour with all pieces locked has none at home.
    side = [player, *partners]
    found = []
    for first, second in product(side, side):
        after = bring_out(board, first)
        if after is not None:
            after = bring_out(after, second)
        if after is not None:
            found.append(after)
    if alone:  # P3, option two_may_bring_one
        found += all_brought_out(board, side)
    return found


def all_swaps(board: Board) -> list[Board]:
    can_be_swapped = []
    for colour in board:
        for piece, place in enumerate(board[colour]):
            # E2, P7: not in a lane, at home, on a start field, or in a stack.
            if place in [*LANE, "home", "start"] or board[colour].count(place) > 1:
                continue
            can_be_swapped.append((colour, piece))
    found = []
    for one, other in combinations(can_be_swapped, 2):  # E1, E3, B6
        after = copy_of(board)
        after[one[0]][one[1]] = board[other[0]][other[1]]
        after[other[0]][other[1]] = board[one[0]][one[1]]
        found.append(after)  # E4: nobody goes home
    return found


def swaps_with_own_start(board: Board) -> list[Board]:
    # P7, option swap_from_start: with a piece of the same colour, as nobody else may stand there
    # (C3). Two pieces of one colour change places: the board stays as it is.
    for colour in board:
        fields = [place for place in board[colour] if place not in [*LANE, "home", "start"]]
        if board[colour].count("start") == 1 and any(fields.count(one) == 1 for one in fields):
            return [copy_of(board)]
    return []


def colours_of_next_leg(
    board: Board, player: str, partners: list[str], legs: list[str], options: dict
) -> list[str]:
    """Whose pieces the next leg of a 7 may move, after legs of these colours' pieces."""
    colours = colours_to_move(board, player, partners)
    if colours == [player] or not legs or legs[-1] == player:
        return colours
    # A partner's piece has been moved by this card.
    if options.get("seven_rest_on_one_piece", False) and player in legs:
        return []  # F3, option seven_rest_on_one_piece
    if not options.get("seven_may_serve_both", True) and not all_locked(board, legs[-1]):
        return [legs[-1]]  # P8, option seven_may_serve_both
    return colours


def all_sevens(
    game: str, ruleset: str, board: Board, player: str, partners: list[str], options: dict
) -> list[Board]:
    # F1: legs one after the other. A state is a board, the pieces already moved, whose the last of
    # them was and whether own ones are among them, the steps left.
    found = []
    may_end_short = options.get("seven_may_end_short", False)
    states: list[tuple[Board, list[tuple[str, int]], list[str], int]] = [(board, [], [], 7)]
    seen = set()
    while states:
        now, moved, legs, left = states.pop()
        if may_end_short and moved and side_is_finished(now, [player, *partners]):
            found.append(now)  # F3, option seven_may_end_short
            continue
        # F3, P8, P9: own pieces until the last is locked, then any partner's.
        for colour in colours_of_next_leg(now, player, partners, legs, options):
            told = [player, colour] if player in legs else [colour]
            for piece in range(4):
                if (colour, piece) in moved:
                    continue  # F1: each piece once
                for steps in range(1, left + 1):
                    after = move_piece(game, ruleset, now, colour, piece, steps)
                    if after is None:
                        continue
                    if steps == left:
                        found.append(after)  # all seven are walked
                        continue
                    moved_now = sorted([*moved, (colour, piece)])
                    standing = tuple(map(tuple, after.values()))
                    state = standing, tuple(moved_now), tuple(told), left - steps
                    if state not in seen:
                        seen.add(state)
                        states.append((after, moved_now, told, left - steps))
    return found


def without_repeats(boards: list[Board]) -> list[Board]:
    different = {}
    for board in boards:
        tidy = {colour: sorted(places) for colour, places in sorted(board.items())}
        different[tuple(map(tuple, tidy.values()))] = tidy
    return list(different.values())
