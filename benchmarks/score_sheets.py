"""How long score sheets take: a server that is asked for them beside the plain call, in one run.

    python -m benchmarks.score_sheets [--sheets 50 500 1000] [--plain 20] [--judge]

The server is the one of a desk's laptop, with its worker beside it and its press ready; a round is
asked for by the verb, as a click does. Then the first sheet and the whole are waited for. The plain
call is one WeasyPrint document in which every page has its own form, board and QR code as inline
SVG. It is run on fewer sheets, as its time and memory grow with them; the ratio is per sheet.

Memory is that of the server's process and all it has started, together, at its highest while the
paper is made: PSS, in which a page of memory that several processes share counts once. RSS, in
which it counts for each of them, stands below.

Aims for 500 sheets on two idle cores: 30 s, 400 MB, 6 MB, six times faster than the plain call, the
first sheet after 3 s. A sheet more costs the same at 1,000 as at 50, and no memory to speak of.
With --judge the exit code is 1 when a promise is not kept.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import TYPE_CHECKING, Self

from benchmarks.row import Row

if TYPE_CHECKING:
    from tournaments.models import Round

ROOT = Path(__file__).resolve().parents[1]
AIM_SECONDS, AIM_MEGABYTES, AIM_FILE = 30.0, 400.0, 6.0
#: Times as fast as the plain call, by the processor's time; seconds to the first sheet; how much
#: dearer a sheet beyond the promised size may be; megabytes that a sheet more may take.
AIM_RATIO, AIM_FIRST, AIM_FLAT, AIM_SLOPE = 6.0, 3.0, 1.3, 0.25
#: Seconds after which nobody waits for a first sheet any more.
PATIENCE = 900.0


#: Seconds that a server has been up when somebody asks, and how often memory is looked at.
UP, LOOK = 8.0, 0.25


@dataclass(frozen=True)
class Measured:
    """Seconds to the whole and to the first sheet; peak memory of all processes together (each
    shared page once, and for each who has it) and size of the file, in MB."""

    seconds: float
    first: float
    cpu: float
    memory: float
    resident: float
    size: float
    sheets: int = 0


def cpu() -> float:
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class Memory:
    """The memory of this process and all it has started, looked at until the `with` block ends."""

    def __init__(self) -> None:
        self.pss = self.rss = 0.0
        self._over = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(LOOK):
            pss = rss = 0
            for process in self._processes(os.getpid()):
                try:
                    told = Path(f"/proc/{process}/smaps_rollup").read_text()
                except OSError:  # it has ended
                    continue
                for kind, size in re.findall(r"^(Pss|Rss): +(\d+) kB", told, re.M):
                    pss += int(size) if kind == "Pss" else 0
                    rss += int(size) if kind == "Rss" else 0
            self.pss, self.rss = max(self.pss, pss / 1024), max(self.rss, rss / 1024)

    def _processes(self, root: int) -> Iterator[int]:
        yield root
        found: list[str] = []
        with suppress(OSError):  # it has ended
            for children in Path(f"/proc/{root}/task").glob("*/children"):
                found += children.read_text().split()
        for child in found:
            yield from self._processes(int(child))


def make_round(sheets: int) -> Round:
    """A round with `sheets` tables, in a database of its own."""
    from django.core.management import call_command
    from django.utils import timezone

    call_command("migrate", verbosity=0)
    from tests.factories import make_tournament
    from tournaments.models import Entry, Pairing, Player, Round, Seat

    tournament = make_tournament(tables=sheets, name="DM i Partners 2027", capacity=2 * sheets)
    numbers = range(1, 2 * sheets + 1)
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=n, name=f"Vestergårds Løber {n}", name_key=f"v{n}")
        for n in numbers
    )
    Player.objects.bulk_create(
        Player(
            tournament=tournament,
            entry=entry,
            position=place,
            name=f"{name} {entry.number}",
            person_key=f"{name}{entry.number}",
        )
        for entry in entries
        for place, name in ((1, "Anne-Marie Østergaard"), (2, "Bjørn Åkesson"))
    )
    round_ = Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=1,
        state=Round.State.PUBLISHED,
        seed=1,
        drawn_at=timezone.now(),
    )
    pairings = Pairing.objects.bulk_create(
        Pairing(round=round_, table=table, order=table.number) for table in tournament.tables.all()
    )
    Seat.objects.bulk_create(
        Seat(
            pairing=pairing,
            round=round_,
            entry=entries[2 * place + side],
            side=side,
            colours=[["yellow", "blue"], ["red", "green"]][side],
        )
        for place, pairing in enumerate(pairings)
        for side in (0, 1)
    )
    return round_


def served(sheets: int, _folder: Path, *, up: float = UP) -> Measured:
    """What the program does: a round is asked for, and a PDF is there to print."""
    from config.embedded import start_worker, stop_worker
    from reports.domain.ask_for_document import ask_for_document
    from reports.models import Job
    from reports.press.foreman import STANDING
    from tournaments.models import Round

    round_ = Round.objects.select_related("tournament").get()
    began, processor, first = time.perf_counter(), cpu(), 0.0
    start_worker()
    if up:
        time.sleep(up)
        began, processor = time.perf_counter(), cpu()
    with Memory() as memory:
        job = ask_for_document(round_.tournament, "score-sheets", round_number=1, by=None)
        while job.state in Job.ON_ITS_WAY:
            if time.perf_counter() - began > PATIENCE:
                raise RuntimeError("the sheets did not come")
            time.sleep(0.02)
            job.refresh_from_db()
            if job.first_pages and not first:
                first = time.perf_counter() - began
    seconds = time.perf_counter() - began
    assert job.state == Job.State.DONE, job.error
    stop_worker()
    # Only of those who have ended is it known what they took.
    STANDING.end()
    size = job.file.size / 1e6
    return Measured(seconds, first or seconds, cpu() - processor, memory.pss, memory.rss, size)


def cold(sheets: int, folder: Path) -> Measured:
    """The same of a server whose worker starts when somebody asks; its start is waited for, too."""
    return served(sheets, folder, up=0.0)


def plain(sheets: int, folder: Path) -> Measured:
    """The plain call, on the same sheets."""
    import segno
    import weasyprint

    from reports.documents import DOCUMENTS, Subject
    from tournaments.models import Round

    round_ = Round.objects.select_related("tournament").get()
    target = folder / "plain.pdf"
    began, processor = time.perf_counter(), cpu()
    with Memory() as memory:
        order = DOCUMENTS["score-sheets"].order(Subject(round_.tournament, round_))
        (form,) = order.backdrops.values()
        head, _sheet, form_body = form.partition('<div class="sheet">')
        form_body = form_body.removesuffix("</div></body></html>")
        pages = []
        for part in order.parts:
            texts = re.findall(r'<div class="sheet">(.*?)</div>', part.html, re.S)
            for text, page in zip(texts, part.pages, strict=True):
                (code,) = page.codes
                svg = io.BytesIO()
                segno.make_qr(code.text).save(svg, kind="svg", border=4, xmldecl=False)
                pages.append(
                    f'<div class="sheet">{form_body}{text}<div style="position:absolute;'
                    f'left:154mm;top:21.5mm;width:44mm">{svg.getvalue().decode()}</div></div>'
                )
        weasyprint.HTML(string=f"{head}{''.join(pages)}</body></html>").write_pdf(target)
    seconds, size = time.perf_counter() - began, target.stat().st_size / 1e6
    return Measured(seconds, seconds, cpu() - processor, memory.pss, memory.rss, size)


def fill(sheets: int, _folder: Path) -> Measured:
    """The round, made by a process whose memory is nobody's."""
    make_round(sheets)
    return Measured(0, 0, 0, 0, 0, 0)


