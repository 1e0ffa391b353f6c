"""A mail server in this process, which takes letters as told: all, none, slowly, or and dies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests.services import free_port
from tournaments.models import Mail, Tournament


@dataclass
class MailServer:
    """What came, and how the server behaves; both may be looked at and changed at any time."""

    port: int = field(default_factory=free_port)
    #: Address -> what is answered when it is named as the receiver.
    answers: dict[str, str] = field(default_factory=dict)
    #: What is answered to a letter.
    data_answer: str = "250 OK"
    #: Seconds until it answers to a letter, which it has by then.
    dawdles: float = 0
    #: Hangs up instead of answering to a letter, which it has.
    hangs_up: bool = False
    letters: list[EmailMessage] = field(default_factory=list)
    connections: int = 0

    @property
    def to(self) -> list[str]:
        return [str(letter["To"]) for letter in self.letters]

    @property
    def settings(self) -> Mapping[str, Any]:
        """Django's settings for this server."""
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": self.port,
            "EMAIL_TIMEOUT": 5,
            "DEFAULT_FROM_EMAIL": "desk@startfelt.example",
        }

    async def handle_EHLO(
        self, _server: Any, session: Any, _envelope: Any, name: str, responses: list[str]
    ) -> list[str]:
        session.host_name = name
        self.connections += 1
        return responses

    async def handle_RCPT(
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if address in self.answers:
            return self.answers[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, _session: Any, envelope: Any) -> str:
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        if self.data_answer.startswith("250"):
            self.letters.append(letter)
        if self.hangs_up:
            server.transport.abort()
        if self.dawdles:
            await asyncio.sleep(self.dawdles)
        return self.data_answer


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A mail server on a port of its own while the block lasts."""
    server = MailServer()
    controller = Controller(server, hostname="127.0.0.1", port=server.port)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


def make_mail(tournament: Tournament, to: str = "anna@example.org", **fields: Any) -> Mail:
    """A letter that waits."""
    said = {"kind": "confirm", "language": "da", "subject": "Hej", "text": "Åh\n"}
    return Mail.objects.create(tournament=tournament, to=to, **(said | fields))
