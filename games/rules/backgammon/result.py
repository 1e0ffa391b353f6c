"""Is this a result that a match of backgammon can have had?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.rules.backgammon.match import MatchState
from games.rules.backgammon.position import CATALOGUE_PATH
from games.rules.backgammon.rules import KINDS, SINGLE, MatchRules, Outcome, Penalty
from games.rules.messages import load_catalogue
from games.rules.problems import Fault, Problem, is_int, is_list, unknown_fields

LONGEST: Final = 999
"""The longest match that makes sense."""

_FIELDS: Final = ("length", "winner", "score", "games")
_GAME_FIELDS: Final = ("winner", "kind", "cube", "dropped")
_PENALTY_FIELDS: Final = ("side", "penalty")


def validate_result(
    result: Mapping[str, object],
    lang: str = "da",
    *,
    crawford: bool = True,
    start: tuple[int, int] = (0, 0),
    finished: bool = True,
) -> tuple[Problem, ...]:
    """What is wrong with the result of a match; nothing if it is valid.

    ``result`` has ``length``, ``winner`` (0 or 1), ``score`` (two numbers) and may have ``games``
    in their order, each with ``winner``, ``kind`` ("single", "gammon", "backgammon"), ``cube``
    (the value that counts) and ``dropped``. Among them a penalty stands where it was given:
    ``{"side": 1, "penalty": 2}`` gave side 1 two points. The winner's score may stand as won or
    capped at the length. ``lang`` is what the problems' messages answer in by default. Faults of
    form are problems too.

    ``crawford``: whether the Crawford rule counts. ``start``: points that each had before the
    first game, as by a penalty. Not ``finished``: the match was stopped, so nobody can have
    reached the length.
    """
    catalogue = load_catalogue(CATALOGUE_PATH)
    return tuple(
        Problem(code, rule, params, catalogue, lang)
        for code, rule, params in _faults(result, crawford, start, finished)
    )


def _faults(
    result: Mapping[str, object], crawford: bool, start: tuple[int, int], finished: bool
) -> Iterator[Fault]:
    yield from unknown_fields(result, _FIELDS)
    length, winner, score = result.get("length"), result.get("winner"), result.get("score")
    form = list(_form_faults(length, winner, score))
    yield from form
    games = list[Outcome | Penalty]()
    if result.get("games") is not None:
        unreadable = list(_read_games(result["games"], games))
        yield from unreadable
        form += unreadable
    if form:
        return
    assert isinstance(length, int) and isinstance(winner, int) and isinstance(score, list | tuple)
    points = (score[0], score[1])
    wrong_score = list(_score_faults(length, winner, points, finished))
    wrong_score += [
        ("score_disagrees", "G11", {"side": side, "points": points[side], "games": start[side]})
        for side in (0, 1)
        if points[side] < start[side]
    ]
    yield from wrong_score
    if result.get("games") is not None:
        state = MatchState(MatchRules(length, crawford=crawford), start)
        yield from _games_faults(state, winner, points, games, finished)
        return
    plain = finished and not wrong_score and start == (0, 0)
    if plain and not _reachable(length, points[winner], points[1 - winner], crawford):
        yield "score_unreachable", "G11", {"points": points[winner], "length": length}


# The form --------------------------------------------------------------------------------------


def _form_faults(length: object, winner: object, score: object) -> Iterator[Fault]:
    if not is_int(length) or not 1 <= length <= LONGEST:
        yield "length", "G11", {"most": LONGEST}
    if not is_int(winner) or winner not in (0, 1):
        yield "winner", "", {}
    if (
        not is_list(score)
        or len(score) != 2
        or not all(is_int(points) and points >= 0 for points in score)
    ):
        yield "score", "", {}


def _read_games(games: object, into: list[Outcome | Penalty]) -> Iterator[Fault]:
    if not is_list(games):
        yield "games", "", {}
        return
    for number, game in enumerate(games, 1):
        if not isinstance(game, Mapping):
            yield "game_form", "", {"game": number}
            continue
        if "penalty" in game:
            yield from _read_penalty(number, game, into)
            continue
        yield from unknown_fields(game, _GAME_FIELDS)
        faults = list(_game_form_faults(number, game))
        yield from faults
        if not faults:
            into.append(
                Outcome(game["winner"], game["kind"], game["cube"], game.get("dropped", False))
            )


def _read_penalty(
    number: int, written: Mapping[object, object], into: list[Outcome | Penalty]
) -> Iterator[Fault]:
    yield from unknown_fields(written, _PENALTY_FIELDS)
    side, points = written.get("side"), written.get("penalty")
    if not is_int(side) or side not in (0, 1) or not is_int(points) or not 1 <= points <= LONGEST:
        yield "penalty_form", "G11", {"line": number, "most": LONGEST}
    else:
        into.append(Penalty(side, points))


def _game_form_faults(number: int, game: Mapping[object, object]) -> Iterator[Fault]:
    winner, kind, cube = game.get("winner"), game.get("kind"), game.get("cube")
    dropped = game.get("dropped", False)
    if not is_int(winner) or winner not in (0, 1):
        yield "game_winner", "", {"game": number}
    if not isinstance(kind, str) or kind not in KINDS:
        yield "game_kind", "G9", {"game": number, "known": tuple(KINDS)}
    if not is_int(cube) or cube < 1 or cube & (cube - 1):
        yield "game_cube", "G10", {"game": number}
    if not isinstance(dropped, bool):
        yield "game_dropped", "", {"game": number}
    elif dropped and kind != SINGLE:
        yield "dropped_not_single", "G10", {"game": number}


# The score -------------------------------------------------------------------------------------


def _score_faults(
    length: int, winner: int, score: tuple[int, int], finished: bool
) -> Iterator[Fault]:
    if finished and score[winner] < length:
        yield "winner_short", "G11", {"points": score[winner], "length": length}
    if not finished and score[winner] >= length:
        yield "stopped_but_reached", "G11", {"points": score[winner], "length": length}
    if score[1 - winner] >= length:
        yield "loser_reached", "G11", {"points": score[1 - winner], "length": length}


def _reachable(length: int, won: int, lost: int, crawford: bool) -> bool:
    """Whether a last game can have brought the winner to ``won`` points.

    Every score below the length can be reached, and from each a game to 1, 2 or 3 points; a
    higher one needs a turned cube, which is out in the Crawford game.
    """
    if won == length:
        return True
    last = length - 1
    for before in range(length):
        points = won - before
        if points in KINDS.values():
            return True
        if not any(_power_of_two(points, times) for times in KINDS.values()):
            continue
        after_crawford = (before == last and lost >= 1) or (lost == last and before >= 1)
        if not crawford or after_crawford or max(before, lost) < last:
            return True
    return False


def _power_of_two(points: int, times: int) -> bool:
    cube, rest = divmod(points, times)
    return not rest and cube & (cube - 1) == 0


def _games_faults(
    state: MatchState,
    winner: int,
    score: tuple[int, int],
    games: Sequence[Outcome | Penalty],
    finished: bool,
) -> Iterator[Fault]:
    rules = state.rules
    for game in games:
        number = state.games + 1
        if state.winner is not None:
            yield "played_on_result", "G11", {"game": number, "length": rules.length}
            return
        if isinstance(game, Penalty):
            state = state.went(game)
            continue
        if state.crawford and game.cube != 1:
            yield "crawford_cube", "G11", {"game": number, "cube": game.cube}
        elif state.crawford and game.dropped:
            yield "crawford_drop", "G11", {"game": number}
        state = state.went(game)
    if state.winner is None and finished:
        yield (
            "nobody_reached",
            "G11",
            {"length": rules.length, "first": state.score[0], "second": state.score[1]},
        )
        return
    if state.winner is not None and state.winner != winner:
        yield "other_winner", "G11", {"winner": winner, "games": state.winner}
        return
    for side in (0, 1):
        counted = {state.score[side]}
        if side == winner and finished:
            counted.add(rules.length)
        if score[side] not in counted:
            yield (
                "score_disagrees",
                "G11",
                {"side": side, "points": score[side], "games": state.score[side]},
            )
