"""Bring what `make run` or `make test` needs, and nothing twice.

Runs on the system's Python with its standard library alone. What was installed is remembered
under .venv, so that a second run asks no registry and works offline.
"""

from __future__ import annotations

import ctypes.util
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
MINIMUM = (3, 11)

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


def say(text: str) -> None:
    print(f"startfelt: {text}", flush=True)


def fail(text: str) -> None:
    sys.exit(f"startfelt: {text}")


def missing_packages(testing: bool) -> tuple[list[str], list[str]]:
    """Debian packages that are missing: those needed, and those it is poorer without."""
    needed = [deb for name, deb in LIBRARIES.items() if not ctypes.util.find_library(name)]
    wished = [deb for name, deb in FONTS.items() if not _font_is_there(name)]
    if testing:
        needed += [deb for name, deb in TEST_PROGRAMS.items() if not shutil.which(name)]
        if not shutil.which("initdb") and not list(
            Path("/usr/lib/postgresql").glob("*/bin/initdb")
        ):
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
    text = requirements.read_bytes() + (ROOT / "requirements.txt").read_bytes()
    wanted = hashlib.sha256(text + sys.version.encode()).hexdigest()
    stamp = VENV / f".{requirements.stem}.installed"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    if not PYTHON.exists():
        say("making .venv")
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
    say(f"installing {requirements.name} (two minutes the first time)")
    uv = shutil.which("uv")
    install = (
        [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
        if uv
        else [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    )
    if subprocess.run([*install, "-r", str(requirements)], check=False).returncode:
        fail("the packages could not be installed; what pip said stands above")
    stamp.write_text(wanted)


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


def main() -> None:
    if sys.version_info < MINIMUM:
        fail(f"Python {'.'.join(map(str, MINIMUM))} or later is needed; this is {sys.version}")
    testing = sys.argv[1:] == ["test"]
    install_system_packages(testing)
    install_python_packages(ROOT / ("requirements-dev.txt" if testing else "requirements.txt"))
    compile_messages()


if __name__ == "__main__":
    main()
