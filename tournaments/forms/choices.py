"""Choices of a form's field that are known only when the form is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django import forms


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Let the field `name` of `form` offer `choices`: values and what they are called."""
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)
