"""How long score sheets take: the press beside the plain call, in one run.

    python -m benchmarks.score_sheets [--sheets 500] [--plain 20]

The plain call is one WeasyPrint document in which every page has its own form, board and QR code
as inline SVG. It is run on fewer sheets, as its time and memory grow with them; the ratio is per
sheet. Aims for 500 sheets on two idle cores: 30 s, 400 MB, 6 MB.
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
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.row import Row

if TYPE_CHECKING:
    from tournaments.models import Round

ROOT = Path(__file__).resolve().parents[1]
AIM_SECONDS, AIM_MEGABYTES, AIM_FILE = 30.0, 400.0, 6.0


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
    from reports.press.crew import print_order

    round_ = make_round(sheets)
    target = folder / "press.pdf"
    began, processor = time.perf_counter(), cpu()
    order = DOCUMENTS["score-sheets"].order(Subject(round_.tournament, round_))
    heaviest = 0.0

    def look(_done: int, _total: int) -> None:
        nonlocal heaviest
        heaviest = max(heaviest, peak_of_children())

    def first(_path: Path) -> None:
        print(f"first pages after {time.perf_counter() - began:.1f} s", file=sys.stderr)

    pages = print_order(order, folder, target, look, first=first)
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


def rows(sheets: int = 500, plain_sheets: int = 20) -> Iterator[Row]:
    ours, theirs = in_process("press", sheets), in_process("plain", plain_sheets)
    yield Row(
        what=f"{sheets} score sheets",
        value=ours.seconds,
        unit="s",
        limit=AIM_SECONDS,
        peer="plain WeasyPrint, a sheet",
        ratio=(theirs.seconds / theirs.sheets) / (ours.seconds / ours.sheets),
    )
    yield Row(what="memory of all processes", value=ours.memory, unit="MB", limit=AIM_MEGABYTES)
    yield Row(
        what="the file",
        value=ours.size,
        unit="MB",
        limit=AIM_FILE,
        peer="plain WeasyPrint, a sheet",
        ratio=(theirs.size / theirs.sheets) / (ours.size / ours.sheets),
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--sheets", type=int, default=500)
    arguments.add_argument("--plain", type=int, default=20)
    arguments.add_argument("--way", choices=["press", "plain"], help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.way:
        import django

        django.setup()
        with tempfile.TemporaryDirectory() as folder:
            way = press if given.way == "press" else plain
            measured = way(given.sheets, Path(folder))
        print(measured.seconds, measured.cpu, measured.memory, measured.size)
        return
    load = os.getloadavg()[0]
    ours, theirs = in_process("press", given.sheets), in_process("plain", given.plain)
    print(ours.line("press"))
    print(theirs.line("plain call"))
    per_sheet = (theirs.seconds / theirs.sheets) / (ours.seconds / ours.sheets)
    per_cpu = (theirs.cpu / theirs.sheets) / (ours.cpu / ours.sheets)
    print(
        f"ratio a sheet: {per_sheet:.1f} x in time, {per_cpu:.1f} x in processor time, "
        f"{(theirs.size / theirs.sheets) / (ours.size / ours.sheets):.1f} x in size "
        f"(load before the run: {load:.1f})"
    )
    for what, value, aim in (
        ("seconds", ours.seconds, AIM_SECONDS),
        ("MB of memory", ours.memory, AIM_MEGABYTES),
        ("MB of file", ours.size, AIM_FILE),
    ):
        print(f"{'within' if value <= aim else 'OVER'} the aim: {value:.1f} of {aim:g} {what}")


if __name__ == "__main__":
    main()
