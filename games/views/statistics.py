"""What the games of a tournament were like, for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.archive import places_of
from games.statistics import figures_of, games_of
from games.statistics.extras import READERS
from games.statistics.pictures import charts_of, closest_svg
from tournaments.access import public
from tournaments.addresses import stem
from tournaments.follows import follows
from tournaments.models import Tournament
from tournaments.public_names import public_names


@public
@require_safe
@follows("results rounds entries tournament", pieces="#page", shared=True)
def statistics(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Lengths, margins, surprises, and what the game itself has to tell."""
    games = games_of(tournament, public_names(tournament))
    figures = figures_of(
        games, places_of(tournament) if games else {}, READERS.get(tournament.game)
    )
    context = {
        "tournament": tournament,
        "section": "statistics",
        "figures": figures,
        "charts": charts_of(figures, tournament.game),
        "closest": closest_svg(figures),
        "played_for": played_for(figures.minutes_all),
        "entries": stem("entry", tournament.slug),
        "rounds": stem("round", tournament.slug),
    }
    return render(request, "games/public/statistics.html", context)


def played_for(minutes: int) -> str:
    """Minutes in whole hours, as people say them; empty for less than half of one."""
    hours = round(minutes / 60)
    return ngettext("%(hours)s hour", "%(hours)s hours", hours) % {"hours": hours} if hours else ""
