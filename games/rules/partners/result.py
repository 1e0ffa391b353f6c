"""Is this a result that a game of Partners or Partners+ can have had?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeGuard

from games.rules.messages import Param, Term, Together, load_catalogue
from games.rules.partners.board import PIECES, Game, game_named
from games.rules.partners.position import CATALOGUE_PATH, Position, PositionError
from games.rules.problems import Problem

ENDINGS: Final = ("played", "adjudicated", "timeout", "walkover")

Fault = tuple[str, str, Mapping[str, Param]]
"""Code, rule id and parameters of a problem."""


class _Result(NamedTuple):
    """A result whose form is right; ``locked`` in the order of the result's own ``sides``."""

    game: Game
    sides: tuple[int, ...]
    locked: tuple[int, ...]
    winner: int
    ended: str

    @property
    def full(self) -> tuple[int, ...]:
        """How many pieces each side has to lock, in the result's order."""
        return tuple(PIECES * len(self.game.sides[side]) for side in self.sides)

    @property
    def win_rule(self) -> str:
        return "A6" if self.game.name == "partners" else "P10"

    def all_locked(self, index: int) -> bool:
        return self.locked[index] == self.full[index]

    def name(self, index: int) -> Together:
        return side_name(self.game, self.sides[index])


def side_name(game: Game, side: int) -> Together:
    """A side as a parameter of a message, by its colours: "gul/blå"."""
    return Together(tuple(Term(colour) for colour in game.sides[side]))


def validate_result(
    game: str, result: Mapping[str, object], lang: str = "da"
) -> tuple[Problem, ...]:
    """What is wrong with a result; nothing if it is valid.

    ``game`` is "partners", "partners-plus-pairs" or "partners-plus-teams"; ``result`` has
    ``sides`` (each with ``colours`` and ``locked``), ``winner`` (an index into ``sides``),
    ``ended`` (one of ``ENDINGS``) and may have ``minutes``, ``final_position`` and ``places``
    (indexes into ``sides``, the winner first). ``lang`` is what the problems' messages answer in
    by default. Faults of form are problems too; only an unknown game raises ``RequestError``.
    """
    catalogue = load_catalogue(CATALOGUE_PATH)
    return tuple(
        Problem(code, rule, params, catalogue, lang)
        for code, rule, params in _faults(game_named(game), result)
    )


def _faults(game: Game, result: Mapping[str, object]) -> Iterator[Fault]:
    faults: list[Fault] = []
    read = _read(game, result, faults)
    yield from faults
    if "minutes" in result:
        yield from _minutes_faults(result["minutes"])
    if read is None:
        return
    yield from _ENDING_FAULTS[read.ended](read)
    if result.get("final_position") is not None:
        yield from _position_faults(read, result["final_position"])
    if result.get("places") is not None:
        yield from _places_faults(read, result["places"])


# The form -------------------------------------------------------------------------------------


def _read(game: Game, result: Mapping[str, object], faults: list[Fault]) -> _Result | None:
    sides = _read_sides(game, result.get("sides"), faults)
    winner, ended = result.get("winner"), result.get("ended")
    if not _is_index(winner, len(game.sides)):
        faults.append(("unknown_winner", "", {"count": len(game.sides)}))
    if ended not in ENDINGS:
        faults.append(("unknown_ending", "", {"ended": str(ended), "known": ENDINGS}))
    if faults or sides is None:
        return None
    assert isinstance(winner, int) and isinstance(ended, str)
    return _Result(game, *sides, winner, ended)


