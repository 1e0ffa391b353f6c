"""Results at the desk: enter one, correct it, take it away, take the last change back.

All four lock the pairing and carry the version that was seen. Two people at one table: the first
stands, the second is told what was saved. Nothing is overwritten; a version is added.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from django.utils.translation import gettext as _

from games.domain.attach_record import proved_by
from games.domain.claims.again import stand_again
from games.domain.follow_up import FollowUp, take_change_back, tournament_alone
from games.domain.game_results import Payload, Typed
from games.domain.result_words import called, conflict, no_result, told
from games.domain.seats import colours_of, seats_of
from games.domain.table_results import (
    TableResults,
    add_version,
    checked,
    current,
    open_for_results,
    rules_at,
)
from games.models import GameRecord, Result
from tournaments.domain.act import Act, act, undoing
from tournaments.domain.correct_misfits import Decided
from tournaments.domain.errors import Refused
from tournaments.domain.rounds import refuse_drawn_meanwhile
from tournaments.models import Pairing, User


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
        table = open_for_results(doing)
        latest = table.latest
        if latest is not None and (latest.version != seen or latest.current):
            raise conflict(doing, latest)
        payload = checked(doing, typed, table)
        if record:
            payload = proved_by(doing.row, table.seats, record, payload) | payload
        result = add_version(doing, payload, table, why="")
        after = told(doing, payload, table.seats) | {"version": result.version}
        if record:
            kept = GameRecord.objects.create(result=result, text=record)
            after |= {"record": kept.pk}
        doing.log(after=after, called=called(doing))
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
    with (
        tournament_alone(pairing),
        act("result.correct", pairing, by=by, key=key) as doing,
    ):
        if doing.already:
            return _same_again(doing, typed)
        table = open_for_results(doing)
        standing = current(doing, table, seen)
        refuse_drawn_meanwhile(doing.tournament, drawn)
        why = _reason(why)
        payload = checked(doing, typed, table)
        if payload == standing.payload:
            raise Refused(
                "nothing-changed",
                _("This is the result that is saved already. Nothing was changed."),
                field="scores",
            )
        return _replace(doing, payload, table, standing, why, decided)


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

    What the players had said before it stands again. `drawn` and `decided` as in `correct_result`.
    """
    with (
        tournament_alone(pairing),
        act("result.remove", pairing, by=by, key=key) as doing,
    ):
        if doing.already:
            return _version_of(doing)
        table = open_for_results(doing)
        standing = current(doing, table, seen)
        refuse_drawn_meanwhile(doing.tournament, drawn)
        result = _replace(doing, {}, table, standing, _reason(why), decided)
        stand_again(table, rules_at(doing))
        return result


def undo_result(
    pairing: Pairing, *, version: int, seen: int | None = None, by: User | None, key: str = ""
) -> Result:
    """Take back the change that made `version`, if it is still the newest; with `seen`, if that
    is, and says the same as `version` (what came between was taken back itself).

    A first entry is taken away, and what the players had said stands again; a correction is turned
    back, what was taken away is put back: each as a new version. What was put right with it goes
    back too. Refused when that is not to be had any more (a round was drawn again, or from this
    result): correct it then.
    """
    with (
        tournament_alone(pairing),
        act("result.undo", pairing, by=by, key=key) as doing,
    ):
        if doing.already:
            return _version_of(doing)
        table = open_for_results(doing)
        latest = table.latest
        if latest is None or latest.version != (version if seen is None else seen):
            raise conflict(doing, latest) if latest else no_result(doing)
        payloads: dict[int, Payload] = {one.version: one.payload for one in table.versions}
        if payloads.get(version) != latest.payload:
            raise conflict(doing, latest)
        payload = payloads.get(version - 1, {})
        follow_up = FollowUp(doing.tournament)
        known = take_change_back(doing.row, version, by=by)
        result = add_version(doing, payload, table, why="")
        if not payload:
            stand_again(table, rules_at(doing))
        follow_up.expect_nothing(known)
        before, after = _changed(doing, table, latest, result)
        made = doing.tournament.events.filter(
            subject_kind="pairing", subject_id=doing.row.pk, after__version=version
        ).first()
        with undoing(made) if made is not None else nullcontext():
            doing.log(before=before, after=after, called=called(doing))
        return result


# The steps -----------------------------------------------------------------------------------


def _replace(
    doing: Act[Pairing],
    payload: Payload,
    table: TableResults,
    old: Result,
    why: str,
    decided: Decided | None,
) -> Result:
    """A new version in the place of `old`, what was decided about what follows, and the event
    that says so."""
    follow_up = FollowUp(doing.tournament)
    result = add_version(doing, payload, table, why=why)
    done = follow_up.decide(decided, by=doing.by, why=why)
    before, after = _changed(doing, table, old, result)
    doing.log(
        before=before | done.before,
        after=after | done.after,
        why=why,
        called=called(doing),
    )
    return result


def _changed(
    doing: Act[Pairing], table: TableResults, old: Result, new: Result
) -> tuple[dict[str, object], dict[str, object]]:
    """Two versions as the log tells them."""
    was = told(doing, old.payload, table.seats) | {"version": old.version}
    return was, told(doing, new.payload, table.seats) | {"version": new.version}


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
    rules = rules_at(doing)
    asked = rules.typed(rules.payload(typed, colours_of(doing.tournament, seats_of(doing.row))))
    saved = rules.typed(result.payload)
    if typed.minutes is None:
        asked = replace(asked, minutes=saved.minutes)
    if asked != saved:
        raise conflict(doing, result)
    return result
