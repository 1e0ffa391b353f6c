"""`play_day`: a whole day in one command."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.management.commands import play_day
from reports.domain.lease import Lease, take_job
from reports.domain.make_document import make_documents
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

_FILE = re.compile(r"^(\S+\.pdf): (.+)$", re.MULTILINE)


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("play_day", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("arguments", "rounds"),
    [
        (("--entries", "4", "--rounds", "1"), 1),
        # A whole day of each game is played by tests of its own.
        pytest.param(
            ("--game", "kroket", "--sides", "3", "--entries", "3", "--rounds", "1"),
            1,
            marks=pytest.mark.nightly,
        ),
    ],
    ids=["partners", "kroket"],
)
def test_day_is_played_to_its_end_and_its_papers_are_there(
    arguments: tuple[str, ...], rounds: int
) -> None:
    text = told(*arguments, "--seed", "3")
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


@pytest.mark.nightly  # plays a whole day and prints it
def test_paper_that_a_server_beside_it_has_taken_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held: list[Lease] = []

    def another_first() -> int:
        """The server takes the first paper, just before this process looks."""
        if not held and (lease := take_job()) is not None:
            held.append(lease)
        return make_documents()

    monkeypatch.setattr(play_day, "make_documents", another_first)
    # While this process waits, the server is stopped and gives its paper back.
    monkeypatch.setattr(play_day.time, "sleep", lambda _seconds: held[0].give_back())
    text = told("--game", "backgammon", "--entries", "2", "--rounds", "1")
    assert (len(held), len(_FILE.findall(text))) == (1, 3)


@pytest.mark.parametrize(
    "arguments",
    [("--entries", "1"), ("--rounds", "0"), ("--game", "partners", "--sides", "3")],
)
def test_day_that_cannot_be_is_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        told(*arguments)
    assert not Tournament.objects.exists()
