"""The form by which somebody makes a token for a program."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.access import Action
from tournaments.api.scopes import READ, SCOPES
from tournaments.domain.api_tokens import DEFAULT_DAYS
from tournaments.models import Tournament, User

#: What each scope lets a program do, in words.
SCOPE_WORDS: Final[dict[str, str | Promise]] = {
    READ: _("read what I may see"),
    Action.EDIT_TOURNAMENT.value: _("change the tournament’s settings"),
    Action.EDIT_ENTRIES.value: _("change entries, and read how to reach people"),
    Action.CHECK_IN.value: _("check in"),
    Action.DRAW.value: _("draw, publish and close rounds"),
    Action.RUN_CLOCK.value: _("run the clock"),
    Action.EXTEND.value: _("give extra time"),
    Action.ENTER_RESULTS.value: _("enter and correct results"),
    Action.PRINT.value: _("make papers"),
    Action.CALL_JUDGE.value: _("call a judge"),
    Action.JUDGE.value: _("answer calls and give rulings"),
    Action.HEAD_JUDGE.value: _("do what only the head judge does"),
}

#: Days a token lasts, in words.
DAYS: Final = (
    (1, _("one day")),
    (7, _("a week")),
    (30, _("a month")),
    (DEFAULT_DAYS, _("three months")),
    (365, _("a year")),
)


class TokenForm(forms.Form):
    """What a token is called, where it may do what, and how long."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("What the program is for, so that you know it again."),
    )
    tournament = forms.ModelChoiceField(
        label=_("Tournament"),
        queryset=Tournament.objects.none(),
        required=False,
        empty_label=_("all in which I have a role"),
    )
    scopes = forms.MultipleChoiceField(
        label=_("The program may also"),
        choices=[(scope, SCOPE_WORDS[scope]) for scope in SCOPES if scope != READ],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("It may read what you may see, and never do more than you may yourself."),
    )
    days = forms.TypedChoiceField(
        label=_("It lasts"), choices=DAYS, coerce=int, initial=DEFAULT_DAYS
    )

    def __init__(self, user: User, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        own = Tournament.objects.filter(roles__user=user).order_by("-date", "name")
        self.fields["tournament"].queryset = own  # type: ignore[attr-defined]
