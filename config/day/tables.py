"""What happens at a virtual table: bots play the game, card by card."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from django.db.models import prefetch_related_objects

from games.domain.game_results import Typed
from games.domain.seats import colours_of, seats_of
from games.rules.partners.board import game_named
from games.rules.partners.bots import Bot, SensibleBot
from games.rules.partners.conduct import setup_named
from games.rules.partners.playing import play_game
from games.rules.partners.record import Record, Turn
from games.rules.partners.replay import replay_text
from tournaments.models import Entry, Pairing, Tournament

#: Deals after which the clock has run out; most games take half of them.
MOST_DEALS = 30
#: What a turn takes, in minutes, with the dealing.
MINUTES_A_TURN = 0.15
#: How many results of a card these players look at.
LOOKS = 4


@dataclass(frozen=True)
class TableGame:
    """A game that was played: the result as somebody would type it, and its record."""

    typed: Typed
    record: str


def play_table(
    pairing: Pairing, rng: random.Random, *, most_minutes: int | None = None
) -> TableGame:
    """Play the game of `pairing` with bots as strong as its entries, and write it down.

    The result is what the replay of the record says. `most_minutes` is how long the round has
    been running (None: as long as a game may take).
    """
    tournament = pairing.round.tournament
    seats = seats_of(pairing)
    prefetch_related_objects([seat.entry for seat in seats], "players")
    sides = colours_of(tournament, seats)
    setup = setup_named(game_named(tournament.game), tournament.ruleset or "dm-2018")
    players: dict[str, tuple[str, Bot]] = {}
    for side, colours in enumerate(sides):
        entries = [seat.entry for seat in seats if seat.side == side]
        for index, colour in enumerate(colours):
            entry = entries[index % len(entries)]
            players[colour] = (
                _player(entry, index, alone=len(entries) > 1),
                bot_of(entry, tournament.seed),
            )
    bots = [players[colour][1] for colour in setup.game.board.colours]
    names = tuple((colour.title(), name) for colour, (name, _bot) in players.items())
    played = play_game(
        setup,
        bots,
        str(rng.getrandbits(63)),
        about=(*_about(pairing, tournament), *names),
        most_deals=MOST_DEALS,
    )
    record = _timed(played.record, rng, most_minutes or tournament.minutes_per_game)
    text = record.text
    answer = replay_text(text)
    assert answer.legal, answer.problems
    locked = {frozenset(side["colours"]): side["locked"] for side in answer.result["sides"]}
    winner = frozenset(answer.result["sides"][answer.result["winner"]]["colours"])
    return TableGame(
        Typed(
            scores=tuple(locked[frozenset(side)] for side in sides),
            winner=[frozenset(side) for side in sides].index(winner),
            ended=answer.result["ended"],
            minutes=answer.result["minutes"],
        ),
        text,
    )


def bot_of(entry: Entry, seed: int) -> Bot:
    """How an entry plays, all day long: with sense, but for slips in 5 to 65 turns of a hundred."""
    gift = random.Random(f"{seed}:{entry.number}").random()
    return SensibleBot(most=LOOKS, slips=0.05 + 0.6 * gift)


def _player(entry: Entry, index: int, *, alone: bool) -> str:
    """Who sits at a colour: the players of a pair in their order, or the entry itself."""
    players = list(entry.players.all())
    if alone or not players:
        return entry.name
    return players[index % len(players)].name


def _about(pairing: Pairing, tournament: Tournament) -> tuple[tuple[str, str], ...]:
    table = str(pairing.table.number) if pairing.table else "-"
    return (
        ("Event", tournament.name),
        ("Date", tournament.date.isoformat()),
        ("Round", str(pairing.round.number)),
        ("Table", table),
    )


def _timed(record: Record, rng: random.Random, most: int) -> Record:
    """The record with the minutes that so many turns take."""
    turns = sum(isinstance(entry, Turn) for entry in record.entries)
    minutes = min(round(turns * MINUTES_A_TURN * rng.uniform(0.85, 1.15)), most)
    return replace(record, headers=(*record.headers, ("Minutes", str(max(minutes, 1)))))
