"""Printing processes that are ready at once: one process has read all that printing needs, and
forks a printer for whoever asks."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from reports.press.parts import Part, PressError

_ROOT = Path(__file__).resolve().parents[2]
#: Seconds in which a printer that was sent home is gone, also on a machine that is busy.
_PATIENCE = 30.0


class Printer:
    """One printing process. Its end of two lines: what is asked and answered goes over one; the
    other is held as long as it is wanted, and tells how it ended."""

    def __init__(self, talk: socket.socket, life: socket.socket, folder: Path) -> None:
        self._talk, self._life = talk, life
        self._lines = talk.makefile("rw", encoding="utf-8", newline="\n")
        self._ask({"folder": str(folder.resolve())})
        self.printed = 0

    def print(self, renderer: str, part: Part, path: Path) -> None:
        """Print one part. Raises `PressError` with the printer's own words."""
        request = {"renderer": renderer, "part": part.as_json(), "path": str(path.resolve())}
        try:
            self._ask(request)
            line = self._lines.readline()
        except (OSError, ValueError) as error:
            raise PressError(f"the printing process is gone: {error}") from error
        if not line:
            raise PressError(f"the printing process died (exit status {self._how_it_ended()})")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            # What the system refused it (room on the disk) is told as what it is.
            refused = OSError(answer["errno"], answer["error"]) if answer["errno"] else None
            raise PressError(f"{answer['error']}\n{answer['trace']}") from refused
        self.printed += 1

    def _ask(self, request: dict[str, Any]) -> None:
        self._lines.write(json.dumps(request) + "\n")
        self._lines.flush()

    def _how_it_ended(self) -> str:
        told = b""
        with suppress(OSError):
            self._life.settimeout(_PATIENCE)
            while more := self._life.recv(64):
                told += more
        return told.decode() or "unknown"

    def stop(self) -> None:
        """End it at once and wait until it is gone; what it was printing is not kept."""
        with suppress(OSError):
            self._life.shutdown(socket.SHUT_WR)
        self._how_it_ended()
        with suppress(OSError, ValueError):  # unsent words to a process that is gone
            self._lines.close()
        self._talk.close()
        self._life.close()


class Foreman:
    """The process that forks printers. It is started when it is first needed, started anew when it
    is gone, and ends with the last process that may ask it: one that is forked from the one that
    started it asks the same."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._started_by = 0

    def begin(self) -> None:
        """Start it, so that it is ready when there is something to print."""
        with self._lock:
            self._begin()

    def printer(self, folder: Path) -> Printer:
        """A printer of its own for the caller, whose temporary files go to `folder`."""
        talk, its_talk = socket.socketpair()
        life, its_life = socket.socketpair()
        with self._lock, its_talk, its_life:
            fds = [its_talk.fileno(), its_life.fileno()]
            try:
                socket.send_fds(self._begin(), [b"p"], fds)
            except OSError:
                # It is gone, as after running out of memory.
                self._end()
                socket.send_fds(self._begin(), [b"p"], fds)
        return Printer(talk, life, folder)

    def end(self) -> None:
        """Send it home."""
        with self._lock:
            self._end()

    def _begin(self) -> socket.socket:
        if self._control is None:
            self._control, its = socket.socketpair()
            with its:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "reports.press.worker"],
                    stdin=its.fileno(),
                    cwd=_ROOT,
                    env={**os.environ, "PYTHONUTF8": "1"},
                )
            self._started_by = os.getpid()
        return self._control

    def _end(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        # Whoever was forked only lets go of it.
        if self._process is not None and self._started_by == os.getpid():
            self._process.kill()
            self._process.wait()
        self._process = None


#: The one that stands ready in a process that makes documents.
STANDING = Foreman()
