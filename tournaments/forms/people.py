"""The form by which somebody is let in to work at a tournament."""

from __future__ import annotations

from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role


class RoleForm(forms.Form):
    username = forms.CharField(
        label=_("Log-in"),
        max_length=40,
        validators=[UnicodeUsernameValidator()],
        help_text=_("A short name without spaces. An account is made if there is none."),
    )
    full_name = forms.CharField(
        label=_("Name"),
        max_length=80,
        required=False,
        help_text=_("What others read in the log."),
    )
    kind = forms.ChoiceField(label=_("Role"), choices=Role.Kind.choices)
