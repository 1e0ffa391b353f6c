"""Reads for the page that a game is decided from: facts, holds, openings, chances, willingness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from games.game_settings import PartnersSettings, settings_of
from games.queries import SideState
from games.rules.errors import RulesError
from games.rules.partners import GAMES, Position
from games.rules.partners.evaluation import Standing, standing, wilson
from games.rules.partners.picture.words import Words
from judging.models import Forecast, LongGame, Willingness
from judging.openings import Hold, Opening, holds, openings
from judging.queries.position_facts import PlainFacts, plain_facts
from tournaments.models import Round, Tournament

#: So many ways to open are shown at once; the dearer ones open.
FEW_OPENINGS: Final = 8


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
    """When everybody plays with some sense."""
    by_lot: Chance | None
    """When everybody plays any card anyhow."""
    word: Willingness | None
    """The newest word on its will to open."""
    openings: tuple[Opening, ...]
    """Moves of its own that free others, the cheapest first; at most `FEW_OPENINGS`."""
    more_openings: tuple[Opening, ...]
    """The dearer ones."""
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
    """Whether it is of the position that stands now, by the rules that hold now."""
    plain: PlainFacts | None = None
    """What the position says in a game that is neither locked nor played out by bots."""


def adjudication(
    round_: Round, game: LongGame | None, sides: Sequence[SideState], language: str
) -> Adjudication:
    """What is known about a table's game, by the rules of its round. Two queries."""
    tournament, settings = round_.tournament, settings_of(round_)
    setup = settings.setup if isinstance(settings, PartnersSettings) else None
    position = position_of(tournament, game)
    forecast = (
        Forecast.objects.filter(pairing=game.pairing_id).order_by("-id").first() if game else None
    )
    fresh = (
        forecast is not None
        and game is not None
        and setup is not None
        and forecast.position == game.position
        and forecast.rules == (setup.ruleset, setup.options)
    )
    words: dict[int, Willingness] = {}
    if game is not None:
        for word in game.willingness.select_related("by").order_by("id"):
            words[word.side] = word
    found_holds: tuple[Hold, ...] = ()
    found_openings: tuple[Opening, ...] = ()
    if position is not None and setup is not None:
        found_holds = holds(position)
        words_of = Words(GAMES[tournament.game].board, language)
        found_openings = tuple(
            replace(way, card=words_of.card(way.card)) for way in openings(position, setup.rules)
        )

    def ways_of(side: SideState) -> tuple[Opening, ...]:
        if position is None:
            return ()
        colours = _colours(position, side)
        return tuple(way for way in found_openings if way.colour in colours)

    return Adjudication(
        sides=tuple(
            SideFacts(
                side=side,
                standing=_standing(position, side),
                chance=_chance(forecast.wins, position, side) if forecast and fresh else None,
                by_lot=_chance(forecast.wins_by_lot, position, side)
                if forecast and fresh
                else None,
                word=words.get(side.index),
                openings=ways_of(side)[:FEW_OPENINGS],
                more_openings=ways_of(side)[FEW_OPENINGS:],
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
        plain=plain_facts(tournament, game, language),
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


def _chance(wins: Sequence[int], position: Position | None, side: SideState) -> Chance | None:
    """Of the games that ``wins`` counts for each side; None before the first."""
    games = sum(wins)
    number = _side_of(position, side) if position is not None and games else None
    if number is None:
        return None
    low, high = wilson(wins[number], games)
    return Chance(
        rate=round(100 * wins[number] / games), low=int(100 * low), high=-int(-100 * high // 1)
    )


def _place(tournament: Tournament, hold: Hold, language: str) -> str:
    board = GAMES[tournament.game].board
    words = Words(board, language)
    if board.codes[hold.place] < board.ring:
        return words.place(hold.place)
    return words.place(f"{hold.colour}:{hold.place}")
