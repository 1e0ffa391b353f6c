"""An entry is put out of the tournament, for a reason that stands in the log."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Entry, User

from .check_in import VERBS, Changed, leave
from .errors import Refused


def disqualify(
    entry: Entry,
    *,
    by: User | None,
    struck: bool,
    drawn: int | None = None,
    why: str,
    seen: str = "",
    key: str = "",
) -> Changed:
    """`entry` is out; with `struck` its games count for nobody. One who is disqualified already
    can be disqualified with the other choice about the results.

    Raises `Refused("why-missing")` without a reason; else as `withdraw`.
    """
    if not why.strip():
        raise Refused(
            "why-missing",
            _("Say why. The pair, the judges and the log must be able to understand it."),
            field="why",
        )
    return leave(
        VERBS[Entry.State.DISQUALIFIED],
        entry,
        Entry.State.DISQUALIFIED,
        struck=lambda _row: struck,
        drawn=drawn,
        by=by,
        seen=seen,
        why=why.strip(),
        key=key,
    )
