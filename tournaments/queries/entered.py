"""Whether everybody is entered alone although the game is played two on a side."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Stage


def entered_alone() -> Exists:
    """True of a tournament whose first stage draws partners: for `Tournament` querysets, so that
    pages know it without a query. The same as `queries.stages.players_in_entry` says."""
    partners = Q(format=Stage.Format.INDIVIDUAL) | Q(
        format=Stage.Format.MULTI_SEAT, settings__per_side__gt=1
    )
    return Exists(Stage.objects.filter(partners, tournament=OuterRef("pk"), number=1))
