"""The settings of games as fields of forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.domain.errors import Refused
from tournaments.game_settings import (
    Kind,
    Setting,
    Stored,
    Value,
    checked,
    differing_settings,
    fields_table,
    loaded_data,
    resolved,
)
from tournaments.models import Game


def field_of(
    setting: Setting, value: Value | None, said: Stored, *, empty: str | Promise = ""
) -> forms.Field:
    """The field a setting is chosen with, where so much is `said` of the game. With `empty` (what
    leaving it open means) it may stay open, and then gives None."""
    help_text = str(setting.help)
    if setting.kind is Kind.NUMBER:
        return forms.IntegerField(
            label=str(setting.label),
            initial=value,
            min_value=setting.least,
            max_value=setting.most,
            required=not empty,
            help_text=f"{help_text} {capfirst(f'{empty}.')}".strip() if empty else help_text,
        )
    if setting.kind is Kind.SWITCH and not empty:
        return forms.BooleanField(
            label=str(setting.label), initial=value, required=False, help_text=help_text
        )
    choices: list[tuple[Any, Any]] = list(setting.options(said).items())
    if setting.kind is Kind.SWITCH:
        choices = [("yes", _("yes")), ("no", _("no"))]
        value = None if value is None else "yes" if value else "no"
    return forms.ChoiceField(
        label=str(setting.label),
        initial=value,
        choices=[("", empty), *choices] if empty else choices,
        required=not empty,
        help_text=help_text,
    )


def value_of(setting: Setting, cleaned: Any) -> Value | None:
    """What the field of a setting says; None where it was left open."""
    if cleaned in (None, ""):
        return None
    if setting.kind is Kind.SWITCH and not isinstance(cleaned, bool):
        return bool(cleaned == "yes")
    value: Value = cleaned
    return value


class GameFieldsMixin:
    """The game part of a tournament's form: fields for every game, of which one is chosen."""

    fields: dict[str, forms.Field]
    data: Any
    add_error: Callable[..., None]
    errors: Any
    is_bound: bool

    def add_game_fields(self, games: Iterable[str], stored: Stored) -> None:
        """Fields called "backgammon-length" and the like, with what is `stored`.

        What was not sent at all, as by a program, has its default.
        """
        sent = self.data if self.is_bound else None
        self._stored = stored
        self._games = tuple(str(game) for game in games)
        for game in self._games:
            values = resolved(game, stored, around=True)
            for setting in fields_table(game):
                name = f"{game}-{setting.key}"
                self.fields[name] = field_of(setting, values[setting.key], stored)
                if sent is not None and name not in sent:
                    self.fields[name].required = False

    def game_panels(self) -> list[dict[str, Any]]:
        """What the template shows: a panel for each game that has settings."""
        return [
            {
                "game": game,
                "title": Game(game).label,
                "fields": [
                    self[f"{game}-{setting.key}"]  # type: ignore[index]
                    for setting in fields_table(game)
                ],
            }
            for game in self._games
            if fields_table(game)
        ]

    def chosen_settings(self, game: str, data: Mapping[str, Any]) -> dict[str, Value]:
        """The settings of the game chosen that differ from what it usually has.

        What was typed for the other games does not matter, so nothing is wrong with it.
        """
        for other in self._games:
            if other != game:
                for setting in fields_table(other):
                    self.errors.pop(f"{other}-{setting.key}", None)
        chosen: dict[str, Value] = loaded_data(game, self._stored)
        for setting in fields_table(game):
            value = value_of(setting, data.get(f"{game}-{setting.key}"))
            if value is not None and value != setting.default:
                chosen[setting.key] = value
        try:
            return checked(game, chosen)
        except Refused as refused:
            self.add_error(f"{game}-{refused.field}", str(refused.message))
            return {}


class DifferenceForm(forms.Form):
    """What a stage or a round plays otherwise than what is said above it; open fields follow it."""

    def __init__(
        self, game: str, above: Mapping[str, Value], stored: Stored, *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._table = differing_settings(game)
        self._game = game
        self._above = above
        for setting in self._table:
            own = stored.get(setting.key)
            usual = _("as usual: %(value)s") % {"value": setting.words(above[setting.key], above)}
            self.fields[setting.key] = field_of(
                setting, own if setting.accepts(own, above) else None, above, empty=usual
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen = {
            setting.key: value
            for setting in self._table
            if (value := value_of(setting, data.get(setting.key))) is not None
        }
        try:
            data["differences"] = checked(self._game, chosen, self._above, differing=True)
        except Refused as refused:
            self.add_error(refused.field or None, str(refused.message))
        return data
