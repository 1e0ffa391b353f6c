"""The forms by which somebody is let in to work at a tournament."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role, User
from tournaments.people.invitations import MOST_USES

#: Hours an invitation holds, in words.
HOURS = (
    (12, _("until this evening (12 hours)")),
    (72, _("three days")),
    (14 * 24, _("two weeks")),
    (60 * 24, _("two months")),
)


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
    kind = forms.ChoiceField(label=_("Role"), choices=Role.Kind.choices, initial=Role.Kind.DESK)


class KindForm(forms.Form):
    """Another role for somebody."""

    kind = forms.ChoiceField(label=_("Role"), choices=Role.Kind.choices)


class InvitationForm(forms.Form):
    kind = forms.ChoiceField(label=_("Role"), choices=Role.Kind.choices, initial=Role.Kind.DESK)
    note = forms.CharField(
        label=_("Whom it is for"),
        max_length=80,
        required=False,
        help_text=_("So that you know it again in the list."),
    )
    hours = forms.TypedChoiceField(
        label=_("Holds for"), choices=HOURS, coerce=int, initial=72, empty_value=None
    )
    max_uses = forms.IntegerField(
        label=_("For how many people"),
        min_value=1,
        max_value=MOST_USES,
        initial=1,
        help_text=_("One link for all helpers, or one for each: each account counts once."),
    )


class AccountForm(BaseUserCreationForm):
    """An account of one's own, with a password that is not easily guessed."""

    full_name = forms.CharField(
        label=_("Your name"), max_length=80, help_text=_("What others read in the log.")
    )
    username = forms.CharField(
        label=_("Log-in"),
        max_length=40,
        validators=[UnicodeUsernameValidator()],
        help_text=_("A short name without spaces."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "username"}),
    )
    field_order = ("full_name", "username", "password1", "password2")

    class Meta:
        model = User
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The page begins above the form: with who invites, and with the way for who has an account.
        self.fields["username"].widget.attrs.pop("autofocus", None)

    def clean_username(self) -> str:
        """Small letters, as everybody else's; free."""
        username = str(self.cleaned_data["username"]).lower()
        if User.objects.filter(username__iexact=username).exists():
            raise forms.ValidationError(
                _("That log-in is taken. Choose another, or log in if it is yours.")
            )
        return username
