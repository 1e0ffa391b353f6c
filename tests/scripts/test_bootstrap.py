"""What `make run` brings on a machine that lacks it, and what it says when it cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts import bootstrap

PROGRAMS = {*bootstrap.TEST_PROGRAMS, "initdb"}


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine with Debian's apt and Python, and nothing else."""
    monkeypatch.setattr(bootstrap.ctypes.util, "find_library", lambda name: None)
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(bootstrap, "FONT_FOLDERS", ())
    monkeypatch.setattr(bootstrap, "POSTGRESQL", Path("/nowhere"))
    monkeypatch.setattr(
        bootstrap.shutil, "which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None
    )
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return monkeypatch


LIBRARIES = ["libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz0b", "libharfbuzz-subset0"]
LIBRARIES += ["libfontconfig1"]
FONTS = ["fonts-noto-color-emoji", "fonts-noto-core"]


def test_missing_packages_of_a_bare_machine(bare: pytest.MonkeyPatch) -> None:
    assert bootstrap.missing_packages(testing=False) == ([*LIBRARIES, "python3-venv"], FONTS)


def test_missing_packages_for_the_tests_of_a_bare_machine(bare: pytest.MonkeyPatch) -> None:
    needed, wished = bootstrap.missing_packages(testing=True)
    assert needed == [
        *LIBRARIES,
        "python3-venv",
        *bootstrap.TEST_PROGRAMS.values(),
        "postgresql",
    ]
    assert wished == FONTS


def test_missing_packages_when_all_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap.ctypes.util, "find_library", lambda name: name)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: name)
    monkeypatch.setattr(bootstrap, "_font_is_there", lambda name: True)
    assert bootstrap.missing_packages(testing=True) == ([], [])


def test_not_root_is_told_exactly_what_to_install(bare: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit) as stopped:
        bootstrap.install_system_packages(testing=False)
    names = " ".join([*LIBRARIES, "python3-venv", *FONTS])
    assert str(stopped.value) == (
        "startfelt: something is missing from this machine. Install it, then run this again:\n"
        f"  sudo apt-get install {names}"
    )


def test_not_root_without_the_fonts_goes_on(
    bare: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bare.setattr(bootstrap, "missing_packages", lambda testing: ([], FONTS))
    bootstrap.install_system_packages(testing=False)
    assert capsys.readouterr().out == (
        "startfelt: some letters and emoji may be missing from the PDFs until you install: "
        f"sudo apt-get install {' '.join(FONTS)}\n"
    )


def test_not_debian_is_told_the_packages(bare: pytest.MonkeyPatch) -> None:
    bare.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="equivalents of the Debian packages libpango"):
        bootstrap.install_system_packages(testing=False)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with requirements that ask for nothing, so that no registry is asked."""
    venv = tmp_path / ".venv"
    monkeypatch.setattr(bootstrap, "VENV", venv)
    monkeypatch.setattr(bootstrap, "PYTHON", venv / "bin" / "python")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    (tmp_path / "requirements.txt").write_text("# nothing\n")
    (tmp_path / "requirements-dev.txt").write_text("-r requirements.txt\n")
    return tmp_path


def test_second_run_asks_no_registry(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor does `make run` after `make test`; and a .venv that was left half-made is made anew."""
    (house / ".venv/bin").mkdir(parents=True)
    (house / ".venv/bin/python").symlink_to(sys.executable)  # what Ctrl-C may leave
    (house / ".venv/pyvenv.cfg").write_text("")
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)

    bootstrap.install_python_packages(house / "requirements-dev.txt")
    assert "making .venv" in capsys.readouterr().out
    assert (house / ".venv/bin/pip").exists()

    def forbidden(*args: object, **options: object) -> None:
        raise AssertionError(args)

    monkeypatch.setattr(subprocess, "run", forbidden)
    bootstrap.install_python_packages(house / "requirements-dev.txt")
    bootstrap.install_python_packages(house / "requirements.txt")
    assert capsys.readouterr().out == ""


def test_packages_that_cannot_be_had_stop_it_and_are_not_remembered(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "_venv_works", lambda: True)
    (house / ".venv/bin").mkdir(parents=True)
    pip = house / ".venv/bin/python"
    pip.write_text("#!/bin/sh\nexit 1\n")
    pip.chmod(0o755)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="the packages could not be installed"):
        bootstrap.install_python_packages(house / "requirements.txt")
    assert sorted(path.name for path in (house / ".venv").iterdir()) == ["bin"]


def test_python_too_old_goes_on_with_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = tmp_path / "python3.12"
    newer.write_text(
        '#!/bin/sh\n[ "$1" = -c ] || { echo "$@" > "$(dirname "$0")/called"; exit 7; }\n'
    )
    newer.chmod(0o755)
    broken = tmp_path / "python3.13"  # a shim that leads nowhere
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(sys, "argv", ["scripts/bootstrap.py", "run"])
    with pytest.raises(SystemExit) as stopped:
        bootstrap.use_a_newer_python()
    assert stopped.value.code == 7
    assert (tmp_path / "called").read_text() == "scripts/bootstrap.py run\n"


def test_python_too_old_and_no_other_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    with pytest.raises(SystemExit) as stopped:
        bootstrap.use_a_newer_python()
    assert str(stopped.value).splitlines()[:2] == [
        f"startfelt: Python 3.11 or later is needed; {sys.executable} is 3.9.",
        "  Debian 12, Ubuntu 24.04: sudo apt-get install python3 python3-venv",
    ]


def test_messages_are_compiled_when_older_than_their_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = bootstrap.ROOT / "locale/da/LC_MESSAGES/django.po"
    po = tmp_path / "locale/da/LC_MESSAGES/django.po"
    po.parent.mkdir(parents=True)
    shutil.copy(source, po)
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "PYTHON", Path(sys.executable))
    bootstrap.compile_messages()
    mo = po.with_suffix(".mo")
    first = mo.stat().st_mtime_ns
    bootstrap.compile_messages()
    assert mo.stat().st_mtime_ns == first
    os.utime(po, (time.time() + 10, time.time() + 10))
    bootstrap.compile_messages()
    assert mo.stat().st_mtime_ns > first
