"""The press's own process. It reads all that printing needs, which takes seconds, and then forks a
printer for each who asks, which takes none; what printers have in common is in memory once.

`python -m reports.press.worker`, with a socket for standard input. A message over that brings two
more, for one printer. Over the first it reads one order a line, prints it, and answers one line: a
line in is {"renderer", "part", "path"}; a line out {"ok": true} or {"error", "trace", "errno"}. The
second tells that the one who asked is gone, and tells the one who asked how the printer ended.
Everything ends when those who ask are gone: a parent that was killed leaves no child behind.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import tempfile
import traceback
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import Any

from reports.press.parts import DEFAULT_RENDERER, Part

#: The desk's pages come first; printing takes what is left of the processor.
NICENESS = 5


class Floor:
    """The printers that were asked for, and those who asked."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        #: Each printer's process, by the line that its asker holds.
        self.printers: dict[socket.socket, int] = {}

    def run(self) -> None:
        """Until nobody is left who could ask."""
        ended, told = os.pipe()
        os.set_blocking(ended, False)
        os.set_blocking(told, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(told)
        with DefaultSelector() as lines:
            self.lines = lines
            lines.register(self.control, EVENT_READ)
            lines.register(ended, EVENT_READ)
            while True:
                for key, _events in lines.select():
                    line = key.fileobj
                    if line is self.control:
                        message, fds, _flags, _from = socket.recv_fds(self.control, 1, 2)
                        if not message:
                            return
                        self._begin(*(socket.socket(fileno=fd) for fd in fds))
                    elif line == ended:
                        with suppress(BlockingIOError):
                            os.read(ended, 4096)
                        self._bury()
                    elif isinstance(line, socket.socket) and line in self.printers:
                        # The one who asked wants nothing more. It is told when it is over.
                        lines.unregister(line)
                        os.kill(self.printers[line], signal.SIGKILL)

    def _begin(self, talk: socket.socket, life: socket.socket) -> None:
        printer = os.fork()
        if printer == 0:
            # What others hold on to must not hang on this one.
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self.lines.close()
            for line in (self.control, life, *self.printers):
                line.close()
            _print_for(talk)
        talk.close()
        self.printers[life] = printer
        self.lines.register(life, EVENT_READ)

    def _bury(self) -> None:
        """Those that ended: whoever asked for them is told how."""
        for line, printer in list(self.printers.items()):
            found, status = os.waitpid(printer, os.WNOHANG)
            if found:
                del self.printers[line]
                with suppress(KeyError):  # it was sent home
                    self.lines.unregister(line)
                with suppress(OSError):
                    line.send(str(os.waitstatus_to_exitcode(status)).encode())
                line.close()


def run(request: dict[str, Any]) -> dict[str, Any]:
    """Print what one request says; the answer."""
    try:
        module, function = request["renderer"].split(":")
        getattr(import_module(module), function)(
            Part.from_json(request["part"]), Path(request["path"])
        )
    except Exception as error:
        return {
            "error": f"{type(error).__name__}: {error}",
            "trace": traceback.format_exc(),
            "errno": getattr(error, "errno", None),
        }
    return {"ok": True}


def _print_for(talk: socket.socket) -> None:
    """A printer's whole life: never returns."""
    status = 1
    try:
        with talk.makefile("rw", encoding="utf-8", newline="\n") as lines:
            # Its temporary files go into the job's own folder, and leave with it.
            tempfile.tempdir = json.loads(lines.readline())["folder"]
            os.chdir(tempfile.tempdir)
            for line in iter(lines.readline, ""):
                lines.write(json.dumps(run(json.loads(line))) + "\n")
                lines.flush()
        status = 0
    except (OSError, ValueError):
        status = 0  # nobody is there any more
    finally:
        os._exit(status)


def main() -> None:
    os.nice(NICENESS)
    control = socket.socket(fileno=os.dup(0))
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    # Ctrl-C in a terminal is for those who ask.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever prints to standard output while a page is set is for the log.
    os.dup2(2, 1)
    import_module(DEFAULT_RENDERER.split(":")[0])
    # What is there now stays where it is: printers share it as long as nobody moves it about.
    gc.collect()
    gc.freeze()
    Floor(control).run()


if __name__ == "__main__":
    main()
