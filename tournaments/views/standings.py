"""The standings for everybody, at the desk, and how each number came about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.access import Action, desk_page, public, staff
from tournaments.addresses import stem
from tournaments.follows import following_of, follows
from tournaments.long_list import AT_ONCE
from tournaments.models import Round, Tournament
from tournaments.pieces import is_piece
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.players import player_names
from tournaments.queries.stage_standings import (
    rank_stage,
    tournament_ranking,
)
from tournaments.queries.stages import StageFacts, current_stage, stage_of_round, stages_of
from tournaments.queries.standings import stage_field
from tournaments.stage_pictures import pictures_of
from tournaments.standings_words import (
    entries_by_id,
    standings_table,
    workings,
)
from tournaments.typed_number import whole
from tournaments.views.standings_rows import (
    Who,
    around,
    part_asked_for,
    table_rows,
    tree_rows,
    whole_rows,
)

#: What a page of the standings shows, and what of it is new with new results. What somebody types
#: or has folded out stays where it is.
NEWS = "results rounds entries tournament"
PIECES = "#standings-head,#standings-tabs,#standings-found,#standings-rows,#pictures"
#: The page around all of it, while there is nothing to list.
EMPTY = "#standings-page"
#: Rows of cross tables that come with the page. More are half of what it weighs, and are shown to
#: whoever asks for them (`?show=pictures`).
ROWS_AT_ONCE = 32
#: `?stage=` of the list of the whole tournament.
WHOLE = "all"


@dataclass(frozen=True)
class Chosen:
    """What an address asks for."""

    stages: list[StageFacts]
    #: None: the list of the whole tournament.
    facts: StageFacts | None
    through: int | None
    rounds: list[Round]


def _number(text: str) -> int | None:
    if not text:
        return None
    number = whole(text)
    if not number:
        raise Http404(text)
    return number


def _chosen(request: HttpRequest, tournament: Tournament) -> Chosen:
    """The stage (`?stage=2`, or all of them) and the round (`?round=3`) asked for."""
    through = _number(request.GET.get("round", ""))
    asked = request.GET.get("stage", "")
    stages = stages_of(tournament)
    rounds = list(tournament.rounds.filter(state__in=PUBLIC_STATES))
    if through is not None and through not in {row.number for row in rounds}:
        raise Http404(str(through))
    over = tournament.state == Tournament.State.FINISHED
    if asked == WHOLE or (not asked and through is None and over and len(stages) > 1):
        return Chosen(stages, None, None, [])
    if asked:
        number = _number(asked)
        facts = next((one for one in stages if one.stage.number == number), None)
        if facts is None or (through is not None and not facts.offset < through <= facts.last):
            raise Http404(asked)
    else:
        facts = current_stage(stages) if through is None else stage_of_round(stages, through)
    own = [row for row in rounds if row.stage_id == facts.stage.pk]
    return Chosen(stages, facts, through, own)


def _context(tournament: Tournament, chosen: Chosen) -> dict[str, Any]:
    """What every page of the standings says above them."""
    stages = [one for one in chosen.stages if one.begun or one.stage.number == 1]
    facts = chosen.facts
    return {
        "tournament": tournament,
        "rounds": chosen.rounds,
        "through": chosen.through,
        "stages": [{"number": one.stage.number, "name": one.name} for one in stages]
        if len(chosen.stages) > 1
        else [],
        "stage": facts.stage.number if facts else None,
        "stage_query": f"stage={facts.stage.number}&" if facts and len(chosen.stages) > 1 else "",
        "final": tournament.state == Tournament.State.FINISHED
        and chosen.through is None
        and (facts is None or len(chosen.stages) == 1),
    }


def _page(request: HttpRequest, tournament: Tournament, *, public: bool = False) -> dict[str, Any]:
    """What the page shows: of a long list a part; with `public`, names as all may read them."""
    chosen = _chosen(request, tournament)
    context = _context(tournament, chosen)
    who = Who(entries_by_id(tournament, public=public), player_names(tournament, public=public))
    if chosen.facts is None:
        ranks = tournament_ranking(tournament, chosen.stages)
        part = part_asked_for(request, [[rank.entry for rank in ranks]], who)
        context |= around(request, part)
        return context | {"rows": part.of > 0, "whole": whole_rows(ranks, part, who)}
    field = stage_field(chosen.facts)
    ranking = rank_stage(chosen.facts, field, chosen.through)
    query = "?" + context["stage_query"]
    query += f"round={chosen.through}" if chosen.through else ""
    tree = chosen.facts.row.tree
    lists = [[row.entry for row in table.standings] for table in ranking.tables]
    part = part_asked_for(request, [[rank.entry for rank in ranking.ranks]] if tree else lists, who)
    tables = [
        (standings_table(one.standings, who.entries, tournament.game, part.keys), one.name)
        for one in ranking.tables
    ]
    at_once = not part.is_long if tree else part.of <= ROWS_AT_ONCE
    drawn = chosen.through is None and (at_once or request.GET.get("show") == "pictures")
    context |= around(request, part)
    return context | {
        "tables": [table_rows(table, name, who) for table, name in tables if table.lines],
        "table": tables[0][0],
        "open_pairings": ranking.open_pairings,
        "rows": part.of > 0,
        "tree": tree_rows(ranking, part, who) if tree else [],
        "pictures": pictures_of(ranking, field, who.entries) if drawn else [],
        "pictures_later": not drawn and chosen.through is None and context["rounds"],
        "picture_first": tree,
        "base": stem("working", tournament.slug),
        "query": "" if query == "?" else query.rstrip("&"),
    }


@public
@require_safe
@follows(NEWS, pieces=PIECES, shared=True)
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Ranks, points and tie-breaks, after all rounds or after one."""
    context = _page(request, tournament, public=True)
    if not context["rows"]:
        following_of(request).pieces = EMPTY
    context |= {"section": "standings"}
    return render(request, "tournaments/standings/public.html", context)


@staff(Action.LOOK)
@require_safe
@follows(NEWS, pieces=PIECES)
def desk_standings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The same table inside the desk."""
    context = _page(request, tournament)
    if not context["rows"]:
        following_of(request).pieces = EMPTY
    return desk_page(request, tournament, "standings", "tournaments/standings/desk.html", context)


@public
@require_safe
@follows(NEWS, pieces="#working-page")
def working(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """How each number of one line came about: a piece of the table, or a page of its own."""
    entry = get_object_or_404(tournament.entries, number=number)
    chosen = _chosen(request, tournament)
    facts = chosen.facts or current_stage(chosen.stages)
    ranking = rank_stage(facts, stage_field(facts), chosen.through)
    standings = ranking.standings_of(entry.pk)
    if standings is None:
        raise Http404(str(number))
    entries = entries_by_id(tournament, public=True)
    context = {
        "tournament": tournament,
        "entry": entries[entry.pk],
        "row": standings.by_entry[entry.pk],
        "workings": workings(
            standings,
            entry.pk,
            entries,
            tournament.game,
            rounds_before=facts.chain_offset,
        ),
        "through": chosen.through,
        "long": sum(len(one.standings.rows) for one in ranking.tables) > AT_ONCE,
        "section": "standings",
    }
    template = "working_piece" if is_piece(request, "working-body") else "working"
    return render(request, f"tournaments/standings/{template}.html", context)
