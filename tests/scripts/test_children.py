"""Processes that belong together: begun again when they die, ended together."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from scripts import children
from scripts.children import Child, ChildrenError, end, keep, procfile
from tests.faults.site import wait_for

#: Says that it is there, waits, and says that it was told to end.
POLITE = """
import signal, sys, time
from pathlib import Path
def ending(*_):
    Path(sys.argv[1], "ended").touch()
    sys.exit(0)
signal.signal(signal.SIGTERM, ending)
Path(sys.argv[1], "there").touch()
while True:
    time.sleep(0.05)
"""
#: Does not listen.
STUBBORN = POLITE.replace("sys.exit(0)", "pass")


def child(folder: Path, code: str) -> Child:
    return Child("one", [sys.executable, "-c", code, str(folder)], os.environ, folder)


def pid_of(one: Child) -> int:
    assert one.process is not None
    return one.process.pid


def until(path: Path) -> None:
    wait_for(path.exists, 60, lambda: f"{path} never came")


def test_procfile_names_commands_and_fills_them_in(tmp_path: Path) -> None:
    file = tmp_path / "Procfile"
    file.write_text("# not this: one\nweb: run 'two words' ${FOLDER}/x\n\nbeat: run --at=\n")
    assert procfile(file, {"FOLDER": "/some where"}) == {
        "web": ["run", "two words", "/some where/x"],
        "beat": ["run", "--at="],
    }


def test_one_that_dies_is_begun_again(tmp_path: Path) -> None:
    one, stop = child(tmp_path, POLITE), threading.Event()
    one.start()
    until(tmp_path / "there")
    first = pid_of(one)
    (tmp_path / "there").unlink()
    keeping = threading.Thread(target=keep, args=([one], stop))
    keeping.start()
    try:
        os.kill(first, signal.SIGKILL)
        until(tmp_path / "there")
        second = pid_of(one)
    finally:
        stop.set()
        keeping.join()
        end([one])
    assert second != first
    assert not (tmp_path / "ended").exists() or pid_of(one) == second


def test_one_that_dies_all_the_time_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "DEATHS", 2)
    monkeypatch.setattr(children, "WITHIN", 3600.0)
    one = child(tmp_path, "raise SystemExit(3)")
    one.start()
    assert one.process is not None
    one.process.wait()
    one.see_to()
    one.process.wait()
    with pytest.raises(ChildrenError, match=r"one ends again and again \(the last time with 3\)"):
        one.see_to()


def test_all_are_told_to_end_and_who_does_not_is_killed(tmp_path: Path) -> None:
    folders = [tmp_path / "polite", tmp_path / "stubborn"]
    for folder in folders:
        folder.mkdir()
    both = [child(folders[0], POLITE), child(folders[1], STUBBORN)]
    for one in both:
        one.start()
    for folder in folders:
        until(folder / "there")
    polite, stubborn = both
    end([polite], 60)
    end([stubborn], 0.2)
    assert (folders[0] / "ended").exists()
    assert [one.process and one.process.returncode for one in both] == [0, -signal.SIGKILL]
