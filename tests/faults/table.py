"""The faults, one row each, and what must hold after every one of them."""

from __future__ import annotations

import contextlib
import os
import random
import re
import resource
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.faults.people import Browser, Entered, Onlooker, Said, Writers, enter
from tests.faults.site import wait_for
from tests.faults.sites import Embedded, Full, Jumping, Site

#: Tables of a hall; the last is kept for the result that is entered when the fault is over.
TABLES = 16
#: Results that are acknowledged before it comes.
BEFORE = 4
#: Seconds that a fault lasts at most while it is waited for that people are told, and within which
#: the service has to be back.
LASTS, BACK = 30.0, 10.0
#: Bytes: what the database writes at once.
PAGE = 4096


@dataclass(frozen=True)
class Outcome:
    """What one run came to."""

    lost: int
    doubled: int
    chain: bool
    standings: bool
    back: float
    told: str
    """How people were told; begins with "NO" where they were not."""
    wrong: str = ""

    @property
    def holds(self) -> bool:
        return (
            (self.lost, self.doubled, self.chain, self.standings) == (0, 0, True, True)
            and self.back <= BACK
            and not self.told.startswith("NO")
            and not self.wrong
        )


@dataclass
class Scene:
    """While a fault happens: the site, its hall, people at work and one who looks."""

    site: Any
    slug: str
    writers: Writers
    onlooker: Onlooker
    rng: random.Random

    def until_told(self) -> str:
        """Until somebody was answered with words that the database is away."""
        wait_for(
            lambda: 503 in self.onlooker.entered.seen or 503 in self.writers.entered.seen,
            LASTS,
            lambda: (self.onlooker.entered.seen, self.writers.entered.seen),
        )
        return "503 in words"

    def until_gone(self) -> str:
        """Until somebody had no answer at all: the app says so by itself."""
        wait_for(lambda: 0 in self.onlooker.entered.seen, LASTS, lambda: self.onlooker.entered.seen)
        return "the app: no connection"


Body = Callable[[Scene], str]


@dataclass(frozen=True)
class Fault:
    """`happens` does it, undoes what a supervisor would undo, and says how people were told."""

    name: str
    site: type[Site]
    happens: Body


def _killed_web(scene: Scene) -> str:
    os.kill(scene.rng.choice(scene.site.web_processes()), signal.SIGKILL)
    return "not noticed"


def _killed_all_web(scene: Scene) -> str:
    for pid in scene.site.web_processes():
        os.kill(pid, signal.SIGKILL)
    return "not noticed"


def _killed_web_and_parent(scene: Scene) -> str:
    """Nobody is left who has read the program."""
    os.killpg(scene.site.pid("web"), signal.SIGKILL)
    return "not noticed"


def _killed_child(name: str) -> Body:
    def happens(scene: Scene) -> str:
        at = time.time()
        os.kill(scene.site.pid(name), signal.SIGKILL)
        # It is begun again and works: nobody has to be told of seconds.
        wait_for(
            lambda: (scene.site.clerk.ask("worked") or 0) > at + 1, 180, lambda: "nobody works"
        )
        return "not noticed"

    return happens


def _killed_redis(scene: Scene) -> str:
    scene.site.redis_kill()
    try:
        return _ready_names(scene, "redis")
    finally:
        scene.site.redis_up()


def _stalled_redis(scene: Scene) -> str:
    scene.site.line.stall()
    try:
        return _ready_names(scene, "redis")
    finally:
        scene.site.line.flow()


