"""Writing letters: a row in the language of the reader, in the transaction of what it tells of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import make_tournament
from tournaments.domain.errors import Refused
from tournaments.mail import write_mail
from tournaments.mail.send import message_of
from tournaments.models import Mail, Tournament


@pytest.fixture
def letters(tmp_path: Path, settings: Any) -> Path:
    """A folder of templates of our own, in which a letter "hello" stands."""
    folder = tmp_path / "mail"
    folder.mkdir()
    (folder / "hello.txt").write_text(
        "{% load i18n %}{{ tournament.name }}: {{ name }}\n\n"
        "{% translate 'registered' %}\n{{ link }}\n",
        encoding="utf-8",
    )
    templates = dict(settings.TEMPLATES[0])
    templates["DIRS"] = [tmp_path, *templates["DIRS"]]
    settings.TEMPLATES = [templates]
    return folder


def hello(tournament: Tournament, **fields: Any) -> Mail:
    said = {"to": "anna@example.org", "language": "da", "context": {"name": "Skovlyst"}} | fields
    return write_mail(tournament, kind="hello", **said)


def test_letter_is_rendered_in_its_language_and_waits(
    letters: Path, tournament: Tournament
) -> None:
    mail = hello(tournament, context={"name": "Æ & Ø", "link": "http://x/?a=1&b=2"})
    assert (mail.subject, mail.text, mail.state, mail.attempts) == (
        f"{tournament.name}: Æ & Ø",
        "tilmeldt\nhttp://x/?a=1&b=2\n",
        "waiting",
        0,
    )
    assert hello(tournament, language="en").text == "registered\n"


def test_letter_with_a_key_is_written_once(letters: Path, tournament: Tournament) -> None:
    first = hello(tournament, key="7:offer")
    assert hello(tournament, key="7:offer", context={"name": "Other"}) == first
    assert hello(make_tournament(), key="7:offer") != first
    assert Mail.objects.count() == 2


def test_letter_goes_with_the_transaction_it_is_in(letters: Path, tournament: Tournament) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        hello(tournament)
        raise RuntimeError
    assert Mail.objects.count() == 0


def test_worker_is_woken_after_the_commit(
    letters: Path, tournament: Tournament, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        hello(tournament, key="once")
        hello(tournament, key="once")
    assert [one.__name__ for one in callbacks] == ["wake"]


@pytest.mark.parametrize("to", ["", "anna", "anna@x.org\nBcc: all@x.org", "a@x.org, b@x.org"])
def test_letter_to_no_address_is_refused(letters: Path, tournament: Tournament, to: str) -> None:
    with pytest.raises(Refused) as refused:
        hello(tournament, to=to)
    assert (refused.value.code, Mail.objects.count()) == ("bad-address", 0)


@given(name=st.text(max_size=300))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_name_breaks_out_of_the_subject(
    letters: Path, tournament: Tournament, name: str
) -> None:
    mail = hello(tournament, context={"name": f"x\r\nBcc: all@example.org{name}"})
    tournament.name = f"DM\r\nBcc: all@example.org {name}"
    mail.refresh_from_db()
    mail.tournament = tournament
    message = message_of(mail).message()
    assert sorted(message.keys()) == [
        "Auto-Submitted", "Content-Language", "Content-Transfer-Encoding", "Content-Type",
        "Date", "From", "MIME-Version", "Message-ID", "Subject", "To",
    ]  # fmt: skip
    assert len(mail.subject) <= 200
    assert "\n" not in mail.subject
    assert "\r" not in mail.text
