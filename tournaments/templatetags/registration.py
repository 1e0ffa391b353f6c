"""`{% signing_up tournament as open %}`: whether people can sign up just now."""

from __future__ import annotations

from django import template
from django.utils import timezone

from tournaments.models import Tournament
from tournaments.registration.places import Phase
from tournaments.registration.rows import times_of

register = template.Library()


@register.simple_tag
def signing_up(tournament: Tournament) -> bool:
    """No query where `tournaments.access` has fetched the tournament; one otherwise."""
    if tournament.state != Tournament.State.OPEN:
        return False
    registration = getattr(tournament, "registration", None)
    if registration is None:
        return False
    return times_of(tournament, registration).phase(timezone.now()) is Phase.OPEN
