"""Files of earlier versions stay readable: those in `tests/data/archives`, a folder a version.

They are never written anew. A change that makes one of them unreadable needs a step in
`tournaments.transfer.upgrades`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.transfer.made import files_of, rows_of, written
from tournaments.domain.recheck import recheck
from tournaments.domain.seal_log import verify_log
from tournaments.transfer.bring_in import import_tournament
from tournaments.transfer.container import Unreadable
from tournaments.transfer.kinds import PEOPLE, all_kinds
from tournaments.transfer.upgrades import STEPS, VERSION, Lists, upgraded

FOLDER = Path(__file__).resolve().parents[2] / "data" / "archives"
FILES = sorted(FOLDER.glob("v*/*.zip"))


def test_every_version_that_was_written_has_its_files_and_its_step() -> None:
    assert {path.parent.name for path in FILES} == {f"v{n}" for n in range(1, VERSION + 1)}
    assert set(STEPS) == set(range(1, VERSION))


@pytest.mark.django_db
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_file_of_an_earlier_version_is_brought_in_whole(path: Path) -> None:
    with path.open("rb") as source:
        there = import_tournament(source, path.stat().st_size, by=None)
    data, now = path.read_bytes(), written(there)

    for kind in all_kinds():
        there_then = f"data/{kind.name}.json" in files_of(data)
        then = rows_of(data, kind.name) if there_then else []
        assert len(rows_of(now, kind.name)) == len(then), kind.name
    assert rows_of(now, PEOPLE) == rows_of(data, PEOPLE)
    assert verify_log(there).faults == ()
    if path.stem in {"partners", "kroket"}:
        rounds = there.rounds.order_by("number")
        assert [recheck(round_).differences for round_ in rounds] == [()] * len(rounds)


def renamed(lists: Lists) -> Lists:
    return lists | {"entries": [{"called": row["name"]} for row in lists["entries"]]}


def numbered(lists: Lists) -> Lists:
    rows = enumerate(lists["entries"], start=1)
    return lists | {"entries": [row | {"number": place} for place, row in rows]}


def test_steps_are_taken_one_after_another() -> None:
    lists: Lists = {"entries": [{"name": "Par 1"}], "tables": []}
    found = upgraded(lists, 1, to=3, steps={1: renamed, 2: numbered})
    assert found == {"entries": [{"called": "Par 1", "number": 1}], "tables": []}


def test_file_of_this_version_is_as_it_is() -> None:
    lists: Lists = {"entries": []}
    assert upgraded(lists, VERSION) is lists


@pytest.mark.parametrize(
    ("version", "code"),
    [
        (VERSION + 1, "newer"),
        (0, "damaged"),
        ("1", "damaged"),
        (None, "damaged"),
        (True, "damaged"),
    ],
)
def test_version_nobody_wrote_is_refused(version: Any, code: str) -> None:
    with pytest.raises(Unreadable) as fault:
        upgraded({}, version)
    assert fault.value.code == code
