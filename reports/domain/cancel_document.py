"""Somebody does without what is on its way: its row says so, and whoever makes it stops."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from reports.kinds import needs_of, title_of
from reports.models import Job
from tournaments.access import Action
from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import Tournament, User


def cancel_document(
    tournament: Tournament,
    job_id: UUID,
    *,
    actions: Collection[Action] = frozenset(Action),
    by: User | None,
    key: str = "",
) -> Job:
    """The job, cancelled, whether it waited or was being made.

    The lease goes with it: the worker that has it notices at its next look, at most a second
    later, stops its children and keeps nothing. Refused: `no-such-document`, also for one that
    needs more than `actions`, and `not-on-its-way` when it is made, failed or cancelled by now.
    """
    with act("document.cancel", tournament, by=by, key=key) as doing:
        job = Job.objects.filter(tournament=doing.row, pk=job_id).first()
        if job is None or needs_of(job.document) not in actions:
            raise Refused("no-such-document", _("This document is not in the list any more."))
        if doing.already:
            return job
        # One UPDATE, as each step of the worker's is: whoever comes first has it.
        on_its_way = Job.objects.filter(pk=job_id, state__in=Job.ON_ITS_WAY)
        if not on_its_way.update(
            state=Job.State.CANCELLED,
            lease=None,
            lease_until=None,
            error="",
            finished_at=timezone.now(),
        ):
            raise Refused(
                "not-on-its-way", _("This is not being made any more: there is nothing to stop.")
            )
        doing.log(
            before={"state": job.state},
            after={"document": job.document, "language": job.language, **job.params},
            called=str(title_of(job.document)),
        )
        job.refresh_from_db()
    return job
