"""A parent and the processes that it forks: replaced when they die, ended with it, given on."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.forking import FAILURES
from tests.faults.site import ROOT, wait_for

#: Children that write a file of their own number when they come to answer, and wait. `argv`: the
#: folder, how many, and what they do first.
CODE = """
import os, sys, time
from pathlib import Path
sys.path.insert(0, os.getcwd())
from scripts.forking import ForkError, Parent, Successor, old_children
folder, count, first = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
if sys.argv[4:] == ["check"]:
    sys.exit(int((folder / "check").read_text()))
def life(turned):
    exec(first)
    (folder / str(os.getpid())).touch()
    while True:
        turned()
        time.sleep(0.01)
command = [sys.executable, *sys.orig_argv[1:]]
try:
    Parent(
        "a child", life, count, rest=0.2, old=old_children(os.environ), whole="whole" in os.environ,
        successor=Successor([*command, "check"], command, os.environ)
        if "successor" in os.environ else None,
        ready=lambda: print("ready", flush=True),
    ).run()
except ForkError as error:
    sys.exit(f"refused: {error}")
print("ended", flush=True)
"""


class Family:
    """A parent in a process of its own."""

    def __init__(self, folder: Path, count: int, first: str, **env: str) -> None:
        self.folder = folder
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", CODE, str(folder), str(count), first],
                cwd=ROOT,
                env=os.environ | env,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def there(self) -> set[int]:
        """Those that have come to answer, and still live."""
        return {int(path.name) for path in self.folder.glob("[0-9]*") if lives(int(path.name))}

    def wait(self, count: int, without: frozenset[int] | set[int] = frozenset()) -> set[int]:
        wait_for(lambda: len(self.there() - without) == count == len(self.there()), 60, self.said)
        return self.there()

    def said(self) -> str:
        return self.log.read_text()


def lives(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@contextlib.contextmanager
def family(folder: Path, count: int, first: str = "", **env: str) -> Iterator[Family]:
    there = Family(folder, count, first, **env)
    try:
        yield there
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(there.process.pid, signal.SIGKILL)
        there.process.wait()


def test_child_that_is_killed_is_replaced_again_and_again(tmp_path: Path) -> None:
    with family(tmp_path, 2) as there:
        gone: set[int] = set()
        for _ in range(8):
            one = min(there.wait(2, gone))
            os.kill(one, signal.SIGKILL)
            gone.add(one)
        left = there.wait(2, gone)
        there.process.terminate()
        assert there.process.wait(60) == 0
        assert [lives(pid) for pid in left] == [False, False]
        said = there.said()
    again = "startfelt: a child was killed (SIGKILL: by somebody, or because memory ran out) and"
    assert said.count(again) == 8
    assert (said.count("ready\n"), said.endswith("ended\n")) == (1, True)


def test_children_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    with family(tmp_path, 2) as there:
        there.wait(2)
        there.process.kill()
        there.wait(0)


@pytest.mark.parametrize(
    ("first", "said", "times"),
    [
        ("sys.exit(3)", "it has ended (3)", 1),
        ("sys.exit('no such file')", "no such file\n", 1),
        ("raise RuntimeError('no such thing')", "RuntimeError: no such thing", 1),
        ("os.kill(os.getpid(), 9)", "it was killed (SIGKILL", 3),
        ("os.kill(os.getpid(), 11)", "it was killed (SIGSEGV)", 3),
    ],
)
def test_children_that_never_come_to_answer_are_given_up(
    tmp_path: Path, first: str, said: str, times: int
) -> None:
    with family(tmp_path, 1, first) as there:
        assert there.process.wait(60) == 1
        text = there.said()
    assert said in text
    assert text.count(" before it answered.\n") == times
    assert "refused: a child does not come to answer" in text


def test_one_that_does_not_come_to_answer_leaves_the_other_alone(tmp_path: Path) -> None:
    first = "(folder / 'broken').exists() and sys.exit(4)"
    with family(tmp_path, 2, first) as there:
        one, other = sorted(there.wait(2))
        (tmp_path / "broken").touch()
        os.kill(one, signal.SIGKILL)
        wait_for(lambda: there.said().count("before it answered") == FAILURES, 60, there.said)
        assert there.there() == {other}
        (tmp_path / "broken").unlink()
        there.wait(2, {one})
        assert other in there.there()


def test_child_goes_before_its_parent_where_memory_runs_out(tmp_path: Path) -> None:
    with family(tmp_path, 1) as there:
        [child] = there.wait(1)
        score = "/proc/{}/oom_score_adj"
        parent = int(Path(score.format(there.process.pid)).read_text())
        assert int(Path(score.format(child)).read_text()) > parent


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("whom", ["parent", "child"])
def test_whole_of_it_ends_when_either_is_told_to(
    tmp_path: Path, number: signal.Signals, whom: str
) -> None:
    with family(tmp_path, 1, whole="1") as there:
        [child] = there.wait(1)
        wait_for(lambda: there.said() == "ready\n", 60, there.said)
        os.kill(child if whom == "child" else there.process.pid, number)
        assert there.process.wait(60) == 0
        assert there.said() == "ready\nended\n"
        assert not lives(child)


def test_child_that_is_told_to_end_is_replaced_where_each_stands_for_itself(tmp_path: Path) -> None:
    with family(tmp_path, 1) as there:
        before = there.wait(1)
        os.kill(*before, signal.SIGTERM)
        there.wait(1, before)


def test_second_ctrl_c_does_not_wait_for_a_child_that_does(tmp_path: Path) -> None:
    deaf = "import signal\nfor n in (2, 15): signal.signal(n, signal.SIG_IGN)"
    with family(tmp_path, 1, deaf, whole="1") as there:
        there.wait(1)

        def ended() -> bool:
            there.process.send_signal(signal.SIGINT)
            return there.process.poll() is not None

        wait_for(ended, 10, there.said)
        assert there.process.returncode == 0


def test_newer_version_takes_over_one_by_one_under_the_same_number(tmp_path: Path) -> None:
    (tmp_path / "check").write_text("0")
    with family(tmp_path, 2, successor="1") as there:
        before = there.wait(2)
        for _ in range(2):
            there.process.send_signal(signal.SIGHUP)
            before |= there.wait(2, before)
        assert there.process.poll() is None
        # Those that came with it are replaced as the first were.
        one = min(there.there())
        os.kill(one, signal.SIGKILL)
        there.wait(2, {one} | (before - there.there()))
        there.process.terminate()
        assert there.process.wait(60) == 0
        there.wait(0)


def test_newer_version_that_cannot_be_loaded_leaves_the_one_there_is(tmp_path: Path) -> None:
    (tmp_path / "check").write_text("1")
    with family(tmp_path, 2, successor="1") as there:
        before = there.wait(2)
        there.process.send_signal(signal.SIGHUP)
        wait_for(lambda: "cannot be loaded" in there.said(), 60, there.said)
        assert there.there() == before


def test_newer_version_that_does_not_come_to_answer_leaves_those_of_before(tmp_path: Path) -> None:
    (tmp_path / "check").write_text("0")
    first = "(folder / 'broken').exists() and sys.exit(4)"
    with family(tmp_path, 2, first, successor="1") as there:
        before = there.wait(2)
        (tmp_path / "broken").touch()
        there.process.send_signal(signal.SIGHUP)
        wait_for(lambda: "those of before go on" in there.said(), 60, there.said)
        assert there.there() == before
        (tmp_path / "broken").unlink()
        os.kill(min(before), signal.SIGKILL)
        there.wait(2, {min(before)})
