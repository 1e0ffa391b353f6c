"""What judges have decided about a pair keeps it from being merged into another."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from judging.models import Ruling
from tournaments.domain.errors import Refused
from tournaments.models import Entry


def keep_rulings(sender: object, *, keep: Entry, gone: Entry, **_more: Any) -> None:
    """Refuses to merge away a pair that a ruling is about: the ruling would stand with nobody."""
    if Ruling.objects.filter(entry=gone).exists():
        raise Refused(
            "rulings",
            _(
                "A ruling is about %(gone)s. Turn it round: keep %(gone)s, "
                "and merge %(keep)s into it."
            )
            % {"gone": gone.name, "keep": keep.name},
            field="other",
        )
