"""A table calls a judge: from a pair's phone, from the desk, or since the clock says so."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Result
from games.queries import table_state
from games.timing import State
from judging.domain.impartial import refuse_own_game
from judging.hooks import call_waiting
from judging.models import Call
from judging.models.call import OPEN
from tournaments import spoken
from tournaments.domain.act import Act, act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Entry, Pairing, Round, User

#: A pair may call so often in so long a time; then a hand in the air is quicker anyhow.
CALLS: Final = 3
WITHIN: Final = timedelta(minutes=10)


def place_call(
    pairing: Pairing,
    *,
    source: str = Call.Source.DESK,
    entry: Entry | None = None,
    reason: str = "",
    note: str = "",
    language: str = "",
    by: User | None,
    key: str = "",
) -> Call:
    """A waiting call of the table. `entry` is the pair that calls, where it is one.

    Refused unless the table is played at now; from a phone also when the pair does not sit
    there, or calls too often. Conflict when the table has called already.
    """
    with act("call.place", pairing, by=by, key=key) as doing:
        if doing.already:
            return _placed(doing)
        refuse_idle_table(doing.row)
        _refuse_second(doing.row)
        if reason not in {"", *Call.Reason.values}:
            raise Refused("reason-unknown", _("Choose one of the reasons."), field="reason")
        if entry is not None:
            _refuse_stranger(doing.row, entry)
        if source == Call.Source.PAIR:
            _refuse_too_many(entry)
        call = Call.objects.create(
            round=doing.row.round,
            pairing=doing.row,
            entry=entry,
            source=source,
            reason=reason,
            note=clean(note)[:200],
            language=language if language in dict(settings.LANGUAGES) else spoken.language(),
            placed_by=by,
            placed_at=timezone.now(),
        )
        call_waiting.send(None, call=call, by=by)
        _log(doing, call)
        return call


def answer_clock(pairing: Pairing, *, by: User, key: str = "") -> Call:
    """A judge goes to a table whose time is up, before anybody called: placed and taken at once.

    The call counts from the moment the time was up.
    """
    with act("call.place", pairing, by=by, key=key) as doing:
        if doing.already:
            return _placed(doing)
        refuse_idle_table(doing.row)
        _refuse_second(doing.row)
        refuse_own_game(by, doing.row)
        now = timezone.now()
        face = table_state(doing.row, now).face
        if face.state is not State.OVER_TIME:
            raise Conflict(
                "not-over-time",
                _("Table %(table)s has time left by now. Load the page again.")
                % {"table": doing.row.table or "–"},
            )
        call = Call.objects.create(
            round=doing.row.round,
            pairing=doing.row,
            source=Call.Source.CLOCK,
            reason=Call.Reason.TIME,
            language=spoken.language(),
            state=Call.State.TAKEN,
            placed_at=min(now, now - face.over_by),
            judge=by,
            taken_at=now,
        )
        _log(doing, call)
        return call


def refuse_idle_table(pairing: Pairing) -> None:
    """Refused unless somebody plays at the table now."""
    table = {"table": pairing.table or "–"}
    if pairing.kind != Pairing.Kind.GAME:
        raise Refused("bye", _("Nobody plays here: this is a bye."))
    if pairing.round.state != Round.State.PUBLISHED:
        raise Refused(
            "round-not-running",
            _("Round %(round)s is not being played.") % {"round": pairing.round.number},
        )
    if Result.objects.filter(pairing=pairing, current=True).exists():
        raise Refused("table-done", _("Table %(table)s has its result already.") % table)


def called(pairing: Pairing) -> str:
    """How the log calls the table."""
    return _("round %(round)s, table %(table)s") % {
        "round": pairing.round.number,
        "table": pairing.table or "–",
    }


def clean(text: str) -> str:
    """What somebody typed, without what a database cannot keep."""
    return text.replace("\0", "").strip()


def _placed(doing: Act[Pairing]) -> Call:
    assert doing.already is not None
    return Call.objects.get(pk=doing.already.subject_id)


def _refuse_second(pairing: Pairing) -> None:
    there = Call.objects.filter(pairing=pairing, state__in=OPEN).select_related("judge").first()
    if there is None:
        return
    if there.judge is not None:
        raise Conflict(
            "call-open",
            _("Table %(table)s has called already, and %(judge)s is coming.")
            % {"table": pairing.table or "–", "judge": there.judge.display_name},
        )
    raise Conflict(
        "call-open",
        _("Table %(table)s has called already. A judge comes.") % {"table": pairing.table or "–"},
    )


def _refuse_stranger(pairing: Pairing, entry: Entry) -> None:
    if not pairing.seats.filter(entry=entry).exists():
        raise Refused(
            "not-seated",
            _("%(entry)s does not sit at table %(table)s.")
            % {"entry": entry.name, "table": pairing.table or "–"},
        )


def _refuse_too_many(entry: Entry | None) -> None:
    since: datetime = timezone.now() - WITHIN
    calls = Call.objects.filter(entry=entry, source=Call.Source.PAIR, placed_at__gt=since)
    if calls.count() >= CALLS:
        raise Refused(
            "too-many-calls",
            _("You have called several times just now. Raise a hand, and a judge comes."),
        )


def _log(doing: Act[Pairing], call: Call) -> None:
    after = {"reason": str(call.get_reason_display()) if call.reason else ""}
    if call.judge is not None:
        after["judge"] = call.judge.display_name
    doing.log(call, after=after, why=call.note, called=called(doing.row))
