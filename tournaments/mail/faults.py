"""What went wrong with a letter: a code, what the mail server said, and the words for people."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from typing import Final, Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: Code -> what people at the desk read, and what they can do.
WORDS: Final[dict[str, str | Promise]] = {
    "no-address": _("The receiver’s mail server does not know this address. Correct the address."),
    "refused": _("The mail server will not take this letter."),
    "later": _("The mail server asks to be tried again later."),
    "sender": _("The mail server does not let us send from our address. Check MAIL_FROM."),
    "log-in": _("The mail server does not accept our user name or password. Check EMAIL_URL."),
    "no-answer": _("The mail server does not answer. Is there a network?"),
    "not-safe": _("The connection to the mail server is not safe. Check EMAIL_URL."),
    "broken-off": _("The mail server broke off. The letter may have arrived all the same."),
    "program": _("A fault in the program stopped this. Its log says what went wrong."),
    "stopped": _("The program was stopped each time it sent this."),
    "erased": _("The address of this letter has been erased."),
    # Not a fault of the letter: there is nowhere to send it.
    "no-server": _("No mail server is set up, so this was only written to the program’s screen."),
}

#: Those that say nothing about the letter: the next one would meet the same.
_OF_THE_SERVER: Final = frozenset({"log-in", "no-answer", "not-safe", "broken-off", "sender"})
#: As much of a server's answer as is kept.
_MAX_SAID: Final = 300


@dataclass(frozen=True)
class Fault:
    code: str
    #: In the mail server's own words; "" when it said nothing.
    said: str = ""
    #: Trying again cannot help.
    for_good: bool = False

    @property
    def of_the_server(self) -> bool:
        """It lies with the server and not with this letter: others need not be tried now."""
        return self.code in _OF_THE_SERVER

    @property
    def words(self) -> str:
        return str(WORDS.get(self.code, WORDS["program"]))

    @property
    def stored(self) -> str:
        """As `Mail.error` keeps it; the words are looked up when they are shown."""
        return f"{self.code}: {self.said}" if self.said else self.code

    @classmethod
    def from_stored(cls, error: str) -> Self | None:
        """What `stored` wrote; None for a letter without a fault."""
        code, _colon, said = error.partition(": ")
        return cls(code, said) if code else None


def fault_of(error: Exception) -> Fault:
    """What an exception of a delivery means."""
    match error:
        case smtplib.SMTPRecipientsRefused():
            [(number, answer)] = list(error.recipients.values())[:1] or [(0, b"")]
            if number >= 500:
                return Fault("no-address", _said(number, answer), for_good=True)
            return Fault("later", _said(number, answer))
        case smtplib.SMTPAuthenticationError():
            return Fault("log-in", _said(error.smtp_code, error.smtp_error))
        case smtplib.SMTPSenderRefused() if error.smtp_code >= 500:
            return Fault("sender", _said(error.smtp_code, error.smtp_error))
        case smtplib.SMTPConnectError() | smtplib.SMTPHeloError():
            return Fault("no-answer", _said(error.smtp_code, error.smtp_error))
        case smtplib.SMTPResponseException():
            for_good = error.smtp_code >= 500
            said = _said(error.smtp_code, error.smtp_error)
            return Fault("refused" if for_good else "later", said, for_good=for_good)
        case smtplib.SMTPServerDisconnected():
            return Fault("broken-off", _plain(str(error)))
        case smtplib.SMTPNotSupportedError() | ssl.SSLError():
            return Fault("not-safe", _plain(str(error)))
        case OSError():
            return Fault("no-answer", _plain(str(error)))
        case UnicodeError():
            # An address with letters that this mail server cannot be told.
            return Fault("no-address", for_good=True)
    return Fault("program")


def _said(number: int, said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return _plain(f"{number} {text}")


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)[:_MAX_SAID].strip()
