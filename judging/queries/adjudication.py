"""Reads for the page that a game is decided from: facts, holds, openings, chances, willingness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.queries import SideState
from games.rules.errors import RulesError
from games.rules.partners import GAMES, RULE_SETS, Position
from games.rules.partners.evaluation import Standing, standing, wilson
from games.rules.partners.picture.words import Words
from judging.models import Forecast, LongGame, Willingness
from judging.openings import Hold, Opening, holds, openings
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """How often a side won a play-out, per cent, and between what the truth lies."""

    rate: int
    low: int
    high: int

    @property
    def width(self) -> int:
        """How wide the span of what may be true is."""
        return self.high - self.low


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFacts:
    """Everything a judge weighs about one side."""

    side: SideState
    standing: Standing | None
    """None while no position is set up."""
    chance: Chance | None
    word: Willingness | None
    """The newest word on its will to open."""
    openings: tuple[Opening, ...]
    blocks: int
    """Pieces of the others that its start fields hold up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldLine:
    """Who holds up whom, with the place in words."""

    hold: Hold
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """The page."""

    sides: tuple[SideFacts, ...]
    holds: tuple[HoldLine, ...]
    forecast: Forecast | None
    """The newest; of this position or an older one."""
    fresh: bool
    """Whether it is of the position that stands now."""


def adjudication(
    tournament: Tournament, game: LongGame | None, sides: Sequence[SideState], language: str
) -> Adjudication:
    """What is known about a table's game. Two queries."""
    position = position_of(tournament, game)
    forecast = (
        Forecast.objects.filter(pairing=game.pairing_id).order_by("-id").first() if game else None
    )
    fresh = forecast is not None and game is not None and forecast.position == game.position
    words: dict[int, Willingness] = {}
    if game is not None:
        for word in game.willingness.select_related("by").order_by("id"):
            words[word.side] = word
    found_holds: tuple[Hold, ...] = ()
    found_openings: tuple[Opening, ...] = ()
    if position is not None:
        rules = RULE_SETS.get(tournament.ruleset, RULE_SETS["dm-2018"])
        found_holds = holds(position)
        words_of = Words(GAMES[tournament.game].board, language)
        found_openings = tuple(
            replace(way, card=words_of.card(way.card)) for way in openings(position, rules)
        )
    return Adjudication(
        sides=tuple(
            SideFacts(
                side=side,
                standing=_standing(position, side),
                chance=_chance(forecast, position, side) if fresh else None,
                word=words.get(side.index),
                openings=tuple(
                    way
                    for way in found_openings
                    if position is not None and way.colour in _colours(position, side)
                ),
                blocks=sum(
                    hold.pieces
                    for hold in found_holds
                    if position is not None
                    and hold.owner in _colours(position, side)
                    and not hold.partner
                ),
            )
            for side in sides
        ),
        holds=tuple(
            HoldLine(hold=hold, place=_place(tournament, hold, language)) for hold in found_holds
        ),
        forecast=forecast,
        fresh=fresh,
    )


def position_of(tournament: Tournament, game: LongGame | None) -> Position | None:
    """The position kept at the table; None without one, or where nobody plays it out."""
    if game is None or not game.position or tournament.game not in GAMES:
        return None
    try:
        return Position.parse(GAMES[tournament.game], game.position)
    except RulesError:
        return None


def locked_of(position: Position | None, sides: Sequence[SideState]) -> list[Any]:
    """Pieces locked by each side in the position; empty without one."""
    if position is None:
        return []
    return [sum(position.locked(one) for one in _colours(position, side)) for side in sides]


def _colours(position: Position, side: SideState) -> tuple[str, ...]:
    """The side's colours; the game's own where the draw set none."""
    own = position.game.sides
    return side.colours or (own[side.index] if side.index < len(own) else ())


def _side_of(position: Position, side: SideState) -> int | None:
    """The engine's number of the side that plays these colours."""
    wanted = set(_colours(position, side))
    sides = position.game.sides
    return next((n for n, colours in enumerate(sides) if set(colours) == wanted), None)


def _standing(position: Position | None, side: SideState) -> Standing | None:
    number = _side_of(position, side) if position is not None else None
    return standing(position, number) if position is not None and number is not None else None


def _chance(forecast: Forecast | None, position: Position | None, side: SideState) -> Chance | None:
    if forecast is None or position is None or not forecast.wins or not forecast.done:
        return None
    number = _side_of(position, side)
    if number is None:
        return None
    wins = forecast.wins[number]
    low, high = wilson(wins, forecast.done)
    return Chance(
        rate=round(100 * wins / forecast.done), low=int(100 * low), high=-int(-100 * high // 1)
    )


def _place(tournament: Tournament, hold: Hold, language: str) -> str:
    board = GAMES[tournament.game].board
    words = Words(board, language)
    if board.codes[hold.place] < board.ring:
        return words.place(hold.place)
    return words.place(f"{hold.colour}:{hold.place}")
