"""`python -m tests.fuzz --files 10000 [--seed 7] [--kind csv …]`: read so many damaged files.

Says of each kind how many were taken and refused, and of each fault the number with which
`mutant` makes the file again. Exit code 1 where there is one.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from importlib import import_module


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import_module("tests.environment")  # before the settings are read
    import django

    django.setup()
    from tests.fuzz.kinds import KINDS
    from tests.fuzz.run import fuzz, mutant, shares

    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", nargs="*", choices=sorted(KINDS), default=sorted(KINDS))
    parser.add_argument("--number", type=int, help="only this file, with where it goes wrong")
    asked = parser.parse_args()
    if asked.number is not None:
        (name,) = asked.kind
        data = mutant(KINDS[name], name, asked.seed, asked.number)
        print(repr(data[:2000]))
        try:
            print(KINDS[name].take(data))
        except Exception:
            traceback.print_exc()
        return 0
    faults = 0
    for name, files in shares(asked.files, asked.kind).items():
        report = fuzz(name, files, asked.seed)
        print(report, flush=True)
        for number, what in report.failures[:20]:
            print(f"   {name} {number}: {what}")
        faults += len(report.failures)
    print(f"{asked.files} files, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
