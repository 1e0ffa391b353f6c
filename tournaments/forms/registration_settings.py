"""What the organiser decides about registration."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Registration


class _LocalTime(forms.DateTimeField):
    """By the tournament's own clock: the view sets the zone."""

    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, input_formats=["%Y-%m-%dT%H:%M"], **kwargs)


class RegistrationForm(forms.ModelForm):
    """What the organiser decides. To be made and cleaned in the tournament's zone."""

    opens_at = _LocalTime(
        label=gettext_lazy("Opens"), help_text=gettext_lazy("Empty: as soon as this is saved.")
    )
    closes_at = _LocalTime(
        label=gettext_lazy("Closes"), help_text=gettext_lazy("Empty: when the doors open.")
    )
    doors_open = forms.TimeField(
        label=gettext_lazy("Doors open"),
        required=False,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    hours_to_accept = forms.IntegerField(
        label=gettext_lazy("Hours to accept a place"),
        min_value=1,
        max_value=240,
        help_text=gettext_lazy("So long a free place is kept for the first in the waiting list."),
    )

    class Meta:
        model = Registration
        fields = [
            "opens_at",
            "closes_at",
            "doors_open",
            "fee",
            "about",
            "contact",
            "consent",
            "hours_to_accept",
        ]
        widgets = {
            "about": forms.Textarea(attrs={"rows": 6}),
            "consent": forms.Textarea(attrs={"rows": 3}),
        }
        help_texts = {
            "fee": gettext_lazy("In your own words: “200 kr. a pair, at the door or MobilePay”."),
            "about": gettext_lazy("Food, parking, prizes. An empty line begins a new paragraph."),
            "consent": gettext_lazy(
                "What everybody who signs up must agree to, such as photographs. Empty: nothing."
            ),
            "contact": gettext_lazy("It stands on the page and in the letters."),
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        opens, closes = data.get("opens_at"), data.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", _("It closes before it opens."))
        return data
