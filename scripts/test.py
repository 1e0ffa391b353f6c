"""Run everything that must hold: lint, floors, types, tests, and the tests again in full mode.

`scripts/test.py quick` leaves out the browser and the second pass on PostgreSQL and Redis.
`scripts/test.py nightly` adds what takes too long for every change: tests marked `nightly`, and
the large numbers of what is otherwise tried on a few (see `MANY`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
sys.path.insert(0, str(ROOT))


#: What is looked through for kinds of code that are often a hole.
FOLDERS = ["config", "tournaments", "games", "judging", "reports", "scripts"]
#: How many of what a nightly run tries; each test says beside its default what it counts. And
#: that laws are tried on examples which nobody has seen before.
MANY = {
    "STARTFELT_RANDOM_POSITIONS": "20000",
    "STARTFELT_SIMULATED_EVENTS": "2000",
    "STARTFELT_FUZZED_FILES": "10000",
    "STARTFELT_ROUND_TRIPS": "100",
    "STARTFELT_API_EXAMPLES": "20",
    "STARTFELT_NEW_EXAMPLES": "1",
    "STARTFELT_ALL_METHODS": "1",
}


def step(name: str, command: list[str], env: dict[str, str] | None = None) -> bool:
    """Run one step, say how long it took; False when it failed."""
    print(f"== {name}", flush=True)
    began = time.perf_counter()
    code = subprocess.run(command, cwd=ROOT, env=os.environ | (env or {}), check=False).returncode
    print(f"== {name}: {'ok' if code == 0 else 'FAILED'}, {time.perf_counter() - began:.0f} s")
    return code == 0


def side_by_side(steps: dict[str, list[str]]) -> list[bool]:
    """Run steps that each keep one core busy, two at a time, and say of each what `step` says."""

    def run(name: str) -> bool:
        began = time.perf_counter()
        done = subprocess.run(
            steps[name], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        said, seconds = done.stdout.decode(errors="replace"), time.perf_counter() - began
        end = "ok" if done.returncode == 0 else "FAILED"
        print(f"{said}== {name}: {end}, {seconds:.0f} s", flush=True)
        return done.returncode == 0

    with ThreadPoolExecutor(2) as two:
        return list(two.map(run, steps))


def main() -> int:
    quick, nightly = sys.argv[1:] == ["quick"], sys.argv[1:] == ["nightly"]
    if nightly:
        os.environ.update(MANY)
    left_out = [] if nightly else ["not nightly"]

    def marked(*marks: str) -> list[str]:
        return ["-m", " and ".join([*marks, *left_out])] if [*marks, *left_out] else []

    python = str(BIN / "python")
    # Whoever is done first takes half of what the other has left.
    pytest = [python, "-m", "pytest", "-q", "--durations=8", "-n", "2", "--dist", "worksteal"]
    ok = side_by_side(
        {
            "types": [str(BIN / "mypy")],
            "floors": [str(BIN / "lint-imports"), "--no-cache"],
            "known faults": [
                *[str(BIN / "bandit"), "-q", "-c", "pyproject.toml"],
                *["-r", *FOLDERS, "manage.py"],
            ],
            "migrations": [python, "manage.py", "makemigrations", "--check", "--dry-run"],
            "format": [str(BIN / "ruff"), "format", "--check", "--quiet", "."],
            "lint": [str(BIN / "ruff"), "check", "--quiet", "."],
        }
    )
    left_out_here = ["not browser", "not services"] if quick else []
    ok.append(step("tests, embedded", [*pytest, *marked(*left_out_here)]))
    if not quick:
        from tests.services import services

        both = "(acceptance or acceptance_at_night)" if nightly else "acceptance"
        with services() as addresses:
            ok.append(step("tests, full mode", [*pytest, *marked(both)], addresses))
    print("everything holds" if all(ok) else "something does not hold; see FAILED above")
    return 0 if all(ok) else 1


if __name__ == "__main__":
    sys.exit(main())
