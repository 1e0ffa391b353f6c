"""No damaged file raises anything but the clear refusal, hangs, or leaves half of itself behind."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from games.models import GameRecord, Result
from tests.factories import make_tournament, make_user
from tests.fuzz.kinds import KINDS
from tests.fuzz.run import at_most, fuzz, mutant, shares
from tests.games.tables import make_table
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Event, Game, Pairing, Player, Role, Tournament
from tournaments.transfer.bring_in import import_tournament

#: Damaged files in all; `make nightly` reads 10,000.
FILES = int(os.environ.get("STARTFELT_FUZZED_FILES", "300"))
SEED = 9
#: Of each kind, those that come in by the door.
POSTED = max(6, FILES // 100)
SHARES = shares(FILES, sorted(KINDS))


@pytest.mark.parametrize("name", sorted(KINDS))
def test_damaged_file_is_read_or_refused(name: str) -> None:
    report = fuzz(name, SHARES[name], SEED)
    assert report.failures == []
    assert report.taken + report.refused.total() == SHARES[name]


@pytest.mark.parametrize("name", sorted(KINDS))
def test_file_that_is_not_damaged_is_taken_or_is_of_another_table(name: str) -> None:
    """Else nothing would be tried but the first line of each reader."""
    kind = KINDS[name]
    taken = 0
    for seed in kind.seeds():
        try:
            kind.take(seed)
        except kind.refusals:
            continue
        taken += 1
    assert taken


@pytest.mark.parametrize("name", sorted(KINDS))
@settings(max_examples=20)
@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=200).map(str.encode)))
def test_any_bytes_are_read_or_refused(name: str, data: bytes) -> None:
    kind = KINDS[name]
    try:
        with at_most(5):
            kind.take(data)
    except kind.refusals:
        pass


# By the door ------------------------------------------------------------------------------------


def organiser_of(tournament: Tournament, client_of: Callable[..., Client]) -> Client:
    return client_of(make_user(role=Role.Kind.ORGANISER, tournament=tournament))


def rows() -> tuple[int, ...]:
    kept = (Entry, Player, Event, Result, GameRecord)
    return tuple(model.objects.count() for model in kept)


class Undone(Exception):
    """Takes one file's doings back, for the next to find nothing."""


def each_posted(name: str, check: Callable[[bytes], None]) -> None:
    """Every posted file of a kind, each before the same rows; made from the first, small seed."""
    kind = replace(KINDS[name], seeds=lambda: KINDS[name].seeds()[:1])
    for number in range(POSTED):
        data = mutant(kind, name, SEED + 1, number)
        try:
            with transaction.atomic(), at_most(20):
                check(data)
                raise Undone
        except Undone:
            continue


@pytest.mark.parametrize(("name", "called"), [("csv", "par.csv"), ("xlsx", "par.xlsx")])
def test_damaged_list_is_imported_whole_or_not_at_all(
    name: str, called: str, client_of: Callable[..., Client], db: None
) -> None:
    tournament = make_tournament()
    client = organiser_of(tournament, client_of)

    def check(data: bytes) -> None:
        sent = client.post(
            reverse("desk-import", args=[tournament.slug]),
            {"file": SimpleUploadedFile(called, data)},
        )
        assert sent.status_code in {302, 422}
        assert rows() == (0, 0, 0, 0, 0)
        if sent.status_code == 422:
            return
        page = client.get(sent.headers["Location"], follow=True)
        assert page.status_code == 200
        plan = page.context.get("plan")
        if plan is None:
            return  # the columns are to be named first
        done = client.post(
            sent.headers["Location"], {"seen": plan.fingerprint, "despite_faults": "1"}
        )
        entries, players, events, _results, _records = rows()
        if done.status_code == 302:
            assert (entries, players, events) == (len(plan.creations), 2 * entries, 1)
        else:
            assert (done.status_code, entries, players, events) == (409, 0, 0, 0)

    each_posted(name, check)


@pytest.mark.parametrize(
    ("name", "game", "fields"),
    [
        ("mat", Game.BACKGAMMON, {"game_settings": {"length": 3}}),
        ("partners", Game.PARTNERS, {}),
        ("kroket", Game.KROKET, {}),
    ],
)
def test_damaged_record_is_kept_with_its_result_or_not_at_all(
    name: str, game: str, fields: dict[str, Any], client_of: Callable[..., Client], db: None
) -> None:
    pairing: Pairing = make_table(game, **fields)
    tournament = pairing.round.tournament
    client = organiser_of(tournament, client_of)
    url = reverse("desk-table-record", args=[tournament.slug, 1, 1])
    before = rows()

    def check(data: bytes) -> None:
        sent = client.post(url, {"file": SimpleUploadedFile("parti.txt", data), "seen": "0"})
        assert sent.status_code in {302, 409, 422}, sent.status_code
        if sent.status_code == 302:
            assert rows()[3:] == (1, 1)
            assert client.get(url).status_code == 200
        else:
            assert rows() == before

    each_posted(name, check)


def test_damaged_course_is_loaded_whole_or_not_at_all(
    client_of: Callable[..., Client], db: None
) -> None:
    tournament = make_tournament(game=Game.KROKET, ruleset="")
    client = organiser_of(tournament, client_of)
    url = reverse("desk-game-data", args=[tournament.slug])

    def check(data: bytes) -> None:
        sent = client.post(url, {"file": SimpleUploadedFile("bane.json", data)})
        assert sent.status_code in {302, 409, 422}
        loaded = Event.objects.filter(verb="tournament.edit").count()
        assert loaded == (sent.status_code == 302)
        assert client.get(url).status_code == 200

    each_posted("kroket-data", check)


def test_damaged_archive_is_brought_in_whole_or_not_at_all(db: None) -> None:
    def check(data: bytes) -> None:
        try:
            import_tournament(io.BytesIO(data), len(data), by=None)
        except Refused:
            assert Tournament.objects.count() == 0
            assert rows() == (0, 0, 0, 0, 0)
        else:
            assert Tournament.objects.count() == 1

    each_posted("archive", check)
