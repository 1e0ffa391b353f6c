"""kill -9 at random moments of a day: rounds are played, and the server dies all the time."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from typing import Final

from tests.faults.people import Said, Writers
from tests.faults.sites import Embedded
from tests.faults.table import TABLES, Outcome, judge

KILLS: Final = 200
#: Rounds of one hall; then the next one opens.
ROUNDS: Final = 6
#: One kill of so many, and the first, is of the parent, too; somebody starts all of it again.
ALL_OF_IT: Final = 4


def _kill(site: Embedded, *, whole: bool) -> None:
    if whole:
        site.kill()
        site.serve()
    else:
        os.kill(site.answering(), signal.SIGKILL)


def killed_day(site: Embedded, kills: int, seed: int = 0) -> Outcome:
    """Halls are played until the server was killed so often. The worst of all that came of it."""
    rng, done = random.Random(seed), 0
    #: Seconds until it answered again: where its parent lived, and where all of it was killed.
    worst = {False: 0.0, True: 0.0}
    halls: list[tuple[str, dict[str, list[int]]]] = []
    wrong: list[Said] = []
    while done < kills:
        slug = site.hall(TABLES)
        acknowledged: dict[str, list[int]] = {}
        halls.append((slug, acknowledged))
        for round_ in range(1, ROUNDS + 1):
            writers = Writers(site.people, slug, range(1, TABLES + 1), round_, patience=600)
            writers.begin()
            while writers.working and done < kills:
                time.sleep(rng.random() * 0.4)
                whole = done % ALL_OF_IT == 0
                began = time.monotonic()
                _kill(site, whole=whole)
                done += 1
                with contextlib.suppress(AssertionError):
                    site.wait_until_it_answers(60)
                worst[whole] = max(worst[whole], time.monotonic() - began)
            entered = writers.end()
            acknowledged |= entered.acknowledged
            wrong += entered.wrong
            if done >= kills:
                break
            site.clerk.ask("next", slug)
    told = f"not noticed ({worst[False]:.1f}); all of it: no connection ({worst[True]:.1f})"
    back = max(worst.values())
    ends = [judge(site, slug, results, back, told, wrong) for slug, results in halls]
    return Outcome(
        lost=sum(one.lost for one in ends),
        doubled=sum(one.doubled for one in ends),
        chain=all(one.chain for one in ends),
        standings=all(one.standings for one in ends),
        back=back,
        told=told,
        wrong=ends[0].wrong,
    )
