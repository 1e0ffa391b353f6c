"""Python's garbage collector, set for a server whose pages have hundreds of rows."""

from __future__ import annotations

import gc

#: How many new objects, and how many rounds among the young ones, before it looks again.
THRESHOLDS = (25_000, 5, 2)


def wait_for_settle() -> None:
    """Until `settle` nothing is looked through: what is loaded meanwhile stays, and looking through
    it again and again was a sixth of the start."""
    gc.disable()


def settle() -> None:
    """What is loaded by now stays, so it is looked through no more; the rest less often.

    A page of 500 pairs makes a hundred thousand objects and drops nearly all of them again, which
    needs no collector. By Python's own thresholds it looked through everything several times a
    page: up to a third of the page's time (benchmarks/pages.py).
    """
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()
