"""Bring what `make run` or `make test` needs, and nothing twice.

Runs on the system's Python with its standard library alone. What was installed is remembered
under .venv, so that a second run asks no registry and works offline.
"""

from __future__ import annotations

import contextlib
import ctypes.util
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
MINIMUM = (3, 11)
#: Looked for when `python3` is too old, best first.
NEWER = ("python3.13", "python3.12", "python3.11", "python3.14")

#: Shared library or program -> Debian package. PDFs need the libraries.
LIBRARIES = {
    "pango-1.0": "libpango-1.0-0",
    "pangoft2-1.0": "libpangoft2-1.0-0",
    "harfbuzz": "libharfbuzz0b",
    "harfbuzz-subset": "libharfbuzz-subset0",
    "fontconfig": "libfontconfig1",
}
#: Fonts for letters beyond the house's own: a file each, so that they are found fast.
FONTS = {
    "NotoColorEmoji.ttf": "fonts-noto-color-emoji",
    "NotoSans-Regular.ttf": "fonts-noto-core",
}
FONT_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path("/System/Library/Fonts"),
    Path.home() / ".local/share/fonts",
    Path.home() / ".fonts",
    Path.home() / "Library/Fonts",
)
TEST_PROGRAMS = {
    "chromium": "chromium",
    "redis-server": "redis-server",
    "xgettext": "gettext",
    "pdftoppm": "poppler-utils",
    "zbarimg": "zbar-tools",
}


#: Debian keeps its programs outside the path, a folder a version.
POSTGRESQL = Path("/usr/lib/postgresql")


def say(text: str) -> None:
    print(f"startfelt: {text}", flush=True)


def fail(text: str) -> None:
    sys.exit(f"startfelt: {text}")


def missing_packages(testing: bool) -> tuple[list[str], list[str]]:
    """Debian packages that are missing: those needed, and those it is poorer without."""
    needed = [deb for name, deb in LIBRARIES.items() if not ctypes.util.find_library(name)]
    if not importlib.util.find_spec("ensurepip"):  # Debian keeps it apart from Python
        needed.append("python3-venv")
    wished = [deb for name, deb in FONTS.items() if not _font_is_there(name)]
    if testing:
        needed += [deb for name, deb in TEST_PROGRAMS.items() if not shutil.which(name)]
        if not shutil.which("initdb") and not list(POSTGRESQL.glob("*/bin/initdb")):
            needed.append("postgresql")
    return needed, wished


def _font_is_there(name: str) -> bool:
    return any(
        next(folder.rglob(name), None) is not None for folder in FONT_FOLDERS if folder.is_dir()
    )


def install_system_packages(testing: bool) -> None:
    """Install them with apt when that is possible; else say exactly what to install."""
    needed, wished = missing_packages(testing)
    packages = needed + wished
    if not packages:
        return
    names = " ".join(packages)
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        say(f"installing {names}")
        env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        quiet = ["-qq", "-o=Dpkg::Use-Pty=0"]
        for command in (
            ["apt-get", "update", *quiet],
            ["apt-get", "install", "-y", "--no-install-recommends", *quiet, *packages],
        ):
            done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
            if done.returncode and needed:
                fail(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        return
    if shutil.which("apt-get"):
        how = f"sudo apt-get install {names}"
    else:
        how = f"the equivalents of the Debian packages {names} (on a Mac: brew install pango)"
    if needed:
        fail(f"something is missing from this machine. Install it, then run this again:\n  {how}")
    say(f"some letters and emoji may be missing from the PDFs until you install: {how}")


def install_python_packages(requirements: Path) -> None:
    """Make .venv and install the pinned packages, unless that has been done for these pins."""
    stamp = _stamp(requirements)
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == _wanted(requirements):
        return
    if not _venv_works():
        say("making .venv")
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=False)
        if made.returncode:
            fail(f"{VENV} could not be made; what Python said stands above")
    say(f"installing {requirements.name} (two minutes the first time; needs the internet)")
    uv = shutil.which("uv")
    install = (
        [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
        if uv
        else [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    )
    if subprocess.run([*install, "-r", str(requirements)], check=False).returncode:
        fail(
            "the packages could not be installed; why stands above. With the internet back,\n"
            "run this again: it goes on where it stopped."
        )
    stamp.write_text(_wanted(requirements))
    if requirements.name == "requirements-dev.txt":  # holds the others, too
        runtime = requirements.with_name("requirements.txt")
        _stamp(runtime).write_text(_wanted(runtime))


def _stamp(requirements: Path) -> Path:
    return VENV / f".{requirements.stem}.installed"


def _wanted(requirements: Path) -> str:
    """What is to be installed, as one number: the pins and the Python they are for."""
    pins = requirements.read_bytes() + requirements.with_name("requirements.txt").read_bytes()
    return hashlib.sha256(pins + sys.version.encode()).hexdigest()


def _venv_works() -> bool:
    """Whether .venv is whole, with pip in it, and of this Python."""
    try:
        done = subprocess.run(
            [PYTHON, "-c", "import pip, sys; print(pip.__file__ + '\\n' + sys.version)"],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:  # not there, or its Python is gone
        return False
    pip, _, version = done.stdout.strip().partition("\n")
    return version == sys.version and Path(pip).resolve().is_relative_to(VENV.resolve())


def compile_messages() -> None:
    """Make the .mo of each .po that is newer than it."""
    stale = [
        po
        for po in (ROOT / "locale").glob("*/LC_MESSAGES/*.po")
        if not po.with_suffix(".mo").exists()
        or po.with_suffix(".mo").stat().st_mtime < po.stat().st_mtime
    ]
    for po in stale:
        language = po.parent.parent.name
        subprocess.run(
            [PYTHON, "-m", "babel.messages.frontend", "--quiet", "compile", "-i", po]
            + ["-o", po.with_suffix(".mo"), "-l", language],
            check=True,
        )


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """One at a time: two that install into one .venv spoil it."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with Path(__file__).open() as this:
        try:
            fcntl.flock(this, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another `make` is busy in this folder; waiting for it")
            fcntl.flock(this, fcntl.LOCK_EX)
        yield


def use_a_newer_python() -> None:
    """Start again with a Python that is new enough, or say that there is none."""
    for name in NEWER:
        found = shutil.which(name)
        if found and subprocess.run([found, "-c", ""], check=False).returncode == 0:
            sys.exit(subprocess.run([found, *sys.argv], check=False).returncode)
    have, need = (".".join(map(str, version[:2])) for version in (sys.version_info, MINIMUM))
    fail(
        f"Python {need} or later is needed; {sys.executable} is {have}.\n"
        "  Debian 12, Ubuntu 24.04: sudo apt-get install python3 python3-venv\n"
        "  a Mac: brew install python; elsewhere: python.org/downloads"
    )


def main() -> None:
    if sys.version_info < MINIMUM:
        use_a_newer_python()
    testing = sys.argv[1:] == ["test"]
    with alone():
        install_system_packages(testing)
        install_python_packages(ROOT / ("requirements-dev.txt" if testing else "requirements.txt"))
        compile_messages()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nstartfelt: stopped; run it again and it goes on")
