"""How a result is told: in the log, and to somebody who was not the first."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.domain.game_results import ENDINGS, Payload, game_results, in_words
from games.models import Result
from tournaments.domain.act import Act
from tournaments.domain.errors import Conflict
from tournaments.models import Pairing, Seat, Tournament


def called(doing: Act[Pairing]) -> str:
    """The table as the log calls it."""
    return _("round %(round)s, table %(table)s") % {
        "round": doing.row.round.number,
        "table": doing.row.table or "–",
    }


def told(doing: Act[Pairing], payload: Payload, seats: Sequence[Seat]) -> dict[str, object]:
    """A result as the log reads it back."""
    if not payload:
        return {"result": ""}
    rules = game_results(doing.tournament.game)
    typed = rules.typed(payload)
    first = {side for side, given in enumerate(rules.given(payload)) if given.place == 1}
    winners = [seat.entry.name for seat in seats if seat.side in first]
    return {
        "result": in_words(doing.tournament.game, payload),
        "winner": ", ".join(winners),
        "ended": str(ENDINGS[typed.ended]),
        "minutes": typed.minutes,
    }


def no_result(doing: Act[Pairing]) -> Conflict:
    """Somebody has taken the result away."""
    return Conflict(
        "no-result",
        _("Table %(table)s has no result now. Load the page again to see what happened.")
        % {"table": doing.row.table or "–"},
    )


def conflict(doing: Act[Pairing], latest: Result) -> Conflict:
    """Somebody has saved `latest` meanwhile."""
    words = {"table": doing.row.table or "–", **saved_words(latest, doing.tournament)}
    if latest.removes:
        return Conflict(
            "result-changed",
            _("The result of table %(table)s was taken away at %(at)s by %(who)s.") % words,
        )
    return Conflict(
        "result-changed",
        _("Table %(table)s already has a result (%(result)s, entered %(at)s by %(who)s).") % words,
    )


def saved_words(result: Result, tournament: Tournament) -> dict[str, str]:
    """`result`, `at` and `who` of a version as people say them, the time in the hall's zone."""
    at = timezone.localtime(result.entered_at, tournament.zone)
    return {
        "result": in_words(tournament.game, result.payload) if result.payload else "",
        "at": date_format(at, "TIME_FORMAT"),
        "who": who_entered(result),
    }


def who_entered(result: Result) -> str:
    """Whose word a version is."""
    if result.by_players:
        return _("the players")
    return result.entered_by.display_name if result.entered_by else _("Startfelt")
