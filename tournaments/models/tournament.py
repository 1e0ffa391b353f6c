"""A tournament and its hall."""

from __future__ import annotations

import zoneinfo

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Game(models.TextChoices):
    """The games of the house. The values are those of `python -m games.rules`."""

    PARTNERS = "partners", _("Partners")
    PARTNERS_PLUS_PAIRS = "partners-plus-pairs", _("Partners+ (three pairs)")
    PARTNERS_PLUS_TEAMS = "partners-plus-teams", _("Partners+ (two teams)")
    BACKGAMMON = "backgammon", _("Backgammon")
    KROKET = "kroket", _("Kroket")


def validate_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(
            _("There is no time zone “%(name)s”. Write it like Europe/Copenhagen."),
            params={"name": name},
        )


def default_points_scheme() -> dict[str, str]:
    """One point for a win, a bye and a walkover: fields of `formats.scoring.PointsScheme`."""
    return {
        "win": "1",
        "draw": "0.5",
        "loss": "0",
        "bye": "1",
        "walkover_win": "1",
        "walkover_loss": "0",
    }


def default_tie_breaks() -> list[str]:
    """Values of `formats.scoring.TieBreak`, after the points."""
    return ["direct_encounter", "buchholz_cut_1", "buchholz", "score_difference", "lot"]


class Tournament(models.Model):
    class State(models.TextChoices):
        OPEN = "open", _("registration open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    game = models.CharField(_("game"), max_length=24, choices=Game.choices, default=Game.PARTNERS)
    ruleset = models.CharField(_("rule set"), max_length=24, default="dm-2018", blank=True)
    date = models.DateField(_("date"))
    venue = models.CharField(_("venue"), max_length=160, blank=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="Europe/Copenhagen", validators=[validate_time_zone]
    )
    capacity = models.PositiveIntegerField(_("places"), help_text=_("How many may take part."))
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=6)
    minutes_per_game = models.PositiveSmallIntegerField(_("minutes a game"), default=60)
    #: How the game is played here, as far as the rule set leaves it open (match length, cube, …);
    #: a stage and a round may differ. Keys by game: `games.game_settings`.
    game_settings = models.JSONField(default=dict, blank=True)
    points_scheme = models.JSONField(_("points"), default=default_points_scheme)
    tie_breaks = models.JSONField(_("tie-breaks"), default=default_tie_breaks)
    #: A value of `formats.scoring.UnplayedRule`.
    unplayed_rule = models.CharField(_("unplayed games"), max_length=24, default="fide_2026")
    #: A value of `formats.scoring.StruckRule`; empty: as is usual for each stage's format.
    struck_rule = models.CharField(
        _("results that are struck"), max_length=12, blank=True, default=""
    )
    #: A value of `formats.scoring.PenaltyRule`.
    penalty_rule = models.CharField(_("points taken by rulings"), max_length=12, default="points")
    seed = models.BigIntegerField(help_text="What draws and lots of this tournament start from.")
    state = models.CharField(max_length=12, choices=State.choices, default=State.OPEN)
    # A scratch tournament (play_day) is shown to nobody without a role in it.
    public = models.BooleanField(default=True)
    #: What the rotating wall shows of sponsors and notices; one screen for each paragraph.
    wall_text = models.TextField(_("text on the wall"), blank=True)
    #: Days after the date until e-mail addresses and telephone numbers are erased, however they
    #: came here; empty: they are kept.
    days_kept = models.PositiveSmallIntegerField(
        _("days contact details are kept"), null=True, blank=True, default=90
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "name"]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)


class Table(models.Model):
    """A numbered table of the hall."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    in_service = models.BooleanField(default=True)
    #: Can be reached without steps, with room for a wheelchair.
    accessible = models.BooleanField(default=False)
    #: Where it stands on the floor plan, in steps from the hall's upper left corner (see
    #: `tournaments.floor_plan.places`); empty: where its number puts it.
    plan_x = models.PositiveSmallIntegerField(null=True, blank=True)
    plan_y = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_table_per_number"),
            models.CheckConstraint(
                condition=Q(plan_x__isnull=True, plan_y__isnull=True)
                | Q(plan_x__isnull=False, plan_y__isnull=False),
                name="a_table_on_the_plan_has_both",
            ),
        ]

    def __str__(self) -> str:
        return str(self.number)
