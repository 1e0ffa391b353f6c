"""The program as a parent has it before it forks: nothing open, nothing running, all of it read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.test_deploy import PRODUCTION
from tests.faults.site import ROOT, environment

#: Says what a child would inherit, and what it would still have to read for its first answer.
CODE = """
import gc, json, os, socket, sys
sys.path.insert(0, os.getcwd())
from scripts.answering import load
load(last_requests=5, certificate=None)
from asyncio import AbstractEventLoop
from django.conf import settings
from django.db import connections
connection = connections["default"]
sockets = [one for one in gc.get_objects() if isinstance(one, socket.socket)]
for fd in os.listdir("/proc/self/fd"):
    try:
        where = os.readlink(f"/proc/self/fd/{fd}")
    except OSError:
        continue
    if where.startswith(str(settings.DATA_DIR)) and not where.startswith(
        str(settings.DATA_DIR / "metrics")
    ):
        sockets.append(where)
print(json.dumps({
    "threads": len(os.listdir("/proc/self/task")),
    "connection": str(connection.connection),
    "open": [str(one) for one in sockets],
    "loops": [str(one) for one in gc.get_objects() if isinstance(one, AbstractEventLoop)],
    "urls": "config.urls" in sys.modules,
    "frozen": gc.get_freeze_count() > 0 and gc.isenabled(),
}))
"""


@pytest.mark.parametrize("mode", ["embedded", "full"])
def test_parent_has_nothing_that_processes_must_not_share(tmp_path: Path, mode: str) -> None:
    more = PRODUCTION if mode == "full" else {}
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        cwd=ROOT,
        env=environment(tmp_path, more | {"COLLECTED_STATIC": "0"}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "threads": 1,
        "connection": "None",
        "open": [],
        "loops": [],
        "urls": True,
        "frozen": True,
    }