def _ready_names(scene: Scene, part: str) -> str:
    """Until `/health/ready` and the organiser's page say what is away; results go on meanwhile."""
    browser = Browser(scene.site.port)

    def named() -> bool:
        said = browser.say("/health/ready", patience=10)
        return said.status == 503 and f'"{part}": "away"' in said.text

    wait_for(named, LASTS, lambda: browser.say("/health/ready").text)
    before = len(scene.writers.entered.acknowledged)
    wait_for(
        lambda: (
            not scene.writers.working
            or len(scene.writers.entered.acknowledged) >= min(before + 2, TABLES - 1)
        ),
        LASTS,
        lambda: scene.writers.entered.seen,
    )
    page = scene.site.people[0].say(f"/desk/{scene.slug}/status/")
    return "status page, 503 when asked" if "Redis" in page.text else "NO word of it on the page"


def _restarted_postgres(scene: Scene) -> str:
    scene.site.postgres_control("-m", "fast", "stop")
    try:
        return scene.until_told()
    finally:
        scene.site.postgres_control("restart")


def _crashed_postgres(scene: Scene) -> str:
    scene.site.postgres_control("-m", "immediate", "stop")
    try:
        return scene.until_told()
    finally:
        scene.site.postgres_control("restart")


def _killed_postgres(scene: Scene) -> str:
    scene.site.postgres_kill()
    try:
        return scene.until_told()
    finally:
        scene.site.postgres_control("restart")


def _deployed(scene: Scene) -> str:
    """What an upgrade in the middle of a round does: one web process after the other, then worker
    and beat."""
    old = set(scene.site.web_processes())
    os.kill(scene.site.pid("web"), signal.SIGHUP)
    wait_for(
        lambda: (
            len(set(scene.site.web_processes()) - old) >= 2
            and not old & set(scene.site.web_processes())
        ),
        120,
        scene.site.web_processes,
    )
    for name in ("worker", "beat"):
        before = scene.site.pid(name)
        os.kill(before, signal.SIGTERM)
        wait_for(lambda n=name, b=before: scene.site.pid(n) != b, 90, lambda n=name: n)
    gone = scene.onlooker.entered.seen.get(0, 0) + scene.writers.entered.seen.get(0, 0)
    return f"NO answer to {gone}" if gone else "not noticed"


def _two_draw(scene: Scene) -> str:
    """Two organisers press the button at once."""
    scene.writers.end()
    # The table that is kept for the end, too: a round is drawn when all is in.
    enter(scene.site.people[0], scene.slug, 1, TABLES, scene.writers.entered, time.monotonic() + 60)
    scene.site.clerk.ask("close", scene.slug)
    said: list[Said] = []
    at_once = threading.Barrier(2)

    def draw(browser: Browser, key: str) -> None:
        at_once.wait()
        said.append(browser.send(f"/desk/{scene.slug}/rounds/draw/", {"key": key}))

    both = [
        threading.Thread(target=draw, args=[browser, f"draw-{index}"])
        for index, browser in enumerate(scene.site.people[:2])
    ]
    for one in both:
        one.start()
    for one in both:
        one.join()
    truth = scene.site.clerk.ask("truth", scene.slug)
    if [number for number, _state in truth["rounds"]] != [1, 2] or truth["draws"] != 2:
        return f"NO: {truth['rounds']}"
    answers = sorted(one.status for one in said)
    return (
        "the second is told" if answers[0] == 204 and answers[1] in {409, 422} else f"NO: {answers}"
    )


def _killed_embedded(scene: Scene) -> str:
    os.kill(scene.site.answering(), signal.SIGKILL)
    return "not noticed"


def _killed_embedded_and_parent(scene: Scene) -> str:
    """As a power cut would; somebody starts it again."""
    scene.site.kill()
    try:
        return scene.until_gone()
    finally:
        scene.site.serve()


def _full_disk(scene: Scene) -> str:
    """Not one page more in any file."""
    pid = scene.site.answering()
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (PAGE, before[1]))
    try:
        return scene.until_told()
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


