"""Where `make run` serves, what it says about it, and when it will not."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import address
from scripts.address import AddressError, Where, claim_folder, listen, where_to_serve
from tests.faults.site import wait_for
from tests.services import free_port

ROOT = Path(__file__).resolve().parents[2]


def test_where_by_default_is_this_machine_alone() -> None:
    where = where_to_serve({})
    assert where == Where("127.0.0.1", 8000)
    assert where.site_url == where.url == "http://127.0.0.1:8000"
    assert where.lines()[-1] == (
        "  Only this machine gets in; `make run HOST=0.0.0.0` lets the hall in."
    )


def test_where_for_the_hall_prints_the_address_phones_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(address, "own_addresses", lambda: ["192.168.1.20"])
    where = where_to_serve({"HOST": "0.0.0.0", "PORT": "8080"})
    assert where.url == "http://127.0.0.1:8080"
    assert where.site_url == "http://192.168.1.20:8080"
    assert where.lines() == [
        "  Players and the wall:  http://127.0.0.1:8080/",
        "  The desk, to log in:   http://127.0.0.1:8080/desk/",
        "  Phones in the hall:    http://192.168.1.20:8080/",
    ]


def test_where_for_the_hall_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "own_addresses", list)
    where = where_to_serve({"HOST": "0.0.0.0"})
    assert where.site_url == "http://127.0.0.1:8000"
    assert "connect this machine to the Wi-Fi" in where.lines()[-1]


def test_where_named_by_address_is_reached_by_it() -> None:
    assert where_to_serve({"HOST": "10.0.0.7"}).site_url == "http://10.0.0.7:8000"
    assert Where("::1", 8000).url == "http://[::1]:8000"


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", "80.5"])
def test_port_that_is_none_is_refused(port: str) -> None:
    with pytest.raises(AddressError, match=f"PORT={port} is no port"):
        where_to_serve({"PORT": port})


def test_empty_host_and_port_mean_the_default() -> None:
    assert where_to_serve({"HOST": "", "PORT": ""}) == Where("127.0.0.1", 8000)


def test_own_addresses_are_never_the_loopback() -> None:
    assert not [one for one in address.own_addresses() if one.startswith("127.")]


def test_listen_on_a_taken_port_names_another() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(AddressError) as refused:
            listen(Where("127.0.0.1", port))
    assert str(refused.value) == (
        f"port {port} is taken by another program. Try: make run PORT={port + 1}"
    )


def test_listen_where_this_machine_is_not_is_refused() -> None:
    with pytest.raises(AddressError, match=r"HOST=203\.0\.113\.7 is not an address"):
        listen(Where("203.0.113.7", free_port()))


def test_listen_takes_connections_at_once() -> None:
    where = Where("127.0.0.1", free_port())
    with listen(where), socket.create_connection((where.host, where.port), timeout=5):
        pass


CLAIM = """
import sys
from pathlib import Path
from scripts.address import AddressError, claim_folder
try:
    claim_folder(Path(sys.argv[1]), sys.argv[2])
except AddressError as refused:
    sys.exit(str(refused))
"""


def _claim_elsewhere(folder: Path, url: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", CLAIM, str(folder), url],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_folder_of_a_running_one_is_refused_with_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed: list[object] = []
    monkeypatch.setattr(address, "_claimed", claimed)
    claim_folder(tmp_path, "http://127.0.0.1:8123")
    second = _claim_elsewhere(tmp_path, "http://127.0.0.1:8124")
    assert second.returncode == 1
    assert second.stderr.startswith("it is already running: http://127.0.0.1:8123/\n")

    claimed.clear()  # as its process ends
    assert _claim_elsewhere(tmp_path, "http://127.0.0.1:8124").returncode == 0
    assert (tmp_path / "serving").read_text().startswith("http://127.0.0.1:8124\n")


#: Claims, and is gone; what it has forked goes when its standard input ends.
KILLED = (
    CLAIM
    + """
import os, signal
if os.fork():
    os.kill(os.getpid(), signal.SIGKILL)
print("here", flush=True)
sys.stdin.read()
"""
)


def test_folder_of_one_that_was_killed_is_had_when_its_child_is_gone(tmp_path: Path) -> None:
    claiming = [sys.executable, "-c", CLAIM, str(tmp_path), "http://127.0.0.1:8124"]
    killed = [sys.executable, "-c", KILLED, str(tmp_path), "http://127.0.0.1:8123"]
    with subprocess.Popen(
        killed, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdin is not None and first.stdout is not None
        assert first.stdout.readline() == "here\n"
        assert first.wait(60) == -signal.SIGKILL
        second = subprocess.Popen(claiming, cwd=ROOT)
        serving = str(tmp_path / "serving")
        wait_for(lambda: serving in _open_in(second.pid), 60, lambda: _open_in(second.pid))
        assert second.poll() is None
        first.stdin.close()
        assert second.wait(60) == 0


def _open_in(pid: int) -> list[str]:
    found = []
    for fd in Path(f"/proc/{pid}/fd").glob("*"):
        with contextlib.suppress(OSError):
            found.append(str(fd.readlink()))
    return found
