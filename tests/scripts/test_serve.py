"""`scripts/serve.py` in a process of its own, as `make run` starts it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from tests.browser.server import ROOT, Server


def _serve(server: Server, **env: str) -> subprocess.CompletedProcess[str]:
    """Start it where it will not go on."""
    return subprocess.run(
        [sys.executable, "scripts/serve.py"],
        cwd=ROOT,
        env=server.environment() | env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_serve_says_where_refuses_a_second_one_and_stops_at_ctrl_c(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        second = _serve(server)
        other_folder = _serve(server, DATA_DIR=str(tmp_path / "other"))
        assert server.process is not None
        server.process.send_signal(signal.SIGINT)
        code = server.process.wait(timeout=60)
    finally:
        server.stop()
    log = (tmp_path / "server.log").read_text().splitlines()
    assert code == 0, log
    assert log[0].startswith("Ready after ")
    assert log[0].endswith(f" Everything is kept in {tmp_path}.")
    assert log[1:] == [
        f"  Players and the wall:  {server.url}/",
        f"  The desk, to log in:   {server.url}/desk/",
        "  Only this machine gets in; `make run HOST=0.0.0.0` lets the hall in.",
        "Ctrl-C stops it.",
        "",
        "Stopped. `make run` goes on where it was.",
    ]
    assert second.stdout == ""
    assert second.stderr.startswith(f"startfelt: it is already running: {server.url}/\n")
    assert second.returncode == 1
    assert other_folder.stderr == (
        f"startfelt: port {server.port} is taken by another program. "
        f"Try: make run PORT={server.port + 1}\n"
    )


def test_serve_where_nothing_can_be_kept_says_so(tmp_path: Path) -> None:
    refused = _serve(Server(tmp_path), DATA_DIR="/proc/nowhere")
    assert refused.returncode == 1
    assert refused.stderr == (
        "startfelt: /proc/nowhere: No such file or directory. Everything is kept in that folder: "
        "make it writable, or name another one with DATA_DIR=…\n"
    )


def test_serve_at_no_port_says_so(tmp_path: Path) -> None:
    assert _serve(Server(tmp_path), PORT="abc").stderr == (
        "startfelt: PORT=abc is no port; take a number from 1024 to 65535.\n"
    )
