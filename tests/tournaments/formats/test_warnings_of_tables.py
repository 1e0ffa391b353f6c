"""Every format says before publishing that somebody sits where there are steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.formats.building import field_of
from tournaments.formats.model import DrawRequest, FormatOptions, Reason, Table
from tournaments.formats.registry import get_format
from tournaments.formats.schedule import ScheduleOptions
from tournaments.stage_formats import STAGE_FORMATS

CODES = [*sorted(STAGE_FORMATS), "schedule"]


def options(code: str) -> FormatOptions | None:
    if code != "schedule":
        return None
    return ScheduleOptions(rounds=(((1, 2), (3, 4)),))


@pytest.mark.parametrize("code", CODES)
def test_format_warns_of_a_table_with_steps(code: str) -> None:
    entrants = tuple(replace(one, needs_access=one.id == 1) for one in field_of(8))
    hall = tuple(Table(number) for number in range(1, 9))
    request = DrawRequest(round=1, entrants=entrants, seed="1", tables=hall, options=options(code))
    draw = get_format(code).draw(request)
    assert Reason("no_accessible_table_left", {"entries": (1,)}) in draw.warnings
    reachable = tuple(replace(table, accessible=table.number == 8) for table in hall)
    draw = get_format(code).draw(replace(request, tables=reachable))
    assert [one for one in draw.warnings if one.code == "no_accessible_table_left"] == []
    (table,) = [one.table for one in draw.pairings if 1 in one.entries]
    assert table == 8
