"""One parent that has read the program and forks the processes that answer: one that is killed is
replaced in no time, since nothing is read again. The standard library alone.

A parent has one thread and holds no connection: whatever cannot be shared is opened by the process
that needs it. Its children end with it.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import select
import signal
import struct
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NoReturn

from scripts.services import ends_with_its_parent

#: Seconds between two looks at the children where nothing is heard of them.
LOOK: Final = 0.5
#: Seconds that a child may take until it answers, and that its loop may stand still afterwards, on
#: a machine that is busy.
PATIENCE: Final = 90.0
#: Seconds that a child has to end before it is killed: what it gives open requests, and a little.
LAST_WORDS: Final = 15.0
#: So many children in a row that die before they answer, and it is no use to fork another.
FAILURES: Final = 3
#: Seconds between two tries where others answer meanwhile.
REST: Final = 10.0
#: By how much the system would rather take a child than its parent when memory runs out.
RATHER: Final = 100
#: How a child ends that somebody has told to.
TOLD: Final = frozenset({0, 128 + signal.SIGINT, -signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP})
#: What a parent listens to, beside the deaths of its children.
_HEARD: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)
#: Names the children of the parent before, in the environment of its successor.
OLD: Final = "FORKED_BEFORE"

#: What a child does. It calls what it is given each time that its loop turns, from when it answers.
Life = Callable[[Callable[[], None]], None]


class ForkError(Exception):
    """Its children do not come to answer; the text says how they ended."""


class Turns:
    """How often a child's loop has turned: a number in memory that it shares with its parent."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8)

    def add(self) -> None:
        """Once more."""
        struct.pack_into("Q", self._memory, 0, self.count + 1)

    @property
    def count(self) -> int:
        found: int = struct.unpack_from("Q", self._memory)[0]
        return found


@dataclass(eq=False)
class Forked:
    """A child, as its parent knows it. One of the parent before has no turns, and answers."""

    pid: int
    turns: Turns | None = None
    seen: int = 0
    #: Seconds of its parent's own looks in which it has not turned.
    still: float = 0.0
    #: Whether its parent knows that it answers; when it is killed if it has not ended by then.
    known: bool = False
    leaves: float | None = None

    @property
    def answers(self) -> bool:
        return self.turns is None or self.turns.count > 0

    def look(self, seconds: float) -> bool:
        """Whether it lives, as far as its parent can tell: so much time has passed since the last
        look. A parent that stood still itself counts none of that."""
        if self.turns is None:
            return True
        before, self.seen = self.seen, self.turns.count
        self.still = 0.0 if self.seen != before else self.still + min(seconds, 2 * LOOK)
        return self.still < PATIENCE

    def tell(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)


@dataclass(frozen=True)
class Successor:
    """What takes the parent's place at SIGHUP, under its number and with its children, once `check`
    came to a good end: a newer version that cannot be loaded leaves the one there is."""

    check: Sequence[str]
    command: Sequence[str]
    env: Mapping[str, str]


class Ears:
    """Signals as something that one can wait for. Only for `with`."""

    def __init__(self) -> None:
        self._heard: list[int] = []

    def __enter__(self) -> Ears:
        self._come, self._told = os.pipe()
        os.set_blocking(self._come, False)
        os.set_blocking(self._told, False)
        self._before = {number: signal.getsignal(number) for number in _HEARD}
        for number in _HEARD:
            signal.signal(number, lambda number, _frame: self._heard.append(number))
        signal.set_wakeup_fd(self._told, warn_on_full_buffer=False)
        return self

    def __exit__(self, *_error: object) -> None:
        signal.set_wakeup_fd(-1)
        for number, before in self._before.items():
            signal.signal(number, before)
        os.close(self._come)
        os.close(self._told)

    def take(self, seconds: float) -> list[int]:
        """What has come, after `seconds` at the latest."""
        select.select([self._come], [], [], seconds)
        with contextlib.suppress(BlockingIOError):
            os.read(self._come, 4096)
        heard, self._heard = self._heard, []
        return heard


