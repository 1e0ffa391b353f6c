"""The run: the core, then every page in the states of a round."""

from __future__ import annotations

import csv
import io
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.collector import settle
from config.day.pairs import spreadsheet
from tournaments.domain.draw_round import draw_round, run_draw
from tournaments.formats.standings import compute_standings
from tournaments.models import Tournament
from tournaments.queries.draw_request import draw_request, proposed_seed
from tournaments.queries.played import entrants_of, played_pairings, settings_of
from tournaments.queries.standings import standings_of

from .addresses import AFTER, BEFORE, DRAFT, Page, while_playing
from .board import DRAW, STANDINGS, Board, Times
from .hall import ROUNDS, SEED, SLUG, Hall


def measure(*, entries: int, repeats: int, only: str, by_clock: bool) -> Board:
    """Prints everything; the board, which knows what is over its limit."""
    hall, board = Hall(entries), Board(by_clock=by_clock)
    settle()  # as the server does
    # Whatever the last round brings is taken back, so that the tournament can be measured again.
    with transaction.atomic():
        if not only:
            measure_core(hall, board, repeats)
        measure_pages(hall, Reader(hall, board, only, repeats))
        transaction.set_rollback(True)
    print(f"\n{board.over} over the limit" if board.over else "\nall within the limits")
    return board


def measure_core(hall: Hall, board: Board, repeats: int) -> None:
    """Draw and standings: the pure functions, and all around them."""
    board.head(f"{hall.entries} pairs, {ROUNDS - 1} rounds played")
    tournament = hall.tournament
    stage = tournament.stages.get()
    for number in (ROUNDS - 1, ROUNDS):
        request = draw_request(stage, number, proposed_seed(tournament, number))
        draw = partial(run_draw, stage.format, request)
        board.time(f"draw of round {number}, pure", Times.of(draw, repeats), DRAW)
    verb = Times.of(partial(draw_and_forget, hall), repeats)
    board.time(f"draw of round {ROUNDS}, the whole verb", verb, DRAW)
    facts = entrants_of(tournament), played_pairings(tournament), settings_of(tournament)
    pure = Times.of(partial(compute_standings, *facts), repeats)
    board.time("standings, pure", pure, STANDINGS)
    read = Times.of(partial(standings_of, tournament), repeats)
    board.time("standings, read and computed", read, STANDINGS)


def draw_and_forget(hall: Hall) -> None:
    with transaction.atomic():
        draw_round(hall.tournament, by=hall.organiser)
        transaction.set_rollback(True)


def measure_pages(hall: Hall, reader: Reader) -> None:
    """Every page, in the states of the last round."""
    reader.board.head("pages (limit 0.3 s and 30 queries)", pages=True)
    reader.read(*BEFORE)
    hall.draw_last()
    reader.read(*DRAFT)
    since = hall.tournament.events.order_by("-id")[0].pk
    hall.play_last()
    given = {
        "job_id": hall.tournament.jobs.order_by("asked_at")[0].pk,
        "upload_id": reader.upload(spreadsheet(hall.entries, SEED + 1)),
        "since": since,
    }
    full = {"slug": SLUG, "upload_id": given["upload_id"]}
    reader.read(Page("desk-import-preview", full, "all rows faulty"))
    Tournament.objects.filter(slug=SLUG).update(capacity=2 * hall.entries)
    # The same pairs, all of them from another town.
    rows = list(
        csv.reader(spreadsheet(hall.entries, SEED).decode("utf-8-sig").splitlines(), delimiter=";")
    )
    town = rows[0].index("By")
    moved = [rows[0], *([*row[:town], "Skagen Nord", *row[town + 1 :]] for row in rows[1:])]
    changed = reader.upload("\n".join(";".join(row) for row in moved).encode())
    reader.read(*while_playing(hall.entries, given, changed))
    hall.close_last()
    reader.read(*AFTER)


class Reader:
    """Asks for pages as the organiser or as anybody, and measures."""

    def __init__(self, hall: Hall, board: Board, only: str, repeats: int) -> None:
        self.board, self.only, self.repeats = board, only, repeats
        self.anybody = Client(SERVER_NAME="127.0.0.1")
        self.organiser = Client(SERVER_NAME="127.0.0.1")
        backend = "django.contrib.auth.backends.ModelBackend"
        self.organiser.force_login(hall.organiser, backend=backend)

    def read(self, *pages: Page) -> None:
        """Those whose name holds `only`; addresses that take nothing but a POST are left out."""
        for page in pages:
            if self.only in str(page):
                self._read(page)

    def _read(self, page: Page) -> None:
        ask = partial(self._ask, page)
        with CaptureQueriesContext(connection) as queries:
            status, body = ask()
        asked = len(queries)
        if status != 405:
            self.board.page(str(page), Times.of(ask, self.repeats), asked, body, status)

    def _ask(self, page: Page) -> tuple[int, bytes]:
        client = self.anybody if page.anonymous else self.organiser
        headers = {"hx-request": "true"} if page.htmx else {}
        response: Any = client.get(
            reverse(page.name, kwargs=page.kwargs), page.query, headers=headers
        )
        return response.status_code, b"".join(response)

    def upload(self, data: bytes) -> str:
        """Hand a spreadsheet in; the key of what was kept of it."""
        file = io.BytesIO(data)
        file.name = "pairs.csv"
        response = self.organiser.post(reverse("desk-import", args=[SLUG]), {"file": file})
        address = response.headers["Location"]
        return str(address.split("/import/")[1].split("/")[0])
