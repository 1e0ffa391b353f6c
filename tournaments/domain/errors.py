"""What a verb says when it will not do what was asked."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise


class Refused(Exception):
    """A verb refuses. Nothing was changed.

    `message` says to people what happened, why, and what to do next, in the page's language.
    `code` is for programs and tests. `field` names the form field it belongs beside, if any.
    """

    #: The HTTP status of a page that says it.
    status: ClassVar[int] = 422

    def __init__(self, code: str, message: str | Promise, *, field: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.field = field


class Conflict(Refused):
    """Somebody else changed it meanwhile: what they saved stands, and is shown."""

    status: ClassVar[int] = 409


def status_of(refused: Refused | None) -> int:
    """The HTTP status of a page that shows what a verb said: 200 when it did what was asked."""
    return 200 if refused is None else refused.status
