"""The form by which an organiser says which program is told of what."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.webhooks.address import LONGEST
from tournaments.webhooks.vocabulary import GROUPS, TYPES, grouped


class WebhookForm(forms.Form):
    """What a webhook is called, where it sends to, and what it tells of."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("What the program is for, so that you know it again."),
    )
    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        help_text=_("Where the program takes messages. It begins with https://."),
        widget=forms.TextInput(
            attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    types = forms.MultipleChoiceField(
        label=_("It is told when"),
        choices=[(one.name, one.words) for one in TYPES.values()],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one thing to be told of.")},
    )

    def groups(self) -> list[dict[str, Any]]:
        """The choices by group, each with whether it is ticked."""
        chosen = set(self["types"].value() or ())
        return [
            {
                "name": GROUPS[group],
                "types": [
                    {"name": one.name, "words": one.words, "chosen": one.name in chosen}
                    for one in types
                ],
            }
            for group, types in grouped()
        ]
