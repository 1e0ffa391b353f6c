"""The rule desk of Kroket: balls, a shot, what is claimed for it, a card against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import parse_qsl

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rules.errors import RulesError
from games.rules.kroket import BALLS, QUIET, VARIANTS, Setup
from games.rules.kroket.course_svg import course_svg
from games.rules.kroket.ends import End, ends, refusal
from games.rules.kroket.motion import HEDGE, HOME, READY, Ball
from games.rules.kroket.picture.words import Words
from games.rules.kroket.position import Position
from games.rules.kroket.shots import steps_of
from judging.rule_desk.kroket_answers import BEFORE, MOVED, PLAYED, Shot, why_not
from judging.rule_desk.kroket_claims import HIT, HOOP, STAKE, Finding, judge
from judging.rule_desk.kroket_question import Asked, first, place_of, read
from judging.rule_desk.model import Answer, Query, Way, WhyNot, encoded

#: Ways that are listed; a free shot can have hundreds.
LISTED: Final = 60

DIRECTIONS: Final = {
    "N": gettext_lazy("north"),
    "NE": gettext_lazy("north-east"),
    "E": gettext_lazy("east"),
    "SE": gettext_lazy("south-east"),
    "S": gettext_lazy("south"),
    "SW": gettext_lazy("south-west"),
    "W": gettext_lazy("west"),
    "NW": gettext_lazy("north-west"),
}
CLAIM_WORDS: Final = {
    "": gettext_lazy("where it ends"),
    HOOP: gettext_lazy("a hoop was passed"),
    HIT: gettext_lazy("a ball was hit"),
    STAKE: gettext_lazy("the stake was reached"),
}
MOMENT_WORDS: Final = {
    BEFORE: gettext_lazy("before the shot"),
    PLAYED: gettext_lazy("when the shot has been declared"),
    MOVED: gettext_lazy("when the balls have moved"),
}


class KroketDesk:
    """Asks the engine of Kroket.

    Fields of a question: each ball's name with the cell it lies on ("start", "home", or "hedge:a5"
    for where it left) and `<ball>_reached`, the hoops and stakes it has behind it; `player`, the
    ball to be shot, `card`, `direction`; `marks`, what is drawn for reflections; `claim`, what is
    to count; `answer`, `by` and `moment`, a card that is to be played against it; `way`, which of
    the ways to show. A ball that is not named does not play.
    """

    template: Final = "judging/rule_desk/kroket.html"

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def ask(self, query: Query, language: str) -> Answer:
        asked = read(query, self.setup)
        setup = self._setup(len(asked.balls))
        try:
            position = Position.parse(setup, asked.balls)
        except RulesError as error:
            return Answer(
                board=self._board(setup, self._possible(setup, asked), language),
                query=asked.query(),
                position=None,
                problem=error.message(language),
            )
        if not asked.card:
            return Answer(
                board=self._board(setup, position.balls, language),
                query=asked.query(),
                position=position.as_json(),
            )
        return self._answer(asked, position, language)

    def _setup(self, players: int) -> Setup:
        """The tournament's, at a table of so many; the others may play on after the first."""
        fewest, most = VARIANTS[self.setup.variant]
        return replace(self.setup, players=max(fewest, min(most, players)), play_on=True)

    def _answer(self, asked: Asked, position: Position, language: str) -> Answer:
        setup, words = position.setup, Words(language)
        seat = setup.seat(asked.player)
        barred = refusal(position, seat)
        if barred is not None:
            return self._told(
                asked, position, language, headline=_("No. The ball cannot be shot."),
                details=barred.message(language), rules=(barred.rule,),
            )  # fmt: skip
        directions = (asked.direction,) if asked.direction else setup.course.kind.directions
        found = ends(position, seat, asked.card, directions, asked.marks)
        shown = next((end for end in found if end.notation == asked.way), None)
        if shown is None and len(found) == 1:
            shown = found[0]
        if asked.answer:
            return self._answered(asked, position, shown or found[0], language)
        if not asked.claim:
            return self._told(
                asked, position, language, verdict="yes", found=found, shown=shown,
                headline=_where(shown, position, words) if shown else ngettext(
                    "It can end in one way.", "It can end in %(ways)s ways.", len(found)
                ) % {"ways": len(found)},
            )  # fmt: skip
        judged = [
            (end, judge(asked.claim, end, position, seat, self._flights(asked, end), words))
            for end in found
        ]
        return self._claimed(asked, position, judged, shown, language)

    def _claimed(
        self,
        asked: Asked,
        position: Position,
        judged: list[tuple[End, Finding]],
        shown: End | None,
        language: str,
    ) -> Answer:
        """The answer to a claim: of the way shown, or of every way that the shot can go."""
        counting = [end for end, finding in judged if finding.counts]
        one = next((finding for end, finding in judged if end is shown), None)
        verdict = one.counts if one is not None else bool(counting)
        if one is not None:
            headline = _("Yes, it counts.") if verdict else _("No, it does not count.")
        elif counting:
            headline = ngettext(
                "Yes, in one of %(ways)s ways.", "Yes, in %(count)s of %(ways)s ways.",
                len(counting),
            ) % {"count": len(counting), "ways": len(judged)}  # fmt: skip
        else:
            headline = _("No, in none of the ways that it can go.")
        said = one or next((finding for _end, finding in judged if finding.counts == verdict), None)
        refused = {} if one is not None else {
            end.notation: finding for end, finding in judged if not finding.counts
        }  # fmt: skip
        return self._told(
            asked, position, language,
            verdict="yes" if verdict else "no",
            headline=headline,
            details=said.message if said and (one is not None or len(judged) == 1) else "",
            rules=said.rules if said else (),
            found=counting if one is None else [end for end, _finding in judged],
            shown=shown,
            why_not=tuple(
                WhyNot(
                    side="", rules=finding.rules, message=finding.message, card=notation,
                    query=asked.query(way=notation), shown=False,
                )
                for notation, finding in list(refused.items())[:LISTED]
            ),
        )  # fmt: skip

    def _answered(self, asked: Asked, position: Position, end: End, language: str) -> Answer:
        """Whether a red or blue card may be played against the shot."""
        setup = position.setup
        reaction = setup.deck.reactions[asked.answer]
        seat = setup.seat(asked.player)
        shot = Shot(seat, asked.card, _declared(asked, end), _path(end), asked.marks)
        illegal = why_not(position, shot, asked.moment, setup.seat(asked.by), asked.answer)
        names = {"card": reaction.name, "moment": MOMENT_WORDS[asked.moment]}
        headline = (
            _("Yes. “%(card)s” may be played %(moment)s.")
            if illegal is None
            else _("No. “%(card)s” may not be played %(moment)s.")
        )
        return self._told(
            asked, position, language,
            verdict="yes" if illegal is None else "no",
            headline=headline % names,
            details=reaction.text[language] if illegal is None else illegal.message(language),
            rules=("K10", "K12") if illegal is None else tuple(filter(None, [illegal.rule])),
            shown=end,
        )  # fmt: skip

    def _told(
        self, asked: Asked, position: Position, language: str, *, headline: str,
        verdict: str = "no", details: str = "", rules: tuple[str, ...] = (),
        found: list[End] | tuple[End, ...] = (), shown: End | None = None,
        why_not: tuple[WhyNot, ...] = (),
    ) -> Answer:  # fmt: skip
        listed = list(found[:LISTED])
        if shown is not None and found and shown not in listed:
            listed = [shown, *listed]
        return Answer(
            board=self._board(position.setup, position.balls, language, asked, shown),
            query=asked.query(way=asked.way),
            position=position.as_json(),
            question={
                "player": asked.player,
                "card": asked.card,
                "direction": asked.direction,
                "marks": [str(mark) for mark in asked.marks],
                "claim": asked.claim,
                "answer": asked.answer,
                "by": asked.by if asked.answer else "",
                "moment": asked.moment if asked.answer else "",
                "way": shown.notation if shown is not None and not asked.answer else "",
            },
            verdict=verdict,
            headline=headline,
            details=details,
            rules=rules,
            ways=tuple(
                Way("", end.notation, asked.query(way=end.notation), end is shown) for end in listed
            ),
            more_ways=max(0, len(found) - LISTED),
            why_not=why_not,
            told=_to_draw(shown, position.setup, Words(language)) if shown is not None else "",
        )

    def _flights(self, asked: Asked, end: End) -> tuple[bool, ...]:
        steps = steps_of(self.setup, asked.card, _declared(asked, end), _path(end))
        return tuple(airborne for _way, airborne in steps)

    def _board(
        self, setup: Setup, balls: tuple[Ball, ...], language: str,
        asked: Asked | None = None, shown: End | None = None, taps: bool = True,
    ) -> str:  # fmt: skip
        flights = self._flights(asked, shown) if asked is not None and shown is not None else ()
        return course_svg(
            setup.course,
            shown.position.balls if shown is not None else balls,
            shot=shown.motion if shown is not None else None,
            airborne=flights,
            variant=setup.variant,
            coordinates=True,
            places=taps,
            language=language,
        )

    def _possible(self, setup: Setup, asked: Asked) -> tuple[Ball, ...]:
        """The balls that can lie where they are said to; the others not put down yet."""
        waiting = {name: {"at": READY, "reached": 0} for name in setup.balls}
        balls = []
        for seat, name in enumerate(setup.balls):
            given = asked.balls.get(name, waiting[name])
            try:
                balls.append(Position.parse(setup, waiting | {name: given}).balls[seat])
            except RulesError:
                balls.append(Ball(READY))
        return tuple(balls)

    def form(self, query: Query, language: str) -> dict[str, Any]:
        asked, words = read(query, self.setup), Words(language)
        setup, deck = self.setup, self.setup.deck
        fewest, most = VARIANTS[setup.variant]
        edge = [
            cell for cell in setup.course.cells if not all(setup.course.neighbours[cell].values())
        ]
        whole = self._setup(most)
        return {
            "balls": [
                {
                    "key": name,
                    "name": words.ball(name),
                    "plays": name in asked.balls,
                    "must": seat < fewest,
                    "place": place_of(asked.balls.get(name)),
                    "reached": asked.balls.get(name, {}).get("reached", 0),
                    "targets": range(len(whole.targets[seat]) + 1),
                    "painted": name == (first(query, "paint") or asked.player),
                }
                for seat, name in enumerate(BALLS[:most])
            ],
            "cells": setup.course.cells,
            "edge": [(f"{HEDGE}:{cell}", cell) for cell in edge],
            "player": asked.player,
            "shots": [
                *((shot.id, shot.name) for shot in deck.shots.values()),
                (QUIET, deck.title_of(QUIET)),
            ],
            "card": asked.card,
            "directions": [(way, DIRECTIONS[way]) for way in setup.course.kind.directions],
            "direction": asked.direction,
            "marks": " ".join(map(str, asked.marks)),
            "claims": CLAIM_WORDS.items(),
            "claim": asked.claim,
            "answers": [(one.id, one.name) for one in deck.reactions.values()],
            "answer": asked.answer,
            "by": asked.by,
            "moments": MOMENT_WORDS.items(),
            "moment": asked.moment,
            "note": " ".join(setup.notes(language)),
        }

    def query_of(self, position: Any, question: Mapping[str, Any]) -> str:
        if not isinstance(position, Mapping):
            return ""
        fields: dict[str, Any] = {}
        for name in BALLS:
            if name in position:
                fields[name] = place_of(position[name])
                fields[f"{name}_reached"] = position[name].get("reached", 0) or ""
        kept = ("player", "card", "direction", "claim", "answer", "by", "moment", "way")
        fields |= {name: question.get(name, "") for name in kept}
        return encoded(fields | {"marks": " ".join(question.get("marks", ()))})

    def picture(self, position: Any, question: Mapping[str, Any], language: str) -> str:
        query = {name: [value] for name, value in parse_qsl(self.query_of(position, question))}
        asked = read(query, self.setup)
        setup = self._setup(len(asked.balls))
        try:
            found = Position.parse(setup, asked.balls)
        except RulesError:
            return ""
        shown = None
        if asked.way and asked.card:
            ways = (asked.direction,) if asked.direction else setup.course.kind.directions
            played = ends(found, setup.seat(asked.player), asked.card, ways, asked.marks)
            shown = next((end for end in played if end.notation == asked.way), None)
        return self._board(setup, found.balls, language, asked, shown, taps=False)


