"""Full mode on one machine, to try it out: `make full`.

PostgreSQL, Redis, several web processes behind one port, a worker and beat, all of them this
machine's own programs on free ports. Everything is kept in one folder (DATA_DIR, else `var/full`).
What runs is what the `Procfile` says. Ctrl-C stops all of it.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import shlex
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.address import (  # noqa: E402
    EVERYWHERE,
    AddressError,
    Where,
    claim_folder,
    listen,
    where_to_serve,
)
from scripts.children import Child, ChildrenError, SeenTo, end, keep, procfile  # noqa: E402
from scripts.services import (  # noqa: E402
    ServiceError,
    free_port,
    postgres,
    redis_command,
    wait_for_redis,
)

#: What has to be told to `manage.py` so that it speaks to the same installation.
TOLD = (
    "DATA_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL", "HTTPS",
    "COLLECTED_STATIC",
)  # fmt: skip
#: Seconds until all of it must be there, on a slow machine.
PATIENCE = 600


class Stopped(Exception):
    """Somebody has had enough before it was ready."""


def environment(
    where: Where, folder: Path, urls: Mapping[str, str], environ: Mapping[str, str]
) -> dict[str, str]:
    """What all processes are told. What is set already stays, but for what is started here."""
    from config.secret_key import load_or_create_secret_key

    hosts = ["127.0.0.1", "localhost", "[::1]", *where.reached]
    told = {
        "ALLOWED_HOSTS": "*" if where.host in EVERYWHERE else ",".join(hosts),
        "HTTPS": "1" if where.certificate else "0",
        "SITE_URL": where.site_url,
        "SECRET_KEY": load_or_create_secret_key(folder),
        "DEMO": "1",
    }
    own = {
        "DATA_DIR": str(folder),
        "COLLECTED_STATIC": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        # The programs that the Procfile names are those of this Python.
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), environ.get("PATH", "")]),
    }
    return told | dict(environ) | own | dict(urls)


def prepare() -> None:
    """In a process of its own, so that this one stays small: database, files, the demo."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    from scripts.serve import collect_static

    django.setup()
    call_command("migrate", verbosity=0)
    collect_static(settings.STATIC_ROOT)
    call_command("load_demo")


def write_told(folder: Path, env: Mapping[str, str]) -> Path:
    """A file for a shell: `set -a; . var/full/environment; set +a; python manage.py …`."""
    path = folder / "environment"
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text("".join(f"{name}={shlex.quote(env[name])}\n" for name in TOLD))
    return path


def is_ready(where: Where) -> bool:
    """Whether a web process says that nothing is missing."""
    host = "127.0.0.1" if where.host in EVERYWHERE else where.host
    line = (
        http.client.HTTPSConnection(
            host,
            where.port,
            timeout=5,
            context=ssl._create_unverified_context(),  # noqa: S323  (this machine's own)  # nosec B323
        )
        if where.certificate
        else http.client.HTTPConnection(host, where.port, timeout=5)
    )
    with contextlib.closing(line), contextlib.suppress(OSError, http.client.HTTPException):
        line.request("GET", "/health/ready")
        return line.getresponse().status == 200
    return False


def wait_until_ready(where: Where, all_of_it: list[SeenTo], stop: threading.Event) -> None:
    """Raises ChildrenError when one of them cannot, Stopped when somebody has had enough."""
    until = time.monotonic() + PATIENCE
    while not is_ready(where):
        if stop.wait(0.3):
            raise Stopped
        for one in all_of_it:
            one.see_to()
        if time.monotonic() > until:
            raise ChildrenError("the web processes are not ready; what they said stands above")


def redis(folder: Path) -> tuple[Child, str]:
    """A Redis that is begun again when it dies, and its REDIS_URL. Raises ServiceError."""
    port = free_port()
    child = Child("Redis", redis_command(port, str(folder / "redis.log")), os.environ, ROOT)
    child.start()
    process = child.process
    try:
        wait_for_redis(port, lambda: process is None or process.poll() is not None)
    except ServiceError:
        child.kill()
        raise
    return child, f"redis://127.0.0.1:{port}/0"


def run(where: Where, folder: Path, stop: threading.Event) -> None:
    """All of it, until `stop`."""
    began = time.perf_counter()
    folder.mkdir(parents=True, exist_ok=True)
    claim_folder(folder, where.url)
    opened = listen(where)
    with contextlib.ExitStack() as running:
        running.callback(opened.close)
        database = running.enter_context(postgres(folder, kept=True))
        broker, broker_url = redis(folder)
        running.callback(end, [broker])
        urls = {"DATABASE_URL": database.url, "REDIS_URL": broker_url}
        env = environment(where, folder, urls, os.environ)
        write_told(folder, env)
        if stop.is_set():
            raise Stopped
        subprocess.run([sys.executable, __file__, "prepare"], cwd=ROOT, env=env, check=True)
        fd = opened.fileno()
        children = [
            Child(name, command, env | {"LISTEN_FD": str(fd)}, ROOT, (fd,))
            if name == "web"
            else Child(name, command, env, ROOT)
            for name, command in procfile(ROOT / "Procfile", env).items()
        ]
        running.callback(end, children)
        for child in children:
            child.start()
        # Databases first: nobody else gets far without them.
        all_of_it: list[SeenTo] = [database, broker, *children]
        wait_until_ready(where, all_of_it, stop)
        print(f"Ready after {time.perf_counter() - began:.1f} s. Everything is kept in {folder}.")
        for line in where.lines():
            print(line.replace("make run", "make full"))
        print("  PostgreSQL, Redis, worker and beat run beside it; for manage.py:")
        print(f"    set -a; . {folder}/environment; set +a")
        print("Ctrl-C stops all of it.", flush=True)
        keep(all_of_it, stop)
    print("\nStopped. `make full` goes on where it was.", flush=True)


def main() -> None:
    if sys.argv[1:] == ["prepare"]:
        prepare()
        return
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda _number, _frame: stop.set())
    try:
        where = where_to_serve(os.environ)
        folder = Path(os.environ.get("DATA_DIR") or ROOT / "var" / "full").resolve()
        run(where, folder, stop)
    except Stopped:
        sys.exit("\nstartfelt: stopped before it was ready; `make full` begins again.")
    except subprocess.CalledProcessError:
        sys.exit("startfelt: the database could not be brought up to date; why stands above")
    except (AddressError, ServiceError, ChildrenError, OSError) as refused:
        sys.exit(f"startfelt: {refused}")


if __name__ == "__main__":
    main()
