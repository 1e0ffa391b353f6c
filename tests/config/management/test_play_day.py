"""`play_day`: a whole day in one command."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

_FILE = re.compile(r"^(\S+\.pdf): (.+)$", re.MULTILINE)


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("play_day", *arguments, stdout=out)
    return out.getvalue()


def test_day_is_played_to_its_end_and_its_papers_are_there() -> None:
    rounds = 1
    text = told("--entries", "4", "--rounds", str(rounds), "--seed", "3")
    tournament = Tournament.objects.get()
    assert (tournament.state, tournament.rounds.count(), tournament.public) == (
        "finished",
        rounds,
        False,
    )
    assert len(re.findall(r"^round [0-9]+: drawn in", text, re.MULTILINE)) == rounds
    assert text.rstrip().endswith(tournament.slug)
    files = [Path(path) for _name, path in _FILE.findall(text)]
    assert len(files) == 2 * rounds + 1
    assert {path.read_bytes()[:5] for path in files} == {b"%PDF-"}


@pytest.mark.parametrize(
    "arguments",
    [("--entries", "1"), ("--rounds", "0"), ("--game", "partners", "--sides", "3")],
)
def test_day_that_cannot_be_is_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        told(*arguments)
    assert not Tournament.objects.exists()
