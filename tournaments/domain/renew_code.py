"""Give an entry another secret code: whatever the old one opened is closed."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Entry, User
from tournaments.models.entry import new_code

from .act import act
from .errors import Conflict


def renew_code(entry: Entry, *, by: User | None, seen: str = "", key: str = "") -> Entry:
    """`entry` with a code nobody knows yet. The log says that, and neither code.

    `seen` is the code the page showed: a Conflict when somebody has given another meanwhile.
    """
    with act("entry.new-code", entry.tournament, by=by, key=key) as doing:
        entry = doing.row.entries.get(pk=entry.pk)
        if doing.already:
            return entry
        if seen and seen != entry.code:
            raise Conflict(
                "code-changed",
                _("%(entry)s has got another code meanwhile. It is shown now.")
                % {"entry": entry.name},
            )
        entry.code = new_code()
        entry.save(update_fields=["code"])
        doing.log(entry)
    return entry
