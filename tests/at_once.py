"""Several people press, or several workers begin, in the same second."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread

from django.db import connection

from tournaments.domain.errors import Refused

#: Seconds that a busy machine may take.
PATIENCE = 120


def at_once(*jobs: Callable[[], object]) -> list[str]:
    """Runs the jobs in threads that start together. What came of each, sorted: "done", or the code
    of the refusal. Raises what else one of them raised."""
    gate = Barrier(len(jobs))
    outcomes: list[str] = []
    faults: list[Exception] = []

    def run(job: Callable[[], object]) -> None:
        gate.wait()
        try:
            job()
            outcomes.append("done")
        except Refused as refused:
            outcomes.append(refused.code)
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    for fault in faults:
        raise fault
    assert len(outcomes) == len(jobs), "they wait for each other"
    return sorted(outcomes)
