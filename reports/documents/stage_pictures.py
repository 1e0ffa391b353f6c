"""The bracket of a knockout, or the cross tables of groups and rounds, for the wall."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reports.documents.lists import list_order
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.press.parts import Order
from tournaments.domain.errors import Refused
from tournaments.queries.stage_standings import rank_stage
from tournaments.queries.stages import current_stage, shows_stage, stage_of_round, stages_of
from tournaments.queries.standings import stage_field
from tournaments.stage_pictures import paper_pictures_of
from tournaments.standings_words import entries_by_id

#: Millimetres of a sheet lying on its side that a picture may fill.
FRAME = (273.0, 152.0)


def order(subject: Subject) -> Order:
    """The stage of the round given, or the one that is played, a picture a sheet."""
    tournament = subject.tournament
    stages = stages_of(tournament)
    facts = stage_of_round(stages, subject.round.number) if subject.round else current_stage(stages)
    field = stage_field(facts)
    entries = entries_by_id(tournament, public=True)
    pictures = paper_pictures_of(rank_stage(facts, field), field, entries, FRAME)
    if not pictures:
        raise Refused(
            "no-picture",
            _("Nothing of this stage is drawn yet, or it has too many for a cross table."),
        )
    context = {"pictures": pictures}
    subtitle = facts.name if shows_stage(facts.stage) else ""
    return list_order(
        DOCUMENT,
        subject,
        "stage_pictures.html",
        context,
        subtitle,
        sheets=("stage_pictures",),
    )


DOCUMENT: Final = Document(
    name="stage-pictures",
    title=gettext_lazy("Bracket and cross tables"),
    about=gettext_lazy("For the wall: who met whom and who goes on, as a picture."),
    order=order,
    round=RoundChoice.OPTIONAL,
    group=Group.ROUND,
    watches=("result.", "round.", "entry.", "pairing.", "stage.", "tournament."),
    ignores=("round.close", "round.reopen"),
)
