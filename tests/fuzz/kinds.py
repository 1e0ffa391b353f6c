"""The kinds of files that the program takes, each with seeds and with what reads it.

A new kind of file is one more entry in `KINDS`.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from config.day.pairs import spreadsheet
from games.domain.game_records import Seating, game_records, text_of
from games.game_settings import BackgammonSettings, KroketSettings, PartnersSettings
from games.rules.kroket import course, deck
from games.rules.kroket.bots import SENSIBLE
from games.rules.kroket.library import loading_errors, with_loaded
from games.rules.kroket.playing import play_game as play_kroket
from games.rules.kroket.schema import DataError
from games.rules.kroket.setup import setup_named
from tests.fuzz.mutate import damaged, repacked
from tests.games.rules.backgammon.records import CLEAN
from tests.games.rules.partners.games import bot_game
from tests.tournaments.imports.files import DATA, table_of
from tests.tournaments.imports.test_workbook import workbook
from tournaments.domain.errors import Refused
from tournaments.imports.reading import Unreadable
from tournaments.models import Game
from tournaments.transfer.container import Unreadable as UnreadableArchive
from tournaments.transfer.container import open_archive
from tournaments.transfer.container import write as write_archive

#: Further files of the same kinds may lie beside the checkout.
MORE = Path(__file__).resolve().parents[3] / "shared" / "data"


@dataclass(frozen=True)
class Kind:
    """A kind of file."""

    seeds: Callable[[], Sequence[bytes]]
    #: Reads a file; raises nothing but one of `refusals`.
    take: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...]
    mutate: Callable[[random.Random, bytes, Sequence[bytes]], bytes] = damaged


def files(pattern: str) -> list[bytes]:
    """Files of the tests' data, and those beside the checkout, in the order of their names."""
    found = [*sorted(DATA.rglob(pattern)), *(sorted(MORE.rglob(pattern)) if MORE.exists() else ())]
    return [path.read_bytes() for path in found]


@cache
def lists() -> list[bytes]:
    return [spreadsheet(6, 3), *files("*.csv")]


@cache
def workbooks() -> list[bytes]:
    heads = ["Parnavn", "Spiller 1", "E-mail 1", "Spiller 2", "E-mail 2", "Seedning"]
    small = workbook(heads, ["De Røde", "Åse Ø", "a@example.org", "Bo", "b@example.org", 1])
    return [small, small, *files("*.xlsx")]


@cache
def matches() -> list[bytes]:
    return [CLEAN.encode(), *files("*.mat"), *files("real-*.txt")]


@cache
def partners_games() -> list[bytes]:
    return [bot_game().record.text.encode()]


@cache
def kroket_games() -> list[bytes]:
    game = play_kroket(setup_named(), [SENSIBLE] * 4, "record").record.text
    return [game.encode(), (DATA / "kroket" / "spileksempel.txt").read_bytes()]


@cache
def kroket_data() -> list[bytes]:
    found = [*sorted(course.FOLDER.glob("*.json")), *sorted(deck.FOLDER.glob("*.json"))]
    # Under another name than the one that ships, else nothing but that is said.
    return [path.read_text("utf-8").replace(f'"{path.stem}"', '"egen"').encode() for path in found]


@cache
def archives() -> list[bytes]:
    small = io.BytesIO()
    write_archive(small, {"version": 1}, {"data/tournament.json": b"[]\n"})
    return files("*.zip") or [small.getvalue()]


def _archive(data: bytes) -> object:
    archive = open_archive(io.BytesIO(data), len(data))
    return [archive.read(name) for name in archive.names]


def _list(data: bytes) -> object:
    return table_of(data)


def _record(game: str, settings: Any, colours: tuple[tuple[str, ...], ...]) -> Any:
    def take(data: bytes) -> object:
        records = game_records(game, settings)
        names = tuple((f"Anna {n}", f"Bo {n}") for n in range(len(colours)))
        seating = Seating(colours=colours, names=names)
        proof = records.proof(text_of(data, records), seating)
        # What is proved is drawn and shown.
        return proof, proof.typed and records.picture(text_of(data, records))

    return take


def _game_data(data: bytes) -> object:
    text = data.decode("utf-8-sig")
    return loading_errors(text, "egen.json") or with_loaded("", text)


KINDS: dict[str, Kind] = {
    "archive": Kind(archives, _archive, (UnreadableArchive,), repacked),
    "csv": Kind(lists, _list, (Unreadable,)),
    "xlsx": Kind(workbooks, _list, (Unreadable,), repacked),
    "mat": Kind(
        matches,
        _record(Game.BACKGAMMON, BackgammonSettings(length=7), (("white",), ("black",))),
        (Refused,),
    ),
    "partners": Kind(
        partners_games,
        _record(
            Game.PARTNERS,
            PartnersSettings(game=Game.PARTNERS),
            (("yellow", "blue"), ("red", "green")),
        ),
        (Refused,),
    ),
    "kroket": Kind(
        kroket_games,
        _record(Game.KROKET, KroketSettings(), (("blue",), ("red",), ("yellow",), ("green",))),
        (Refused,),
    ),
    "kroket-data": Kind(kroket_data, _game_data, (UnicodeDecodeError, DataError)),
}
