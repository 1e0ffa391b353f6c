"""What each side of a table says the result is. When all say the same, that is the result."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Pairing

from .result import Result


class Claim(models.Model):
    """One side's word on how its game ended. Never changed but for its state; nothing is deleted.

    It is no result: standings and draws know nothing of it.
    """

    class State(models.TextChoices):
        #: What the side says now.
        STANDING = "standing", _("stands")
        #: The side says something else since.
        REPLACED = "replaced", _("replaced")
        WITHDRAWN = "withdrawn", _("taken back")
        #: The table has its result: this one, or another that the desk entered.
        SETTLED = "settled", _("settled")

    class How(models.TextChoices):
        PHONE = "phone", _("on their own phone")
        #: They typed the end of their own code on the phone of the other side.
        SIGNED = "signed", _("signed on the other side's phone")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="claims")
    #: As in the pairing's seats.
    side = models.PositiveSmallIntegerField()
    #: Who of the side said it.
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="claims")
    #: As in `Result.payload`.
    payload = models.JSONField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.STANDING)
    how = models.CharField(max_length=8, choices=How.choices, default=How.PHONE)
    #: Names the phone it was typed on; two phones of one pair differ.
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    #: What settled it.
    result = models.ForeignKey(
        Result, on_delete=models.PROTECT, null=True, blank=True, related_name="claims"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "side"],
                condition=Q(state="standing"),
                name="one_standing_claim_per_side",
            ),
            models.CheckConstraint(
                condition=Q(state="settled", result__isnull=False)
                | (~Q(state="settled") & Q(result__isnull=True)),
                name="a_settled_claim_has_its_result",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing}, {self.side}: {self.get_state_display()}"
