"""Accounts: what each may do in a tournament, how they were let in, where they are logged in."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
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
        READ_ONLY = "read-only", _("reads only")
        DISPLAY = "display", _("screen in the hall")

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


class Invitation(models.Model):
    """A link that gives whoever opens it a role. The link is shown once; only its hash is kept."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, related_name="invitations"
    )
    kind = models.CharField(max_length=12, choices=Role.Kind.choices)
    #: Whom it is for, as the organiser calls them: "Jens, judge in hall 2". May be empty.
    note = models.CharField(max_length=80, blank=True)
    #: SHA-256 of the link's token, in hexadecimal.
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    #: How many accounts it may let in, and how many it has.
    max_uses = models.PositiveSmallIntegerField(default=1)
    uses = models.PositiveSmallIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True)
    #: Whom it has let in: each account once, also when its role was taken away since.
    users = models.ManyToManyField(User, blank=True, related_name="invitations_used")

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(uses__lte=F("max_uses")), name="uses_within_max")
        ]

    def __str__(self) -> str:
        return self.note or self.kind


class LogIn(models.Model):
    """One log-in of an account on one device, while its session lasts.

    Of the device and the network it keeps what tells one's own phone from a stranger's, no more.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="log_ins")
    session_key = models.CharField(max_length=40, unique=True)
    #: Names of products, as "Firefox" and "Android"; empty where nobody can say.
    browser = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=20, blank=True)
    #: "here", "hall", or the first half of an address: "80.62", "2a02:aa1". Empty: not known.
    origin = models.CharField(max_length=20, blank=True)
    began_at = models.DateTimeField()
    #: To within five minutes.
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-seen_at", "-began_at", "pk"]

    def __str__(self) -> str:
        return f"{self.user} ({self.browser} {self.system})"
