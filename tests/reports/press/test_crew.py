"""The crew: real child processes, parts in order, faults with their words, nobody left behind."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from pypdf import PdfReader

from reports.press.crew import Child, Crew, print_order
from reports.press.foreman import Foreman
from reports.press.parts import Order, Page, Part, PressError

#: Seconds that a busy machine may take.
PATIENCE = 120


class Enough(Exception):
    pass


@pytest.fixture(scope="module")
def foreman() -> Iterator[Foreman]:
    """One for all tests: that it is ready is what makes a printer quick."""
    one = Foreman()
    yield one
    one.end()


@pytest.fixture
def crew(tmp_path: Path, foreman: Foreman) -> Crew:
    return Crew(tmp_path, foreman=foreman)


def children_in(folder: Path) -> list[int]:
    """The press's processes that work in `folder`."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().split(b"\0")
            if b"reports.press.worker" in command and (process / "cwd").readlink() == folder:
                found.append(int(process.name))
        except OSError:
            continue
    return found


def nothing(_done: int, _total: int) -> None:
    """Nobody waits for it."""


def left_in(folder: Path) -> list[int]:
    """Those that are still there after a while; one that was just begun by a child that is gone
    ends by itself."""
    end = time.monotonic() + PATIENCE
    while (found := children_in(folder)) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def test_parts_are_bound_in_order_over_one_backdrop(tmp_path: Path) -> None:
    order = Order(
        title="Prøve",
        language="da",
        parts=tuple(Part(f"<p>del {n}</p>", (Page("form"),)) for n in range(5)),
        backdrops={"form": "<p>formular</p>"},
    )
    heard: list[tuple[int, int]] = []
    pages = print_order(
        order, tmp_path, tmp_path / "whole.pdf", lambda done, total: heard.append((done, total))
    )

    reader = PdfReader(tmp_path / "whole.pdf")
    texts = [page.extract_text() for page in reader.pages]
    assert pages == 5
    assert [f"del {n}" in text for n, text in enumerate(texts)] == [True] * 5
    assert ["formular" in text for text in texts] == [True] * 5
    assert (reader.metadata.title, reader.root_object["/Lang"]) == ("Prøve", "da")
    assert heard[-1] == (5, 5)
    assert heard == sorted(heard)
    assert left_in(tmp_path) == []


def test_fault_of_a_child_is_told_in_its_words(tmp_path: Path, crew: Crew) -> None:
    order = Order("Prøve", "da", (Part("<p>a</p>", (Page(), Page())),))
    with pytest.raises(PressError, match="2 pages were meant and 1 came"):
        print_order(order, tmp_path, tmp_path / "whole.pdf", nothing, crew=crew)
    assert left_in(tmp_path) == []


def test_child_that_dies_is_reported(tmp_path: Path, foreman: Foreman) -> None:
    order = Order("Prøve", "da", (Part("<p>a</p>"),), renderer="os:abort_with")
    crew = Crew(tmp_path, foreman=foreman)
    with pytest.raises(PressError, match="abort_with"):
        print_order(order, tmp_path, tmp_path / "whole.pdf", nothing, crew=crew)

    dying = Order("Prøve", "da", (Part("7"),), renderer="tests.reports.press.dying:die")
    crew = Crew(tmp_path, foreman=foreman)
    with pytest.raises(PressError, match="died \\(exit status 7\\)"):
        print_order(dying, tmp_path, tmp_path / "whole.pdf", nothing, crew=crew)


def test_progress_that_raises_stops_the_children(tmp_path: Path, crew: Crew) -> None:
    def enough(_done: int, _total: int) -> None:
        raise Enough

    order = Order("Prøve", "da", tuple(Part(f"<p>{n}</p>" * 500) for n in range(40)))
    with pytest.raises(Enough):
        print_order(order, tmp_path, tmp_path / "whole.pdf", enough, crew=crew)
    assert left_in(tmp_path) == []