def _read_sides(
    game: Game, sides: object, faults: list[Fault]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Which side of the game each entry is, and its locked count."""
    by_colours = {frozenset(colours): side for side, colours in enumerate(game.sides)}
    wrong: Fault = (
        "wrong_sides",
        "",
        {"sides": tuple(side_name(game, side) for side in range(len(game.sides)))},
    )
    if not _is_list(sides):
        faults.append(wrong)
        return None
    order: list[int] = []
    counts: list[int] = []
    for entry in sides:
        fields: Mapping[object, object] = entry if isinstance(entry, Mapping) else {}
        colours, locked = fields.get("colours"), fields.get("locked")
        side = None
        if _is_list(colours) and len(set(map(str, colours))) == len(colours):
            side = by_colours.pop(frozenset(map(str, colours)), None)
        if side is None:
            faults.append(wrong)
            return None
        order.append(side)
        full = PIECES * len(game.sides[side])
        if not _is_index(locked, full + 1):
            faults.append(("locked_range", "", {"side": side_name(game, side), "full": full}))
        else:
            counts.append(locked)
    if by_colours:
        faults.append(wrong)
        return None
    return tuple(order), tuple(counts)


def _minutes_faults(minutes: object) -> Iterator[Fault]:
    if minutes is None:
        return
    if isinstance(minutes, bool) or not isinstance(minutes, int) or minutes < 0:
        yield "minutes_range", "", {}


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_index(value: object, length: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < length


# What the ending demands ----------------------------------------------------------------------


def _played_faults(result: _Result) -> Iterator[Fault]:
    if not result.all_locked(result.winner):
        yield (
            "winner_not_locked",
            result.win_rule,
            {
                "side": result.name(result.winner),
                "locked": result.locked[result.winner],
                "full": result.full[result.winner],
            },
        )
    if len(result.sides) > 2:
        return  # P10: the others may have played on
    for index in range(len(result.sides)):
        if index != result.winner and result.all_locked(index):
            yield "loser_locked", result.win_rule, {"side": result.name(index)}


def _unfinished_faults(result: _Result) -> Iterator[Fault]:
    for index in range(len(result.sides)):
        if result.all_locked(index):
            yield "finished_not_played", result.win_rule, {"side": result.name(index)}


def _walkover_faults(result: _Result) -> Iterator[Fault]:
    for index, locked in enumerate(result.locked):
        if locked:
            yield "walkover_locked", "", {"side": result.name(index), "locked": locked}


_ENDING_FAULTS: Final[Mapping[str, Callable[[_Result], Iterator[Fault]]]] = {
    "played": _played_faults,
    "adjudicated": _unfinished_faults,
    "timeout": _unfinished_faults,
    "walkover": _walkover_faults,
}


# The final position and the places ------------------------------------------------------------


def _position_faults(result: _Result, places: object) -> Iterator[Fault]:
    try:
        position = Position.parse(result.game, places)
    except PositionError as error:
        yield f"position.{error.code}", "", error.params
        return
    for index, side in enumerate(result.sides):
        stands = position.side_locked(side)
        if stands != result.locked[index]:
            yield (
                "position_disagrees",
                "",
                {"side": result.name(index), "locked": result.locked[index], "stands": stands},
            )
    if result.ended == "played" and not position.finished(result.sides[result.winner]):
        yield "position_unfinished", result.win_rule, {"side": result.name(result.winner)}


def _places_faults(result: _Result, places: object) -> Iterator[Fault]:
    count = len(result.sides)
    ranking = [index for index in places if _is_index(index, count)] if _is_list(places) else []
    if not _is_list(places) or len(places) != count or sorted(ranking) != list(range(count)):
        yield "places_no_ranking", "", {"count": count}
        return
    if ranking[0] != result.winner:
        yield "places_winner", "", {"side": result.name(result.winner)}
        return
    # H4: whom the judges name the winner may have fewer pieces locked than another; below the
    # winner, and in a game that was played out, who has locked more stands higher.
    ranked = ranking if result.ended == "played" else ranking[1:]
    for higher, lower in pairwise(ranked):
        if result.locked[lower] > result.locked[higher]:
            yield (
                "places_contradicted",
                result.win_rule,
                {
                    "side": result.name(lower),
                    "locked": result.locked[lower],
                    "above": result.name(higher),
                    "fewer": result.locked[higher],
                },
            )
