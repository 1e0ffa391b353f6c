"""Serve Startfelt as one process: migrate, load the demo if there is nothing yet, listen.

HOST and PORT say where (127.0.0.1, 8000); with CERTFILE and KEYFILE it speaks https. Stop it with
Ctrl-C.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
import warnings
from contextlib import suppress
from pathlib import Path
from socket import socket

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

#: WhiteNoise reads a file in a thread while Django waits; that is meant, and nobody's concern.
WHITENOISE_READS = "StreamingHttpResponse must consume synchronous iterators"


def fail(text: str) -> None:
    sys.exit(f"startfelt: {text}")


def collect_static(folder: Path) -> None:
    """Make the hashed and compressed files, unless that was done for the files there are."""
    from django.contrib.staticfiles.finders import get_finders
    from django.core.management import call_command

    found = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            size, changed = storage.size(path), storage.get_modified_time(path).timestamp()
            found.update(f"{path} {size} {changed}".encode())
    stamp = folder / ".collected"
    if stamp.exists() and stamp.read_text() == found.hexdigest():
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(found.hexdigest())


def prepare(where: Where) -> socket:
    """Take the folder and the port, bring the database up to date; the socket that listens.

    Both are taken before anything is changed, so that a second one started by mistake stops
    with a sentence and touches nothing.
    """
    os.environ.setdefault("SITE_URL", where.site_url)
    try:
        from django.conf import settings

        if settings.EMBEDDED:
            claim_folder(settings.DATA_DIR, where.url)
        listening = listen(where)
    except AddressError as refused:
        fail(str(refused))
    except OSError as error:
        fail(
            f"{error.filename or error}: {error.strerror}. Everything is kept in that folder: "
            "make it writable, or name another one with DATA_DIR=…"
        )
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    collect_static(settings.STATIC_ROOT)
    call_command("load_demo")
    return listening


def allow_many_files() -> None:
    """Each page that listens for news is an open file; many systems begin at 1,024 of them."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> None:
    began = time.perf_counter()
    warnings.filterwarnings("ignore", message=WHITENOISE_READS)
    try:
        where = where_to_serve(os.environ)
    except AddressError as refused:
        fail(str(refused))
    allow_many_files()
    listening = prepare(where)
    from django.conf import settings

    seconds = time.perf_counter() - began
    print(f"Ready after {seconds:.1f} s. Everything is kept in {settings.DATA_DIR}.")
    for line in where.lines():
        print(line)
    print("Ctrl-C stops it.", flush=True)
    os.environ["STARTFELT_SERVING"] = "1"
    import uvicorn

    config = uvicorn.Config(
        "config.asgi:application",
        log_level="warning",
        proxy_headers=False,
        timeout_graceful_shutdown=5,
        ssl_certfile=where.certificate[0] if where.certificate else None,
        ssl_keyfile=where.certificate[1] if where.certificate else None,
    )
    # Uvicorn stops in good order and then raises; where the shell has Ctrl-C ignored, it just ends.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
    print("\nStopped. `make run` goes on where it was.", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nstartfelt: stopped before it was ready; `make run` begins again.")
