"""The forms a tournament's stages are set up by."""

from __future__ import annotations

import typing
from collections.abc import Sequence
from enum import Enum
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.errors import Refused
from tournaments.domain.stages import StageSetup, checked_setup
from tournaments.draw_words import finding_sentence
from tournaments.formats.editing import Severity
from tournaments.formats.model import FormatOptions
from tournaments.formats.schedule import check_schedule
from tournaments.models import Stage, Tournament
from tournaments.plain import kind_of, kinds
from tournaments.queries.played import entrants_of
from tournaments.queries.stages import options_of
from tournaments.stage_formats import (
    CHOICES,
    Option,
    StageFormat,
    defaults,
    fields_for,
    formats_for,
    table_options,
)
from tournaments.typed_number import whole


class StageForm(forms.Form):
    """What an organiser says of a stage. Each format's options are fields of their own, called
    "swiss-rounds" and the like; those of the format that is chosen count."""

    format = forms.ChoiceField(label=_("Format"))
    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        required=False,
        help_text=_("What it is called on screens and paper. Left empty: as its format."),
    )
    from_rank = forms.IntegerField(label=_("From place"), min_value=1, max_value=500)
    to_rank = forms.IntegerField(
        label=_("To place"),
        min_value=1,
        max_value=500,
        required=False,
        help_text=_("Of each group, where the stage before has groups. Empty: all."),
    )
    carry = forms.ChoiceField(label=_("What is taken along"), choices=Stage.Carry.choices)

    def __init__(
        self,
        tournament: Tournament,
        stage: Stage | None,
        *args: Any,
        begun: bool = False,
        **kwargs: Any,
    ) -> None:
        self.tournament = tournament
        self.stage = stage
        self.first = stage is not None and stage.number == 1
        super().__init__(*args, **kwargs)
        self.formats = formats_for(tournament.game)
        if stage is not None and stage.format not in self.formats:
            # Set up for another game; it can only be changed into one of those that fit.
            self.formats = dict(self.formats)
        self._common_fields(begun)
        for row in self.formats.values():
            stored = defaults(row.code)
            if row.several:
                stored |= table_options(tournament.game, tournament.game_settings)
            if stage is not None and stage.format == row.code:
                stored |= stage.settings
            for option in fields_for(row, tournament.game):
                self.fields[f"{row.code}-{option.name}"] = self._field(row, option, stored)

    def _common_fields(self, begun: bool) -> None:
        stage = self.stage
        choice = self.fields["format"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(row.code, row.label) for row in self.formats.values()]
        self.initial = dict(self.initial) | {
            "format": stage.format if stage else next(iter(self.formats)),
            "name": stage.name if stage else "",
            "from_rank": stage.from_rank if stage else 1,
            "to_rank": stage.to_rank if stage else 8,
            "carry": stage.carry if stage else Stage.Carry.NOTHING,
        }
        if self.first:
            for name in ("from_rank", "to_rank", "carry"):
                del self.fields[name]
        if begun:
            for name in ("format", "from_rank", "to_rank", "carry"):
                if name in self.fields:
                    self.fields[name].disabled = True

    def _field(self, row: StageFormat, option: Option, stored: dict[str, Any]) -> forms.Field:
        kind, may_be_none = kind_of(kinds(row.options)[option.name])
        value = stored.get(option.name)
        label, help_text = str(option.label), str(option.help)
        if kind is bool:
            return forms.BooleanField(
                label=label, help_text=help_text, initial=value, required=False
            )
        if kind is int:
            if option.name == "rounds" and value is None:
                value = self.tournament.rounds_planned
            return forms.IntegerField(
                label=label,
                help_text=help_text,
                initial=value,
                min_value=option.least,
                max_value=option.most,
                required=not self.is_bound or f"{row.code}-{option.name}" in self.data,
            )
        if option.name == "sizes":
            return forms.CharField(
                label=label,
                help_text=help_text,
                initial=", ".join(map(str, value or ())),
                required=False,
                max_length=40,
            )
        if typing.get_origin(kind) is tuple:
            return forms.CharField(
                label=label,
                help_text=help_text,
                initial=self._as_text(value or ()),
                required=False,
                widget=forms.Textarea(attrs={"rows": 8}),
            )
        assert isinstance(kind, type) and issubclass(kind, Enum)
        chosen = self.stage is not None and option.name in self.stage.settings
        choices = [(member.value, CHOICES[kind][member]) for member in kind]
        if option.empty:
            choices = [("", option.empty), *choices]
        return forms.ChoiceField(
            label=label,
            help_text=help_text,
            choices=choices,
            initial=value if chosen or not option.empty or may_be_none else "",
            required=False,
        )

    def panels(self) -> list[dict[str, Any]]:
        """The options of each format, as the template shows them: only those of the one chosen."""
        return [
            {
                "code": row.code,
                "about": row.about,
                "fields": [
                    self[f"{row.code}-{option.name}"]
                    for option in fields_for(row, self.tournament.game)
                ],
            }
            for row in self.formats.values()
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen = data.get("format")
        for name in list(self.errors):
            # What was typed for the other formats does not matter.
            if "-" in name and not name.startswith(f"{chosen}-"):
                del self.errors[name]
        if chosen == Stage.Format.SCHEDULE and "schedule-rounds" in data:
            self.clean_schedule(data)
        if f"{chosen}-sizes" in data:
            self._clean_sizes(data, f"{chosen}-sizes")
        if chosen in self.formats:
            for option in fields_for(self.formats[chosen], self.tournament.game):
                name = f"{chosen}-{option.name}"
                kind, _none = kind_of(kinds(self.formats[chosen].options)[option.name])
                if kind is int and name in data and data[name] is None:
                    self.add_error(name, _("Write a number."))
        return data

    def _clean_sizes(self, data: dict[str, Any], name: str) -> None:
        """Sizes of tables as numbers."""
        parts = data[name].replace(",", " ").split()
        if all(part.isdecimal() and len(part) < 4 for part in parts):
            data[name] = sorted({int(part) for part in parts})
        else:
            self.add_error(name, _("Write the sizes as numbers, such as 3, 4, 6."))

    def _as_text(self, rounds: Sequence[Sequence[Sequence[int]]]) -> str:
        """A schedule as it is typed: a line a round, entries by their numbers."""
        if not rounds:
            return ""
        numbers = dict(self.tournament.entries.values_list("pk", "number"))
        return "\n".join(
            ", ".join("-".join(str(numbers.get(pk, "?")) for pk in pairing) for pairing in pairings)
            for pairings in rounds
        )

    def _as_rounds(self, text: str) -> list[list[list[int]]]:
        """What was typed, by the entries' keys. ValidationError for a number nobody has."""
        keys = dict(self.tournament.entries.values_list("number", "pk"))
        rounds: list[list[list[int]]] = []
        for line in filter(None, map(str.strip, text.splitlines())):
            pairings: list[list[int]] = []
            for pairing in filter(None, map(str.strip, line.split(","))):
                typed = [part.strip() for part in pairing.replace("–", "-").split("-")]
                unknown = [one for one in typed if whole(one) not in keys]
                if unknown:
                    raise forms.ValidationError(
                        _("Round %(round)s: nobody has the number “%(number)s”."),
                        params={"round": len(rounds) + 1, "number": unknown[0]},
                    )
                pairings.append([keys[int(one)] for one in typed])
            rounds.append(pairings)
        return rounds

    def clean_schedule(self, data: dict[str, Any]) -> None:
        """The schedule as keys of entries; what is wrong with it stands beside the field."""
        name = "schedule-rounds"
        try:
            rounds = self._as_rounds(data.get(name) or "")
        except forms.ValidationError as error:
            self.add_error(name, error)
            return
        found = check_schedule(entrants_of(self.tournament), rounds)
        names = dict(self.tournament.entries.values_list("pk", "name"))
        wrong = [one for one in found if one.severity is Severity.REFUSAL]
        for one in wrong:
            self.add_error(name, finding_sentence(one.code, one.params, names))
        if not rounds:
            self.add_error(name, _("Write who meets whom, a line a round."))
        data[name] = rounds

    def add_refused(self, field: str, message: str) -> None:
        """What a verb refused, beside its field."""
        name = f"{self.cleaned_data.get('format')}-{field}"
        known = name if name in self.fields else field if field in self.fields else None
        self.add_error(known, message)

    def options(self) -> FormatOptions | None:
        """The options that were typed, as the format reads them; None where they make no sense."""
        try:
            setup = checked_setup(self.tournament, self.setup(), first=self.first)
        except Refused:
            return None
        shown = Stage(
            tournament=self.tournament,
            number=self.stage.number if self.stage else 2,
            format=setup.format,
            settings=dict(setup.settings),
        )
        return options_of(shown)

    def setup(self) -> StageSetup:
        """What was said, as the verbs take it."""
        data = self.cleaned_data
        row = self.formats[data["format"]]
        settings: dict[str, Any] = {}
        for option in fields_for(row, self.tournament.game):
            value = data.get(f"{row.code}-{option.name}")
            if value not in (None, ""):
                settings[option.name] = value
        if self.stage is not None and self.stage.format == row.code:
            # What the form has no field for stays as it is.
            named = {option.name for option in fields_for(row, self.tournament.game)}
            settings |= {k: v for k, v in self.stage.settings.items() if k not in named}
        return StageSetup(
            format=row.code,
            settings=settings,
            name=data["name"],
            from_rank=data.get("from_rank") or 1,
            to_rank=data.get("to_rank"),
            carry=data.get("carry") or Stage.Carry.NOTHING,
            game_settings=dict(self.stage.game_settings) if self.stage else {},
        )
