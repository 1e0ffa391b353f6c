"""A game that lasts too long: where it is, and how it came there."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from judging.escalation import Step
from tournaments.models import Pairing, Round


class LongGame(models.Model):
    """Where one table's game is. A table without a row is running like any other."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="long_games")
    pairing = models.OneToOneField(Pairing, on_delete=models.PROTECT, related_name="long_game")
    #: A value of `judging.escalation.Step`.
    step = models.CharField(
        max_length=16, choices=[(step.value, step.value) for step in Step], default=Step.RUNNING
    )
    since = models.DateTimeField()
    #: When the minutes end that the players were given to open the game.
    until = models.DateTimeField(null=True, blank=True)
    #: Counts up with each step, so that two judges see each other.
    version = models.PositiveIntegerField(default=0)
    #: The position at the table, as the judges set it up; in the notation of the game's engine.
    position = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.step}"


class LongGameStep(models.Model):
    """One step taken, or taken back. Never changed."""

    long_game = models.ForeignKey(LongGame, on_delete=models.PROTECT, related_name="steps")
    #: The version of the long game that it made.
    version = models.PositiveIntegerField()
    origin = models.CharField(max_length=16)
    target = models.CharField(max_length=16)
    takes_back = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField()
    why = models.TextField(blank=True)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["long_game", "version"], name="one_step_per_version")
        ]

    def __str__(self) -> str:
        return f"{self.origin} → {self.target}"


class Willingness(models.Model):
    """What a judge saw of a side's will to open the game; the newest word on a side counts."""

    class Grade(models.TextChoices):
        OPENED = "opened", _("tried to open, at a cost to itself")
        SOME = "some", _("opened where it cost nothing")
        NONE = "none", _("kept the game closed")

    long_game = models.ForeignKey(LongGame, on_delete=models.PROTECT, related_name="willingness")
    side = models.PositiveSmallIntegerField()
    grade = models.CharField(max_length=8, choices=Grade.choices)
    note = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.long_game}, {self.side}: {self.grade}"
