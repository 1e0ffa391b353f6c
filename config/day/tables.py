"""What happens at a virtual table: bots play the game, move by move, and write it down."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import prefetch_related_objects

from config.day.bots import SlippingBall, SlippingChecker, bot_of, slips_of
from games.domain.game_records import proven
from games.domain.game_results import Typed
from games.domain.seats import colours_of, seats_of
from games.game_settings import (
    BackgammonSettings,
    KroketSettings,
    PartnersSettings,
    minutes_of,
    settings_of,
)
from games.rules.backgammon import playing as backgammon
from games.rules.backgammon.record import Throw
from games.rules.backgammon.record_writer import write_record
from games.rules.kroket import playing as kroket
from games.rules.kroket.record import Turn as KroketTurn
from games.rules.partners import playing as partners
from games.rules.partners.bots import Bot
from games.rules.partners.record import Turn
from tournaments.models import Entry, Pairing, Seat, Tournament

__all__ = ["TableGame", "bot_of", "play_table"]

#: Deals of Partners after which the clock has run out; most games take half of them.
MOST_DEALS: Final = 30
#: Turns of Kroket of one ball after which it has: nearly every game is over by then.
MOST_TURNS_A_BALL: Final = 100
#: What a turn takes, in minutes: with the dealing, with the cube, with the walk to the ball.
MINUTES_A_TURN: Final = 0.15
MINUTES_A_THROW: Final = 0.25
MINUTES_A_SHOT: Final = 0.5


@dataclass(frozen=True)
class TableGame:
    """A game that was played: the result as somebody would type it, and its record."""

    typed: Typed
    record: str


@dataclass(frozen=True)
class _Table:
    """Who plays where, and how."""

    pairing: Pairing
    tournament: Tournament
    seats: Sequence[Seat]
    colours: Sequence[Sequence[str]]
    settings: Any
    rng: random.Random
    most_minutes: int

    def entries(self, side: int) -> list[Entry]:
        return [seat.entry for seat in self.seats if seat.side == side]

    def minutes(self, turns: int, each: float) -> int:
        """What so many turns take, no longer than there was time."""
        taken = round(turns * each * self.rng.uniform(0.85, 1.15))
        return max(1, min(taken, self.most_minutes))

    def about(self) -> tuple[tuple[str, str], ...]:
        """Headers of a record: where and when."""
        table = str(self.pairing.table.number) if self.pairing.table else "-"
        return (
            ("Event", self.tournament.name),
            ("Date", self.tournament.date.isoformat()),
            ("Round", str(self.pairing.round.number)),
            ("Table", table),
        )


def play_table(
    pairing: Pairing, rng: random.Random, *, most_minutes: int | None = None
) -> TableGame:
    """Play the game of `pairing` with bots as strong as its entries, and write it down.

    The result is what the replay of the record says. `most_minutes` is how long the round has
    been running (None: as long as a game may take).
    """
    tournament, settings = pairing.round.tournament, settings_of(pairing.round)
    seats = seats_of(pairing)
    prefetch_related_objects([seat.entry for seat in seats], "players")
    table = _Table(
        pairing,
        tournament,
        seats,
        colours_of(tournament, seats),
        settings,
        rng,
        most_minutes or minutes_of(pairing.round),
    )
    record, minutes = _PLAY[type(settings)](table)
    proof, _payload = proven(pairing, seats, record)
    assert proof.typed is not None
    return TableGame(replace(proof.typed, minutes=minutes), record)


def _partners(table: _Table) -> tuple[str, int]:
    settings: PartnersSettings = table.settings
    setup = settings.setup
    players: dict[str, tuple[str, Bot]] = {}
    for side, colours in enumerate(table.colours):
        entries = table.entries(side)
        for index, colour in enumerate(colours):
            entry = entries[index % len(entries)]
            players[colour] = (
                _player(entry, index, alone=len(entries) > 1),
                bot_of(entry, table.tournament.seed),
            )
    played = partners.play_game(
        setup,
        [players[colour][1] for colour in setup.game.board.colours],
        str(table.rng.getrandbits(63)),
        about=(
            *table.about(),
            *((colour.title(), name) for colour, (name, _bot) in players.items()),
        ),
        most_deals=MOST_DEALS,
    )
    record = played.record
    turns = sum(isinstance(entry, Turn) for entry in record.entries)
    minutes = table.minutes(turns, MINUTES_A_TURN)
    return replace(record, headers=(*record.headers, ("Minutes", str(minutes)))).text, minutes


def _backgammon(table: _Table) -> tuple[str, int]:
    settings: BackgammonSettings = table.settings
    entries = [table.entries(side)[0] for side in (0, 1)]
    bots = [SlippingChecker(slips_of(entry, table.tournament.seed)) for entry in entries]
    record = backgammon.play_match(
        settings.rules,
        (bots[0], bots[1]),
        random.Random(table.rng.getrandbits(63)),
        names=(_written(entries[0].name), _written(entries[1].name)),
        games=settings.session_games,
    )
    throws = sum(isinstance(entry.action, Throw) for game in record.games for entry in game.entries)
    return write_record(record), table.minutes(throws, MINUTES_A_THROW)


def _kroket(table: _Table) -> tuple[str, int]:
    settings: KroketSettings = table.settings
    setup = settings.setup(len(table.colours))
    side_of = {colours[0]: side for side, colours in enumerate(table.colours)}
    players = [table.entries(side_of[ball])[0] for ball in setup.balls]
    played = kroket.play_game(
        setup,
        [SlippingBall(slips_of(entry, table.tournament.seed)) for entry in players],
        str(table.rng.getrandbits(63)),
        about=(
            *table.about(),
            *((ball.title(), entry.name) for ball, entry in zip(setup.balls, players, strict=True)),
        ),
        most_turns=MOST_TURNS_A_BALL * len(players),
    )
    record = played.record
    turns = sum(isinstance(entry, KroketTurn) for entry in record.entries)
    minutes = table.minutes(turns, MINUTES_A_SHOT)
    return replace(record, headers=(*record.headers, ("Minutes", str(minutes)))).text, minutes


_PLAY: Final[dict[type, Callable[[_Table], tuple[str, int]]]] = {
    PartnersSettings: _partners,
    BackgammonSettings: _backgammon,
    KroketSettings: _kroket,
}


def _written(name: str) -> str:
    """A name as a `.mat` file can have it: the colon there begins the score."""
    return " ".join(name.replace(":", " ").split())[:30]


def _player(entry: Entry, index: int, *, alone: bool) -> str:
    """Who sits at a colour: the players of a pair in their order, or the entry itself."""
    players = list(entry.players.all())
    if alone or not players:
        return entry.name
    return players[index % len(players)].name
