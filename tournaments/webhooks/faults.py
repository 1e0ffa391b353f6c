"""What went wrong with a delivery: a code, and the words for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: Code -> what people at the desk read, and what they can do.
WORDS: Final[dict[str, str | Promise]] = {
    "no-answer": _("Nobody answers at this address."),
    "no-name": _("There is no such address, or this machine has no network."),
    "too-slow": _("The answer did not come in time."),
    "not-safe": _("The certificate of this address does not hold."),
    "not-allowed": _("The address lies in a network that Startfelt may not send to."),
    "moved": _("The address sends on elsewhere. Enter the new one: nobody is followed."),
    "error": _("The program there had a fault of its own."),
    "later": _("The program there asks to be tried again later."),
    "refused": _("The program there did not take it."),
    "gone": _("The program there wants no more."),
    "no-http": _("What answers there is no web server."),
    "secret": _("The secret cannot be read any more. Make a new one."),
    "stopped": _("The program was stopped each time it sent this."),
    "off": _("Not sent, since the webhook was switched off."),
    "program": _("A fault in the program stopped this. Its log says what went wrong."),
}

#: Those that say something about the address and nothing about the message: the next one would
#: meet the same, so the address is left alone for a while.
_OF_THE_ADDRESS: Final = frozenset(
    {"no-answer", "no-name", "too-slow", "not-safe", "error", "later", "no-http"}
)
#: Trying again cannot help.
_FOR_GOOD: Final = frozenset({"not-allowed", "secret", "gone"})


@dataclass(frozen=True, slots=True)
class Fault:
    code: str

    @property
    def of_the_address(self) -> bool:
        return self.code in _OF_THE_ADDRESS

    @property
    def for_good(self) -> bool:
        return self.code in _FOR_GOOD

    @property
    def words(self) -> str:
        return str(WORDS.get(self.code, WORDS["program"]))


def fault_of_status(status: int) -> Fault | None:
    """What a status means; None when the message was taken."""
    if 200 <= status < 300:
        return None
    if 300 <= status < 400:
        return Fault("moved")
    if status == 410:
        return Fault("gone")
    if status in {408, 425, 429, 503}:
        return Fault("later")
    if 400 <= status < 500:
        return Fault("refused")
    return Fault("error" if status >= 500 else "no-http")
