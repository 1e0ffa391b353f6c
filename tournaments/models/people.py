"""Accounts, and what each may do in a tournament."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account: somebody who works at a tournament. Players need none."""

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name others read in the log: first and last name, else the log-in."""
        return self.get_full_name() or self.username


class Role(models.Model):
    """One account's role in one tournament. What a role may do is said in `access.py`."""

    class Kind(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        HEAD_JUDGE = "head-judge", _("head judge")
        JUDGE = "judge", _("judge")
        DESK = "desk", _("desk")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="roles"
    )
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="roles")
    kind = models.CharField(max_length=12, choices=Kind.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_account")
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.kind})"
