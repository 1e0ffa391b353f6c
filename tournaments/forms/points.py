"""How a tournament is counted, as fields of its form: points, tie-breaks, what is not played."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.scoring import (
    POINTS_SCHEMES,
    PRESET_TIE_BREAKS,
    PenaltyRule,
    PointsScheme,
    TieBreak,
)
from tournaments.formats_settings import POINTS_KEYS, points_scheme, points_to_json
from tournaments.tie_break_words import (
    PENALTY_RULES,
    POINTS_FIELDS,
    POINTS_PRESETS,
    STRUCK_RULES,
    UNPLAYED_RULES,
    Words,
    tie_breaks_of,
)

if TYPE_CHECKING:
    from tournaments.models import Tournament

#: How many tie-breaks can be chosen.
TIE_BREAK_FIELDS = [f"tie_break_{n}" for n in range(1, 7)]
#: Numbers that may take points away.
MAY_TAKE = frozenset(
    {"loss", "walkover_loss", "both_absent", "absent", "walkover_score_win", "walkover_score_loss"}
)
#: Of those, and of the rest, the ones that the form shows at once; the others open.
USUAL = ("win", "draw", "loss", "bye", "walkover_win", "walkover_loss")
MOST = Decimal(1000)


def preset_of(scheme: PointsScheme) -> str:
    """The preset whose numbers these are; "" for numbers of one's own."""
    return next((key for key, preset in POINTS_SCHEMES.items() if preset == scheme), "")


def places_as_text(by_place: tuple[tuple[Decimal, ...], ...]) -> str:
    """Points by place as they are typed: a line a size of table."""
    return "\n".join(" ".join(_number(value) for value in row) for row in by_place)


def places_from_text(text: str) -> tuple[tuple[Decimal, ...], ...]:
    """What was typed. ValidationError for what is no such table."""
    rows: list[tuple[Decimal, ...]] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        try:
            row = tuple(Decimal(part.replace(",", ".")) for part in line.split())
        except InvalidOperation as error:
            raise forms.ValidationError(
                _("Write numbers with spaces between them, a line a size of table: 6 4 2 0.")
            ) from error
        if not all(value.is_finite() and abs(value) <= MOST for value in row):
            raise forms.ValidationError(
                _("Points are numbers up to %(most)s."), params={"most": MOST}
            )
        if not 2 <= len(row) <= 6:
            raise forms.ValidationError(_("A line has a number for each place, two to six."))
        if any(len(row) == len(other) for other in rows):
            raise forms.ValidationError(
                _("Two lines have %(count)s places. Keep one of them."), params={"count": len(row)}
            )
        if list(row) != sorted(row, reverse=True):
            raise forms.ValidationError(_("A better place cannot give less than a worse one."))
        rows.append(row)
    return tuple(rows)


def _number(value: Decimal) -> str:
    return format(value.normalize(), "f")


