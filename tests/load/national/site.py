"""A Startfelt of its own to be loaded: started, filled, watched, and looked through afterwards.

`python -m tests.load.national.site fill TABLES STAFF` fills the database that DATA_DIR or
DATABASE_URL names, `… check FILE` compares it with what was acknowledged.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.services import ends_with_its_parent
from tests.faults.site import ROOT, environment
from tests.services import free_port

SLUG = "final"
PASSWORD = "hjerter er trumf"
#: Rounds that are over, and the one that is played.
PLAYED, ROUND = 2, 3
#: Seconds for the whole of it to be there.
PATIENCE = 300.0
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(slots=True)
class Site:
    """What runs: where, what `manage.py` is told, and its first process."""

    port: int
    env: dict[str, str]
    process: subprocess.Popen[bytes]

    def manage(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=self.env, text=True, capture_output=True,
            check=False,
        )  # fmt: skip


@contextlib.contextmanager
def started(mode: str, folder: Path, log: Path) -> Iterator[Site]:
    """Full or embedded mode in `folder`, with its own words in `log`."""
    port = free_port()
    env = environment(folder) | {"PORT": str(port), "DEMO": "0", "HOST": "127.0.0.1"}
    script = "scripts/full.py" if mode == "full" else "scripts/serve.py"
    with log.open("wb") as words:
        process = subprocess.Popen(
            [sys.executable, script], cwd=ROOT, env=env, stdout=words, stderr=words,
            start_new_session=True, preexec_fn=ends_with_its_parent,
        )  # fmt: skip
    try:
        _wait(process, port, log)
        told = folder / "environment"
        if mode == "full":
            lines = (line.split("=", 1) for line in told.read_text().splitlines())
            env |= {name: value.strip("'") for name, value in lines}
        yield Site(port, env, process)
    finally:
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(60)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        address = f"http://127.0.0.1:{port}/health/ready"
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5) as said:
            if said.status == 200:
                return
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"it does not start:\n{log.read_text()}")
        time.sleep(0.2)


# What it costs --------------------------------------------------------------------------------


@dataclass(slots=True)
class Cost:
    """Of all processes of one kind together: how many, MB of memory, seconds of processor."""

    processes: int = 0
    memory: float = 0.0
    seconds: float = 0.0


#: What a command line has in it, and what the process is called; the first counts.
_KINDS = (
    ("scripts/full.py", "keeper"),
    ("scripts/web.py", "web"),
    ("scripts/serve.py", "web"),
    ("config worker", "worker"),
    ("config beat", "beat"),
    ("redis-server", "Redis"),
    ("postgres", "PostgreSQL"),
)


def costs(site: Site, folder: Path) -> dict[str, Cost]:
    """Of everything that runs for the site, and of this process ("the crowd")."""
    parents: dict[int, int] = {}
    spent: dict[int, float] = {}
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (place / "stat").read_text().rpartition(")")[2].split()
            parents[int(place.name)] = int(words[1])
            # Its own, and that of its children which have ended.
            spent[int(place.name)] = sum(map(int, words[11:15])) / _TICKS
    roots = {site.process.pid}
    with contextlib.suppress(OSError, IndexError, ValueError):
        # PostgreSQL stands by itself.
        for pid_file in folder.rglob("postmaster.pid"):
            roots.add(int(pid_file.read_text().splitlines()[0]))
    found: dict[str, Cost] = {}
    for pid in parents:
        line = _line_to(pid, parents, roots)
        if not line:
            continue
        kind = next(filter(None, map(_kind, line)), "other")
        cost = found.setdefault(kind, Cost())
        cost.processes += 1
        cost.memory += _memory(pid)
        cost.seconds += spent[pid]
    found["the crowd"] = Cost(1, _memory(os.getpid()), spent[os.getpid()])
    return found


def _line_to(pid: int, parents: Mapping[int, int], roots: set[int]) -> list[int]:
    """From `pid` up to the root it belongs to; empty where it belongs to none."""
    line = [pid]
    while line[-1] not in roots:
        above = parents.get(line[-1], 0)
        if above < 2:
            return []
        line.append(above)
    return line


def _kind(pid: int) -> str:
    with contextlib.suppress(OSError):
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        return next((kind for word, kind in _KINDS if word in command), "")
    return ""


def _memory(pid: int) -> float:
    """MB that are its own: what several share is counted by parts."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


# Filled and looked through, in processes of their own ----------------------------------------


