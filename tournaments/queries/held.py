"""Places that are promised to somebody who is no entry yet."""

from __future__ import annotations

from tournaments.models import SignUp, Tournament


def held_places(tournament: Tournament) -> int:
    """Sign-ups that hold a place: one half that waits for the other, or a place on offer."""
    return tournament.sign_ups.filter(state__in=SignUp.HOLDING).count()
