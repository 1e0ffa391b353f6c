"""What `reports` knows needs doing: papers that failed, papers that nobody prints."""

from __future__ import annotations

from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from reports.documents import DOCUMENTS
from reports.kinds import needs_of, title_of
from reports.models import Job
from reports.tournament_file import TOURNAMENT_FILE
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
    slug = asked.tournament.slug
    rows = asked.tournament.jobs.order_by("-asked_at", "-pk")
    newest = rows.only("document", "params", "language", "state", "asked_at", "tournament_id")
    found: list[Need] = []
    seen: set[str] = set()
    all_papers = reverse("desk-papers", args=[slug])
    for job in newest[:LOOKED_AT]:
        what = repr((job.document, sorted(job.params.items()), job.language))
        again = what in seen
        seen.add(what)
        if again or not _known(job) or needs_of(job.document) not in asked.actions:
            continue
        facts = {"paper": str(title_of(job.document))}
        if job.state == Job.State.FAILED:
            weight, sentence = Weight.URGENT, _("%(paper)s could not be made.") % facts
        elif job.state == Job.State.WAITING and _minutes(asked, job) >= REST:
            weight, sentence = Weight.ACTIVE, _("%(paper)s waits to be made.") % facts
        else:
            continue
        page, url = _page(slug, job.document)
        found.append(
            Need(
                kind=Kind.PAPER,
                weight=weight,
                sentence=sentence,
                page=page,
                url=url,
                since=job.asked_at,
                all_at=all_papers,
            )
        )
    return found


def _known(job: Job) -> bool:
    return job.document in DOCUMENTS or job.document == TOURNAMENT_FILE


def _page(slug: str, document: str) -> tuple[str, str]:
    """Where it is seen why, and asked for again: the name of the page, and its address."""
    if document == TOURNAMENT_FILE:
        return "desk-file", reverse("desk-file", args=[slug])
    return "desk-document", reverse("desk-document", args=[slug, document])


def _minutes(asked: Asked, job: Job) -> float:
    return (asked.now - job.asked_at).total_seconds() / 60
