"""Serve from several processes behind one port: what the `Procfile` and systemd start in full mode.

WEB_PROCESSES says how many (two, or one for each processor where there are more). They share one
listening socket, which somebody else may have opened before (systemd's LISTEN_FDS, or LISTEN_FD);
else HOST and PORT say where. Their parent has read the program and forks them, so one that dies is
replaced in no time. SIGTERM ends all of them in good order; at SIGHUP the parent reads the code
that is there by then and replaces one after the other.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from socket import socket

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from scripts.address import AddressError, listen, where_to_serve  # noqa: E402
from scripts.answering import answer, load  # noqa: E402
from scripts.forking import ForkError, Parent, Successor, old_children  # noqa: E402
from scripts.serve import allow_many_files  # noqa: E402

#: The first file that systemd hands over.
FIRST_FD = 3
#: Seconds that open requests have to end.
LAST_REQUESTS = 10
#: What is asked of a newer version: only whether it can be loaded.
CHECK = "check"


def processes(environ: Mapping[str, str]) -> int:
    """How many; raises AddressError for what is no number of processes."""
    given = environ.get("WEB_PROCESSES") or str(max(2, os.cpu_count() or 1))
    if not (given.isdecimal() and 1 <= int(given) <= 64):
        raise AddressError(f"WEB_PROCESSES={given} is no number from 1 to 64.")
    return int(given)


def listening(environ: Mapping[str, str]) -> socket:
    """The socket that was opened for this process, or one at HOST and PORT."""
    if environ.get("LISTEN_PID") == str(os.getpid()) and environ.get("LISTEN_FDS"):
        if environ["LISTEN_FDS"] != "1":
            raise AddressError("one socket is enough: ListenStream= stands there several times.")
        return socket(fileno=FIRST_FD)
    if environ.get("LISTEN_FD"):
        return socket(fileno=int(environ["LISTEN_FD"]))
    return listen(where_to_serve(environ))


def successor(opened: socket) -> Successor:
    """This program as it is by then, with the same socket."""
    opened.set_inheritable(True)
    # By the names it was begun with: what they lead to may be another folder by then.
    command = [sys.executable, *sys.orig_argv[1:]]
    return Successor([*command, CHECK], command, os.environ | {"LISTEN_FD": str(opened.fileno())})


def certificate(environ: Mapping[str, str]) -> tuple[str, str] | None:
    """Certificate and key, where it speaks TLS itself."""
    cert, key = environ.get("CERTFILE"), environ.get("KEYFILE")
    return (cert, key) if cert and key else None


def main() -> None:
    if sys.argv[1:] == [CHECK]:
        load(last_requests=LAST_REQUESTS, certificate=certificate(os.environ))
        return
    try:
        count, opened = processes(os.environ), listening(os.environ)
    except (AddressError, OSError) as refused:
        sys.exit(f"startfelt: {refused}")
    allow_many_files()
    config = load(last_requests=LAST_REQUESTS, certificate=certificate(os.environ))
    parent = Parent(
        "a web process",
        lambda turned: answer(config, [opened], turned),
        count,
        old=old_children(os.environ),
        successor=successor(opened),
    )
    try:
        parent.run()
    except ForkError as error:
        sys.exit(f"startfelt: {error}")


if __name__ == "__main__":
    main()
