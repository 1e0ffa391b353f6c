"""The rules of each game, for everybody; and those of a tournament, with its own figures."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from reports.documents.rule_guides import figures
from reports.guides import RULESETS, Facts, Style, facts_for, facts_of, guide_for, shown
from tournaments.access import public
from tournaments.models import Game, Tournament
from tournaments.spoken import language


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The games there are rules of, each with its rule sets."""
    language = _style().language
    games = [
        {
            "game": game,
            "name": Game(game).label,
            "guides": [
                (ruleset, guide_for(facts_for(game, ruleset), language).edition)
                for ruleset in RULESETS[game]
            ],
        }
        for game in RULESETS
    ]
    return render(request, "reports/rules/list.html", {"games": games})


# Half a megabyte of drawings, a fifth of it on the way.
@gzip_page
@require_safe
def rule_guide(request: HttpRequest, game: str, ruleset: str = "") -> HttpResponse:
    """The rules of a game by a rule set, its usual one when none is named."""
    if game not in RULESETS or (ruleset and ruleset not in RULESETS[game]):
        raise Http404(f"{game} {ruleset}")
    facts = facts_for(game, ruleset)
    others = [
        (name, guide_for(facts_for(game, name), _style().language).edition)
        for name in RULESETS[game]
        if name != facts.ruleset
    ]
    context = {"game": game, "others": others, "ruleset": facts.ruleset}
    return render(request, "reports/rules/page.html", _guide(facts) | context)


@public
@gzip_page
@require_safe
def tournament_rules(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The rules a tournament is played by, with its own figures."""
    context = {"tournament": tournament, "section": "rules"}
    return render(request, "reports/rules/tournament.html", _guide(facts_of(tournament)) | context)


def _style() -> Style:
    return Style(language())


def _guide(facts: Facts) -> dict[str, Any]:
    return {"guide": shown(facts, _style()), "facts": facts, "figures": figures(facts)}
