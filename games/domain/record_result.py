"""Results at the desk: enter one, correct it, take it away, take the last change back.

All four lock the pairing and carry the version that was seen. Two people at one table: the first
stands, the second is told what was saved. Nothing is overwritten; a version is added.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.domain.attach_record import proved_by
from games.domain.follow_up import FollowUp, take_change_back, tournament_alone
from games.domain.game_results import (
    ENDINGS,
    PLAYED,
    UNPLAYED,
    GameResults,
    Payload,
    Typed,
    game_results,
    in_words,
)
from games.domain.seats import colours_of, seats_of, write_to_seats
from games.game_settings import settings_of
from games.hooks import result_deciding
from games.models import Clock, GameRecord, Result
from games.queries import clock_of, finished_at, timing_of
from games.rules.problems import Problem
from games.timing import face
from tournaments.domain.act import Act, act
from tournaments.domain.correct_misfits import Decided
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Pairing, Round, Seat, Tournament, User


@dataclass(frozen=True, slots=True)
class _Table:
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


def record_result(
    pairing: Pairing,
    typed: Typed,
    *,
    seen: int,
    by: User | None,
    key: str = "",
    record: str = "",
) -> Result:
    """Enter the first result of a game (or the first since it was taken away).

    `seen` is the version the form saw, 0 for none. Refused when it is impossible or the game
    cannot have one; Conflict when somebody entered one meanwhile. With the `record` of the game,
    that is kept beside the result; Refused unless it is legal and proves this result.
    """
    with act("result.record", pairing, by=by, key=key) as doing:
        if doing.already:
            return _same_again(doing, typed)
        table = _open_for_results(doing)
        latest = table.latest
        if latest is not None and (latest.version != seen or latest.current):
            raise _conflict(doing, latest)
        payload = _checked(doing, typed, table)
        if record:
            payload = proved_by(doing.row, table.seats, record, payload) | payload
        result = _add_version(doing, payload, table, why="")
        after = _told(doing, payload, table) | {"version": result.version}
        if record:
            kept = GameRecord.objects.create(result=result, text=record)
            after |= {"record": kept.pk}
        doing.log(after=after, called=_called(doing))
        return result


def correct_result(
    pairing: Pairing,
    typed: Typed,
    *,
    seen: int,
    why: str,
    drawn: int | None = None,
    decided: Decided | None = None,
    by: User | None,
    key: str = "",
) -> Result:
    """Put another result in the place of the one there is; the old version is kept.

    `drawn` is the number of the newest round when the consequences were shown: if one has been
    drawn since, the correction is a Conflict and the consequences must be looked at again.
    """
    with act("result.correct", pairing, by=by, key=key) as doing:
        if doing.already:
            return _same_again(doing, typed)
        table = _open_for_results(doing)
        current = _current(doing, table, seen)
        _still_drawn(doing, drawn)
        why = _reason(why)
        payload = _checked(doing, typed, table)
        if payload == current.payload:
            raise Refused(
                "nothing-changed",
                _("This is the result that is saved already. Nothing was changed."),
                field="scores",
            )
        return _replace(doing, payload, table, current, why, decided)


def remove_result(
    pairing: Pairing,
    *,
    seen: int,
    why: str,
    drawn: int | None = None,
    decided: Decided | None = None,
    by: User | None,
    key: str = "",
) -> Result:
    """Take a result away, as when it was entered at the wrong table. Returns the empty version.

    `drawn` and `decided` as in `correct_result`.
    """
    with (
        tournament_alone(pairing),
        act("result.remove", pairing, by=by, key=key) as doing,
    ):
        if doing.already:
            return _version_of(doing)
        table = _open_for_results(doing)
        current = _current(doing, table, seen)
        _still_drawn(doing, drawn)
        return _replace(doing, {}, table, current, _reason(why), decided)


def undo_result(pairing: Pairing, *, version: int, by: User | None, key: str = "") -> Result:
    """Take back the change that made `version`, if it is still the newest.

    A first entry is taken away, a correction is turned back, what was taken away is put back:
    each as a new version. What was put right with it goes back too. Refused when that is not to be
    had any more (a round was drawn again, or from this result): correct it then.
    """
    with (
        tournament_alone(pairing),
        act("result.undo", pairing, by=by, key=key) as doing,
    ):
        if doing.already:
            return _version_of(doing)
        table = _open_for_results(doing)
        latest = table.latest
        if latest is None or latest.version != version:
            raise _conflict(doing, latest) if latest else _no_result(doing)
        payload: Payload = table.versions[-2].payload if len(table.versions) > 1 else {}
        follow_up = FollowUp(doing.tournament)
        known = take_change_back(doing.row, version, by=by)
        result = _add_version(doing, payload, table, why="")
        follow_up.expect_nothing(known)
        before, after = _changed(doing, table, latest, result)
        doing.log(before=before, after=after, called=_called(doing))
        return result


# The steps -----------------------------------------------------------------------------------


def _open_for_results(doing: Act[Pairing]) -> _Table:
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
    return _Table(list(versions.order_by("version")), seats_of(pairing))


def _current(doing: Act[Pairing], table: _Table, seen: int) -> Result:
    """The result that is there, if it is the version that was seen."""
    latest = table.latest
    if latest is None:
        raise _no_result(doing)
    if latest.version != seen:
        raise _conflict(doing, latest)
    if latest.removes:
        raise _no_result(doing)
    return latest


def _checked(doing: Act[Pairing], typed: Typed, table: _Table) -> Payload:
    """The result in full, found possible by the game's own rules."""
    rules = _rules(doing)
    payload = rules.payload(
        _with_minutes(doing, typed, table.versions), colours_of(doing.tournament, table.seats)
    )
    problems = tuple(rules.problems(payload, (get_language() or "da")[:2]))
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


