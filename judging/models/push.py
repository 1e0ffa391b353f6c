"""Phones that are told of calls, and what they are to be told."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from .call import Call


class PushDevice(models.Model):
    """A browser in which a judge asked to be told, also while no page is open."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices"
    )
    #: Where its push service takes messages for it. Whoever knows it and our key may push.
    endpoint = models.TextField()
    #: The SHA-256 of the endpoint: no database indexes a text so long.
    digest = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    #: What it is told in.
    language = models.CharField(max_length=8)
    #: What kind of phone and browser it is, for the list from which it can be taken out.
    words = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.words or str(self.pk)


class PushNote(models.Model):
    """One call that one device is to be told of: a row with a lease, until the service has it."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENDING = "sending"
        SENT = "sent"
        DROPPED = "dropped"

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="notes")
    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="push_notes")
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["state", "lease_until"], name="push_note_to_take")]

    def __str__(self) -> str:
        return f"{self.call_id} → {self.device_id}: {self.state}"
