"""The form that takes a tournament's file."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class BringInForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={"required": _("Choose the file.")},
    )
    slug = forms.SlugField(
        label=_("address"),
        max_length=60,
        required=False,
        help_text=_("Empty: the one it had. Needed when a tournament here has that address."),
    )
