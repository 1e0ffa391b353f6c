"""The form a tournament is created and changed by."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournaments.domain.stage_presets import PRESETS, presets_for
from tournaments.forms.choices import set_choices
from tournaments.forms.game_settings import GameFieldsMixin
from tournaments.forms.points import PointsFieldsMixin
from tournaments.game_settings import (
    SIDES,
    Stored,
    settings_table,
    sides_at_table,
    sides_words,
)
from tournaments.games import GAMES, PLAYABLE
from tournaments.models import Game, Tournament
from tournaments.queries.stages import options_of, stages_of
from tournaments.stage_formats import sizes_allowed

#: Letters that the wall's text may have: more than anybody reads there.
MOST_WALL_TEXT = 4000

#: Addresses that are pages of the desk itself.
RESERVED_SLUGS = frozenset({"import", "new", "tokens"})


def danish_slug(text: str) -> str:
    """`text` as an address: "Ærø 2027" becomes "aeroe-2027"."""
    for letter, plain in {"æ": "ae", "ø": "oe", "å": "aa"}.items():
        text = text.replace(letter, plain).replace(letter.upper(), plain)
    return slugify(text)[:60]


class TournamentForm(PointsFieldsMixin, GameFieldsMixin, forms.ModelForm):
    """Everything said of a tournament. `cleaned_data` has `table_count`, `points_scheme` (texts
    of decimals), `tie_breaks` (codes in order) and `game_settings` besides the model's fields."""

    game = forms.ChoiceField(
        label=_("Game"), choices=[(game.value, game.label) for game in PLAYABLE]
    )
    ruleset = forms.ChoiceField(label=_("Rule set"), required=False)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    table_count = forms.IntegerField(
        label=_("Tables"), min_value=1, max_value=1000, help_text=_("Numbered from 1.")
    )
    slug = forms.SlugField(
        label=_("Address"),
        required=False,
        max_length=60,
        help_text=_("The last part of the web address. Leave it empty to make it from the name."),
    )

    class Meta:
        model = Tournament
        fields = [
            "name",
            "slug",
            "game",
            "ruleset",
            "date",
            "venue",
            "time_zone",
            "capacity",
            "rounds_planned",
            "minutes_per_game",
            "unplayed_rule",
            "struck_rule",
            "penalty_rule",
            "wall_text",
        ]
        labels = {"name": _("Name")}
        help_texts = {
            "wall_text": _(
                "Sponsors, lunch, notices: each paragraph is a screen of its own, its first line "
                "in large letters."
            )
        }
        widgets = {"wall_text": forms.Textarea(attrs={"rows": 6, "maxlength": MOST_WALL_TEXT})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_points_fields()
        set_choices(self, "ruleset", GAMES[Game.PARTNERS].rulesets.items())
        if self.instance.pk:
            self.fields["table_count"].initial = self.instance.tables.count()
            self.fields["slug"].disabled = True
            self.fields["slug"].help_text = _("It stands on printed sheets and is not changed.")
            if self.instance.rounds.exists():
                self.fields["game"].disabled = True
            self.stages = stages_of(self.instance)
            if len(self.stages) > 1 or self.stages[0].row.fixed_rounds:
                self.fields["rounds_planned"].disabled = True
                self.fields["rounds_planned"].help_text = _("It follows from the stages.")
        else:
            self.fields["preset"] = forms.ChoiceField(
                label=_("How it is played"),
                choices=[
                    ("", _("as usual for the game: Swiss, or tables of several")),
                    *((code, preset.label) for code, preset in PRESETS.items()),
                ],
                required=False,
                help_text=_("Stages can be changed until they begin."),
            )
        fixed = self.fields["game"].disabled
        self.add_game_fields(
            [self.instance.game] if fixed else PLAYABLE, self.instance.game_settings
        )
        self._warn_of_sides()

    def _warn_of_sides(self) -> None:
        """Beside the field: the tables of a stage are not those of the game as it is set."""
        game = self.instance.game
        if not self.instance.pk or game not in SIDES:
            return
        unfit = self._unfit_stage(*sides_at_table(game, self.instance.game_settings))
        field = self.fields[f"{game}-{self._sides_setting(game)}"]
        field.help_text = unfit or field.help_text

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"] or danish_slug(self.data.get("name", ""))
        taken = Tournament.objects.filter(slug=slug).exclude(pk=self.instance.pk).exists()
        if taken or slug in RESERVED_SLUGS:
            raise forms.ValidationError(
                _("Another tournament has the address “%(slug)s”. Write one of your own."),
                params={"slug": slug},
            )
        if not slug:
            raise forms.ValidationError(_("Write an address: small letters, digits and hyphens."))
        return slug

    def clean_preset(self) -> str:
        preset: str = self.cleaned_data["preset"]
        game = self.cleaned_data.get("game") or self.instance.game
        if preset and preset not in presets_for(game):
            raise forms.ValidationError(
                _("%(game)s is not played so. Choose another plan."),
                params={"game": Game(game).label},
            )
        return preset

    def clean_wall_text(self) -> str:
        # PostgreSQL keeps no NUL.
        text: str = self.cleaned_data["wall_text"].replace("\0", "").replace("\r\n", "\n")
        if len(text) > MOST_WALL_TEXT:
            raise forms.ValidationError(
                _("The wall takes %(most)s letters, and this is %(many)s. Shorten it."),
                params={"most": MOST_WALL_TEXT, "many": len(text)},
            )
        return text

    def clean_capacity(self) -> int:
        capacity: int = self.cleaned_data["capacity"]
        if capacity < 2:
            raise forms.ValidationError(_("A tournament needs places for at least two."))
        return capacity

    def clean_rounds_planned(self) -> int:
        rounds: int = self.cleaned_data["rounds_planned"]
        if not 1 <= rounds <= 50:
            raise forms.ValidationError(_("Choose between 1 and 50 rounds."))
        return rounds

    def clean_minutes_per_game(self) -> int:
        minutes: int = self.cleaned_data["minutes_per_game"]
        if not 1 <= minutes <= 600:
            raise forms.ValidationError(_("Choose between 1 and 600 minutes."))
        return minutes

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.clean_points(data)
        data["game_settings"] = self.chosen_settings(data.get("game", ""), data)
        self._clean_sides(data.get("game", ""), data["game_settings"])
        return data

    def _clean_sides(self, game: str, chosen: Stored) -> None:
        """Settings that change for how many a table is, while a stage makes tables of others."""
        if not self.instance.pk or game != self.instance.game or game not in SIDES:
            return
        sides = sides_at_table(game, chosen)
        if sides == sides_at_table(game, self.instance.game_settings):
            return
        unfit = self._unfit_stage(*sides)
        if unfit:
            self.add_error(f"{game}-{self._sides_setting(game)}", unfit)

    def _unfit_stage(self, least: int, most: int) -> str:
        """Which stage makes tables that are not of so many, in words; empty for none."""
        for facts in self.stages:
            sizes = () if facts.played_out else sizes_allowed(options_of(facts.stage))
            wrong = [str(size) for size in sizes if not least <= size <= most]
            if wrong:
                return str(
                    _(
                        "%(stage)s makes tables of %(sizes)s, and this is for %(sides)s. "
                        "Change the tables of the stage first."
                    )
                ) % {
                    "stage": facts.name,
                    "sizes": ", ".join(wrong),
                    "sides": sides_words(least, most),
                }
        return ""

    @staticmethod
    def _sides_setting(game: str) -> str:
        return next(setting.key for setting in settings_table(game) if setting.sides)

    def clean_ruleset(self) -> str:
        """The first of the game's rule sets where none was chosen; none for a game without."""
        known = GAMES.get(self.cleaned_data.get("game", ""))
        chosen: str = self.cleaned_data["ruleset"]
        if known is None or not known.rulesets:
            return ""
        return chosen or next(iter(known.rulesets))
