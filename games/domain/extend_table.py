"""Extra time for one table, and extra time taken back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Extension, Result
from tournaments.domain.act import Act, act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Pairing, Round, User

#: Minutes that one extension may give.
SHORTEST, LONGEST = 1, 120


def extend_table(
    pairing: Pairing, *, minutes: int, why: str, by: User | None, key: str = ""
) -> Extension:
    """Give a table `minutes` more, on top of what it has. The reason is for the log and the hall.

    Allowed before the clock starts, too; refused once the table has a result.
    """
    with act("table.extend", pairing, by=by, key=key) as doing:
        if doing.already:
            return _there(doing, doing.already.after["extension"])
        _being_played(doing)
        if not SHORTEST <= minutes <= LONGEST:
            raise Refused(
                "extension-range",
                _("Give between %(least)s and %(most)s minutes.")
                % {"least": SHORTEST, "most": LONGEST},
                field="minutes",
            )
        if not why.strip():
            raise Refused("why-missing", _("Say why this table gets more time."), field="why")
        extension = Extension.objects.create(
            pairing=doing.row, seconds=minutes * 60, why=why.strip(), given_by=doing.by
        )
        doing.log(
            after={"minutes": minutes, "extension": extension.pk},
            why=why.strip(),
            called=_called(doing),
        )
        return extension


def withdraw_extension(extension: Extension, *, by: User | None, key: str = "") -> None:
    """Take an extension back, as when it was given to the wrong table."""
    with act("table.withdraw-extension", extension.pairing, by=by, key=key) as doing:
        if doing.already:
            return
        there = _there(doing, extension.pk)
        _being_played(doing)
        before = {"minutes": there.seconds // 60, "why": there.why}
        there.delete()
        doing.log(before=before, called=_called(doing))


def _there(doing: Act[Pairing], pk: int) -> Extension:
    extension = Extension.objects.filter(pk=pk, pairing=doing.row).first()
    if extension is None:
        raise Conflict("extension-gone", _("Somebody has taken this extra time back already."))
    return extension


def _being_played(doing: Act[Pairing]) -> None:
    table = {"table": doing.row.table or "–"}
    if doing.row.kind != Pairing.Kind.GAME:
        raise Refused("bye", _("A bye needs no time: nobody plays."))
    if doing.row.round.state != Round.State.PUBLISHED:
        raise Refused(
            "round-not-running", _("Only a table of the round being played can get more time.")
        )
    if Result.objects.filter(pairing=doing.row, current=True).exists():
        raise Refused("table-done", _("Table %(table)s has its result already.") % table)


def _called(doing: Act[Pairing]) -> str:
    return _("round %(round)s, table %(table)s") % {
        "round": doing.row.round.number,
        "table": doing.row.table or "–",
    }
