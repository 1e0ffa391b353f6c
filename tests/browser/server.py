"""The program itself, as `make run` starts it, in a process of its own that can be killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.services import free_port

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "hjerter er trumf"
#: Seconds a busy machine may take to start.
PATIENCE = 120


@dataclass
class Server:
    """One installation: its data folder, its port, and the process that serves it."""

    data: Path
    env: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    worker: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def environment(self) -> dict[str, str]:
        return (
            os.environ
            | {"DATA_DIR": str(self.data), "PORT": str(self.port), "DEMO": "0", "HTTPS": "0"}
            | {"SITE_URL": self.url, "PYTHONUNBUFFERED": "1"}
            | self.env
        )

    def manage(self, *arguments: str, **env: str) -> None:
        subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment() | env,
            check=True,
        )

    def _popen(self, *command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment(),
            stdout=(self.data / "server.log").open("ab"),
            stderr=subprocess.STDOUT,
        )

    def start(self) -> None:
        """Start and wait until it answers. In full mode the worker is a process beside it."""
        self.process = self._popen("scripts/serve.py")
        if self.environment().get("REDIS_URL") and self.worker is None:
            beat = f"--schedule={self.data / 'beat'}"
            self.worker = self._popen("-m", "celery", "-A", "config", "worker", "-B", beat)
        for _ in range(PATIENCE * 5):
            with contextlib.suppress(OSError), urllib.request.urlopen(self.url, timeout=5):
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        raise RuntimeError((self.data / "server.log").read_text())

    def kill(self) -> None:
        """As a power cut would: no last word."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        for process in (self.worker, self.process):
            if process is not None and process.poll() is None:
                process.terminate()
                process.wait(timeout=60)


@contextlib.contextmanager
def running(data: Path, **env: str) -> Iterator[Server]:
    """A fresh installation with one account, "bente", who may create tournaments."""
    server = Server(data, env)
    server.manage("migrate", "-v0")
    server.manage(
        "createsuperuser",
        "--noinput",
        "--username=bente",
        "--email=bente@example.org",
        DJANGO_SUPERUSER_PASSWORD=PASSWORD,
    )
    server.start()
    try:
        yield server
    finally:
        server.stop()
