"""What several verbs of the API take."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.api.rounds import MOST

#: The longest reason that the log takes.
MOST_WHY = 500


def why_field(*, required: bool = False) -> serializers.CharField:
    """A reason for the log."""
    return serializers.CharField(
        max_length=MOST_WHY,
        required=required,
        allow_blank=not required,
        default=serializers.empty if required else "",
        help_text="Why, for the log.",
    )


def number_field(text: str = "", most: int = MOST, **options: bool) -> serializers.IntegerField:
    """A number that something is called by."""
    return serializers.IntegerField(min_value=1, max_value=most, help_text=text, **options)


class WhyBody(serializers.Serializer):
    """A reason."""

    why = why_field()


class ReasonBody(serializers.Serializer):
    """A reason, which is asked for."""

    why = why_field(required=True)
