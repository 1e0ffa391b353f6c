"""An entry leaves: it is drawn no more, and its results are kept or struck."""

from __future__ import annotations

from tournaments.models import Entry, User
from tournaments.queries.leaving import strikes_by_rule

from .check_in import VERBS, Changed, leave


def withdraw(
    entry: Entry,
    *,
    by: User | None,
    struck: bool | None = None,
    seen: str = "",
    why: str = "",
    key: str = "",
) -> Changed:
    """`entry` plays no more, from the next draw on. With `struck` its games count for nobody;
    None: as the format has it (see `queries.leaving.rule_of`).

    Raises `Conflict` when somebody changed it since `seen` or it is so already, `Refused` when
    the tournament is over. `check_in.undo` takes it back.
    """
    return leave(
        VERBS[Entry.State.WITHDRAWN],
        entry,
        Entry.State.WITHDRAWN,
        struck=lambda row: strikes_by_rule(row) if struck is None else struck,
        by=by,
        seen=seen,
        why=why,
        key=key,
    )
