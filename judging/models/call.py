"""Calls: a table wants a judge."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Pairing, Round


class Call(models.Model):
    """One table's call, from the moment it came until it was dealt with or taken back."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        TAKEN = "taken", _("a judge is on the way")
        ARRIVED = "arrived", _("a judge is at the table")
        RESOLVED = "resolved", _("dealt with")
        WITHDRAWN = "withdrawn", _("not needed any more")

    class Source(models.TextChoices):
        PAIR = "pair", _("from the table")
        DESK = "desk", _("from the desk")
        CLOCK = "clock", _("by the clock")

    class Reason(models.TextChoices):
        RULE = "rule", _("a question about a rule")
        DISPUTE = "dispute", _("we do not agree")
        CONDUCT = "conduct", _("how somebody plays")
        TIME = "time", _("it takes too long")
        OTHER = "other", _("something else")

    # Said again, so that a call is locked, and its tournament found, as a pairing is.
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="calls")
    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="calls")
    #: Who called, when it was a side of the table.
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="calls"
    )
    source = models.CharField(max_length=8, choices=Source.choices)
    reason = models.CharField(max_length=12, choices=Reason.choices, blank=True)
    note = models.CharField(max_length=200, blank=True)
    #: The language the caller reads, so that a judge who speaks it may go.
    language = models.CharField(max_length=8)
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    #: Only the head judge takes it.
    for_head = models.BooleanField(default=False)
    placed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    placed_at = models.DateTimeField()
    judge = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="calls",
    )
    #: When the judge who has it took it and came; when the first one came to the table.
    taken_at = models.DateTimeField(null=True, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    first_arrived_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    #: Minutes given back to the table for the time this took.
    minutes_given = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["placed_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing"],
                condition=Q(state__in=["waiting", "taken", "arrived"]),
                name="one_open_call_per_table",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["taken", "arrived"]) | Q(judge__isnull=False),
                name="a_call_taken_has_its_judge",
            ),
            models.CheckConstraint(
                condition=~Q(state="waiting") | Q(judge__isnull=True),
                name="a_call_that_waits_has_no_judge",
            ),
        ]
        indexes = [models.Index(fields=["round", "state"], name="call_queue")]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.state}"

    @property
    def open(self) -> bool:
        return self.state in OPEN


OPEN: Final = (Call.State.WAITING, Call.State.TAKEN, Call.State.ARRIVED)
"""States in which somebody still has to do something."""
