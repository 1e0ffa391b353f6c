"""What is said of a table of the hall: in service or not, reached without steps or not; and which
tables are kept for a group or bracket."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.draw_words import group_words
from tournaments.models import Stage, Table, Tournament, User
from tournaments.queries.stages import stage_name

from .act import act
from .errors import Conflict, Refused


def set_table_access(
    table: Table, accessible: bool, *, by: User | None, why: str = "", key: str = ""
) -> Table:
    """Whether the table can be reached without steps. Counts from the next draw."""
    with act("table.access", table, by=by, key=key) as doing:
        if not doing.already:
            before = doing.row.accessible
            doing.row.accessible = accessible
            doing.row.save(update_fields=["accessible"])
            doing.log(before={"accessible": before}, after={"accessible": accessible}, why=why)
    return doing.row


def ranges_stamp(stage: Stage) -> str:
    """What the form about a stage's tables was made from."""
    return hashlib.sha256(repr(sorted(stage.table_ranges.items())).encode()).hexdigest()[:20]


def keep_tables(
    stage: Stage,
    ranges: Mapping[str, Sequence[int]],
    *,
    by: User | None,
    seen: str = "",
    key: str = "",
) -> Stage:
    """The table numbers kept for each group or bracket of a stage; none: it sits anywhere that is
    kept for nobody. Counts from the next draw.

    Raises `Conflict` when somebody changed it since `seen`; `Refused` for a table that is not
    there or kept twice, and when the tournament is over. `field` is the group.
    """
    with act("stage.tables", stage.tournament, by=by, key=key) as doing:
        stage = doing.row.stages.get(pk=stage.pk)
        stage.tournament = doing.row
        if doing.already:
            return stage
        if doing.row.state == Tournament.State.FINISHED:
            raise Refused("finished", _("The tournament is over."))
        if seen and seen != ranges_stamp(stage):
            raise Conflict(
                "ranges-changed",
                _("Somebody changed the tables of the groups meanwhile. Look at them again."),
            )
        kept = {group: sorted(set(numbers)) for group, numbers in ranges.items() if numbers}
        _refuse(doing.row, kept)
        before = stage.table_ranges
        stage.table_ranges = kept
        stage.save(update_fields=["table_ranges"])
        doing.log(stage, before=_told(before), after=_told(kept), called=stage_name(stage))
    return stage


def _refuse(tournament: Tournament, ranges: Mapping[str, Sequence[int]]) -> None:
    hall = set(tournament.tables.values_list("number", flat=True))
    taken: dict[int, str] = {}
    for group, numbers in ranges.items():
        for number in numbers:
            if number not in hall:
                raise Refused(
                    "no-table",
                    _("There is no table %(number)s in the hall.") % {"number": number},
                    field=group,
                )
            if number in taken:
                raise Refused(
                    "table-kept",
                    _("Table %(number)s is kept for %(group)s already.")
                    % {"number": number, "group": group_words(taken[number])},
                    field=group,
                )
            taken[number] = group


def _told(ranges: Mapping[str, Sequence[int]]) -> dict[str, dict[str, str]]:
    return {"kept_tables": {group: spans(numbers) for group, numbers in sorted(ranges.items())}}


def spans(numbers: Sequence[int]) -> str:
    """Table numbers as people write them: "1-8, 12"."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in found)


def numbers_in(text: str) -> list[int] | None:
    """The numbers of "1-8, 12", also with spaces and long dashes; None for what is no such list."""
    numbers: set[int] = set()
    for part in text.replace("–", "-").replace(";", ",").split(","):
        ends = [end.strip() for end in part.split("-")]
        if ends == [""]:
            continue
        if len(ends) > 2 or not all(end.isdecimal() and len(end) < 5 for end in ends):
            return None
        first, last = int(ends[0]), int(ends[-1])
        if first > last:
            return None
        numbers |= set(range(first, last + 1))
    return sorted(numbers)