class PointsFieldsMixin(forms.Form):
    """Fields for points, tie-breaks and the two rules. A preset that is chosen fills numbers and
    tie-breaks in: by script at once, else when the form comes in with all numbers as they were."""

    instance: Tournament

    def add_points_fields(self) -> None:
        self.scheme = points_scheme(self.instance.points_scheme)
        self.chosen_tie_breaks = [
            code for code in self.instance.tie_breaks if code != TieBreak.POINTS
        ]
        self.fields["points_preset"] = forms.ChoiceField(
            label=_("Points"),
            choices=[
                *((key, POINTS_PRESETS[key].name) for key in POINTS_SCHEMES),
                ("", _("numbers of our own")),
            ],
            initial=preset_of(self.scheme),
            required=False,
            help_text=_("Fills in the numbers and the tie-breaks that go with them."),
            widget=forms.Select(attrs={"data-points-presets": json.dumps(_presets())}),
        )
        for key in POINTS_KEYS:
            self.fields[f"points_{key}"] = forms.DecimalField(
                label=str(POINTS_FIELDS[key]),
                min_value=-MOST if key in MAY_TAKE else Decimal(0),
                max_value=MOST,
                max_digits=6,
                decimal_places=2,
                initial=_number(getattr(self.scheme, key)),
                # Left out it stays as it is; left empty it is no number.
                required=not self.is_bound or f"points_{key}" in self.data,
            )
        self.fields["points_by_place"] = forms.CharField(
            label=_("By place, at tables of three and more"),
            help_text=_(
                "A line a size of table: 6 4 2 0 for four. A table without a line gives a point "
                "for each side that came behind."
            ),
            widget=forms.Textarea(attrs={"rows": 3, "inputmode": "numeric"}),
            max_length=400,
            required=False,
            initial=places_as_text(self.scheme.by_place),
        )
        self._add_tie_breaks()
        self.fields["unplayed_rule"] = forms.ChoiceField(
            label=_("Unplayed games"),
            choices=list(UNPLAYED_RULES.items()),
            initial=self.instance.unplayed_rule,
            help_text=_("What a bye, a walkover or a missed round counts in the tie-breaks."),
        )
        self.fields["struck_rule"] = forms.ChoiceField(
            label=_("Games against somebody whose results are struck"),
            choices=[
                (
                    "",
                    _("as usual: as if it had never taken part where all meet all, else as a bye"),
                ),
                *STRUCK_RULES.items(),
            ],
            initial=self.instance.struck_rule,
            required=False,
        )
        self.fields["penalty_rule"] = forms.ChoiceField(
            label=_("Points taken by rulings"),
            choices=list(PENALTY_RULES.items()),
            initial=self.instance.penalty_rule,
            # Left out it stays as it is.
            required=not self.is_bound or "penalty_rule" in self.data,
            help_text=_("Where a judge’s penalty counts. The working of each place shows it."),
        )

    def _add_tie_breaks(self) -> None:
        choices = [("", _("none"))] + [
            (code, words.name) for code, words in self._words().items() if code != TieBreak.POINTS
        ]
        chosen = self.chosen_tie_breaks
        for index, name in enumerate(TIE_BREAK_FIELDS):
            self.fields[name] = forms.ChoiceField(
                label=_("Tie-break %(number)d") % {"number": index + 1},
                choices=choices,
                required=False,
                initial=chosen[index] if index < len(chosen) else "",
            )

    def clean_points(self, data: dict[str, Any]) -> None:
        """Puts `points_scheme` and `tie_breaks` into `data`."""
        typed = self._typed_points(data)
        tie_breaks = self._typed_tie_breaks(data)
        key = data.get("points_preset") or ""
        if key and key != preset_of(self.scheme) and typed == self.scheme:
            typed = POINTS_SCHEMES[key]
            if tie_breaks == self.chosen_tie_breaks:
                tie_breaks = [code.value for code in PRESET_TIE_BREAKS[key]]
        # What means the same stays as it was written.
        data["points_scheme"] = (
            self.instance.points_scheme
            if typed == self.scheme
            else points_to_json(typed, preset_of(typed))
        )
        data["tie_breaks"] = tie_breaks
        data["penalty_rule"] = data.get("penalty_rule") or self.instance.penalty_rule
        idle = data["penalty_rule"] == PenaltyRule.LISTED and TieBreak.PENALTIES in tie_breaks
        if idle:
            self.add_error(
                "penalty_rule",
                _(
                    "Penalty points are among the tie-breaks. Take them out there, "
                    "or let them count."
                ),
            )

    def _typed_points(self, data: dict[str, Any]) -> PointsScheme:
        numbers: dict[str, Decimal] = {}
        for key in POINTS_KEYS:
            name = f"points_{key}"
            value = data.get(name)
            numbers[key] = getattr(self.scheme, key) if value is None else value
        by_place = self.scheme.by_place
        if "points_by_place" in self.data and "points_by_place" in data:
            try:
                by_place = places_from_text(data["points_by_place"])
            except forms.ValidationError as error:
                self.add_error("points_by_place", error)
        return PointsScheme(**numbers, by_place=by_place)

    def _typed_tie_breaks(self, data: dict[str, Any]) -> list[str]:
        chosen: list[str] = []
        for name in TIE_BREAK_FIELDS:
            code = data.get(name, "")
            if code in chosen:
                self.add_error(name, _("This tie-break is chosen twice. Choose another or none."))
            elif code:
                chosen.append(code)
        return chosen

    def points_fields(self) -> list[forms.BoundField]:
        """Those that every tournament has an opinion about."""
        return [self[f"points_{key}"] for key in USUAL]

    def more_points_fields(self) -> list[forms.BoundField]:
        return [self[f"points_{key}"] for key in POINTS_KEYS if key not in USUAL]

    def more_points_open(self) -> bool:
        """Something there is wrong, or says more than the usual numbers do."""
        names = [field.name for field in self.more_points_fields()] + ["points_by_place"]
        return any(name in self.errors for name in names) or preset_of(self.scheme) not in (
            "one",
            "two",
            "three",
        )

    def tie_break_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in TIE_BREAK_FIELDS]

    @staticmethod
    def preset_words() -> list[Words]:
        """What each preset gives."""
        return [POINTS_PRESETS[key] for key in POINTS_SCHEMES]

    def tie_break_words(self) -> list[Words]:
        """What each tie-break is."""
        return [words for code, words in self._words().items() if code != TieBreak.POINTS]

    def _words(self) -> dict[str, Words]:
        """The tie-breaks in the words of the game, once it is known."""
        return tie_breaks_of(self.instance.game if self.instance.pk else "")


def _presets() -> dict[str, Any]:
    """What the script fills in: numbers by field, points by place, and tie-breaks in order."""
    return {
        key: {
            "numbers": {name: _number(getattr(scheme, name)) for name in POINTS_KEYS},
            "places": places_as_text(scheme.by_place),
            "tie_breaks": [code.value for code in PRESET_TIE_BREAKS[key]],
        }
        for key, scheme in POINTS_SCHEMES.items()
    }
