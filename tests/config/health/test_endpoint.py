"""What machines ask: whether the process lives, whether it can serve, and its figures."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from config.health import endpoint, readiness
from config.health.endpoint import Once, with_health
from config.live.hub import hub
from tests.config.health.probe import ask, asked, beneath

WELL = {
    "database": "ok",
    "migrations": "ok",
    "redis": "not-used",
    "static": "ok",
    "folder": "ok",
}


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What each part says, to be changed."""
    found = dict(WELL)
    monkeypatch.setattr(endpoint, "parts", lambda: dict(found))
    return found


def test_live_answers_whatever_the_host_and_without_django() -> None:
    said = ask("/health/live", host="10.0.0.7:8000")
    assert (said.status, said.json) == (200, {"live": True})
    assert said.headers["cache-control"] == "no-store"


def test_ready_says_each_part(parts: dict[str, str]) -> None:
    said = ask("/health/ready")
    assert (said.status, said.json) == (200, {"ready": True, "parts": WELL})


@pytest.mark.parametrize(
    ("part", "word"),
    [
        ("database", "away"),
        ("database", "read-only"),
        ("migrations", "missing"),
        ("redis", "away"),
        ("static", "missing"),
        ("folder", "not-writable"),
    ],
)
def test_ready_names_the_part_that_is_missing(parts: dict[str, str], part: str, word: str) -> None:
    parts[part] = word
    said = ask("/health/ready")
    assert (said.status, said.json) == (503, {"ready": False, "parts": WELL | {part: word}})


def test_ready_does_not_wait_for_a_part_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()
    calls = []

    def hang() -> dict[str, str]:
        calls.append(1)
        free.wait(60)
        return WELL

    monkeypatch.setattr(endpoint, "parts", hang)
    monkeypatch.setattr(endpoint, "PATIENCE", 0.05)

    async def twice() -> list[Any]:
        application = with_health(beneath)
        said = [await asked(application, "/health/ready") for _ in range(2)]
        free.set()
        return said

    first, second = asyncio.run(twice())
    assert (first.status, set(first.json["parts"].values())) == (503, {"no-answer-yet"})
    assert second.status == 503
    assert len(calls) == 1


def test_process_that_ends_is_not_ready(parts: dict[str, str]) -> None:
    try:
        hub.close()
        said = ask("/health/ready")
    finally:
        hub._closed = False
    assert (said.status, said.json) == (503, {"ready": False, "parts": {"process": "ending"}})


def test_many_who_ask_at_once_are_one_look() -> None:
    looks = []

    async def ask_often() -> list[int]:
        once = Once(lambda: looks.append(1) or len(looks))
        return await asyncio.gather(*(once() for _ in range(20)))

    assert asyncio.run(ask_often()) == [1] * 20


@pytest.mark.parametrize("path", ["/health/live", "/health/ready", "/metrics"])
def test_only_reading_is_taken(path: str, parts: dict[str, str]) -> None:
    assert ask(path, method="POST").status == 405


def test_head_has_no_body(parts: dict[str, str]) -> None:
    said = ask("/health/ready", method="HEAD")
    assert (said.status, said.body) == (200, b"")


@pytest.mark.parametrize("path", ["/", "/health/", "/health/other", "/metrics/more", "/t/metrics/"])
def test_everything_else_goes_on_to_django(path: str) -> None:
    assert ask(path).body == b"Django"


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "exposition", lambda: b"figures")


@pytest.mark.parametrize(
    ("client", "headers", "proxies", "status"),
    [
        (("127.0.0.1", 5), {}, 0, 200),
        (("::1", 5), {}, 0, 200),
        (("192.168.1.20", 5), {}, 0, 404),
        # A proxy on this machine asks for everybody.
        (("127.0.0.1", 5), {"x_forwarded_for": "203.0.113.9"}, 0, 404),
        (("127.0.0.1", 5), {"via": "1.1 proxy"}, 0, 404),
        (("127.0.0.1", 5), {}, 1, 404),
        # A socket in the file system has no address.
        (None, {}, 0, 404),
        (("testclient", 5), {}, 0, 404),
    ],
)
def test_without_a_token_only_this_machine_reads_figures(
    client: Any, headers: dict[str, str], proxies: int, status: int, figures: None, settings: Any
) -> None:
    settings.METRICS_TOKEN, settings.TRUSTED_PROXIES = "", proxies
    assert ask("/metrics", client=client, **headers).status == status


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ("Bearer tulipan", 200),
        ("Bearer tulipa", 404),
        ("tulipan", 404),
        ("", 404),
        ("Bearer ø", 404),
    ],
)
def test_with_a_token_who_brings_it_reads_figures_from_anywhere(
    given: str, status: int, figures: None, settings: Any
) -> None:
    settings.METRICS_TOKEN = "tulipan"
    for client in (("203.0.113.9", 5), ("127.0.0.1", 5)):
        assert ask("/metrics", client=client, authorization=given).status == status


@pytest.mark.django_db
def test_parts_of_a_migrated_installation_are_well(settings: Any) -> None:
    readiness._migrated.clear()
    settings.COLLECTED_STATIC = False
    said = {name: readiness._word(name, part) for name, part in readiness.PARTS.items()}
    assert said.pop("redis") in {"ok", "not-used"}
    assert set(said.values()) == {"ok"}


def test_static_files_that_were_not_collected_are_missing(settings: Any, tmp_path: Path) -> None:
    settings.COLLECTED_STATIC, settings.STATIC_ROOT = True, tmp_path
    assert readiness.static() == "missing"


def test_redis_that_is_away_is_said_without_its_address(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMBEDDED = False
    settings.REDIS_URL = "redis://user:hemmelig@127.0.0.1:1/0"
    assert readiness._word("redis", readiness.broker) == "away"
    assert "hemmelig" not in caplog.text
