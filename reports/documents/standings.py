"""The standings for the wall."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from reports.documents.lists import list_order
from reports.documents.model import Document, RoundChoice, Subject
from reports.press.parts import Order
from tournaments.models import Tournament
from tournaments.queries.standings import standings_of
from tournaments.standings_words import entries_by_id, standings_table


def order(subject: Subject) -> Order:
    """Rank, number, pair, points and tie-breaks, after the round given or after all."""
    tournament = subject.tournament
    through = subject.round.number if subject.round else None
    table = standings_table(standings_of(tournament, through), entries_by_id(tournament))
    if tournament.state == Tournament.State.FINISHED and through in (None, table.rounds):
        subtitle = gettext("Final standings")
    elif table.rounds:
        subtitle = ngettext("After %(count)s round", "After %(count)s rounds", table.rounds) % {
            "count": table.rounds
        }
    else:
        subtitle = gettext("Before the first round")
    return list_order(DOCUMENT, subject, "standings.html", {"table": table}, subtitle)


DOCUMENT: Final = Document(
    name="standings",
    title=_("Standings"),
    about=_("For the wall: rank, points and tie-breaks."),
    order=order,
    round=RoundChoice.OPTIONAL,
    watches=("result.", "round.", "entry.", "pairing.", "tournament.edit", "tournament.finish"),
    ignores=("round.close", "round.reopen"),
)
