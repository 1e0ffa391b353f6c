from __future__ import annotations

import pytest

from tournaments.imports.hints import FIXED_TABLE, FROM_ROUND, Hint, hints


@pytest.mark.parametrize(
    ("notes", "expected"),
    [
        ("kørestol, fast bord", (Hint(FIXED_TABLE),)),
        ("Sitter i rullestol", (Hint(FIXED_TABLE),)),
        ("wheelchair user", (Hint(FIXED_TABLE),)),
        ("kommer først til runde 2", (Hint(FROM_ROUND, 2),)),
        ("kommer først til 3. runde", (Hint(FROM_ROUND, 3),)),
        ("joins from round 3", (Hint(FROM_ROUND, 3),)),
        ("kommer lidt for sent", (Hint(FROM_ROUND),)),
        ("fast bord; kommer til runde 2", (Hint(FIXED_TABLE), Hint(FROM_ROUND, 2))),
        ("med fra runde 1", ()),
        ("vil gerne sidde nær døren", ()),
        ("vegetar; 2 børn med", ()),
        ("betalt 250,-", ()),
        ("", ()),
    ],
)
def test_hints_read_what_notes_ask_for(notes: str, expected: tuple[Hint, ...]) -> None:
    assert hints(notes) == expected
