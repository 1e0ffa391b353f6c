"""Several people press, or several workers begin, in the same second."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread

from django.db import connection

from tournaments.domain.errors import Refused


def at_once(*jobs: Callable[[], object]) -> list[str]:
    """Runs the jobs in threads that start together; "done" or the code of the refusal, sorted."""
    gate = Barrier(len(jobs))
    outcomes: list[str] = []

    def run(job: Callable[[], object]) -> None:
        gate.wait()
        try:
            job()
            outcomes.append("done")
        except Refused as refused:
            outcomes.append(refused.code)
        finally:
            connection.close()

    threads = [Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return sorted(outcomes)
