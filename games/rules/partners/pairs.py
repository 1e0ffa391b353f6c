"""Cards that take two pieces at once: the swap, and the 2 of Partners+ that brings two out."""

from __future__ import annotations

from games.rules.partners.board import PIECES, Board, Game
from games.rules.partners.cards import ComeOutTwice, Swap
from games.rules.partners.landing import Found, replaced
from games.rules.partners.rulesets import Rules


def swappable(board: Board, cells: bytes) -> list[tuple[int, int]]:
    """Seat and code of each piece that a swap may take: alone on a numbered field (E2)."""
    return [
        (index // PIECES, code)
        for index, code in enumerate(cells)
        if code < board.ring and cells.count(code) == 1
    ]


def swappable_with_start(
    board: Board, cells: bytes, action: Swap, rules: Rules
) -> list[tuple[int, int]]:
    """Seat and code of each piece that may change places with one on its own start field (P7).

    Only where the card and the rule set let a swap take a piece from there. The piece on the start
    field stands alone: two protect each other (E2).
    """
    if not (action.starts and rules.swap_from_start):
        return []
    alone = {
        low // PIECES
        for low in range(0, len(cells), PIECES)
        if cells[low : low + PIECES].count(board.start) == 1
    }
    return [piece for piece in swappable(board, cells) if piece[0] in alone]


def swap(found: Found, game: Game, cells: bytes, seat: int, action: Swap, rules: Rules) -> None:
    """Two pieces change places, of any colours (E1); two of one colour change nothing."""
    board = game.board
    pieces = swappable(board, cells)
    quads = [cells[low : low + PIECES] for low in range(0, len(cells), PIECES)]
    for index, (one, here) in enumerate(pieces):
        rest = [code for code in quads[one] if code != here]
        for other, there in pieces[index + 1 :]:
            legs = (one, here, there), (other, there, here)
            if one == other:
                found.setdefault(cells, legs)
                continue
            changed = quads.copy()
            changed[one] = bytes(sorted((*rest, there)))
            changed[other] = bytes(sorted(here if code == there else code for code in quads[other]))
            found[b"".join(changed)] = legs
    for one, here in swappable_with_start(board, cells, action, rules):
        found.setdefault(cells, ((one, here, board.start), (one, board.start, here)))


def come_out_twice(
    found: Found, game: Game, cells: bytes, seat: int, action: ComeOutTwice, rules: Rules
) -> None:
    """Two pieces of the side, own or partners', from home to their start fields (P3).

    A seat whose pieces are all locked has none at home, so the forms for a player who already
    plays the partners' pieces are the same list.
    """
    board = game.board
    side = (seat, *game.partners[seat])
    for index, one in enumerate(side):
        last = PIECES * one + PIECES - 1
        if cells[last] != board.home:
            continue
        first = one, board.home, board.start
        out = replaced(cells, last, board.start)
        if rules.two_may_bring_one:
            found.setdefault(out, (first,))
        for other in side[index:]:
            last = PIECES * other + PIECES - 1
            if out[last] == board.home:
                second = other, board.home, board.start
                found.setdefault(replaced(out, last, board.start), (first, second))
