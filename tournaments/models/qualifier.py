"""Who comes to a final out of which tournaments, by what rule; and who did."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .entry import Entry
from .tournament import Tournament


class Qualifier(models.Model):
    """One tournament that leads to a final, and who of it goes there."""

    class Rule(models.TextChoices):
        FIRST = "first", _("the first")
        GROUPS = "groups", _("the first of each group")
        PERCENT = "percent", _("the first of so many percent")
        HAND = "hand", _("wild cards alone")

    final = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="qualifiers")
    source = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="leads_to")
    rule = models.CharField(max_length=8, choices=Rule.choices, default=Rule.FIRST)
    #: How many, or of how many percent.
    number = models.PositiveSmallIntegerField(default=1)
    #: Wild cards: numbers of entries there.
    by_hand = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["source__date", "source__name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["final", "source"], name="one_rule_per_qualifier"),
            models.CheckConstraint(
                condition=~Q(final=F("source")), name="a_final_does_not_lead_to_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} → {self.final}"


class Qualified(models.Model):
    """Where an entry of a final came from. Never changed."""

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="qualified")
    final = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="qualified")
    #: Empty where the final was brought in from a file: the other tournament is not here.
    source = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, blank=True, related_name="sent_on"
    )
    source_entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="sent_on"
    )
    #: What the other tournament was called, and the place reached there.
    source_name = models.CharField(max_length=120)
    place = models.PositiveIntegerField(null=True, blank=True)
    #: A value of `Qualifier.Rule`, or "reserve".
    why = models.CharField(max_length=8)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["final", "source_entry"], name="one_entry_per_qualified"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.source_name}, {self.place}"
