"""`make audit`: are holes known in what is installed? Asks the internet, with pip-audit.

Three ends, each in words: nothing is known against any line of requirements.txt (0), something is
(1), or it could not be asked (2). Without the internet it never says that all is well: what was not
asked about is as good as a hole, and pip-audit's own end says the same for both.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS: Final = ROOT / "requirements.txt"
FINE, HOLES, NOT_ASKED = 0, 1, 2
WHAT_TO_DO: Final = (
    "startfelt: NOT AUDITED. Nobody could be asked about holes, so nothing is known. "
    "Run `make audit` again where https://pypi.org can be reached; "
    "until then treat what is installed as unchecked."
)


def command() -> list[str]:
    """Strict: one line that nobody knows of is no audit. Each line is pinned, so none is added."""
    tool = str(Path(sys.executable).with_name("pip-audit"))
    return [tool, "--strict", "--disable-pip", "--no-deps", "-f", "json", "-r", str(REQUIREMENTS)]


def wanted(requirements: str) -> set[str]:
    """The names that have to be asked about."""
    found = re.findall(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?==", requirements, re.MULTILINE)
    return {_plain(name) for name in found}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def audit(ask: Sequence[str], requirements: str) -> tuple[int, str]:
    """How it ended, and what is said. `ask` is run, and answers as `pip-audit -f json` does."""
    try:
        done = subprocess.run(ask, capture_output=True, text=True, check=False)
    except OSError as error:
        return NOT_ASKED, f"{error}\n{WHAT_TO_DO}"
    try:
        answered: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
        found = {_plain(one["name"]): one.get("vulns") for one in answered}
    except (ValueError, KeyError, TypeError):
        found = {}
    holes = [
        f"{name}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for name, holes in sorted(found.items())
        for hole in holes or ()
    ]
    if holes:
        lines = "\n".join(holes)
        return HOLES, f"{lines}\nstartfelt: holes are known. Raise these lines, and run the tests."
    unknown = sorted(wanted(requirements) - {name for name, all_ in found.items() if all_ == []})
    if unknown or done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["pip-audit said nothing"]
        return NOT_ASKED, f"{last[0][:300]}\n{WHAT_TO_DO}"
    return FINE, f"startfelt: no hole is known in any of {len(found)} packages."


def main() -> int:
    install = [sys.executable, "-m", "pip", "install", "-q", "-r", "requirements-audit.txt"]
    if subprocess.run(install, cwd=ROOT, check=False).returncode:
        print(WHAT_TO_DO, file=sys.stderr)
        return NOT_ASKED
    code, said = audit(command(), REQUIREMENTS.read_text("utf-8"))
    print(said, file=sys.stderr if code else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main())
