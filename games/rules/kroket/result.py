"""Is this a result that a game of Kroket can have had?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from games.rules.messages import load_catalogue
from games.rules.problems import Fault, Problem, is_int, is_list, unknown_fields

CATALOGUE_PATH: Final = Path(__file__).with_name("messages.json")

ENDINGS: Final = ("played", "adjudicated", "timeout", "walkover")
STANDARD, THERE_AND_BACK, SIX = "standard", "there-and-back", "six"
VARIANTS: Final[Mapping[str, tuple[int, int]]] = {
    STANDARD: (3, 4),
    THERE_AND_BACK: (3, 4),
    SIX: (6, 6),
}
"""The fewest and the most players of each variant (K1, K11)."""

HOOPS: Final = 4
"""Hoops of a course where the result does not say (K1)."""
MOST_HOOPS: Final = 20

_FIELDS: Final = ("variant", "players", "balls", "ended", "hoops", "minutes")
_BALL_FIELDS: Final = ("hoops", "stake", "place")


class _Ball(NamedTuple):
    """One ball of a result; ``number`` counts from 1 in the result's own order."""

    hoops: int
    stake: bool
    place: int
    number: int

    @property
    def reached(self) -> tuple[int, bool]:
        """How far it came: hoops, then the last stake."""
        return self.hoops, self.stake


def hoops_to_pass(variant: str, hoops: int = HOOPS) -> int:
    """How many hoops a ball has to pass on a course of ``hoops``: twice as many there and back."""
    return 2 * hoops if variant == THERE_AND_BACK else hoops


def validate_result(result: Mapping[str, object], lang: str = "da") -> tuple[Problem, ...]:
    """What is wrong with the result of a game; nothing if it is valid.

    ``result`` has ``variant`` (one of ``VARIANTS``), ``players``, ``balls`` (each with ``hoops``
    passed, ``stake``: whether the last stake was reached, and ``place``) and ``ended`` (one of
    ``ENDINGS``); it may have ``hoops`` (those of the course, 4 if not said) and ``minutes``. Balls
    that came equally far and did not finish may share a place (1, 2, 2, 4). ``lang`` is what the
    problems' messages answer in by default. Faults of form are problems too.
    """
    catalogue = load_catalogue(CATALOGUE_PATH)
    return tuple(
        Problem(code, rule, params, catalogue, lang) for code, rule, params in _faults(result)
    )


def _faults(result: Mapping[str, object]) -> Iterator[Fault]:
    faults = list(_form_faults(result))
    yield from faults
    if faults:
        return
    variant, balls, ended = result["variant"], result["balls"], result["ended"]
    assert isinstance(variant, str) and isinstance(ended, str) and is_list(balls)
    course = result.get("hoops")
    full = hoops_to_pass(variant, course if isinstance(course, int) else HOOPS)
    read = list[_Ball]()
    faults = list(_read_balls(balls, full, read))
    yield from faults
    if faults:
        return
    ranked = sorted(read, key=lambda ball: ball.place)
    faults = list(_ranking_faults(ranked))
    yield from faults
    yield from _ENDING_FAULTS[ended](ranked, full)
    if not faults and ended != "walkover":
        # A judge may name a winner who is not ahead; below the winner the hoops still speak.
        yield from _order_faults(ranked[1:] if ended == "adjudicated" else ranked)


# The form -------------------------------------------------------------------------------------


def _form_faults(result: Mapping[str, object]) -> Iterator[Fault]:
    yield from unknown_fields(result, _FIELDS)
    variant, players, balls = result.get("variant"), result.get("players"), result.get("balls")
    ended = result.get("ended")
    if not isinstance(variant, str) or variant not in VARIANTS:
        yield "unknown_variant", "K11", {"variant": str(variant), "known": tuple(VARIANTS)}
    else:
        yield from _count_faults(variant, players)
    if not is_list(balls):
        yield "balls_not_list", "", {}
    elif is_int(players) and len(balls) != players:
        yield "ball_count", "K1", {"balls": len(balls), "players": players}
    if not isinstance(ended, str) or ended not in ENDINGS:
        yield "unknown_ending", "", {"ended": str(ended), "known": ENDINGS}
    hoops, minutes = result.get("hoops"), result.get("minutes")
    if hoops is not None and not (is_int(hoops) and 1 <= hoops <= MOST_HOOPS):
        yield "course_hoops", "K11", {"most": MOST_HOOPS}
    if minutes is not None and not (is_int(minutes) and minutes >= 0):
        yield "minutes_range", "", {}


