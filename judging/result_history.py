"""The rulings at a table, for the history of its result."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from games.history import SOURCES, Line
from judging.models import Ruling
from tournaments.models import Pairing


def rulings_at(pairing: Pairing) -> list[Line]:
    """Every ruling that was given there. One query."""
    rulings = Ruling.objects.filter(pairing=pairing).select_related(
        "given_by", "amends", "amended_by", "tournament"
    )
    return [
        Line(
            at=ruling.given_at,
            who=ruling.given_by.display_name if ruling.given_by is not None else _("Startfelt"),
            how=(
                _("gave ruling %(number)s instead of ruling %(old)s (%(follows)s)")
                if ruling.amends is not None
                else _("gave ruling %(number)s (%(follows)s)")
            )
            % {
                "number": ruling.number,
                "old": ruling.amends.number if ruling.amends is not None else "",
                "follows": ruling.get_consequence_display(),
            },
            why=ruling.decision,
            address=reverse("desk-ruling", args=[ruling.tournament.slug, ruling.number]),
        )
        for ruling in rulings
    ]


def register() -> None:
    """Called when the app starts."""
    if rulings_at not in SOURCES:
        SOURCES.append(rulings_at)