@dataclass
class Parent:
    """Keeps `count` children that live `life`; `run` returns when it was told to end.

    `whole` says that a child which was told to end by somebody ends all of it.
    """

    name: str
    life: Life
    count: int
    old: list[Forked] = field(default_factory=list)
    whole: bool = False
    #: What a child is sent when its parent is killed.
    orphaned: signal.Signals = signal.SIGTERM
    successor: Successor | None = None
    ready: Callable[[], None] = lambda: None
    rest: float = REST
    own: list[Forked] = field(default_factory=list)
    _failures: int = 0
    _rests_until: float = 0.0
    _was_ready: bool = False
    _over: bool = False
    _check: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Until it is told to end, or replaced. Raises ForkError, after the others have ended."""
        with Ears() as ears:
            self._ears = ears
            try:
                looked = time.monotonic()
                while not self._over:
                    now = time.monotonic()
                    self._look(now - looked)
                    looked = now
                    if not self._over:
                        self._fill()
                        self._heed(ears.take(LOOK))
            finally:
                self._end()

    @property
    def children(self) -> list[Forked]:
        return [*self.old, *self.own]

    def _look(self, seconds: float) -> None:
        """Those that died are buried, those that stand still are killed."""
        for child, code in self._bury():
            self._died(child, code)
        for child in self.children:
            late = child.leaves is not None and time.monotonic() > child.leaves
            if late or not child.look(seconds):
                child.tell(signal.SIGKILL)
        for child in self.own:
            if child.answers and not child.known:
                child.known, self._failures = True, 0
                if not self._was_ready:
                    self._was_ready = True
                    self.ready()
        if self._check is not None and self._check.poll() is not None:
            self._give_way(self._check.returncode)

    def _bury(self) -> Iterator[tuple[Forked, int]]:
        for child in self.children:
            found, status = child.pid, 0
            # One that its parent does not know was nobody's.
            with contextlib.suppress(ChildProcessError):
                found, status = os.waitpid(child.pid, os.WNOHANG)
            if found:
                (self.own if child in self.own else self.old).remove(child)
                yield child, os.waitstatus_to_exitcode(status)

    def _died(self, child: Forked, code: int) -> None:
        if child.leaves is not None:
            return
        if self.whole and code in TOLD and child.answers:
            self._over = True
            return
        print(f"startfelt: {self.name} {how(code)}", end="", file=sys.stderr)
        if child.answers:
            print(" and is begun again.", file=sys.stderr, flush=True)
            return
        print(" before it answered.", file=sys.stderr, flush=True)
        self._failures += 1
        # What ends by itself at the very first start will do so again.
        if self._failures < FAILURES and (self._was_ready or code < 0):
            return
        if not any(one.answers for one in self.children):
            raise ForkError(f"{self.name} does not come to answer: it {how(code)}")
        if self.old:
            print("startfelt: those of before go on.", file=sys.stderr, flush=True)
        self.own, self.old = self.children, []
        self._rests_until = time.monotonic() + self.rest

    def _fill(self) -> None:
        """As many as there are to be; and newer ones, one after the other, for those of before."""
        if time.monotonic() < self._rests_until:
            return
        while len(self.children) < self.count:
            self.own.append(self._fork())
        if not self.old or not all(child.answers for child in self.own):
            return
        if len(self.children) == self.count:
            self.own.append(self._fork())
        elif self.old[0].leaves is None:
            self.old[0].leaves = time.monotonic() + LAST_WORDS
            self.old[0].tell(signal.SIGTERM)

    def _fork(self) -> Forked:
        turns, parent = Turns(), os.getpid()
        # No signal is taken by a child with its parent's ears.
        signal.pthread_sigmask(signal.SIG_BLOCK, _HEARD)
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            self._ears.__exit__()
            for number in _HEARD:
                signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            ends_with_its_parent(self.orphaned)
            if os.getppid() != parent:
                os._exit(1)
            live(lambda: self._begin(turns))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEARD)
        return Forked(pid, turns)

    def _begin(self, turns: Turns) -> None:
        score = Path("/proc/self/oom_score_adj")
        with contextlib.suppress(OSError):
            score.write_text(str(min(int(score.read_text()) + RATHER, 1000)))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HEARD)
        self.life(turns.add)

    def _heed(self, heard: Sequence[int]) -> None:
        ends = {signal.SIGINT, signal.SIGTERM}
        if self.successor is None:
            ends.add(signal.SIGHUP)
        elif signal.SIGHUP in heard and self._check is None:
            self._check = subprocess.Popen(self.successor.check, env=dict(self.successor.env))
        self._over = bool(ends & set(heard))

    def _give_way(self, code: int) -> None:
        self._check = None
        if code or self.successor is None:
            print(
                "startfelt: the newer version cannot be loaded; why stands above. The one there is "
                "goes on.",
                file=sys.stderr,
                flush=True,
            )
            return
        sys.stdout.flush()
        told = {OLD: ",".join(str(child.pid) for child in self.children)}
        os.execve(
            self.successor.command[0],
            list(self.successor.command),
            dict(self.successor.env) | told,
        )

    def _end(self) -> None:
        """All of them in good order; at once when somebody says it twice."""
        if self._check is not None:
            self._check.kill()
            self._check.wait()
        for child in self.children:
            child.tell(signal.SIGTERM)
        until = time.monotonic() + LAST_WORDS
        while list(self._bury()) or self.children:
            again = {signal.SIGINT, signal.SIGTERM} & set(self._ears.take(0.1))
            if again or time.monotonic() > until:
                for child in self.children:
                    child.tell(signal.SIGKILL)


def old_children(environ: MutableMapping[str, str]) -> list[Forked]:
    """Those that the parent before has left to this one, which has its number. It is told once."""
    return [Forked(int(pid)) for pid in environ.pop(OLD, "").split(",") if pid]


def how(code: int) -> str:
    """How a process ended, as one would say it."""
    if code == -signal.SIGKILL:
        return "was killed (SIGKILL: by somebody, or because memory ran out)"
    if code < 0:
        return f"was killed ({signal.Signals(-code).name})"
    return f"has ended ({code})"


def live(life: Callable[[], None]) -> NoReturn:
    """A forked process's whole life."""
    code = 1
    try:
        life()
        code = 0
    except KeyboardInterrupt:
        code = 128 + signal.SIGINT
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else int(left.code is not None)
        if isinstance(left.code, str):
            print(left.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def begin_apart(work: Callable[[], None]) -> Callable[[], int]:
    """Do `work` in a process of its own. What is returned waits for it, and says how it ended."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        ends_with_its_parent()
        live(work)
    return lambda: os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
