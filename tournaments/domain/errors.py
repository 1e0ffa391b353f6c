"""What a verb says when it will not do what was asked."""

from __future__ import annotations

from django.utils.functional import Promise


class Refused(Exception):
    """A verb refuses. Nothing was changed.

    `message` says to people what happened, why, and what to do next, in the page's language.
    `code` is for programs and tests. `field` names the form field it belongs beside, if any.
    """

    def __init__(self, code: str, message: str | Promise, *, field: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.field = field


class Conflict(Refused):
    """Somebody else changed it meanwhile: what they saved stands, and is shown."""
