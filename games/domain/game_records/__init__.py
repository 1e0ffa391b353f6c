"""Each game's records: how they are read, what they prove, how they are shown.

The table `RECORDS` is the one place that knows which game's replay judges a record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.domain.game_results import Payload, game_results
from games.domain.seats import colours_of
from games.game_settings import GameSettings, settings_of
from tournaments.domain.errors import Refused
from tournaments.models import Game, Pairing, Player, Seat

from .backgammon import BackgammonRecords
from .kroket import KroketRecords
from .model import GameRecords, IllegalRecord, LineProblem, Proof, Seating
from .partners import PartnersRecords

__all__ = [
    "MOST_BYTES",
    "RECORDS",
    "GameRecords",
    "IllegalRecord",
    "LineProblem",
    "Proof",
    "Seating",
    "agrees",
    "game_records",
    "games_differ",
    "proven",
    "text_of",
]

#: The largest file that is read; a match to 25 takes a tenth of it.
MOST_BYTES: Final = 500_000

#: Game -> what is known of its records, by how it is played.
RECORDS: Final[dict[str, Callable[[Any], GameRecords]]] = {
    Game.PARTNERS: PartnersRecords,
    Game.PARTNERS_PLUS_PAIRS: PartnersRecords,
    Game.PARTNERS_PLUS_TEAMS: PartnersRecords,
    Game.BACKGAMMON: BackgammonRecords,
    Game.KROKET: KroketRecords,
}


def game_records(game: str, settings: GameSettings) -> GameRecords:
    """What is known of records of `game`, played as `settings` say."""
    if game not in RECORDS:
        raise Refused("record-unknown", _("Records of this game cannot be read here yet."))
    return RECORDS[game](settings)


def text_of(data: bytes, records: GameRecords) -> str:
    """The text in a file. Refused when it is too long, empty, or no text."""
    if len(data) > MOST_BYTES:
        raise Refused(
            "record-too-long",
            _("The file is longer than any game: more than %(kilobytes)s kB.")
            % {"kilobytes": MOST_BYTES // 1000},
            field="record",
        )
    for encoding in records.encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if text.strip() and "\0" not in text:
            return text.replace("\r\n", "\n")
        break
    raise Refused(
        "record-no-text", _("This is no record: the file is empty or no text."), field="record"
    )


def seating_of(pairing: Pairing, seats: Sequence[Seat]) -> Seating:
    """Who sits where, for a record to be compared with. One query."""
    entries = [seat.entry_id for seat in seats]
    players: dict[int, list[str]] = {}
    for entry, name in Player.objects.filter(entry__in=entries).values_list("entry_id", "name"):
        players.setdefault(entry, []).append(name)
    by_side: dict[int, list[str]] = {}
    for seat in seats:
        by_side.setdefault(seat.side, []).extend([seat.entry.name, *players.get(seat.entry_id, ())])
    colours = colours_of(pairing.round.tournament, seats)
    return Seating(
        colours=tuple(map(tuple, colours)),
        names=tuple(tuple(by_side[side]) for side in sorted(by_side)),
    )


def proven(pairing: Pairing, seats: Sequence[Seat], text: str) -> tuple[Proof, Payload]:
    """What a record proves at this table, and the result it gives. `IllegalRecord` if nothing."""
    tournament, settings = pairing.round.tournament, settings_of(pairing.round)
    seating = seating_of(pairing, seats)
    proof = game_records(tournament.game, settings).proof(text, seating)
    if proof.typed is None:
        raise IllegalRecord(proof.problems)
    payload = game_results(tournament.game, settings).payload(proof.typed, seating.colours)
    return proof, {**payload, **proof.facts}


def agrees(pairing: Pairing, proved: Payload, payload: Payload) -> bool:
    """Whether a result is the one that a record proves, however long the game took."""
    game = pairing.round.tournament.game
    compared = game_records(game, settings_of(pairing.round)).compared
    return all(_plain(proved.get(name)) == _plain(payload.get(name)) for name in compared)


def games_differ(pairing: Pairing, proved: Payload, payload: Payload) -> str:
    """In which game of a match a result differs from what a record proves, in words; else ""."""
    game = pairing.round.tournament.game
    return game_records(game, settings_of(pairing.round)).differs(proved, payload)


def _plain(value: Any) -> Any:
    """Sides of a table without the order in which their colours are named."""
    if isinstance(value, list) and value and isinstance(value[0], dict) and "colours" in value[0]:
        return [{**side, "colours": sorted(side["colours"])} for side in value]
    return value
