"""What was done before a tournament was brought in from a file."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Event

from .errors import Refused


def imported_words() -> str:
    """Why such a step is not taken back."""
    return _(
        "That was done before the tournament was brought in from a file. It can be read here, and "
        "not taken back. Change it by hand."
    )


def keep_imported(event: Event) -> None:
    """Raise `Refused("imported")` for such a step: what it keeps of before has the keys of the
    installation where it was done."""
    if event.imported:
        raise Refused("imported", imported_words())
