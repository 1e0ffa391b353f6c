"""What a shot of Kroket may claim: a hoop, a ball to croquet, the stake; and why it may not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _

from games.rules.kroket.ends import End
from games.rules.kroket.motion import BALL, COURSE, HEDGE, LEG, Motion
from games.rules.kroket.picture.words import Words
from games.rules.kroket.position import Position

HOOP, HIT, STAKE = "hoop", "hit", "stake"
CLAIMS: Final = (HOOP, HIT, STAKE)


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a claim counts, by which rules, and the sentence that says so."""

    counts: bool
    rules: tuple[str, ...]
    message: str
    cell: str = ""
    """Where it was decided."""


@dataclass(frozen=True, slots=True)
class _Shot:
    """A shot that was played, as the claims look at it."""

    position: Position
    seat: int
    motion: Motion
    flights: tuple[bool, ...]
    words: Words

    @property
    def way(self) -> tuple[str, ...]:
        """The cells that the ball went over before anything turned it."""
        return self.motion.ways[0][1] if self.motion.ways else ()

    @property
    def own_ways(self) -> tuple[tuple[str, ...], ...]:
        return tuple(way for seat, way in self.motion.ways if seat == self.seat)

    def flew_over(self, cells: frozenset[str]) -> str:
        """The first of `cells` that the ball flew over; empty if none."""
        over = zip(self.way[1:], self.flights, strict=False)
        return next((cell for cell, airborne in over if airborne and cell in cells), "")

    @property
    def stopped_by_draw(self) -> bool:
        """Whether a card is still to be drawn for the own ball's reflection."""
        return any(bounce.seat == self.seat for bounce in self.motion.todo)


def judge(claim: str, end: End, position: Position, seat: int, flights: tuple[bool, ...],
          words: Words) -> Finding:  # fmt: skip
    """Whether `claim` (one of `CLAIMS`) counts for the ball of `seat` after the shot in `end`.

    `flights` says which of the shot's steps are in the air.
    """
    return _JUDGES[claim](_Shot(position, seat, end.motion, flights, words))


def _hoop(shot: _Shot) -> Finding:
    setup, seat = shot.position.setup, shot.seat
    targets = setup.targets[seat]
    reached = shot.position.balls[seat].reached
    passed = [at for one, at in shot.motion.passes if one == seat and targets[at].hoop >= 0]
    if passed:
        return _passed(shot, [setup.course.hoops[targets[at].hoop].order for at in passed])
    if reached >= len(targets) or targets[reached].hoop < 0:
        return Finding(False, ("K1",), _("It has passed its hoops; the stake comes next."))
    target = targets[reached]
    hoop = setup.course.hoops[target.hoop]
    names = {"hoop": hoop.order, "cell": hoop.cell}
    over = shot.flew_over(frozenset(hoop.cells))
    if over:
        text = _(
            "It flew over hoop %(hoop)s: in the air a ball passes nothing. "
            "Only a card says otherwise."
        )
        return Finding(False, ("K5", "K12"), text % names, over)
    for way in shot.own_ways:
        for here, there in pairwise(way):
            if there == hoop.cell:
                text = _("It rolled into hoop %(hoop)s from the wrong side.")
                return Finding(False, ("K1",), text % names, here)
    last = shot.own_ways[-1][-1] if shot.own_ways else ""
    legs = {leg.cell: leg for leg in hoop.legs}
    if last in legs and shot.stopped_by_draw:
        names |= {"ways": ", ".join(target.through(legs[last]))}
        text = _(
            "It met a leg of hoop %(hoop)s and lies there. It passes if it came from the right "
            "side and the card drawn says %(ways)s."
        )
        return Finding(False, ("K6", "K7"), text % names, last)
    if any(way[-1] in legs for way in shot.own_ways):
        text = _("It met a leg of hoop %(hoop)s, and the reflection does not lead through.")
        return Finding(False, ("K7",), text % names, last)
    wrong = next(
        (cell for way in shot.own_ways for cell in way[1:] if cell in setup.course.mouths), ""
    )
    if wrong:
        names |= {"other": setup.course.hoops[setup.course.mouths[wrong]].order}
        text = _("It passed hoop %(other)s, but hoop %(hoop)s comes next.")
        return Finding(False, ("K1",), text % names, wrong)
    text = _("It did not come through hoop %(hoop)s on %(cell)s.")
    return Finding(False, ("K1",), text % names, hoop.cell)


def _passed(shot: _Shot, hoops: list[int]) -> Finding:
    names = {"hoops": ", ".join(map(str, hoops))}
    rolled = shot.motion.ways[0][0] == shot.seat and not shot.motion.reflected
    text = _("Hoop %(hoops)s counts, and gives an extra shot at once.")
    return Finding(True, ("K1", "K3") if rolled else ("K1", "K3", "K7"), text % names)


def _hit(shot: _Shot) -> Finding:
    setup, seat, motion = shot.position.setup, shot.seat, shot.motion
    met = [other for one, other in motion.hits if one == seat]
    if met:
        ball = shot.words.ball(setup.balls[met[-1]])
        on_course = motion.balls[seat].where == motion.balls[met[-1]].where == COURSE
        if on_course:
            text = _("It met the %(ball)s ball: that one may be croqueted.")
            return Finding(True, ("K8",), text % {"ball": ball}, motion.balls[met[-1]].cell)
        text = _("It met the %(ball)s ball, but both have to be on the course for a croquet.")
        return Finding(False, ("K8", "K9"), text % {"ball": ball})
    lying = {
        ball.cell: other
        for other, ball in enumerate(shot.position.balls)
        if other != seat and ball.where == COURSE
    }
    over = shot.flew_over(frozenset(lying))
    if over:
        text = _("It flew over the %(ball)s ball: in the air a ball meets nothing.")
        ball = shot.words.ball(setup.balls[lying[over]])
        return Finding(False, ("K5",), text % {"ball": ball}, over)
    return Finding(False, ("K8",), _stopped(shot) or _("It met no ball."))


def _stopped(shot: _Shot) -> str:
    """What the ball met instead; empty when it met nothing."""
    motion, seat = shot.motion, shot.seat
    last = shot.way[-1] if shot.way else ""
    if motion.balls[seat].where == HEDGE:
        return _("It left the course by %(cell)s.") % {"cell": motion.balls[seat].cell}
    off = next((one.off for one in motion.todo if one.seat == seat), "")
    if off and off != BALL:
        words = {LEG: _("a leg of a hoop")}.get(off, _("a stake or the tree"))
        return _("It met %(what)s on %(cell)s, and no ball.") % {"what": words, "cell": last}
    return ""


def _stake(shot: _Shot) -> Finding:
    setup, seat = shot.position.setup, shot.seat
    targets = setup.targets[seat]
    reached = shot.position.balls[seat].reached
    if any(one == seat and targets[at].stake for one, at in shot.motion.passes):
        return Finding(True, ("K1",), _("It has reached the stake."))
    if reached < len(targets) and targets[reached].hoop >= 0:
        hoop = setup.course.hoops[targets[reached].hoop].order
        text = _("Hoop %(hoop)s comes first; the stake counts after that.")
        return Finding(False, ("K1",), text % {"hoop": hoop})
    over = shot.flew_over(frozenset(setup.course.stakes.values()))
    if over:
        text = _("It flew over the stake: in the air a ball meets nothing.")
        return Finding(False, ("K5",), text, over)
    return Finding(False, ("K1",), _("It did not come to the stake."))


_JUDGES: Final[Mapping[str, Callable[[_Shot], Finding]]] = {
    HOOP: _hoop,
    HIT: _hit,
    STAKE: _stake,
}
