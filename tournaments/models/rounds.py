"""Stages, rounds, pairings and seats: who meets whom where, and what it gave."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .entry import Entry
from .tournament import Table, Tournament


class Stage(models.Model):
    """A part of a tournament drawn by one format."""

    class Format(models.TextChoices):
        SWISS = "swiss", _("Swiss (Monrad)")
        ROUND_ROBIN = "round_robin", _("Round robin")
        GROUPS = "groups", _("Groups")
        KNOCKOUT = "knockout", _("Knockout")
        DOUBLE_ELIMINATION = "double_elimination", _("Double elimination")
        MULTI_SEAT = "multi_seat", _("Tables of three and more")
        INDIVIDUAL = "individual", _("Individual, a new partner each round")
        SCHEDULE = "schedule", _("Fixed schedule")

    class Carry(models.TextChoices):
        NOTHING = "nothing", _("everybody starts from nothing")
        EVERYTHING = "everything", _("the whole result is taken along")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=60, blank=True)
    format = models.CharField(max_length=24, choices=Format.choices, default=Format.SWISS)
    #: The format's own options, as JSON.
    settings = models.JSONField(default=dict, blank=True)
    #: Table numbers kept for each of its groups or brackets, by what the format calls them.
    table_ranges = models.JSONField(default=dict, blank=True)
    #: What differs from the tournament's `game_settings` in this stage.
    game_settings = models.JSONField(default=dict, blank=True)
    #: Ranks of the stage before that go on into this one, counted from 1; of each group where
    #: that one has groups. Empty: to the last.
    from_rank = models.PositiveSmallIntegerField(default=1)
    to_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    carry = models.CharField(max_length=12, choices=Carry.choices, default=Carry.NOTHING)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.get_format_display()}"


class StageEntry(models.Model):
    """An entry that went on into a stage after the first. The first stage has none: all play it.

    Written when the stage begins; a correction in an earlier stage changes nothing here by
    itself.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stage_entries")
    #: Its seed in this stage, 1 the strongest.
    seed = models.PositiveSmallIntegerField()
    #: Where it comes from: its rank in the stage before, and its group there if it had one.
    rank = models.PositiveSmallIntegerField()
    group = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_stage_entry_per_entry"),
            models.UniqueConstraint(fields=["stage", "seed"], name="one_stage_entry_per_seed"),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.entry}"


class RoundManager(models.Manager["Round"]):
    """Rounds without `draw`: hundreds of kilobytes in a large hall, and few pages show it.

    Where it is asked for it is read then, with one query more.
    """

    def get_queryset(self) -> models.QuerySet[Round]:
        return super().get_queryset().defer("draw")


class Round(models.Model):
    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    #: Counted through the whole tournament, 1 the first.
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.DRAFT)
    seed = models.BigIntegerField()
    #: What the draw was made from and by: inputs, engine version, costs; see `domain/draw_round`.
    draw = models.JSONField(default=dict)
    #: What differs from the stage's `game_settings` in this round (a longer match in the final).
    game_settings = models.JSONField(default=dict, blank=True)
    #: Counts up with each hand edit, so that two people editing see each other.
    version = models.PositiveIntegerField(default=1)
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = RoundManager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number"),
            models.UniqueConstraint(
                fields=["tournament"], condition=~Q(state="closed"), name="one_open_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"


class Pairing(models.Model):
    """Those who sit together in a round. A bye is a pairing of one, without a table."""

    class Kind(models.TextChoices):
        GAME = "game", _("game")
        BYE = "bye", _("bye")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="pairings")
    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, null=True, blank=True, related_name="pairings"
    )
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.GAME)
    #: Place in the draw, 1 the top pairing.
    order = models.PositiveIntegerField()
    #: Why, as the draw says it: a list of {"code", "params"}.
    reasons = models.JSONField(default=list)
    by_hand = models.BooleanField(default=False)
    #: Group, bracket or match beside the tree ("third_place") as the format calls it.
    group = models.CharField(max_length=40, blank=True)
    #: Number of the match within its round in formats with a tree, 1 at the top.
    slot = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"],
                condition=Q(table__isnull=False),
                name="one_pairing_per_table",
            ),
            models.CheckConstraint(
                condition=~Q(kind="bye") | Q(table__isnull=True), name="a_bye_has_no_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, {self.table or self.kind}"


class Seat(models.Model):
    """One entry on one side of a pairing. `games` writes what the game gave when it is final."""

    class Outcome(models.TextChoices):
        WIN = "win", _("won")
        DRAW = "draw", _("drawn")
        LOSS = "loss", _("lost")
        BYE = "bye", _("bye")
        REQUESTED_BYE = "requested-bye", _("sat out on request")
        WALKOVER_WIN = "walkover-win", _("won by walkover")
        WALKOVER_LOSS = "walkover-loss", _("lost by walkover")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="seats")
    # Said again so that the database itself can hold "one seat per entry and round".
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    #: 0, 1, …; entries on one side are partners.
    side = models.PositiveSmallIntegerField()
    #: The table it was published at, if it was sent to another since.
    moved_from = models.ForeignKey(
        Table, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    #: The side's colours at the board, such as ["yellow", "blue"].
    colours = models.JSONField(default=list)
    outcome = models.CharField(max_length=16, choices=Outcome.choices, blank=True)
    points = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    #: Rank at the table, 1 the winner.
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    #: What was scored in the game itself: in Partners the pieces locked.
    score = models.SmallIntegerField(null=True, blank=True)
    #: Steps its pieces still had to go when the game ended, where that is known.
    steps = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Whether the game was played out within its time; empty where that is not known.
    in_time = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ["side", "id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_seat_per_entry_and_round")
        ]

    def __str__(self) -> str:
        return f"{self.entry} ({self.pairing})"
