"""A question to the rule desk of Kroket, as an address and read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.rules.kroket import BALLS, VARIANTS, Setup
from games.rules.kroket.deck import Mark
from games.rules.kroket.ends import is_shot
from games.rules.kroket.motion import HEDGE, READY
from judging.rule_desk.kroket_answers import MOMENTS, PLAYED
from judging.rule_desk.kroket_claims import CLAIMS
from judging.rule_desk.model import Query, encoded

_MARK: Final = re.compile(r"([NS]?[EW]?)([1-9])")
_NUMBERS: Final = {str(number) for number in range(21)}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, read."""

    balls: dict[str, dict[str, Any]]
    player: str
    card: str
    direction: str
    marks: tuple[Mark, ...]
    claim: str
    answer: str
    """A red or blue card, whether it may be played."""
    by: str
    moment: str
    way: str

    def query(self, **more: str) -> str:
        """The same question as an address, perhaps showing something else."""
        fields: dict[str, Any] = {}
        for name, ball in self.balls.items():
            fields[name] = f"hedge:{ball['left']}" if ball["at"] == HEDGE else ball["at"]
            fields[f"{name}_reached"] = ball["reached"] or ""
        fields |= {"player": self.player, "card": self.card, "direction": self.direction}
        fields |= {"marks": " ".join(map(str, self.marks)), "claim": self.claim}
        if self.answer:
            fields |= {"answer": self.answer, "by": self.by, "moment": self.moment}
        return encoded(fields | more)


def read(query: Query, setup: Setup) -> Asked:
    """The question in `query`, about a game of `setup`; what makes no sense is left out."""
    fewest, most = VARIANTS[setup.variant]
    named = [name for name in BALLS[:most] if first(query, name) not in ("", "none")]
    playing = BALLS[: max(fewest, len(named))] if named else BALLS[:most]
    player, direction = first(query, "player"), first(query, "direction")
    card, answer = first(query, "card"), first(query, "answer")
    claim, by, moment = first(query, "claim"), first(query, "by"), first(query, "moment")
    deck, ways = setup.deck, setup.course.kind.directions
    player = player if player in playing else playing[0]
    after = playing[(playing.index(player) + 1) % len(playing)]
    return Asked(
        balls={name: ball_in(query, name) for name in playing},
        player=player,
        card=card if is_shot(setup, card) else "",
        direction=direction if direction in ways else "",
        marks=marks_in(" ".join(query.get("marks", ())), ways),
        claim=claim if claim in CLAIMS else "",
        answer=answer if answer in deck.reactions else "",
        by=by if by in playing else after,
        moment=moment if moment in MOMENTS else PLAYED,
        way=first(query, "way", 300),
    )


def ball_in(query: Query, name: str) -> dict[str, Any]:
    at = first(query, name) or READY
    reached = first(query, f"{name}_reached")
    where, _colon, left = at.partition(":")
    ball: dict[str, Any] = {"at": where, "reached": int(reached) if reached in _NUMBERS else 0}
    if where == HEDGE:
        ball["left"] = left
    return ball


def place_of(ball: Mapping[str, Any] | None) -> str:
    if ball is None:
        return ""
    return f"{HEDGE}:{ball.get('left', '')}" if ball["at"] == HEDGE else str(ball["at"])


def marks_in(text: str, ways: tuple[str, ...]) -> tuple[Mark, ...]:
    """Marks such as "NE2 S1"; what is none is left out."""
    found = []
    for word in text[:80].upper().replace(",", " ").split()[:8]:
        match = _MARK.fullmatch(word)
        if match is not None and match[1] in ways:
            found.append(Mark(match[1], int(match[2])))
    return tuple(found)


def first(query: Query, name: str, longest: int = 80) -> str:
    values = query.get(name, ())
    return values[0][:longest] if values else ""
