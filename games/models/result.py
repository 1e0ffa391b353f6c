"""Results of games, as they were handed in."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models import Pairing


class Result(models.Model):
    """One version of a pairing's result. A correction adds a version; nothing is overwritten."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="results")
    #: 1 for the first, counted up by corrections.
    version = models.PositiveSmallIntegerField()
    current = models.BooleanField(default=True)
    #: The result as `python -m games.rules result` reads it; sides as in the pairing's seats.
    #: Empty in a version that takes a result away.
    payload = models.JSONField()
    #: Why it was corrected.
    why = models.TextField(blank=True)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)
    #: All sides said so themselves, each for itself; nobody at the desk entered it.
    by_players = models.BooleanField(default=False)
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing"], condition=Q(current=True), name="one_final_result_per_pairing"
            ),
            models.UniqueConstraint(fields=["pairing", "version"], name="one_result_per_version"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing}, {self.version}"

    @property
    def removes(self) -> bool:
        """Whether this version says that the table has no result (any more)."""
        return not self.payload
