"""Sending letters, to a real mail server in this process."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail as outbox
from django.utils import timezone

from tests.at_once import at_once
from tests.dying import Died, dying_at
from tests.factories import make_tournament
from tests.mail_server import MailServer, mail_server, make_mail
from tests.services import free_port
from tournaments.domain.lease import LeaseLost
from tournaments.mail.faults import Fault
from tournaments.mail.lease import ATTEMPTS, LEASE, RESTS, take_mail
from tournaments.mail.send import send_due_mails, send_mails
from tournaments.models import Mail, Registration, Tournament


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    with mail_server() as server:
        for name, value in server.settings.items():
            setattr(settings, name, value)
        yield server


def row(mail: Mail) -> tuple[str, int, str]:
    mail.refresh_from_db()
    return mail.state, mail.attempts, mail.error.partition(":")[0]


def test_letters_that_wait_are_sent_over_one_connection(
    server: MailServer, tournament: Tournament
) -> None:
    Registration.objects.create(tournament=tournament, contact="bente@example.org")
    first = make_mail(tournament, "anna@example.org", subject="Æbler", text="Å\n.\nslut\n")
    second = make_mail(tournament, "bo@example.org")
    assert send_mails() == 2
    assert (row(first), row(second)) == (("sent", 1, ""), ("sent", 1, ""))
    assert (server.to, server.connections) == (["anna@example.org", "bo@example.org"], 1)
    letter = server.letters[0]
    assert {name: str(letter[name]) for name in ("From", "Subject", "Message-ID", "Reply-To")} == {
        "From": f"{tournament.name} <desk@startfelt.example>",
        "Subject": "Æbler",
        "Message-ID": f"<{first.pk}@startfelt.example>",
        "Reply-To": "bente@example.org",
    }
    assert letter.get_content().replace("\r\n", "\n") == "Å\n.\nslut\n"
    assert letter.get_content_type() == "text/plain"
    assert send_mails() == 0


def test_address_that_is_not_known_fails_at_once_and_the_others_are_sent(
    server: MailServer, tournament: Tournament
) -> None:
    server.answers["gone@example.org"] = "550 5.1.1 User unknown"
    gone, there = make_mail(tournament, "gone@example.org"), make_mail(tournament)
    assert send_mails() == 2
    assert (row(gone), row(there)) == (("failed", 1, "no-address"), ("sent", 1, ""))
    assert gone.error == "no-address: 550 5.1.1 User unknown"


def test_server_that_asks_for_later_is_asked_after_growing_rests(
    server: MailServer, tournament: Tournament
) -> None:
    server.answers["busy@example.org"] = "450 4.2.1 Try later"
    mail = make_mail(tournament, "busy@example.org")
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for attempt, rest in enumerate(RESTS, start=1):
            assert send_mails() == 1
            assert row(mail) == ("waiting", attempt, "later")
            clock.shift(rest - timedelta(seconds=1))
            assert send_mails() == 0
            clock.shift(timedelta(seconds=1))
        assert send_mails() == 1
        assert row(mail) == ("failed", ATTEMPTS, "later")
        clock.shift(timedelta(days=9))
        assert send_mails() == 0


def test_letter_asked_to_wait_is_sent_when_the_server_takes_it(
    server: MailServer, tournament: Tournament
) -> None:
    server.data_answer = "451 4.3.0 Disk full"
    mail = make_mail(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert send_mails() == 1
        assert row(mail) == ("waiting", 1, "later")
        server.data_answer = "250 OK"
        clock.shift(RESTS[0])
        assert send_mails() == 1
    assert (row(mail), server.to) == (("sent", 2, ""), [mail.to])


def test_letter_the_server_will_not_have_fails_at_once(
    server: MailServer, tournament: Tournament
) -> None:
    server.data_answer = "554 5.7.1 Looks like spam"
    mail = make_mail(tournament)
    send_mails()
    assert row(mail) == ("failed", 1, "refused")


def test_slow_server_is_not_waited_for_for_ever(
    server: MailServer, tournament: Tournament, settings: Any
) -> None:
    settings.EMAIL_TIMEOUT = 0.3
    server.dawdles = 1
    mail, other = make_mail(tournament), make_mail(tournament)
    assert send_mails() == 1
    # It has the letter, only nobody was told; and the other is not held up by it again.
    assert (row(mail), row(other)) == (("waiting", 1, "broken-off"), ("waiting", 0, ""))


def test_server_that_dies_after_the_letter_gets_the_same_letter_again(
    server: MailServer, tournament: Tournament
) -> None:
    server.hangs_up = True
    mail = make_mail(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        send_mails()
        assert row(mail) == ("waiting", 1, "broken-off")
        server.hangs_up = False
        clock.shift(RESTS[0])
        send_mails()
    assert row(mail) == ("sent", 2, "")
    assert [str(letter["Message-ID"]) for letter in server.letters] == [
        f"<{mail.pk}@startfelt.example>"
    ] * 2


def test_no_server_is_tried_once_a_sweep(tournament: Tournament, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    first, second = make_mail(tournament), make_mail(tournament)
    assert send_mails() == 1
    assert (row(first), row(second)) == (("waiting", 1, "no-answer"), ("waiting", 0, ""))


def test_letter_without_a_mail_server_is_on_the_screen(
    tournament: Tournament, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    mail = make_mail(tournament, subject="Din plads")
    assert send_mails() == 1
    assert row(mail) == ("sent", 1, "no-server")
    assert "Subject: Din plads" in capsys.readouterr().out


def test_fault_in_the_program_is_a_word_and_no_crash(tournament: Tournament, settings: Any) -> None:
    mail, other = make_mail(tournament, "not an address"), make_mail(tournament)
    Mail.objects.filter(pk=mail.pk).update(to="a@x.org\nBcc: b@x.org")
    assert send_mails() == 2
    assert (row(mail), row(other)) == (("waiting", 1, "program"), ("sent", 1, ""))
    assert [one.to for one in outbox.outbox] == [[other.to]]


def test_worker_that_dies_before_it_wrote_it_down_leaves_the_letter_to_the_next(
    server: MailServer, tournament: Tournament
) -> None:
    mail = make_mail(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        lease = take_mail()
        assert lease and lease.mail == mail.pk
        clock.shift(LEASE - timedelta(seconds=1))
        assert send_mails() == 0
        clock.shift(timedelta(seconds=1))
        assert send_mails() == 1
    assert (row(mail), server.to) == (("sent", 2, ""), [mail.to])
    for too_late in (lease.sent, lease.give_back, lambda: lease.failed(Fault("later"))):
        with pytest.raises(LeaseLost):
            too_late()


def test_letter_of_a_dead_worker_does_not_wait_for_a_clock_that_was_set_back(
    server: MailServer, tournament: Tournament
) -> None:
    mail = make_mail(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert take_mail()
        clock.shift(timedelta(hours=-1))
        assert send_mails() == 1
    assert row(mail) == ("sent", 2, "")


def test_worker_dying_after_the_server_took_it_loses_nothing(
    server: MailServer, tournament: Tournament
) -> None:
    mail = make_mail(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        # What would write down that it is sent.
        with pytest.raises(Died), dying_at("UPDATE tournaments_mail SET lease = NULL"):
            send_mails()
        assert (row(mail), server.to) == (("sending", 1, ""), [mail.to])
        clock.shift(LEASE)
        send_mails()
    assert row(mail) == ("sent", 2, "")
    assert len({str(letter["Message-ID"]) for letter in server.letters}) == 1


def test_letter_that_kills_every_worker_is_given_up(tournament: Tournament) -> None:
    mail = make_mail(tournament)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(ATTEMPTS):
            assert take_mail() is not None
            clock.shift(LEASE)
        assert take_mail() is None
        assert send_mails() == 0
    assert row(mail) == ("failed", ATTEMPTS, "stopped")


def test_letter_given_back_is_taken_at_once_and_not_counted(tournament: Tournament) -> None:
    mail = make_mail(tournament)
    lease = take_mail()
    assert lease
    lease.give_back()
    assert take_mail() is not None
    assert row(mail) == ("sending", 1, "")


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_send_each_letter_once(server: MailServer) -> None:
    tournament = make_tournament()
    addresses = sorted(make_mail(tournament, f"p{n}@example.org").to for n in range(12))
    server.dawdles = 0.02
    assert at_once(*[send_due_mails] * 3) == ["done"] * 3
    assert sorted(server.to) == addresses
    assert set(Mail.objects.values_list("state", "attempts")) == {("sent", 1)}
