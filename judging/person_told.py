"""What the judges have about somebody, as titles, when they are told all that is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from judging.fair_play import template_of
from judging.models import Incident, Ruling
from tournaments.models import Entry, Tournament


def titles(
    sender: Any, *, tournament: Tournament, entries: Sequence[Entry], **_kwargs: Any
) -> list[str]:
    """One for each ruling about `entries` and each thing noted about them, the oldest first."""
    rulings = Ruling.objects.filter(tournament=tournament, entry__in=entries).order_by("number")
    noted = Incident.objects.filter(entry__in=entries).order_by("id")
    return [
        _("Ruling %(number)s: %(consequence)s")
        % {"number": one.number, "consequence": one.get_consequence_display()}
        for one in rulings
    ] + [_("Noted by a judge: %(kind)s") % {"kind": _kind(tournament, one.kind)} for one in noted]


def _kind(tournament: Tournament, key: str) -> str:
    template = template_of(tournament.game, key)
    return str(template.name) if template is not None else key
