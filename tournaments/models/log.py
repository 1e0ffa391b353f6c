"""The log: one event for each change of state."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from .people import User
from .tournament import Tournament


class Event(models.Model):
    """Who did what to what, what it was before and after, and why.

    Never changed or deleted: the database refuses it (`tournaments.log_guard`). The events of a
    tournament are a chain (`tournaments.log_chain`); soon after an event is written it gets its
    place in it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="events")
    at = models.DateTimeField(auto_now_add=True)
    #: Empty when the program itself did it (a command, a worker).
    actor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True)
    #: Such as "round.publish"; the words for people stand in `tournaments/log_words.py`.
    verb = models.CharField(max_length=48)
    #: What it happened to: kind ("round"), id and how people call it.
    subject_kind = models.CharField(max_length=24)
    subject_id = models.BigIntegerField()
    subject = models.CharField(max_length=200)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    why = models.TextField(blank=True)
    #: The idempotency key of the request that caused it: the same request twice is one event.
    key = models.CharField(max_length=64, blank=True)
    #: Its place in the chain, counted from 1 without a gap; empty until it is sealed.
    place = models.PositiveIntegerField(null=True, editable=False)
    #: SHA-256 over it and the digest of the event before it; empty until it is sealed.
    digest = models.CharField(max_length=64, blank=True, editable=False)
    #: Of an event that came with an imported tournament: the keys it was sealed with elsewhere
    #: ("id", "tournament", "actor", "subject"). Those the chain covers; they name nothing here.
    origin = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["tournament", "-id"], name="event_newest_first")]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "key"], condition=~Q(key=""), name="one_event_per_key"
            ),
            models.UniqueConstraint(fields=["tournament", "place"], name="one_event_per_place"),
        ]

    def __str__(self) -> str:
        return f"{self.verb}: {self.subject}"

    @property
    def imported(self) -> bool:
        """Whether it happened in another installation. What it keeps of before and after has that
        one's keys, so it can be read and checked here, and not taken back."""
        return self.origin is not None

    @property
    def sealed_id(self) -> int:
        """The key that other events of its log know it by."""
        return self.pk if self.origin is None else int(self.origin["id"])