def _replace(
    doing: Act[Pairing],
    payload: Payload,
    table: _Table,
    old: Result,
    why: str,
    decided: Decided | None,
) -> Result:
    """A new version in the place of `old`, what was decided about what follows, and the event
    that says so."""
    follow_up = FollowUp(doing.tournament)
    result = _add_version(doing, payload, table, why=why)
    done = follow_up.decide(decided, by=doing.by, why=why)
    before, after = _changed(doing, table, old, result)
    doing.log(
        before=before | done.before,
        after=after | done.after,
        why=why,
        called=_called(doing),
    )
    return result


def _changed(
    doing: Act[Pairing], table: _Table, old: Result, new: Result
) -> tuple[dict[str, object], dict[str, object]]:
    """Two versions as the log tells them."""
    was = _told(doing, old.payload, table) | {"version": old.version}
    return was, _told(doing, new.payload, table) | {"version": new.version}


def _add_version(doing: Act[Pairing], payload: Payload, table: _Table, *, why: str) -> Result:
    """The new version and the seats; the empty payload takes the result away."""
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
    )
    write_to_seats(
        doing.row,
        table.seats,
        doing.tournament,
        payload or None,
        most_minutes=minutes_of(doing.row, payload),
    )
    return result


def minutes_of(pairing: Pairing, payload: Payload) -> int | None:
    """The time a game had, extra time with it; None where it does not matter.

    One query for the clock and one for extra time, where the result says how long it took.
    """
    if payload.get("ended") != PLAYED or payload.get("minutes") is None:
        return None
    lengths = Clock.objects.filter(round=pairing.round).values_list("seconds", flat=True)
    extra = pairing.extensions.values_list("seconds", flat=True)
    usual = pairing.round.tournament.minutes_per_game * 60
    return (next(iter(lengths), usual) + sum(extra)) // 60


def _rules(doing: Act[Pairing]) -> GameResults:
    """What is known of the results of this round's games."""
    return game_results(doing.tournament.game, settings_of(doing.row.round))


def _still_drawn(doing: Act[Pairing], drawn: int | None) -> None:
    if drawn is None:
        return
    newest = newest_round(doing.tournament)
    if newest != drawn:
        raise Conflict(
            "drawn-meanwhile",
            _("Round %(number)s has been drawn meanwhile. Look at what follows now, then decide.")
            % {"number": newest},
        )


def newest_round(tournament: Tournament) -> int:
    """The number of the newest round, drafts included; 0 without any."""
    numbers = Round.objects.filter(tournament=tournament).order_by("-number")
    return numbers.values_list("number", flat=True).first() or 0


def _reason(why: str) -> str:
    if not why.strip():
        raise Refused(
            "why-missing",
            _("Say why, so that both sides and the log can understand it."),
            field="why",
        )
    return why.strip()


# The same request again ------------------------------------------------------------------------


def _version_of(doing: Act[Pairing]) -> Result:
    """The version that the first request with this key made."""
    event = doing.already
    assert event is not None
    if event.subject_id != doing.row.pk:
        raise Refused("key-reused", _("This page is out of date. Load it again."))
    return Result.objects.select_related("entered_by").get(
        pairing=doing.row, version=event.after["version"]
    )


def _same_again(doing: Act[Pairing], typed: Typed) -> Result:
    """As `_version_of`; a Conflict if something else was typed since the first request."""
    result = _version_of(doing)
    rules = _rules(doing)
    asked = rules.typed(rules.payload(typed, colours_of(doing.tournament, seats_of(doing.row))))
    saved = rules.typed(result.payload)
    if typed.minutes is None:
        asked = replace(asked, minutes=saved.minutes)
    if asked != saved:
        raise _conflict(doing, result)
    return result


# Words -------------------------------------------------------------------------------------------


def _called(doing: Act[Pairing]) -> str:
    return _("round %(round)s, table %(table)s") % {
        "round": doing.row.round.number,
        "table": doing.row.table or "–",
    }


def _told(doing: Act[Pairing], payload: Payload, table: _Table) -> dict[str, object]:
    """A result as the log reads it back."""
    if not payload:
        return {"result": ""}
    rules = game_results(doing.tournament.game)
    typed = rules.typed(payload)
    first = {side for side, given in enumerate(rules.given(payload)) if given.place == 1}
    winners = [seat.entry.name for seat in table.seats if seat.side in first]
    return {
        "result": in_words(doing.tournament.game, payload),
        "winner": ", ".join(winners),
        "ended": str(ENDINGS[typed.ended]),
        "minutes": typed.minutes,
    }


def _no_result(doing: Act[Pairing]) -> Conflict:
    return Conflict(
        "no-result",
        _("Table %(table)s has no result now. Load the page again to see what happened.")
        % {"table": doing.row.table or "–"},
    )


def _conflict(doing: Act[Pairing], latest: Result) -> Conflict:
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
        "who": result.entered_by.display_name if result.entered_by else _("Startfelt"),
    }
