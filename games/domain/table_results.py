"""A table's results under the lock: what is there, what may come, and the version that is added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.translation import gettext as _

from games.domain.game_results import PLAYED, UNPLAYED, GameResults, Payload, Typed, game_results
from games.domain.result_words import conflict, no_result
from games.domain.seats import colours_of, seats_of, write_to_seats
from games.game_settings import minutes_of, settings_of
from games.hooks import result_deciding
from games.models import Claim, Clock, Result
from games.queries import clock_of, finished_at, timing_of
from games.rules.problems import Problem
from games.timing import face
from tournaments.domain.act import Act
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, Round, Seat, Tournament
from tournaments.spoken import language


@dataclass(frozen=True, slots=True)
class TableResults:
    """What is there, read under the lock."""

    #: All versions, oldest first.
    versions: list[Result]
    #: By side, entries with them.
    seats: list[Seat]

    @property
    def latest(self) -> Result | None:
        return self.versions[-1] if self.versions else None


class Impossible(Refused):
    """The game's own rules say that no game ends like this. `problems` says why, rule by rule."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("result-impossible", problems[0].message(), field="scores")
        self.problems = problems


def open_for_results(doing: Act[Pairing]) -> TableResults:
    """The table under the lock; Refused where a game can have no result."""
    pairing = doing.row
    if pairing.kind != Pairing.Kind.GAME:
        raise Refused("bye", _("A bye has no result: nobody played."))
    if pairing.round.state == Round.State.DRAFT:
        raise Refused(
            "round-draft",
            _("Round %(number)s is not published yet. Publish it before results are entered.")
            % {"number": pairing.round.number},
        )
    if doing.tournament.state == Tournament.State.FINISHED:
        raise Refused(
            "tournament-finished",
            _("The tournament is finished. Reopen it first if a result is wrong."),
        )
    versions = Result.objects.filter(pairing=pairing).select_related("entered_by")
    return TableResults(list(versions.order_by("version")), seats_of(pairing))


def current(doing: Act[Pairing], table: TableResults, seen: int) -> Result:
    """The result that is there, if it is the version that was seen."""
    latest = table.latest
    if latest is None:
        raise no_result(doing)
    if latest.version != seen:
        raise conflict(doing, latest)
    if latest.removes:
        raise no_result(doing)
    return latest


def checked(doing: Act[Pairing], typed: Typed, table: TableResults) -> Payload:
    """The result in full, found possible by the game's own rules."""
    typed = _with_minutes(doing, typed, table.versions)
    return possible(rules_at(doing), typed, colours_of(doing.tournament, table.seats))


def possible(rules: GameResults, typed: Typed, colours: Sequence[Sequence[str]]) -> Payload:
    """What was typed in full, if a game can end so; else `Impossible`, rule by rule."""
    payload = rules.payload(typed, colours)
    problems = tuple(rules.problems(payload, language()))
    if problems:
        raise Impossible(problems)
    return payload


def _with_minutes(doing: Act[Pairing], typed: Typed, versions: list[Result]) -> Typed:
    """Minutes that were not typed come from the clock, as it stands or stood."""
    if typed.minutes is not None or typed.ended in UNPLAYED:
        return typed
    if finished_at(versions) is not None:
        return replace(typed, minutes=versions[-1].payload.get("minutes"))
    shown = face(
        timing_of(doing.row.round, clock_of(doing.row.round)),
        timezone.now(),
    )
    return replace(typed, minutes=shown.minutes)


def add_version(
    doing: Act[Pairing],
    payload: Payload,
    table: TableResults,
    *,
    why: str,
    by_players: bool = False,
) -> Result:
    """The new version and the seats; the empty payload takes the result away. What the players
    said until now is settled by a result, whoever entered it."""
    if payload:
        result_deciding.send(sender=Result, pairing=doing.row, payload=payload)
    if any(version.current for version in table.versions):
        Result.objects.filter(pairing=doing.row, current=True).update(current=False)
    result = Result.objects.create(
        pairing=doing.row,
        version=table.latest.version + 1 if table.latest is not None else 1,
        current=bool(payload),
        payload=payload,
        why=why,
        entered_by=doing.by,
        by_players=by_players,
    )
    if payload:
        open_claims = Claim.objects.filter(pairing=doing.row, state=Claim.State.STANDING)
        open_claims.update(state=Claim.State.SETTLED, result=result)
    write_to_seats(
        doing.row,
        table.seats,
        doing.tournament,
        payload or None,
        most_minutes=most_minutes(doing.row, payload),
    )
    return result


def most_minutes(pairing: Pairing, payload: Payload) -> int | None:
    """The time a game had, extra time with it; None where it does not matter.

    One query for the clock and one for extra time, where the result says how long it took.
    """
    if payload.get("ended") != PLAYED or payload.get("minutes") is None:
        return None
    lengths = Clock.objects.filter(round=pairing.round).values_list("seconds", flat=True)
    extra = pairing.extensions.values_list("seconds", flat=True)
    seconds = next(iter(lengths), None) or minutes_of(pairing.round) * 60
    return (seconds + sum(extra)) // 60


def rules_at(doing: Act[Pairing]) -> GameResults:
    """What is known of the results of this round's games."""
    return game_results(doing.tournament.game, settings_of(doing.row.round))
