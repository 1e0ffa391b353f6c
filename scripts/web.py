"""Serve from several processes behind one port: what the `Procfile` and systemd start in full mode.

WEB_PROCESSES says how many (two, or one for each processor where there are more). They share one
listening socket, which somebody else may have opened before (systemd's LISTEN_FDS, or LISTEN_FD);
else HOST and PORT say where. SIGTERM ends all of them in good order, SIGHUP replaces one after the
other by one of the code that is there by then.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from socket import socket

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from scripts.address import AddressError, listen, where_to_serve  # noqa: E402
from scripts.serve import WHITENOISE_READS, allow_many_files  # noqa: E402

#: The first file that systemd hands over.
FIRST_FD = 3
#: Seconds a process may take to start, and to say that it is there, on a machine that is busy.
PATIENCE = 90
#: Seconds that open requests have to end.
LAST_REQUESTS = 10


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


def main() -> None:
    warnings.filterwarnings("ignore", message=WHITENOISE_READS)
    try:
        count, opened = processes(os.environ), listening(os.environ)
    except (AddressError, OSError) as refused:
        sys.exit(f"startfelt: {refused}")
    allow_many_files()
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        "config.asgi:application",
        # Its lines are written as everybody's (LOG_FORMAT).
        log_config=None,
        log_level="warning",
        proxy_headers=False,
        timeout_graceful_shutdown=LAST_REQUESTS,
        timeout_worker_healthcheck=PATIENCE,
        workers=count,
        ssl_certfile=os.environ.get("CERTFILE") or None,
        ssl_keyfile=os.environ.get("KEYFILE") or None,
    )
    Multiprocess(config, sockets=[opened]).run()


if __name__ == "__main__":
    main()
