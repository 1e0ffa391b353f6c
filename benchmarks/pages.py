"""What a day of 500 pairs and 10 rounds costs: the draw, the standings, and every page.

    python -m benchmarks.pages [--postgres] [--keep FOLDER] [--only TEXT] [--repeats 5]

Plays a scratch tournament through the verbs of the desk in a database of its own (minutes), then
asks for every address of the project that answers a GET. Printed are seconds of processor and of
clock (the best and the median of five), the number of queries, and the size, plain and gzipped.
What is over its limit is marked, and the exit code says so: by the processor on SQLite, which
works inside this process, so that a busy machine judges as an idle one does; by the clock on
PostgreSQL.

`--postgres` uses a throw-away PostgreSQL. `--keep` keeps the tournament in FOLDER; a second run
with the same folder measures at once. `--only` measures the pages whose name contains TEXT.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row

ROOT = Path(__file__).resolve().parent.parent


def rows() -> Iterator[Row]:
    """In a process of its own, which has settings and a database of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.pages", "--figures"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    print(done.stdout)
    for figure in json.loads(done.stdout.rstrip().rpartition("\n")[2]):
        yield Row(**figure)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--entries", type=int, default=500, help="pairs (default 500)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--figures", action="store_true", help="end with a line of JSON")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = options.keep or stack.enter_context(tempfile.TemporaryDirectory())
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(folder)}
        os.environ.pop("DATABASE_URL", None)
        if options.postgres:
            from tests.services import postgres

            os.environ["DATABASE_URL"] = stack.enter_context(postgres())
        return run(options)


def run(options: argparse.Namespace) -> int:
    """Set Django up for the environment as it is now, and measure."""
    import django
    from django.core.management import call_command

    django.setup()
    # Addresses that take a POST only are found by asking them.
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
    call_command("migrate", verbosity=0)

    from benchmarks.busy_day.measure import measure

    board = measure(
        entries=options.entries,
        repeats=options.repeats,
        only=options.only,
        by_clock=options.postgres,
    )
    if options.figures:
        print(json.dumps(board.figures))
    return 1 if board.over else 0


if __name__ == "__main__":
    sys.exit(main())
