"""What all changes by hand of a round's places have in common: one event each, checked at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Required, TypedDict

from django.utils.translation import gettext as _

from tournaments.models import Round, User

from .draft import Draft
from .draft_rows import read_draft
from .rounds import expect_state, expect_version, round_act


class Hand(TypedDict, total=False):
    """Who changes something, and why."""

    by: Required[User | None]
    version: int | None
    """Of the round, as the page showed it."""
    why: str
    key: str
    """Of the request: the same twice is one change."""


PlaceChange = Callable[[Round, Draft], tuple[Draft, list[str]]]
"""From the locked round and its places: the places afterwards, and what that means in sentences."""
Write = Callable[[Round, Draft, Draft], object]
Tell = Callable[[Round, Draft, Draft], tuple[dict[str, Any], dict[str, Any]]]
"""From both: what the event holds of before and after."""


def change_places(
    verb: str,
    round_: Round,
    state: str,
    change: PlaceChange,
    write: Write,
    tell: Tell,
    *,
    by: User | None,
    version: int | None = None,
    why: str = "",
    key: str = "",
) -> Round:
    """Changes who sits where in a round that is in `state`, and logs it with what it means.

    Raises `Conflict` when the round is in another state, or is not the `version` seen; `Refused`
    as `change` does.
    """
    with round_act(verb, round_, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            return row
        expect_state(row, state)
        expect_version(row, version)
        before = read_draft(row)
        after, means = change(row, before)
        write(row, before, after)
        row.version += 1
        row.save(update_fields=["version"])
        was, now = tell(row, before, after)
        doing.log(
            before=was,
            after=now | ({"means": means} if means else {}),
            why=why,
            called=_("Round %(number)s") % {"number": row.number},
        )
    return row
