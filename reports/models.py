"""Work in the background, as rows: what a killed process was doing is taken up again. And the
timetable that is printed and put into calendars."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from reports.tournament_file import TOURNAMENT_FILE
from tournaments.models import Tournament


class Jobs(models.QuerySet["Job"]):
    def papers(self) -> Jobs:
        """All but the tournament as a file."""
        return self.exclude(document=TOURNAMENT_FILE)


class Job(models.Model):
    """One document to be rendered, or the tournament as a file. The row is the truth; the broker
    only wakes a worker.

    A worker takes a lease and renews it as it goes. A job whose lease has run out is taken
    by the next worker that looks.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    #: States in which it is still to come.
    ON_ITS_WAY = (State.WAITING, State.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="jobs")
    #: Name of a module in `reports.documents`, or `TOURNAMENT_FILE`; and its parameters.
    document = models.CharField(max_length=48)
    params = models.JSONField(default=dict)
    language = models.CharField(max_length=8)
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    #: Parts done, of parts in all.
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    #: Newest event of the tournament when its data was read; later ones may make it stale.
    read_event = models.BigIntegerField(null=True, blank=True)
    #: What it prints, as `reports.press.digest` counts it: the same again is not printed again.
    digest = models.CharField(max_length=64, blank=True)
    file = models.FileField(upload_to="reports/", blank=True)
    #: The first pages of one that takes long, to be printed meanwhile.
    first_pages = models.FileField(upload_to="reports/", blank=True)
    #: When its files were removed to make room; what it was is still known.
    pruned_at = models.DateTimeField(null=True, blank=True)
    filename = models.CharField(max_length=160, blank=True)
    error = models.TextField(blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    #: The idempotency key of the request: the same request twice is one job.
    key = models.CharField(max_length=64, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar = Jobs.as_manager()

    class Meta:
        ordering = ["-asked_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"],
                condition=~models.Q(key=""),
                name="one_job_per_key",
            )
        ]
        indexes = [
            models.Index(fields=["state", "lease_until"], name="job_to_take"),
            models.Index(fields=["tournament", "digest"], name="job_printed_before"),
        ]

    def __str__(self) -> str:
        return f"{self.document} ({self.state})"


class Timetable(models.Model):
    """When a tournament's rounds are to begin, by the clock of its hall. Rounds that have begun
    move those after them: see `reports.timetable`."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, related_name="timetable"
    )
    first_round = models.TimeField(_("first round begins"))
    minutes_between = models.PositiveSmallIntegerField(_("minutes between rounds"), default=15)
    #: Longer ones: a list of {"after" (a round's number), "minutes", "name"}.
    breaks = models.JSONField(default=list, blank=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.first_round}"
