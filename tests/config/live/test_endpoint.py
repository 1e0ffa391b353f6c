"""Who may listen where, and what goes over the line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connections
from django.test import Client

from config.live.endpoint import pace, with_live
from config.live.hints import Hint
from config.live.hub import hub
from tests import factories
from tournaments.domain.people import end_log_ins, reset_password, take_role
from tournaments.models import Role, User

#: Seconds that a busy machine may take.
PATIENCE = 60


class Line:
    """One request to the address, driven by hand as a server would."""

    def __init__(self, path: str, *, method: str = "GET", cookie: str = "", host: str = "") -> None:
        headers = [(b"host", (host or "testserver").encode())]
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": headers,
        }
        self.sent: list[dict[str, Any]] = []
        self.something = asyncio.Event()
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)
        self.something.set()

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def text(self) -> str:
        return "".join(message.get("body", b"").decode() for message in self.sent)

    async def until(self, words: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while words not in self.text:
                await self.something.wait()
                self.something.clear()


async def elsewhere(_scope: Any, _receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    await send({"type": "http.response.start", "status": 299, "headers": []})


application = with_live(elsewhere)


def answer(path: str, **how: str) -> Line:
    """What a request that is not let in is told."""

    async def scene() -> Line:
        line = Line(path, **how)
        async with asyncio.timeout(PATIENCE):
            await application(line.scope, line.receive, line.send)
        return line

    return asyncio.run(scene())


def heard(path: str, hints: list[Hint], *, cookie: str = "", last: str) -> str:
    """All that a listener was sent, up to `last`."""

    async def scene() -> str:
        hub.open(asyncio.get_running_loop())
        line = Line(path, cookie=cookie)
        open_ = asyncio.create_task(application(line.scope, line.receive, line.send))
        await line.until("event: open")
        for hint in hints:
            hub.publish(hint)
            await asyncio.sleep(0.3)
        await line.until(last)
        line.gone.set()
        await open_
        assert hub.count() == 0
        return line.text

    return asyncio.run(scene())


def cookie_of(user: User) -> str:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return f"sessionid={client.cookies['sessionid'].value}"


@pytest.mark.parametrize(
    ("path", "how", "status"),
    [
        ("/live/nowhere/", {}, 404),
        ("/live/hidden/", {}, 404),
        ("/live/open/", {"method": "POST"}, 405),
        ("/live/open/", {"host": "evil.example"}, 400),
        ("/live/", {}, 299),
        ("/live/open/more/", {}, 299),
        ("/", {}, 299),
    ],
)
def test_line_is_refused_where_nobody_may_listen(
    transactional_db: None, path: str, how: dict[str, str], status: int
) -> None:
    factories.make_tournament(slug="open")
    factories.make_tournament(slug="hidden", public=False)
    assert answer(path, **how).status == status


def test_line_is_refused_when_too_many_listen(
    transactional_db: None, settings: LazySettings
) -> None:
    settings.LIVE_LISTENERS = 0
    tournament = factories.make_tournament()
    line = answer(f"/live/{tournament.slug}/")
    assert (line.status, dict(line.sent[0]["headers"])[b"retry-after"]) == (503, b"30")


def test_public_line_hears_results_and_no_draft(transactional_db: None) -> None:
    own = factories.make_tournament()
    text = heard(
        f"/live/{own.slug}/",
        [
            Hint(own.pk, 1, frozenset({"staff"})),
            Hint(own.pk + 1, 2, frozenset({"clock"})),
            Hint(own.pk, 3, frozenset({"results"}), frozenset({5})),
        ],
        last="results",
    )
    assert text.split("\n\n")[1:] == [
        'event: hint\ndata: {"of":["results"],"pairings":[5]}',
        "",
    ]


def test_staff_line_hears_drafts_even_where_nobody_else_may_listen(
    transactional_db: None,
) -> None:
    own = factories.make_tournament(public=False)
    desk = factories.make_user("ditte", role=Role.Kind.DESK, tournament=own)
    draft = Hint(own.pk, 1, frozenset({"staff"}))
    text = heard(f"/live/{own.slug}/", [draft], cookie=cookie_of(desk), last="hint")
    assert 'data: {"of":["staff"],"pairings":[]}' in text


@pytest.mark.parametrize(
    ("listeners", "milliseconds"), [(0, 0), (500, 0), (503, 1), (2000, 500), (9000, 1000)]
)
def test_the_more_listen_the_longer_they_spread(listeners: int, milliseconds: int) -> None:
    assert pace(listeners) == milliseconds


def test_line_of_another_tournaments_staff_is_refused(transactional_db: None) -> None:
    own, other = factories.make_tournament(public=False), factories.make_tournament()
    stranger = factories.make_user("sif", role=Role.Kind.ORGANISER, tournament=other)
    assert answer(f"/live/{own.slug}/", cookie=cookie_of(stranger)).status == 404


def closed_by(path: str, cookie: str, end: Callable[[], None]) -> Line:
    """A line that listens while `end` is done; it must close by itself."""

    async def scene() -> Line:
        hub.open(asyncio.get_running_loop())
        line = Line(path, cookie=cookie)
        open_ = asyncio.create_task(application(line.scope, line.receive, line.send))
        await line.until("event: open")
        await asyncio.to_thread(_then_leave, end)
        async with asyncio.timeout(PATIENCE):
            await open_
        return line

    return asyncio.run(scene())


def _then_leave(end: Callable[[], None]) -> None:
    try:
        end()
    finally:
        connections.close_all()


@pytest.mark.parametrize("how", ["log-in ended", "role taken", "password", "logged out"])
def test_open_line_closes_with_what_let_it_in(transactional_db: None, how: str) -> None:
    own = factories.make_tournament(public=False)
    bente = factories.make_user("bente", role=Role.Kind.ORGANISER, tournament=own)
    desk = factories.make_user("ditte", role=Role.Kind.DESK, tournament=own)
    role = Role.objects.get(user=desk)
    cookie = cookie_of(desk)

    def end() -> None:
        if how == "log-in ended":
            end_log_ins(role, by=bente)
        elif how == "role taken":
            take_role(role, by=bente)
        elif how == "password":
            reset_password(role, by=bente)
        else:
            client = Client()
            client.cookies["sessionid"] = cookie.partition("=")[2]
            client.post("/log-out/")

    assert "event: hint" not in closed_by(f"/live/{own.slug}/", cookie, end).text
    assert answer(f"/live/{own.slug}/", cookie=cookie).status == 404


def test_line_of_a_screen_hears_no_drafts(transactional_db: None) -> None:
    own = factories.make_tournament(public=False)
    screen = factories.make_user("skaerm", role=Role.Kind.DISPLAY, tournament=own)
    draft = Hint(own.pk, 1, frozenset({"staff"}))
    clock = Hint(own.pk, 2, frozenset({"clock"}))
    text = heard(f"/live/{own.slug}/", [draft, clock], cookie=cookie_of(screen), last="hint")
    assert '"of":["clock"]' in text
    assert "staff" not in text
