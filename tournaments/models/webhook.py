"""Programs elsewhere that are told what happens, and what each of them was told."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .log import Event
from .tournament import Tournament


class Webhook(models.Model):
    """An address that is told of some kinds of events of one tournament, signed with a secret.

    `told_to` is the place in the log's chain up to which its deliveries are written: each sealed
    event beyond it is looked at once, in the order of the chain.
    """

    class State(models.TextChoices):
        ON = "on", _("on")
        OFF = "off", _("switched off")
        #: By the program itself: nobody has answered for days.
        PAUSED = "paused", _("paused")
        REMOVED = "removed", _("removed")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="webhooks")
    name = models.CharField(_("name"), max_length=80)
    url = models.CharField(_("address"), max_length=500)
    #: Of `tournaments.webhooks.vocabulary.TYPES`.
    types = models.JSONField(default=list)
    state = models.CharField(max_length=8, choices=State.choices, default=State.ON)
    #: Encrypted with a key made of SECRET_KEY (`tournaments.webhooks.signing`).
    secret = models.TextField(editable=False)
    #: The one before, which signs too until then: nobody has to change it within a second.
    former_secret = models.TextField(blank=True, editable=False)
    former_until = models.DateTimeField(null=True, blank=True)
    told_to = models.PositiveIntegerField(default=0)
    #: Deliveries in a row that failed, the time of the first of them, and until when the address
    #: is left alone.
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    rests_until = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """One message to one address: a row with a lease, so that none is lost.

    Its key is the message's id, the same at each attempt; its body never changes either.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("given up")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.PROTECT, related_name="deliveries")
    #: What it tells of; none for a test.
    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    type = models.CharField(max_length=48)
    #: The event's place in the log's chain, by which they are put in order.
    sequence = models.PositiveIntegerField(default=0)
    body = models.TextField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    #: From when on its day of attempts is counted.
    begun_at = models.DateTimeField(default=timezone.now)
    lease = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    #: The last attempt: when, the status that was answered, and after how many milliseconds.
    tried_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    took = models.PositiveIntegerField(null=True, blank=True)
    #: A code of `tournaments.webhooks.faults`.
    error = models.CharField(max_length=16, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created_at", "-sequence"]
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["state", "due_at"], name="delivery_to_send"),
            models.Index(fields=["webhook", "-created_at"], name="delivery_newest_first"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "event"], name="one_delivery_per_event")
        ]

    def __str__(self) -> str:
        return f"{self.type}: {self.state}"