def _count_faults(variant: str, players: object) -> Iterator[Fault]:
    fewest, most = VARIANTS[variant]
    if not is_int(players) or not fewest <= players <= most:
        rule = "K11" if variant == SIX else "K1"
        allowed = str(fewest) if fewest == most else f"{fewest}–{most}"
        yield "player_count", rule, {"players": str(players), "allowed": allowed}


def _read_balls(balls: Sequence[object], full: int, into: list[_Ball]) -> Iterator[Fault]:
    for number, ball in enumerate(balls, 1):
        if not isinstance(ball, Mapping):
            yield "ball_form", "", {"ball": number}
            continue
        faults = list(_ball_faults(number, ball, full, len(balls)))
        yield from faults
        if not faults:
            into.append(_Ball(ball["hoops"], ball["stake"], ball["place"], number))


def _ball_faults(
    number: int, ball: Mapping[object, object], full: int, count: int
) -> Iterator[Fault]:
    yield from unknown_fields(ball, _BALL_FIELDS)
    hoops, stake, place = ball.get("hoops"), ball.get("stake"), ball.get("place")
    if not is_int(hoops) or not 0 <= hoops <= full:
        yield "ball_hoops", "K1", {"ball": number, "full": full}
    if not isinstance(stake, bool):
        yield "ball_stake", "", {"ball": number}
    elif stake and is_int(hoops) and hoops < full:
        yield "stake_too_soon", "K1", {"ball": number, "hoops": hoops, "full": full}
    if not is_int(place) or not 1 <= place <= count:
        yield "ball_place", "", {"ball": number, "count": count}


# The places -----------------------------------------------------------------------------------


def _ranking_faults(ranked: Sequence[_Ball]) -> Iterator[Fault]:
    """Places are 1, 2, 3, … with gaps only after shared ones, and one winner."""
    places = [ball.place for ball in ranked]
    first = {place: places.index(place) + 1 for place in places}
    if any(place != at for place, at in first.items()):
        yield "places_no_ranking", "K1", {"places": tuple(places)}
        return
    shared = Counter(places)
    if shared[1] > 1:
        yield "winner_shared", "K1", {"count": shared[1]}
    for place in sorted(place for place, balls in shared.items() if balls > 1 and place > 1):
        balls = [ball for ball in ranked if ball.place == place]
        if len({ball.reached for ball in balls}) > 1 or balls[0].stake:
            numbers = tuple(ball.number for ball in balls)
            yield "place_shared", "K1", {"place": place, "balls": numbers}


def _order_faults(ranked: Sequence[_Ball]) -> Iterator[Fault]:
    """Nobody below has more than the one above."""
    for above, below in pairwise(ranked):
        if below.place > above.place and below.reached > above.reached:
            yield (
                "places_contradicted",
                "K1",
                {
                    "ball": below.number,
                    "hoops": below.hoops,
                    "above": above.number,
                    "fewer": above.hoops,
                },
            )


# What the ending demands ----------------------------------------------------------------------


def _played_faults(ranked: Sequence[_Ball], full: int) -> Iterator[Fault]:
    winner = ranked[0]
    if winner.hoops < full:
        params = {"ball": winner.number, "hoops": winner.hoops, "full": full}
        yield "winner_hoops", "K1", params
    elif not winner.stake:
        yield "winner_stake", "K1", {"ball": winner.number}


def _unfinished_faults(ranked: Sequence[_Ball], full: int) -> Iterator[Fault]:
    for ball in ranked:
        if ball.stake:
            yield "finished_not_played", "K1", {"ball": ball.number}


def _walkover_faults(ranked: Sequence[_Ball], full: int) -> Iterator[Fault]:
    for ball in ranked:
        if ball.hoops:
            yield "walkover_hoops", "", {"ball": ball.number, "hoops": ball.hoops}


_ENDING_FAULTS: Final[Mapping[str, Callable[[Sequence[_Ball], int], Iterator[Fault]]]] = {
    "played": _played_faults,
    "adjudicated": _unfinished_faults,
    "timeout": _unfinished_faults,
    "walkover": _walkover_faults,
}
