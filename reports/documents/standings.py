"""The standings for the wall."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from reports.documents.fitting import Column
from reports.documents.lists import list_order
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.press.parts import Order
from tournaments.draw_words import group_words
from tournaments.models import Tournament
from tournaments.queries.stage_standings import stage_ranking
from tournaments.queries.stages import shows_stage, stage_of_round, stages_of
from tournaments.ranking_words import place_text, tree_words
from tournaments.standings_words import entries_by_id, standings_table

#: Millimetres for names and figures beside rank and number, and of each figure, as `lists.css` has
#: them; and for names beside the words of a tree, which have as much.
_NAMES, _VALUE, _IN_TREE = 156.0, 16.6, 76.0
_SIZES: Final = ((12, 1), (11, 1), (12, 2), (10.5, 2), (9, 2), (8, 2), (7, 2))


def order(subject: Subject) -> Order:
    """Rank, number, pair, points and tie-breaks, after the round given or after all."""
    tournament = subject.tournament
    through = subject.round.number if subject.round else None
    facts = stage_of_round(stages_of(tournament), through)
    ranking = stage_ranking(facts, through)
    entries = entries_by_id(tournament, public=True)
    shown = [
        (one.name, standings_table(one.standings, entries, tournament.game))
        for one in ranking.tables
    ]
    tables = [{"name": group_words(name), "table": table} for name, table in shown]
    table = shown[0][1]
    names = {pk: entry.name for pk, entry in entries.items()}
    tree = [
        {
            "place": place_text(rank) if rank.decided else "–",
            "entry": entries[rank.entry],
            "how": tree_words(rank, names, facts.offset),
        }
        for rank in ranking.ranks
        if facts.row.tree
    ]
    if tournament.state == Tournament.State.FINISHED and through in (
        None,
        facts.chain_offset + table.rounds,
    ):
        subtitle = gettext("Final standings")
    elif table.rounds:
        subtitle = ngettext("After %(count)s round", "After %(count)s rounds", table.rounds) % {
            "count": table.rounds
        }
    else:
        subtitle = gettext("Before the first round")
    if shows_stage(facts.stage):
        subtitle = f"{facts.name}. {subtitle}"
    context = {
        "table": table,
        "tables": tables,
        "tree": tree,
        "name_column": Column(_IN_TREE if tree else _NAMES - _VALUE * len(table.columns), _SIZES),
    }
    return list_order(DOCUMENT, subject, "standings.html", context, subtitle)


DOCUMENT: Final = Document(
    name="standings",
    title=_("Standings"),
    about=_("For the wall: rank, points and tie-breaks."),
    order=order,
    round=RoundChoice.OPTIONAL,
    group=Group.ROUND,
    watches=("result.", "round.", "entry.", "pairing.", "tournament.edit", "tournament.finish"),
    ignores=("round.close", "round.reopen"),
)