def fill(tables: int, staff: int) -> None:
    """A tournament with two rounds played, the third published and its clock started; prints the
    pairs' codes and who sits where."""
    import django

    django.setup()
    from django.contrib.auth.hashers import make_password
    from django.db import transaction

    from games.domain.record_result import record_result
    from games.domain.run_clock import start_clock
    from games.forms import Raw
    from tests import factories
    from tournaments.domain.close_round import close_round
    from tournaments.domain.draw_round import draw_round
    from tournaments.domain.publish_round import publish_round
    from tournaments.models import Pairing, Role, User

    with transaction.atomic():
        tournament = factories.make_tournament(
            slug=SLUG, name="DM i Partners", tables=tables, capacity=2 * tables, public=True,
            rounds_planned=7,
        )  # fmt: skip
        entries = factories.make_entries(tournament, 2 * tables)
        hashed = make_password(PASSWORD)
        people = User.objects.bulk_create(
            User(username=f"staff{n}", password=hashed) for n in range(staff)
        )
        kinds = (Role.Kind.ORGANISER, Role.Kind.DESK, Role.Kind.DESK, Role.Kind.HEAD_JUDGE)
        Role.objects.bulk_create(
            Role(tournament=tournament, user=user, kind=kinds[n % 4] if n % 5 else kinds[0])
            for n, user in enumerate(people)
        )
    for number in range(1, ROUND + 1):
        with transaction.atomic():
            round_ = draw_round(tournament, by=None)
            publish_round(round_, by=None, despite_warnings=True)
            start_clock(round_, by=None)
        if number == ROUND:
            break
        with transaction.atomic():
            games = round_.pairings.filter(kind=Pairing.Kind.GAME).select_related("table")
            for pairing in games:
                pairing.round = round_
                lost = (pairing.order * 3 + number) % 8
                first = pairing.order % 2
                score = ["8", str(lost)] if first else [str(lost), "8"]
                sent = {"score_0": score[0], "score_1": score[1], "ended": "played"}
                record_result(pairing, Raw.sent(sent, 2).typed(), seen=0, by=None)
            close_round(round_, by=None)
        tournament.refresh_from_db()
    sitting: dict[int, list[int]] = {}
    for table, _side, entry in round_.seats.order_by("side").values_list(
        "pairing__table__number", "side", "entry__number"
    ):
        sitting.setdefault(table, []).append(entry)
    print(json.dumps({"codes": {e.number: e.code for e in entries}, "tables": sitting}))


def check(path: Path) -> None:
    """Compare with what was acknowledged; prints what is wrong, and the events of the day."""
    import django

    django.setup()
    from django.core.management import CommandError, call_command

    from games.models import Claim, Result
    from tournaments.domain.seal_log import seal_logs
    from tournaments.models import Event, Pairing, Tournament
    from tournaments.queries.news import kinds_of

    acknowledged = json.loads(path.read_text())
    tournament = Tournament.objects.get(slug=SLUG)
    pairings = Pairing.objects.filter(
        round__tournament=tournament, round__number=ROUND, kind=Pairing.Kind.GAME
    )
    by_table = {p.table.number: p for p in pairings.select_related("table")}
    lost, doubled, wrong = [], [], []
    for table, score in acknowledged["results"].items():
        pairing = by_table[int(table)]
        versions = list(Result.objects.filter(pairing=pairing))
        scores = [seat.score for seat in pairing.seats.order_by("side")]
        if not versions:
            lost.append(f"table {table}")
        elif scores != score:
            wrong.append(f"table {table}: {scores} for {score}")
    for table, pairing in by_table.items():
        events = Event.objects.filter(
            subject_kind="pairing", subject_id=pairing.pk, verb__startswith="result."
        ).count()
        versions = Result.objects.filter(pairing=pairing).count()
        if versions > 1 or events > versions:
            doubled.append(f"table {table}: {versions} versions, {events} events")
    for number, score in acknowledged["claims"].items():
        entry = tournament.entries.get(number=int(number))
        pairing = pairings.get(seats__entry=entry)
        said = Claim.objects.filter(pairing=pairing, entry=entry)
        if not said.exists():
            lost.append(f"what entry {number} said ({score})")
    faults = []
    while seal_logs():
        pass
    for command in ("verify_log", "check_draw"):
        try:
            call_command(command, SLUG, stdout=sys.stderr)
        except CommandError as error:
            faults.append(f"{command}: {error}")
    events = [
        (event.pk, event.at.timestamp(), event.subject_id, sorted(kinds_of(event)))
        for event in Event.objects.filter(tournament=tournament, subject_kind="pairing")
        if event.subject_id in {p.pk for p in by_table.values()}
    ]
    found: dict[str, Any] = {"lost": lost, "doubled": doubled, "wrong": wrong, "faults": faults}
    print(json.dumps(found | {"events": events}))


def main() -> None:
    if sys.argv[1] == "fill":
        fill(int(sys.argv[2]), int(sys.argv[3]))
    else:
        check(Path(sys.argv[2]))


if __name__ == "__main__":
    main()
