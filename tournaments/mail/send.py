"""Sending letters: take one that is due, hand it to the mail server, write down what it said."""

from __future__ import annotations

import logging
from email.utils import formataddr, parseaddr
from threading import Lock
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from tournaments.domain.lease import LeaseLost, stopping
from tournaments.mail.faults import Fault, fault_of
from tournaments.mail.lease import MailLease, give_up_on_the_hopeless, take_mail
from tournaments.mail.write import one_line
from tournaments.models import Mail, Registration

log = logging.getLogger("startfelt.mail")

#: One connection a process is enough, and a slow mail server keeps one worker busy, not all.
_at_work: Final = Lock()


class ErasedAddress(Exception):
    """There is nobody any more to send the letter to."""


def has_server() -> bool:
    """Whether letters go anywhere but to the program's screen."""
    return not settings.EMAIL_BACKEND.endswith(".console.EmailBackend")


def send_mails() -> int:
    """Send everything that is due, one after another; how many were taken in hand.

    Safe to call anywhere and at any time, in several processes at once.
    """
    if not _at_work.acquire(blocking=False):
        return 0
    try:
        return send_due_mails()
    finally:
        _at_work.release()


def send_due_mails() -> int:
    """As `send_mails`, whoever else is sending in this process."""
    give_up_on_the_hopeless()
    count = 0
    connection = get_connection()
    try:
        while not stopping.is_set() and (lease := take_mail()) is not None:
            count += 1
            fault = send_one(lease, connection)
            if fault is not None:
                _close(connection)
                if fault.of_the_server:
                    # The next letters would only wait for the same; the next sweep tries one.
                    break
    finally:
        _close(connection)
    return count


def send_one(lease: MailLease, connection: BaseEmailBackend) -> Fault | None:
    """Hand the letter of `lease` to the mail server. What goes wrong is noted and returned."""
    mail = Mail.objects.select_related("tournament").get(pk=lease.mail)
    fault: Fault | None = None
    try:
        if not mail.to:
            raise ErasedAddress
        connection.open()
        connection.send_messages([message_of(mail)])
    except ErasedAddress:
        fault = Fault("erased", for_good=True)
    except Exception as error:
        fault = fault_of(error)
        if fault.code == "program":
            log.exception("letter %s could not be sent", mail.pk)
        else:
            log.warning("letter %s: %s", mail.pk, fault.stored)
    try:
        if fault is None:
            lease.sent("" if has_server() else Fault("no-server").stored)
        else:
            lease.failed(fault)
    except LeaseLost:
        log.warning("letter %s: taken by another worker meanwhile", mail.pk)
    return fault


def message_of(mail: Mail) -> EmailMessage:
    """The e-mail of a row, the same each time it is sent but for its date."""
    _name, sender = parseaddr(settings.DEFAULT_FROM_EMAIL)
    domain = sender.rpartition("@")[2] or "localhost"
    contact = (
        Registration.objects.filter(tournament=mail.tournament)
        .values_list("contact", flat=True)
        .first()
    )
    return EmailMessage(
        subject=one_line(mail.subject),
        body=mail.text,
        from_email=formataddr((one_line(mail.tournament.name), sender)),
        to=[mail.to],
        reply_to=[contact] if contact else None,
        headers={
            "Message-ID": f"<{mail.pk}@{domain}>",
            # No holiday replies to a program.
            "Auto-Submitted": "auto-generated",
            "Content-Language": mail.language,
        },
    )


def _close(connection: BaseEmailBackend) -> None:
    try:
        connection.close()
    except Exception as error:
        # A server that is gone need not be told good-bye.
        log.info("closing the line to the mail server: %s", error)
