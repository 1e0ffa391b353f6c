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
    drawn: int | None = None,
    seen: str = "",
    why: str = "",
    key: str = "",
) -> Changed:
    """`entry` plays no more, from the next draw on. With `struck` its games count for nobody;
    None: as the format has it (see `queries.leaving.rule_of`). `drawn` is the newest round that
    the page knew.

    Raises `Conflict` when somebody changed it since `seen`, it is so already or a round was drawn
    meanwhile, `Refused` when the tournament is over. `check_in.undo` takes it back.
    """
    return leave(
        VERBS[Entry.State.WITHDRAWN],
        entry,
        Entry.State.WITHDRAWN,
        struck=lambda row: strikes_by_rule(row) if struck is None else struck,
        drawn=drawn,
        by=by,
        seen=seen,
        why=why,
        key=key,
    )
