"""What `reports` knows needs doing: papers that failed, papers that nobody prints."""

from __future__ import annotations

from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from reports.documents import DOCUMENTS
from reports.models import Job
from tournaments.control.needs import Asked, Kind, Need
from tournaments.marks import Weight

#: The newest jobs that are looked at: what failed long ago has been missed by nobody.
LOOKED_AT: Final = 40
#: Minutes a paper may wait for its turn before anybody is told.
REST: Final = 2


def paper_needs(sender: object, asked: Asked, **_kwargs: Any) -> list[Need]:
    """Answers `needs_asked`. One query.

    A paper that failed is forgotten as soon as the same one is asked for again.
    """
    rows = asked.tournament.jobs.order_by("-asked_at", "-pk")
    newest = rows.only("document", "params", "language", "state", "asked_at", "tournament_id")
    found: list[Need] = []
    seen: set[str] = set()
    url = reverse("desk-papers", args=[asked.tournament.slug])
    for job in newest[:LOOKED_AT]:
        kind = DOCUMENTS.get(job.document)
        what = repr((job.document, sorted(job.params.items()), job.language))
        again = what in seen
        seen.add(what)
        if kind is None or kind.needs not in asked.actions or again:
            continue
        facts = {"paper": str(kind.title)}
        if job.state == Job.State.FAILED:
            weight, sentence = Weight.URGENT, _("%(paper)s could not be made.") % facts
        elif job.state == Job.State.WAITING and _minutes(asked, job) >= REST:
            weight, sentence = Weight.ACTIVE, _("%(paper)s waits to be made.") % facts
        else:
            continue
        found.append(
            Need(
                kind=Kind.PAPER,
                weight=weight,
                sentence=sentence,
                page="desk-paper",
                url=reverse("desk-paper", args=[asked.tournament.slug, job.pk]),
                since=job.asked_at,
                all_at=url,
            )
        )
    return found


def _minutes(asked: Asked, job: Job) -> float:
    return (asked.now - job.asked_at).total_seconds() / 60
