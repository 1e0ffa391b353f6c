"""How long score sheets take: the press beside the plain call, in one run.

    python -m benchmarks.score_sheets [--sheets 50 500 1000] [--plain 20] [--judge]

The plain call is one WeasyPrint document in which every page has its own form, board and QR code
as inline SVG. It is run on fewer sheets, as its time and memory grow with them; the ratio is per
sheet. Aims for 500 sheets on two idle cores: 30 s, 400 MB, 6 MB, six times faster than the plain
call, the first sheet after 3 s. A sheet more costs the same at 1,000 as at 50, and no memory to
speak of. With --judge the exit code is 1 when a promise is not kept.
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
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.row import Row

if TYPE_CHECKING:
    from tournaments.models import Round

ROOT = Path(__file__).resolve().parents[1]
AIM_SECONDS, AIM_MEGABYTES, AIM_FILE = 30.0, 400.0, 6.0
#: Times as fast as the plain call, by the processor's time; seconds to the first sheet; how much
#: dearer a sheet beyond the promised size may be; megabytes that a sheet more may take.
AIM_RATIO, AIM_FIRST, AIM_FLAT, AIM_SLOPE = 6.0, 3.0, 1.3, 0.25
#: Seconds after which nobody waits for a first sheet any more.
PATIENCE = 300.0


@dataclass(frozen=True)
class Measured:
    sheets: int
    seconds: float
    cpu: float
    #: Peak memory of all processes together, and size of the file, in MB.
    memory: float
    size: float

    def line(self, name: str) -> str:
        return (
            f"{name:<12}{self.sheets:>5} sheets {self.seconds:>7.1f} s "
            f"({self.cpu:.1f} s of processor) {self.memory:>7.0f} MB {self.size:>7.2f} MB file "
            f"{1000 * self.seconds / self.sheets:>7.1f} ms a sheet"
        )


def cpu() -> float:
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def peak(who: int) -> float:
    return resource.getrusage(who).ru_maxrss / 1024


def peak_of_children() -> float:
    """The peaks of the processes at work now, together. What `getrusage` tells of children counts
    the memory of the one they were forked from."""
    total = 0.0
    for children in Path("/proc/self/task").glob("*/children"):
        for pid in children.read_text().split():
            try:
                status = Path(f"/proc/{pid}/status").read_text()
            except (FileNotFoundError, ProcessLookupError):
                continue
            found = re.search(r"VmHWM:\s+(\d+)", status)
            total += int(found[1]) / 1024 if found else 0
    return total


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


def press(sheets: int, folder: Path) -> Measured:
    """What the program does: rows in, one PDF out."""
    from reports.documents import DOCUMENTS, Subject
    from reports.press.crew import CREW, Crew, print_order

    round_ = make_round(sheets)
    target = folder / "press.pdf"
    began, processor = time.perf_counter(), cpu()
    heaviest = 0.0

    def look(_done: int, _total: int) -> None:
        nonlocal heaviest
        heaviest = max(heaviest, peak_of_children())

    with Crew(folder) as crew:
        crew.begin(CREW)
        order = DOCUMENTS["score-sheets"].order(Subject(round_.tournament, round_))
        pages = print_order(order, folder, target, look, crew=crew)
    seconds = time.perf_counter() - began
    assert pages == sheets
    return Measured(
        sheets,
        seconds,
        cpu() - processor,
        peak(resource.RUSAGE_SELF) + heaviest,
        target.stat().st_size / 1e6,
    )


def plain(sheets: int, folder: Path) -> Measured:
    """The plain call, on the same sheets."""
    import segno
    import weasyprint

    from reports.documents import DOCUMENTS, Subject

    round_ = make_round(sheets)
    target = folder / "plain.pdf"
    began, processor = time.perf_counter(), cpu()
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
    return Measured(
        sheets,
        time.perf_counter() - began,
        cpu() - processor,
        peak(resource.RUSAGE_SELF),
        target.stat().st_size / 1e6,
    )


def in_process(way: str, sheets: int) -> Measured:
    """Run one way in a process of its own, so that neither counts the other's memory."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "benchmarks.score_sheets",
                "--way",
                way,
                "--sheets",
                str(sheets),
            ],
            cwd=ROOT,
            env={**os.environ, "DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"},
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
    return Measured(sheets, *(float(figure) for figure in done.stdout.split()[-4:]))


#: What it is measured at: a small hall, the one that is promised, the largest.
SIZES = (50, 500, 1000)


def first_of(sheets: int, _folder: Path) -> Measured:
    """How long until the first sheet is there to print, as somebody at the desk sees it: asked for
    by the verb, made by the worker that runs beside the server."""
    from config.embedded import start_worker, stop_worker
    from reports.domain.ask_for_document import ask_for_document
    from reports.models import Job

    round_ = make_round(sheets)
    start_worker()
    # A server has been up for a while when somebody asks.
    time.sleep(5)
    began, processor = time.perf_counter(), cpu()
    job = ask_for_document(round_.tournament, "score-sheets", round_number=1, by=None)
    while True:
        job.refresh_from_db()
        if job.first_pages or job.state in {Job.State.DONE, Job.State.FAILED}:
            break
        if time.perf_counter() - began > PATIENCE:
            raise RuntimeError("the first sheet did not come")
        time.sleep(0.02)
    seconds = time.perf_counter() - began
    assert job.first_pages or job.state == Job.State.DONE, job.error
    stop_worker()
    return Measured(sheets, seconds, cpu() - processor, peak(resource.RUSAGE_SELF), 0.0)


def slope(measured: Sequence[Measured]) -> float:
    """Megabytes that each sheet more takes, over all sizes (least squares)."""
    middle = sum(one.sheets for one in measured) / len(measured)
    level = sum(one.memory for one in measured) / len(measured)
    spread = sum((one.sheets - middle) ** 2 for one in measured)
    return sum((one.sheets - middle) * (one.memory - level) for one in measured) / spread


def rows(sizes: Sequence[int] = SIZES, plain_sheets: int = 20) -> Iterator[Row]:
    """The promises are about 500 sheets, or the last but one of other sizes."""
    ours = [in_process("press", sheets) for sheets in sizes]
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
    yield Row(what="memory of all processes", value=main_one.memory, unit="MB", limit=AIM_MEGABYTES)
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
    first = in_process("first", sheets)
    yield Row(what="the first sheet to print", value=first.seconds, unit="s", limit=AIM_FIRST)


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
        print(measured.seconds, measured.cpu, measured.memory, measured.size)
        return 0
    print(f"load before the run: {os.getloadavg()[0]:.1f}")
    over = False
    for row in rows(given.sheets, given.plain):
        print(row, flush=True)
        over = over or row.over
    return 1 if over and given.judge else 0


WAYS = {"press": press, "plain": plain, "first": first_of}


if __name__ == "__main__":
    sys.exit(main())
