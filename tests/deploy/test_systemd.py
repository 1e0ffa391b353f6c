"""The systemd units, as systemd itself reads them, and the Procfile: both start the same."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.children import procfile

ROOT = Path(__file__).resolve().parents[2]
UNITS = sorted((ROOT / "deploy" / "systemd").iterdir())
SERVICES = [path for path in UNITS if path.suffix == ".service"]
#: Of ten; what is left are the network and the Internet's sockets, which it is there for.
EXPOSED_AT_MOST = 2.0

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def unit(path: Path) -> configparser.ConfigParser:
    # A name may stand there twice, and then both count.
    read = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(path.read_text())
    return read


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units as if Startfelt lay in /opt/startfelt."""
    for path in UNITS:
        text = path.read_text().replace("/opt/startfelt/.venv/bin/", "/bin/true ")
        text = re.sub(r"/bin/true \w+", "/bin/true", text).replace("/opt/startfelt", str(ROOT))
        text = text.replace("/etc/startfelt/environment", str(ROOT / "deploy/environment.example"))
        (tmp_path / path.name).write_text(text)
    return tmp_path


@needs_systemd
def test_systemd_finds_no_fault(installed: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *sorted(map(str, installed.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in done.stderr.splitlines() if "startfelt" in line]
    assert (done.returncode, ours) == (0, [])


@needs_systemd
@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_service_is_exposed_to_little(path: Path, installed: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", str(installed / path.name)],
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found is not None, done.stderr
    assert float(found[1]) <= EXPOSED_AT_MOST


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.name)
def test_service_runs_as_nobody_special_what_is_there(path: Path) -> None:
    service = unit(path)["Service"]
    assert (service["User"], service["NoNewPrivileges"]) == ("startfelt", "yes")
    program, *words = shlex.split(service["ExecStart"])
    assert Path(program).parent == Path("/opt/startfelt/.venv/bin")
    scripts = [word for word in words if word.startswith("/opt/startfelt/")]
    assert all((ROOT / Path(word).relative_to("/opt/startfelt")).is_file() for word in scripts)


def test_units_start_what_the_procfile_says() -> None:
    told = {"DATA_DIR": "/var/lib/startfelt"}
    said = procfile(ROOT / "Procfile", told)
    units = {
        path.stem.removeprefix("startfelt-"): unit(path)["Service"]["ExecStart"]
        for path in SERVICES
        if "backup" not in path.name
    }
    assert {
        name: [word.replace("%H", "%h") for word in shlex.split(command)]
        for name, command in units.items()
    } == {
        name: [
            f"/opt/startfelt/.venv/bin/{program}",
            *(word.replace("scripts/", "/opt/startfelt/scripts/") for word in words),
        ]
        for name, (program, *words) in said.items()
    }


def test_target_wants_every_unit() -> None:
    [target] = [path for path in UNITS if path.suffix == ".target"]
    others = {path.name for path in UNITS} - {target.name, "startfelt-backup.service"}
    assert set(unit(target)["Unit"]["Wants"].split()) == others


def test_example_holds_no_secret() -> None:
    lines = (ROOT / "deploy" / "environment.example").read_text().splitlines()
    told = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    assert (told["SECRET_KEY"], told["METRICS_TOKEN"]) == ("", "")
