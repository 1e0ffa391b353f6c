"""Serve Startfelt embedded: migrate, load the demo if there is nothing yet, listen.

HOST and PORT say where (127.0.0.1, 8000); with CERTFILE and KEYFILE it speaks https. Stop it with
Ctrl-C.

One process has everything in it and answers. Its parent has read the program, keeps the port open
and begins it again when it is killed, or when memory runs out: nothing is read again for that.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from socket import socket
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("COLLECTED_STATIC", "1")

from scripts.address import (  # noqa: E402  (the path is set only now)
    AddressError,
    Where,
    claim_folder,
    listen,
    where_to_serve,
)

#: Seconds that open requests have to end.
LAST_REQUESTS = 5


def fail(text: str) -> NoReturn:
    sys.exit(f"startfelt: {text}")


def collect_static(folder: Path) -> None:
    """Make the hashed and compressed files, unless that was done for the files there are."""
    from django.contrib.staticfiles.finders import get_finders
    from django.core.management import call_command

    from config import static

    found = hashlib.sha256(Path(static.__file__).read_bytes())
    for finder in get_finders():
        for path, storage in finder.list([]):
            size, changed = storage.size(path), storage.get_modified_time(path).timestamp()
            found.update(f"{path} {size} {changed}".encode())
    stamp = folder / ".collected"
    if stamp.exists() and stamp.read_text() == found.hexdigest():
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(found.hexdigest())


def take_place(where: Where) -> socket:
    """Take the folder and the port; the socket that listens.

    Both are taken before anything is changed, so that a second one started by mistake stops
    with a sentence and touches nothing.
    """
    os.environ.setdefault("SITE_URL", where.site_url)
    try:
        from django.conf import settings

        if settings.EMBEDDED:
            claim_folder(settings.DATA_DIR, where.url)
        return listen(where)
    except AddressError as refused:
        fail(str(refused))
    except OSError as error:
        fail(
            f"{error.filename or error}: {error.strerror}. Everything is kept in that folder: "
            "make it writable, or name another one with DATA_DIR=…"
        )


def prepare() -> None:
    """Bring the database and the files up to date."""
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    if settings.COLLECTED_STATIC:
        collect_static(settings.STATIC_ROOT)
    call_command("load_demo")


def prepare_apart() -> None:
    """In a process of its own, which leaves nothing open here; what the first page needs is read
    meanwhile."""
    from scripts.forking import begin_apart

    wait = begin_apart(prepare)
    import_module("config.urls")
    code = wait()
    if code:
        sys.exit(code)


def allow_many_files() -> None:
    """Each page that listens for news is an open file; many systems begin at 1,024 of them."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def serve(listening: socket, where: Where, ready: Callable[[], None]) -> None:
    """Until Ctrl-C."""
    import django

    django.setup()
    can_fork = hasattr(os, "fork")
    if can_fork:
        prepare_apart()
    else:
        prepare()
    # Only now: it looks once which files there are.
    from scripts.answering import answer, load

    config = load(last_requests=LAST_REQUESTS, certificate=where.certificate)
    if not can_fork:
        ready()
        answer(config, [listening])
        return
    from scripts.forking import ForkError, Parent

    parent = Parent(
        "the process that answers",
        lambda turned: answer(config, [listening], turned),
        1,
        whole=True,
        # Two of them must never write one database: it has to be gone before the next.
        orphaned=signal.SIGKILL,
        ready=ready,
    )
    try:
        parent.run()
    except ForkError as error:
        fail(str(error))


def main() -> None:
    began = time.perf_counter()
    try:
        where = where_to_serve(os.environ)
    except AddressError as refused:
        fail(str(refused))
    allow_many_files()
    listening = take_place(where)

    def ready() -> None:
        from django.conf import settings

        seconds = time.perf_counter() - began
        print(f"Ready after {seconds:.1f} s. Everything is kept in {settings.DATA_DIR}.")
        for line in where.lines():
            print(line)
        print("Ctrl-C stops it.", flush=True)

    serve(listening, where, ready)
    print("\nStopped. `make run` goes on where it was.", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nstartfelt: stopped before it was ready; `make run` begins again.")
