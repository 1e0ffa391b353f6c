"""The form that takes a tournament's file."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from .tournament import RESERVED_SLUGS


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


class NextYearForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120)
    slug = forms.SlugField(label=_("Address"), max_length=60)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug in RESERVED_SLUGS:
            raise forms.ValidationError(
                _("Another tournament has the address “%(slug)s”. Write one of your own."),
                params={"slug": slug},
            )
        return slug