def test_child_sent_home_by_two_while_it_starts_leaves_nobody_behind(
    tmp_path: Path, foreman: Foreman
) -> None:
    with ThreadPoolExecutor(3) as threads:
        for _ in range(20):
            child, gate = Child(tmp_path, foreman), Barrier(3)

            def at_work(child: Child = child, gate: Barrier = gate) -> None:
                gate.wait()
                child.print("os:getcwd", Part(""), tmp_path / "a.pdf")

            def sending_home(child: Child = child, gate: Barrier = gate) -> None:
                gate.wait()
                child.stop()

            printing = threads.submit(at_work)
            for ended in [threads.submit(sending_home), threads.submit(sending_home)]:
                ended.result()
            with pytest.raises(PressError):
                printing.result()
            assert child.printer is None
    assert left_in(tmp_path) == []


def test_first_part_is_there_before_the_others(tmp_path: Path, foreman: Foreman) -> None:
    seen: list[tuple[int, bool]] = []
    target = tmp_path / "whole.pdf"

    def first(path: Path) -> None:
        seen.append((len(PdfReader(path).pages), target.exists()))

    order = Order("Prøve", "da", tuple(Part(f"<p>{n}</p>") for n in range(3)))
    crew = Crew(tmp_path, foreman=foreman)
    assert print_order(order, tmp_path, target, nothing, first=first, crew=crew) == 3
    assert seen == [(1, False)]

    single = Order("Prøve", "da", (Part("<p>a</p>"),))
    crew = Crew(tmp_path, foreman=foreman)
    print_order(single, tmp_path, target, nothing, first=first, crew=crew)
    assert len(seen) == 1


def test_crew_that_has_begun_is_ready_and_goes_home_afterwards(tmp_path: Path, crew: Crew) -> None:
    order = Order("Prøve", "da", tuple(Part(f"<p>{n}</p>") for n in range(2)))
    with crew:
        crew.begin(1)
        assert [child.printer is not None for child in crew.children] == [True, False]
        print_order(order, tmp_path, tmp_path / "a.pdf", nothing, crew=crew)
        assert left_in(tmp_path) == []
    assert len(PdfReader(tmp_path / "a.pdf").pages) == 2


def test_document_of_one_part_needs_one_child(tmp_path: Path, crew: Crew) -> None:
    seen: set[int] = set()
    order = Order("Prøve", "da", (Part("<p>a</p>", (Page("form"),)),), {"form": "<p>b</p>"})
    with crew:
        crew.begin(1)
        crew.print("reports.press.printer:print_part", order.parts[0], tmp_path / "a.pdf")
        crew.print("reports.press.printer:print_part", order.parts[0], tmp_path / "b.pdf")
        seen.update(children_in(tmp_path))
    assert len(seen) == 1


def busy(tmp_path: Path) -> int:
    """The one process that prints in `tmp_path`, as soon as there is one."""
    end = time.monotonic() + PATIENCE
    while not (found := children_in(tmp_path)) and time.monotonic() < end:
        time.sleep(0.02)
    (process,) = found
    return process


def test_child_that_is_killed_is_reported_and_the_next_prints(
    tmp_path: Path, foreman: Foreman
) -> None:
    waiting = Order("Prøve", "da", (Part("60"),), renderer="tests.reports.press.slow:wait")
    with ThreadPoolExecutor(1) as threads:
        crew = Crew(tmp_path, foreman=foreman)
        printing = threads.submit(
            print_order, waiting, tmp_path, tmp_path / "a.pdf", nothing, crew=crew
        )
        os.kill(busy(tmp_path), signal.SIGKILL)
        with pytest.raises(PressError, match="died \\(exit status -9\\)"):
            printing.result()
    order = Order("Prøve", "da", (Part("<p>a</p>"),))
    crew = Crew(tmp_path, foreman=foreman)
    assert print_order(order, tmp_path, tmp_path / "b.pdf", nothing, crew=crew) == 1


def test_foreman_that_is_gone_is_followed_by_another(tmp_path: Path) -> None:
    order = Order("Prøve", "da", (Part("<p>a</p>"),))
    foreman = Foreman()
    try:
        foreman.begin()
        first = foreman._process
        assert first is not None
        first.kill()
        first.wait()
        crew = Crew(tmp_path, foreman=foreman)
        assert print_order(order, tmp_path, tmp_path / "a.pdf", nothing, crew=crew) == 1
        assert foreman._process is not first
    finally:
        foreman.end()
