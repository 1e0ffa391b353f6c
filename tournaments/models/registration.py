"""How people sign up to a tournament, and what they sent in."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .entry import Entry
from .tournament import Tournament


class Registration(models.Model):
    """What the public page of one tournament says and asks. Without it nobody signs up online."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, related_name="registration"
    )
    opens_at = models.DateTimeField(_("opens"), null=True, blank=True)
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    #: When people are to be in the hall on the day, by the tournament's own clock.
    doors_open = models.TimeField(_("doors open"), null=True, blank=True)
    #: In words, such as "200 kr. a pair, at the door or by MobilePay".
    fee = models.CharField(_("fee"), max_length=160, blank=True)
    about = models.TextField(_("about the tournament"), blank=True)
    #: What a person agrees to by signing up.
    consent = models.TextField(_("consent"), blank=True)
    contact = models.EmailField(_("questions go to"), blank=True)
    #: How long a free place is kept for the one it is offered to, in hours.
    hours_to_accept = models.PositiveSmallIntegerField(_("hours to accept a place"), default=24)

    def __str__(self) -> str:
        return f"{self.tournament}: registration"


class SignUp(models.Model):
    """One registration sent in from the public page, until it is an entry or comes to nothing."""

    class State(models.TextChoices):
        #: The signed link in the mail has not been opened.
        UNCONFIRMED = "unconfirmed", _("not confirmed")
        #: One half is there and has invited the other. Holds a place.
        INVITING = "inviting", _("waiting for a partner")
        WAITING = "waiting", _("waiting list")
        #: A place is free and kept until `answer_by`. Holds a place.
        OFFERED = "offered", _("place offered")
        ENTERED = "entered", _("registered")
        CANCELLED = "cancelled", _("cancelled")
        EXPIRED = "expired", _("not taken in time")

    #: Those who hold a place without being an entry yet.
    HOLDING = (State.INVITING, State.OFFERED)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="sign_ups")
    state = models.CharField(max_length=12, choices=State.choices, default=State.UNCONFIRMED)
    #: As `tournaments.imports.facts.EntryFacts`: name, players (name, email, phone), city, club,
    #: notes, needs_access. Emptied when the data is erased.
    facts = models.JSONField(default=dict)
    #: Who is written to: the first named.
    email = models.EmailField()
    language = models.CharField(max_length=8, default="da")
    #: Counts what signed links were given out; raised to make the earlier ones worthless.
    link_version = models.PositiveSmallIntegerField(default=1)
    #: What the person agreed to, and when.
    consent = models.TextField(blank=True)
    consented_at = models.DateTimeField(null=True, blank=True)
    #: The place in the waiting list: the earlier one comes first.
    queued_at = models.DateTimeField(null=True, blank=True)
    answer_by = models.DateTimeField(null=True, blank=True)
    entry = models.OneToOneField(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="sign_up"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "id"]
        indexes = [models.Index(fields=["tournament", "state", "queued_at"], name="sign_up_queue")]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state="entered") | Q(entry__isnull=False),
                name="entered_sign_up_has_an_entry",
            )
        ]

    def __str__(self) -> str:
        return str(self.facts.get("name") or self.email)