def _declared(asked: Asked, end: End) -> str:
    """The direction that was declared: of a free shot the first of its path."""
    words = end.notation.split()
    return _path(end)[0] if words[1] == "via" else words[1]


def _path(end: End) -> tuple[str, ...]:
    words = end.notation.split(" + ")[0].split()
    return tuple(words[2:-1]) if words[1] == "via" else ()


def _where(end: End, position: Position, words: Words) -> str:
    """Where the balls that moved have come to lie."""
    setup = position.setup
    told = []
    for seat, (ball, before) in enumerate(zip(end.position.balls, position.balls, strict=True)):
        if ball == before:
            continue
        name = words.ball(setup.balls[seat])
        if ball.where == HOME:
            told.append(_("%(ball)s is done") % {"ball": name})
        elif ball.where == HEDGE:
            told.append(
                _("%(ball)s leaves the course by %(cell)s") % {"ball": name, "cell": ball.cell}
            )
        else:
            told.append(_("%(ball)s ends on %(cell)s") % {"ball": name, "cell": ball.cell})
    return "; ".join(told)[:1].upper() + "; ".join(told)[1:] + "." if told else _("No ball moves.")


def _to_draw(end: End, setup: Setup, words: Words) -> str:
    """For which balls cards are still to be drawn."""
    waiting = [words.ball(setup.balls[bounce.seat]) for bounce in end.motion.todo]
    if not waiting:
        return ""
    return _("Still to be drawn: a card for the reflection of %(balls)s.") % {
        "balls": ", ".join(waiting)
    }
