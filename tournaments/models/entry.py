"""Entries (what is ranked: a pair, a team or a single player) and their players."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .tournament import Table, Tournament

#: Letters and digits nobody takes for one another when they are read aloud or off a sheet.
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 8


def new_code() -> str:
    """A secret an entry's players show instead of a password: 30^8 of them."""
    return "".join(secrets.choice(CODE_ALPHABET) for _n in range(CODE_LENGTH))


class Entry(models.Model):
    class State(models.TextChoices):
        REGISTERED = "registered", _("registered")
        PRESENT = "present", _("present")
        LATE = "late", _("late")
        ABSENT = "absent", _("absent")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    class Payment(models.TextChoices):
        UNPAID = "unpaid", _("not paid")
        PAID = "paid", _("paid")
        WAIVED = "waived", _("need not pay")
        REFUNDED = "refunded", _("paid back")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    # What hangs on the wall and stands on paper; never given to another entry.
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=120)
    #: `name` as compared (see `tournaments.names.name_key`): two that look alike are one.
    name_key = models.CharField(max_length=240, editable=False)
    city = models.CharField(_("city"), max_length=80, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    notes = models.TextField(_("notes"), blank=True)
    #: Seeding, 1 the strongest; empty means unseeded.
    seed_rank = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.REGISTERED)
    #: The first round this entry is drawn in; above 1 for one that comes late.
    from_round = models.PositiveSmallIntegerField(default=1)
    #: Points for each round missed before `from_round`; empty: what the points scheme says.
    missed_points = models.DecimalField(max_digits=6, decimal_places=2, null=True, blank=True)
    #: Its games count for nobody (withdrawn or disqualified with the results struck).
    struck = models.BooleanField(default=False)
    #: Points that rulings add or (below 0) take away; written by the verb that gives a ruling.
    adjustment = models.DecimalField(max_digits=6, decimal_places=2, default=0)
    #: The same by the stage each was given in (its key, as text), so that it counts in that one
    #: alone; what is missing to `adjustment` counts in the first.
    adjusted_in = models.JSONField(default=dict, blank=True)
    #: Must sit at a table that can be reached without steps.
    needs_access = models.BooleanField(_("needs an accessible table"), default=False)
    #: For people who cannot move about: they sit here every round.
    fixed_table = models.ForeignKey(
        Table, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    #: The entry this one turned out to be: its results went there, and it is withdrawn.
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged"
    )
    #: Who has it acts for this entry. It stands, as text and as QR code, on what the entry keeps to
    #: itself alone: its slip and the back of its badges.
    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    payment = models.CharField(
        _("payment"), max_length=8, choices=Payment.choices, default=Payment.UNPAID
    )
    #: What its lots are drawn with: the number it came in with, so that a seed gives the same
    #: tournament wherever it is played, and an imported one comes out as it did there. Empty in
    #: tournaments begun when lots were drawn with the entry's key.
    lot_key = models.BigIntegerField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_per_number"),
            models.UniqueConstraint(fields=["tournament", "name_key"], name="one_entry_per_name"),
            models.UniqueConstraint(
                fields=["tournament", "fixed_table"],
                condition=Q(fixed_table__isnull=False),
                name="one_entry_per_fixed_table",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def playing(self) -> bool:
        """Whether a draw made now would count this entry in (from its `from_round` on)."""
        return self.state in {self.State.PRESENT, self.State.LATE}


class Player(models.Model):
    """A person in one entry of one tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="players")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="players")
    position = models.PositiveSmallIntegerField(help_text="1 is the first named.")
    name = models.CharField(_("name"), max_length=120)
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    #: Asked to be shown by their initials on public pages and lists.
    initials_only = models.BooleanField(_("only initials in public"), default=False)
    #: Who this is, as compared: name and e-mail (see `tournaments.names.person_key`).
    person_key = models.CharField(max_length=500, editable=False)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="one_player_per_position"),
            models.UniqueConstraint(
                fields=["tournament", "person_key"], name="one_entry_per_person"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class FormerPlayer(models.Model):
    """A person who played in an entry until somebody else came in their place.

    Who plays is in `Player`; past rounds are shown with those who played in them.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="former_players")
    position = models.PositiveSmallIntegerField(help_text="As that of the one who came instead.")
    name = models.CharField(max_length=120)
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    initials_only = models.BooleanField(default=False)
    #: The last round they count as having played in.
    through_round = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position", "through_round", "id"]

    def __str__(self) -> str:
        return self.name


class RequestedBye(models.Model):
    """An entry that asked to sit a round out. What it scores is the scheme's `requested_bye`.

    The draw leaves it out of that round, and publishing the round gives it its bye.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="requested_byes")
    #: Counted through the whole tournament, as `Round.number`; the round may not be drawn yet.
    round_number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["round_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "round_number"], name="one_requested_bye_per_entry_and_round"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.round_number}"


class KeptApart(models.Model):
    """Two entries that no draw lets meet, by a decision of the organisers. Why stands in the log.

    Rounds that are drawn from results heed it; a tree, and a plan that is laid down, cannot.
    """

    one = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="kept_apart")
    other = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="kept_apart_too")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="two_are_kept_apart_once"),
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")), name="two_kept_apart_are_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} – {self.other}"
