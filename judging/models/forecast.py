"""Positions played out many times, as rows: what a killed process was doing is taken up again."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Pairing, Round


class Forecast(models.Model):
    """How often each side wins from a position. The same seed gives the same figure."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="forecasts")
    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="forecasts")
    #: In the notation of the game's engine, by the rule set named.
    position = models.JSONField()
    ruleset = models.CharField(max_length=24)
    #: What differs from the rule set, by the engine's names.
    options = models.JSONField(default=dict)
    seed = models.CharField(max_length=40)
    games = models.PositiveIntegerField(default=1000)
    #: Games played so far, and how many of them each side won.
    done = models.PositiveIntegerField(default=0)
    wins = models.JSONField(default=list)
    #: Games that are also played by bots that choose by lot, and how many of them each side won.
    games_by_lot = models.PositiveIntegerField(default=0)
    wins_by_lot = models.JSONField(default=list)
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing"],
                condition=models.Q(state__in=["waiting", "running"]),
                name="one_forecast_at_work_per_table",
            )
        ]
        indexes = [models.Index(fields=["state", "lease_until"], name="forecast_to_take")]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.done}/{self.games}"

    @property
    def rules(self) -> tuple[str, dict[str, bool]]:
        """What the games are played by."""
        return self.ruleset, self.options

    @property
    def done_in_all(self) -> int:
        """Games played so far, by whichever bots."""
        return self.done + sum(self.wins_by_lot)

    @property
    def games_in_all(self) -> int:
        """Games that are to be played, by whichever bots."""
        return self.games + self.games_by_lot