def _jumped(scene: Scene) -> str:
    """An hour forwards and back again, results coming in and work being done all the while."""
    site, before = scene.site, scene.site.clerk.ask("shows", scene.slug)
    for number, is_right in (
        (signal.SIGUSR1, False),
        (signal.SIGUSR2, True),
        (signal.SIGUSR2, False),
        (signal.SIGUSR1, True),
    ):
        os.kill(site.answering(), number)
        count = len(scene.writers.entered.acknowledged)
        scene.writers.until(min(count + 2, TABLES - 1))
        wait_for(lambda right=is_right: _says_how_it_is(scene, right), LASTS, lambda: "not told")
    # The clock is what was stored, and nothing has counted.
    same = site.clerk.ask("shows", scene.slug) == before
    return "status page" if same else "NO: a clock counted"


def _says_how_it_is(scene: Scene, is_right: bool) -> bool:
    """Whether the organiser's page says so, and that work goes on all the same."""
    page = scene.site.people[0].say(f"/desk/{scene.slug}/status/").text
    [word] = re.findall(r'class="status-word status-(\w+)"', page)
    return word != "wrong" and is_right is not bool(re.search(r"60 (minutes|minutter)", page))


FAULTS = (
    Fault("embedded: kill -9", Embedded, _killed_embedded),
    Fault("embedded: kill -9 of all of it", Embedded, _killed_embedded_and_parent),
    Fault("embedded: full disk", Embedded, _full_disk),
    Fault("embedded: two organisers draw", Embedded, _two_draw),
    Fault("embedded: clock jumps", Jumping, _jumped),
    Fault("web process: kill -9", Full, _killed_web),
    Fault("all web processes: kill -9", Full, _killed_all_web),
    Fault("web processes and parent: kill -9", Full, _killed_web_and_parent),
    Fault("worker: kill -9", Full, _killed_child("worker")),
    Fault("beat: kill -9", Full, _killed_child("beat")),
    Fault("Redis: kill -9", Full, _killed_redis),
    Fault("Redis: the line is silent", Full, _stalled_redis),
    Fault("PostgreSQL: restart", Full, _restarted_postgres),
    Fault("PostgreSQL: immediate stop", Full, _crashed_postgres),
    Fault("PostgreSQL: kill -9", Full, _killed_postgres),
    Fault("two organisers draw", Full, _two_draw),
    Fault("deploy in a round", Full, _deployed),
)


def run(fault: Fault, site: Site, seed: int = 0) -> Outcome:
    """Once: people enter results, it happens, they go on; then everything is reckoned again."""
    slug = site.hall(TABLES)
    rng = random.Random(f"{fault.name} {seed}")
    writers = Writers(site.people, slug, range(1, TABLES))
    onlooker = Onlooker(site.port, slug)
    told, back = "", 0.0
    try:
        writers.begin()
        writers.until(BEFORE)
        time.sleep(rng.random() * 0.1)
        told = fault.happens(Scene(site, slug, writers, onlooker, rng))
        began = time.monotonic()
        last = Entered()
        if f"1/{TABLES}" not in writers.entered.acknowledged:
            enter(site.people[0], slug, 1, TABLES, last, began + 60)
        with contextlib.suppress(AssertionError):
            site.wait_until_it_answers(60)
        back = time.monotonic() - began
        acknowledged = writers.end().acknowledged | last.acknowledged
    finally:
        looked = onlooker.end()
    return judge(site, slug, acknowledged, back, told, [*writers.entered.wrong, *looked.wrong])


def judge(
    site: Site,
    slug: str,
    acknowledged: dict[str, list[int]],
    back: float,
    told: str,
    wrong: list[Said],
) -> Outcome:
    """What people were told beside what is saved."""
    truth = site.clerk.ask("truth", slug)
    saved = truth["saved"]
    lost = sum(saved.get(table) != scores for table, scores in acknowledged.items())
    return Outcome(
        lost=lost,
        doubled=truth["doubled"],
        chain=truth["chain"],
        standings=not truth["standings"],
        back=back,
        told=told,
        wrong="; ".join(f"{said.status} {' '.join(said.text.split())[:300]}" for said in wrong),
    )
