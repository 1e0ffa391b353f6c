"""Letters to players, as rows: what was to be sent, and what became of it."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .registration import SignUp
from .tournament import Tournament


class Mail(models.Model):
    """One e-mail. Written in the transaction of what it tells of; a worker sends it afterwards.

    The row is the truth, the broker only wakes the worker: a lease that has run out is taken up
    by the next worker that looks.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("not sent")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="mails")
    sign_up = models.ForeignKey(
        SignUp, on_delete=models.PROTECT, null=True, blank=True, related_name="mails"
    )
    #: What it is about ("confirm", "offer", …): a template under `templates/mail`.
    kind = models.CharField(max_length=32)
    to = models.EmailField()
    language = models.CharField(max_length=8)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    #: Not to be tried before; what a failure pushes on.
    due_at = models.DateTimeField(default=timezone.now)
    lease = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    #: What the mail server said.
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    #: What it must not be sent twice for (an event's key with the kind).
    key = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["state", "due_at"], name="mail_to_send")]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"], condition=~models.Q(key=""), name="one_mail_per_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.state}"
