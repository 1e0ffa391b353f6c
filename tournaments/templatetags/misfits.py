"""A note of what does not fit, on the pages where it shows."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.domain.correct_misfits import names_of
from tournaments.misfit_words import misfit_sentence
from tournaments.models import Pairing, Round, Tournament
from tournaments.queries.misfits import Misfit, misfits_at, misfits_of, misfits_of_round

register = template.Library()

#: So many are told one by one; the page of all of them has the others.
MOST = 3


@register.inclusion_tag("tournaments/misfits/note.html")
def misfits_note(of: Tournament | Round | Pairing) -> dict[str, Any]:
    """What does not fit in a tournament, in a round, or at a table; nothing where all fits."""
    if isinstance(of, Tournament):
        tournament, found = of, [one for one in misfits_of(of) if one.wrong]
    elif isinstance(of, Round):
        tournament, found = of.tournament, misfits_of_round(of)
    else:
        tournament, found = of.round.tournament, misfits_at(of)
    return _told(tournament, found)


def _told(tournament: Tournament, found: list[Misfit]) -> dict[str, Any]:
    names = names_of(tournament) if found else {}
    lines = list(dict.fromkeys(misfit_sentence(one, names) for one in found))
    return {
        "tournament": tournament,
        "lines": lines[:MOST],
        "more": len(lines) - MOST,
        "wrong": any(one.wrong for one in found),
    }
