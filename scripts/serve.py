"""Serve Startfelt as one process: migrate, load the demo if there is nothing yet, listen.

HOST and PORT say where (127.0.0.1, 8000). Stop it with Ctrl-C.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("COLLECTED_STATIC", "1")


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


def main() -> None:
    import django

    django.setup()
    import uvicorn
    from django.conf import settings
    from django.core.management import call_command

    began = time.perf_counter()
    host, port = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8000"))
    call_command("migrate", verbosity=0)
    collect_static(settings.STATIC_ROOT)
    call_command("load_demo")
    seconds = time.perf_counter() - began
    print(f"Ready after {seconds:.1f} s; everything is kept in {settings.DATA_DIR}.")
    print(f"Open http://{host}:{port}/ (Ctrl-C stops it).", flush=True)
    os.environ["STARTFELT_SERVING"] = "1"
    uvicorn.run(
        "config.asgi:application",
        host=host,
        port=port,
        log_level="warning",
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main()
