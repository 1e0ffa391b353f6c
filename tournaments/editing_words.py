"""What an ended edit by hand changed of the engine's own draw, in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.editing_differences import Difference
from tournaments.formats.editing_rules import Change
from tournaments.formats.model import EntryId

#: What an edit changed, by kind.
DIFFERENCES: dict[Change, str | Promise] = {
    Change.SWAP_ENTRIES: gettext_lazy("%(who)s meets %(opponents)s instead of %(was_opponents)s."),
    Change.MOVE_ENTRY: gettext_lazy(
        "%(who)s went to another table and meets %(opponents)s instead of %(was_opponents)s."
    ),
    Change.CHANGE_SIDES: gettext_lazy("%(who)s sit on other sides."),
    Change.CHANGE_PARTNERS: gettext_lazy("%(who)s play with other partners."),
    Change.MOVE_TABLE: gettext_lazy("%(who)s sit at table %(table)s instead of %(was_table)s."),
    Change.SWAP_TABLES: gettext_lazy("%(who)s sit at table %(table)s instead of %(was_table)s."),
    Change.GIVE_BYE: gettext_lazy("%(who)s sits out."),
    Change.TAKE_BYE: gettext_lazy("%(who)s plays instead of sitting out."),
    Change.PUT_IN: gettext_lazy("%(who)s was put in."),
    Change.TAKE_OUT: gettext_lazy("%(who)s was taken out."),
    Change.ADD_PAIRING: gettext_lazy("%(who)s were added."),
    Change.REMOVE_PAIRING: gettext_lazy("%(who)s were taken out."),
    Change.MOVE_GROUP: gettext_lazy("%(who)s: group %(group)s instead of %(was_group)s."),
    Change.MOVE_SLOT: gettext_lazy("%(who)s: match %(slot)s instead of %(was_slot)s."),
    Change.REDRAW: gettext_lazy("The round was drawn again."),
    Change.DISCARD: gettext_lazy("The round was thrown away."),
}

#: What stands in a sentence where there was nothing, such as a table for a bye.
NONE = gettext_lazy("none")


def difference_sentence(difference: Difference, names: Mapping[EntryId, str]) -> str:
    """One difference of an ended edit, with `names` of the entries."""
    shown: dict[str, str] = {
        key: str(NONE) for key in ("table", "was_table", "group", "was_group", "slot", "was_slot")
    }
    for key, value in difference.params.items():
        if isinstance(value, tuple):
            shown[key] = " – ".join(names.get(entry, "?") for entry in value) or _("nobody")
        else:
            shown[key] = str(value)
    entry = difference.params.get("entry")
    who = names.get(entry, "?") if isinstance(entry, int) else shown.get("entries", "")
    return str(DIFFERENCES[difference.change]) % {**shown, "who": who}
