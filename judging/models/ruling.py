"""Rulings: what happened, by which rules, what was decided, what follows."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Extension, Result
from tournaments.models import Entry, Pairing, Tournament

from .call import Call


class Ruling(models.Model):
    """A judge's ruling. Final: it is never changed, only amended by a new one that names it."""

    class Consequence(models.TextChoices):
        NONE = "none", _("nothing follows")
        WARNING = "warning", _("warning")
        MOVE_BACK = "move-back", _("the move is taken back")
        EXTENSION = "extension", _("extra time")
        RESULT = "result", _("the result is decided")
        PENALTY = "penalty", _("penalty points")
        DISQUALIFICATION = "disqualification", _("disqualification")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rulings")
    #: Counted through the tournament, 1 the first.
    number = models.PositiveIntegerField()
    #: The table it was given at; empty for one about a pair away from a table.
    pairing = models.ForeignKey(
        Pairing, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    #: Whom the consequence falls on.
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    call = models.ForeignKey(
        Call, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    happened = models.TextField()
    decision = models.TextField()
    #: Ids of the rule ledger, such as ["B4", "C7"].
    rules = models.JSONField(default=list)
    #: For the judges alone.
    staff_note = models.TextField(blank=True)
    consequence = models.CharField(max_length=16, choices=Consequence.choices)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.DecimalField(max_digits=6, decimal_places=2, null=True, blank=True)
    #: The side that wins, where the result is decided.
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    #: The position, in the notation of the game's engine; and what was asked about it.
    position = models.JSONField(null=True, blank=True)
    question = models.JSONField(default=dict, blank=True)
    amends = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="amended_by"
    )
    #: What it brought about.
    extension = models.ForeignKey(
        Extension, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    result = models.ForeignKey(
        Result, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    #: What the pair's state was before this ruling disqualified it.
    state_before = models.CharField(max_length=12, choices=Entry.State.choices, blank=True)
    language = models.CharField(max_length=8)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="rulings"
    )
    given_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_ruling_per_number"),
            models.CheckConstraint(
                condition=~Q(consequence="penalty") | Q(points__gt=0, entry__isnull=False),
                name="a_penalty_has_points_and_a_pair",
            ),
            models.CheckConstraint(
                condition=~Q(consequence="result") | Q(winner__isnull=False, pairing__isnull=False),
                name="a_result_decided_has_a_winner",
            ),
            models.CheckConstraint(
                condition=Q(amends__isnull=True) | ~Q(amends=F("id")),
                name="a_ruling_does_not_amend_itself",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"
