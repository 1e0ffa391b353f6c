"""Run everything that must hold: lint, floors, types, tests, and the tests again in full mode.

`scripts/test.py quick` leaves out the browser and the second pass on PostgreSQL and Redis.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
sys.path.insert(0, str(ROOT))


def step(name: str, command: list[str], env: dict[str, str] | None = None) -> bool:
    """Run one step, say how long it took; False when it failed."""
    print(f"== {name}", flush=True)
    began = time.perf_counter()
    code = subprocess.run(command, cwd=ROOT, env=os.environ | (env or {}), check=False).returncode
    print(f"== {name}: {'ok' if code == 0 else 'FAILED'}, {time.perf_counter() - began:.0f} s")
    return code == 0


def main() -> int:
    quick = sys.argv[1:] == ["quick"]
    python = str(BIN / "python")
    pytest = [python, "-m", "pytest", "-q", "--durations=8"]
    ok = [
        step("format", [str(BIN / "ruff"), "format", "--check", "--quiet", "."]),
        step("lint", [str(BIN / "ruff"), "check", "--quiet", "."]),
        step("floors", [str(BIN / "lint-imports"), "--no-cache"]),
        step("types", [str(BIN / "mypy")]),
        step("migrations", [python, "manage.py", "makemigrations", "--check", "--dry-run"]),
        step(
            "tests, embedded",
            [*pytest, "-n", "2", *(["-m", "not browser and not services"] if quick else [])],
        ),
    ]
    if not quick:
        from tests.services import services

        with services() as addresses:
            ok.append(step("tests, full mode", [*pytest, "-n", "2", "-m", "acceptance"], addresses))
    print("everything holds" if all(ok) else "something does not hold; see FAILED above")
    return 0 if all(ok) else 1


if __name__ == "__main__":
    sys.exit(main())
