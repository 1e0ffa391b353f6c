"""The clock of a round, as instants. What it shows is computed in `games.timing`."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.models import Pairing, Round


class Clock(models.Model):
    """The clock of one round: how long a game takes and when it began."""

    round = models.OneToOneField(Round, on_delete=models.PROTECT, related_name="clock")
    #: Length of a game in seconds.
    seconds = models.PositiveIntegerField()
    started_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.round}: {self.seconds} s"


class Pause(models.Model):
    """The clock stood still from `began_at` to `ended_at`; still does while that is empty."""

    clock = models.ForeignKey(Clock, on_delete=models.PROTECT, related_name="pauses")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["began_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["clock"], condition=Q(ended_at__isnull=True), name="one_running_pause"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("began_at")),
                name="a_pause_ends_after_it_began",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.began_at} – {self.ended_at or ''}"


class Extension(models.Model):
    """Extra time for one table."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="extensions")
    seconds = models.PositiveIntegerField()
    why = models.TextField(blank=True)
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["given_at"]

    def __str__(self) -> str:
        return f"{self.pairing}: +{self.seconds} s"

    @property
    def minutes(self) -> int:
        return self.seconds // 60
