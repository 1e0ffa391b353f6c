"""All that was ever said and entered about how one game ended: who, when, how, before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.domain.game_results import ENDINGS, PLAYED, GameResults, Payload, game_results, in_words
from games.game_settings import settings_of
from games.models import Claim, Result
from games.queries import TableState
from tournaments.models import Event, Pairing, Role, Tournament
from tournaments.privacy.tombstones import as_read


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing that happened to the result of a table."""

    at: datetime
    who: str
    role: str = ""
    """Of whoever did it, in this tournament."""
    how: str
    before: str = ""
    after: str = ""
    """Results in words; both empty where it is about something else."""
    ended: str = ""
    """How the game ended, where it was not played out."""
    winner: str = ""
    why: str = ""
    stands: bool = False
    """Whether this is how it is now."""
    address: str = ""
    """Where there is more about it."""


#: Floors above add what they know about a game's result (a ruling that decides it).
SOURCES: Final[list[Callable[[Pairing], Sequence[Line]]]] = []

_HOW: Final[dict[str, str | Promise]] = {
    "result.record": gettext_lazy("entered it"),
    "result.correct": gettext_lazy("corrected it"),
    "result.remove": gettext_lazy("took it away"),
    "result.agree": gettext_lazy("said the same, each on their own"),
    "result.undo": gettext_lazy("took the last change back"),
}
_WITH_RECORD: Final = gettext_lazy("entered it from the record of the game")
_FOLLOWED: Final = gettext_lazy("changed it when something else was put right")

_CLAIMS: Final[dict[str, str | Promise]] = {
    Claim.State.STANDING: gettext_lazy("said so on their own phone"),
    Claim.State.REPLACED: gettext_lazy("said so on their own phone, and otherwise later"),
    Claim.State.WITHDRAWN: gettext_lazy("said so on their own phone, and took it back"),
    Claim.State.SETTLED: gettext_lazy("said so on their own phone"),
}
_SIGNED: Final = gettext_lazy("signed on the other side's phone")


def history_of(table: TableState, tournament: Tournament) -> list[Line]:
    """Every version of a table's result and all that its sides have said of it, newest first.

    The same few queries, whatever has happened there.
    """
    pairing = table.pairing
    rules = game_results(tournament.game, settings_of(pairing.round))
    lines = [*_results(table, tournament, rules), *_claims(table, tournament, rules)]
    for source in SOURCES:
        lines += source(pairing)
    return sorted(lines, key=lambda line: line.at, reverse=True)


def _results(table: TableState, tournament: Tournament, rules: GameResults) -> list[Line]:
    versions = list(
        Result.objects.filter(pairing=table.pairing)
        .select_related("entered_by")
        .order_by("version")
    )
    events = Event.objects.filter(
        tournament=tournament,
        subject_kind="pairing",
        subject_id=table.pairing.pk,
        verb__startswith="result.",
    ).order_by("-id")
    by_version = {event.after.get("version"): event for event in as_read(events)}
    roles = dict(Role.objects.filter(tournament=tournament).values_list("user", "kind"))
    names = dict(Role.Kind.choices)
    lines: list[Line] = []
    before: Payload = {}
    for version in versions:
        event = by_version.get(version.version)
        role = roles.get(version.entered_by_id or 0)
        how = _FOLLOWED if event is None else _HOW.get(event.verb, _FOLLOWED)
        if event is not None and "record" in event.after:
            how = _WITH_RECORD
        lines.append(
            Line(
                at=version.entered_at,
                who=_("The players")
                if version.by_players
                else version.entered_by.display_name
                if version.entered_by is not None
                else _("Startfelt"),
                role=str(names[role]).lower() if role and not version.by_players else "",
                how=str(how),
                before=_words(tournament, before),
                after=_words(tournament, version.payload),
                ended=_ended(version.payload),
                winner=_winner(table, rules, version.payload),
                why=version.why,
                stands=version.current,
            )
        )
        before = version.payload
    return lines


def _claims(table: TableState, tournament: Tournament, rules: GameResults) -> list[Line]:
    claims = Claim.objects.filter(pairing=table.pairing).select_related("entry").order_by("pk")
    return [
        Line(
            at=claim.at,
            who=claim.entry.name,
            how=str(_SIGNED if claim.how == Claim.How.SIGNED else _CLAIMS[claim.state]),
            after=_words(tournament, claim.payload),
            ended=_ended(claim.payload),
            winner=_winner(table, rules, claim.payload),
            stands=claim.state == Claim.State.STANDING,
        )
        for claim in claims
    ]


def _words(tournament: Tournament, payload: Payload) -> str:
    return in_words(tournament.game, payload) if payload else ""


def _ended(payload: Payload) -> str:
    ended = payload.get("ended", PLAYED)
    return "" if ended == PLAYED else str(ENDINGS[ended])


def _winner(table: TableState, rules: GameResults, payload: Payload) -> str:
    """Who sits now on the side that won."""
    if not payload:
        return ""
    first = {side for side, given in enumerate(rules.given(payload)) if given.place == 1}
    return ", ".join(
        entry.name for side in table.sides if side.index in first for entry in side.entries
    )
