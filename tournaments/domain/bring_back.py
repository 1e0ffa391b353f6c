"""One who has left is back: drawn again from the next draw on, with all its results."""

from __future__ import annotations

from tournaments.models import Entry, User

from .act import act
from .check_in import GONE, Changed, meanwhile, read_entry, seen_of, write_state
from .errors import Conflict


def bring_back(
    entry: Entry, *, by: User | None, seen: str = "", why: str = "", key: str = ""
) -> Changed:
    """`entry`, withdrawn or disqualified, is here again, and its results count as they did.

    Rounds it missed stay missed. Raises `Conflict` when it has not left or was changed since
    `seen`, `Refused` when its place is taken or the tournament is over.
    """
    with act("entry.return", entry.tournament, by=by, key=key) as doing:
        entry = read_entry(doing, entry)
        if doing.already:
            return Changed(entry, doing.already)
        if (seen and seen != seen_of(entry)) or entry.state not in GONE:
            raise Conflict("entry-changed", meanwhile(entry))
        event = write_state(doing, entry, why, state=Entry.State.PRESENT, struck=False)
    return Changed(entry, event)
