"""Fair play: what a judge saw, short of a ruling."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models import Entry, Pairing, Round

from .ruling import Ruling


class Incident(models.Model):
    """Something a judge noted about one pair at one table. For judges alone."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="incidents")
    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="incidents")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="incidents")
    #: A key of `judging.fair_play.TEMPLATES`.
    kind = models.CharField(max_length=16)
    note = models.CharField(max_length=300, blank=True)
    noted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    noted_at = models.DateTimeField()
    #: Set when it was a slip of the finger; what was noted stays in the log.
    struck_at = models.DateTimeField(null=True, blank=True)
    ruling = models.ForeignKey(
        Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="incidents"
    )

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.entry}, {self.kind}"