def in_process(way: str, sheets: int) -> Measured:
    """Run one way in a process of its own, so that none counts another's memory."""
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        # As everywhere but here, a program that was started before is not compiled again.
        environ.pop("PYTHONDONTWRITEBYTECODE", None)
        for step in ("fill", way):
            command = [sys.executable, "-m", "benchmarks.score_sheets", "--way", step]
            done = subprocess.run(
                [*command, "--sheets", str(sheets)],
                cwd=ROOT,
                env=environ,
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            )
    seconds, first, processor, memory, resident, size = map(float, done.stdout.split()[-7:-1])
    return Measured(seconds, first, processor, memory, resident, size, sheets)


#: What it is measured at: a small hall, the one that is promised, the largest.
SIZES = (50, 500, 1000)


def slope(measured: Sequence[Measured]) -> float:
    """Megabytes that each sheet more takes, over all sizes (least squares)."""
    middle = sum(one.sheets for one in measured) / len(measured)
    level = sum(one.memory for one in measured) / len(measured)
    spread = sum((one.sheets - middle) ** 2 for one in measured)
    return sum((one.sheets - middle) * (one.memory - level) for one in measured) / spread


def rows(sizes: Sequence[int] = SIZES, plain_sheets: int = 20) -> Iterator[Row]:
    """The promises are about 500 sheets, or the last but one of other sizes."""
    ours = [in_process("served", sheets) for sheets in sizes]
    theirs = in_process("plain", plain_sheets)
    main_one = ours[-2] if len(ours) > 1 else ours[-1]
    sheets = main_one.sheets
    yield Row(
        what=f"{sheets} score sheets",
        value=main_one.seconds,
        unit="s",
        limit=AIM_SECONDS,
        peer="plain WeasyPrint, a sheet",
        ratio=(theirs.seconds / theirs.sheets) / (main_one.seconds / sheets),
    )
    # By the processor's own time, a busy machine says the same as an idle one.
    yield Row(
        what="processor time of all processes",
        value=main_one.cpu,
        unit="s",
        peer="plain WeasyPrint, a sheet",
        ratio=(theirs.cpu / theirs.sheets) / (main_one.cpu / sheets),
        least_ratio=AIM_RATIO,
    )
    yield Row(what="the first sheet to print", value=main_one.first, unit="s", limit=AIM_FIRST)
    just_started = in_process("cold", sheets).first
    yield Row(what="the same of a server that starts just then", value=just_started, unit="s")
    yield Row(what="memory of all processes", value=main_one.memory, unit="MB", limit=AIM_MEGABYTES)
    yield Row(what="the same, what is shared counted often", value=main_one.resident, unit="MB")
    yield Row(
        what="the file",
        value=main_one.size,
        unit="MB",
        limit=AIM_FILE,
        peer="plain WeasyPrint, a sheet",
        ratio=(theirs.size / theirs.sheets) / (main_one.size / sheets),
    )
    for one in ours:
        yield Row(
            what=f"a sheet of {one.sheets:,}, processor time",
            value=1000 * one.cpu / one.sheets,
            unit="ms",
        )
    if len(ours) > 2:
        added = (ours[-1].cpu - main_one.cpu) / (ours[-1].sheets - sheets)
        before = (main_one.cpu - ours[0].cpu) / (sheets - ours[0].sheets)
        yield Row(
            what="a sheet added beyond, beside one added before",
            value=added / before,
            unit="x",
            limit=AIM_FLAT,
        )
        yield Row(what="memory a sheet more", value=slope(ours), unit="MB", limit=AIM_SLOPE)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--sheets", type=int, nargs="+", default=list(SIZES))
    arguments.add_argument("--plain", type=int, default=20)
    arguments.add_argument("--judge", action="store_true", help="fail when a promise is not kept")
    arguments.add_argument("--way", choices=list(WAYS), help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.way:
        import django

        django.setup()
        with tempfile.TemporaryDirectory() as folder:
            measured = WAYS[given.way](given.sheets[0], Path(folder))
        print(*astuple(measured))
        return 0
    print(f"load before the run: {os.getloadavg()[0]:.1f}")
    over = False
    for row in rows(given.sheets, given.plain):
        print(row, flush=True)
        over = over or row.over
    return 1 if over and given.judge else 0


WAYS = {"fill": fill, "served": served, "cold": cold, "plain": plain}


if __name__ == "__main__":
    sys.exit(main())
