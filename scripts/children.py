"""Processes that belong together: started from a `Procfile`, begun again when they die, ended
together. The standard library alone."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Protocol

from scripts.services import ends_with_its_parent

#: So many deaths of one process within so many seconds, and it is no use to begin it again.
DEATHS, WITHIN = 5, 60.0
#: Seconds that processes have to end before they are killed.
LAST_WORDS = 20.0


class ChildrenError(Exception):
    """One of them cannot be kept running; the text says which."""


def procfile(path: Path, environ: Mapping[str, str]) -> dict[str, list[str]]:
    """The commands of a `Procfile` by name, `${…}` filled in from `environ`."""
    found = {}
    for line in path.read_text("utf-8").splitlines():
        name, colon, command = line.partition(":")
        if colon and not line.startswith("#"):
            found[name.strip()] = [
                Template(word).substitute(environ) for word in shlex.split(command)
            ]
    return found


class SeenTo(Protocol):
    """What is kept running."""

    def see_to(self) -> None:
        """Begin it again if it has died; raise where that is no use."""


@dataclass
class Child:
    """One process, in a group of its own so that the terminal's Ctrl-C is for its parent alone."""

    name: str
    command: Sequence[str]
    env: Mapping[str, str]
    cwd: Path
    pass_fds: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    deaths: list[float] = field(default_factory=list)

    def start(self) -> None:
        """Begin it."""
        self.process = subprocess.Popen(
            self.command,
            env=dict(self.env),
            cwd=self.cwd,
            pass_fds=self.pass_fds,
            start_new_session=True,
            preexec_fn=ends_with_its_parent,
        )

    def see_to(self) -> None:
        """Begin it again if it has died. Raises ChildrenError when it does so all the time."""
        assert self.process is not None
        code = self.process.poll()
        if code is None:
            return
        now = time.monotonic()
        self.deaths = [one for one in self.deaths if now - one < WITHIN] + [now]
        if len(self.deaths) >= DEATHS:
            raise ChildrenError(f"{self.name} ends again and again (the last time with {code})")
        self.kill()
        print(f"startfelt: {self.name} has ended ({code}) and is begun again.", file=sys.stderr)
        self.start()

    def tell(self, number: signal.Signals) -> None:
        """Send a signal to it, not to those it has started: it ends them in its own order."""
        if self.process is not None and self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(number)

    def kill(self) -> None:
        """End it and all that it has started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def keep(all_of_it: Sequence[SeenTo], stop: threading.Event) -> None:
    """Keep all of it running until `stop`, what comes first in it first."""
    while not stop.wait(0.5):
        for one in all_of_it:
            one.see_to()


def end(children: Sequence[Child], seconds: float = LAST_WORDS) -> None:
    """End all at once and in good order; whatever is left after `seconds` is killed."""
    for child in children:
        child.tell(signal.SIGTERM)
    until = time.monotonic() + seconds
    for child in children:
        if child.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.process.wait(max(until - time.monotonic(), 0.1))
        child.kill()
