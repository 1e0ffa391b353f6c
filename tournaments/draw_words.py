"""What a draw says, in words: each reason code is one sentence.

The formats say why as data (`Reason`); here it becomes a sentence in the language of the page.
A code without words here is shown as it stands rather than hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.draw_sentences import CHANGES, ERRORS, FINDINGS, REASONS
from tournaments.formats.model import Reason

__all__ = [
    "CHANGES",
    "ERRORS",
    "FINDINGS",
    "REASONS",
    "change_sentence",
    "error_sentence",
    "finding_sentence",
    "group_order",
    "group_words",
    "points_text",
    "reason_sentence",
]

#: Parameters that hold keys of entries; they are shown as names.
ENTRY_PARAMS = frozenset({"entry", "opponent", "down", "up"})
#: The same, several of them; a number there is a count.
LISTED_PARAMS = frozenset({"entries", "opponents"})
#: Parameters that name a group or a bracket.
GROUP_PARAMS = frozenset({"group", "was_group"})

#: Brackets and matches beside the tree, as the formats call them.
BRACKETS: dict[str, str | Promise] = {
    "final": gettext_lazy("Final"),
    "winners": gettext_lazy("Winners’ bracket"),
    "losers": gettext_lazy("Losers’ bracket"),
    "third_place": gettext_lazy("Match for third place"),
    "consolation": gettext_lazy("Consolation"),
    "waiting": gettext_lazy("Waiting"),
}


def group_order(group: str) -> tuple[int, int, str]:
    """A key to sort groups and brackets by: A, B, …, AA; the main tree before what stands beside
    it."""
    place = list(BRACKETS).index(group) + 1 if group in BRACKETS else 0
    return place, len(group), group


def group_words(group: str) -> str:
    """What a group or a bracket is called; "" for none."""
    if group in BRACKETS:
        return str(BRACKETS[group])
    return _("Group %(name)s") % {"name": group} if group else ""


def error_sentence(reason: Reason) -> str:
    """Why a draw was refused, and what to do."""
    words = ERRORS.get(reason.code)
    if words is None:
        return _(
            "No draw was made (%(code)s). Nothing was changed. Check entries, results and "
            "settings, then try again."
        ) % {"code": reason.code}
    return str(words) % {key: _plain(value) for key, value in reason.params.items()}


def reason_sentence(reason: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """A stored reason (`{"code", "params"}`) as a sentence; `names` are those of the entries."""
    return _sentence(REASONS, reason["code"], reason["params"], names)


def finding_sentence(code: str, params: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """What a check of a draft found, as a sentence; `names` are those of the entries."""
    return _sentence(FINDINGS, code, params, names)


def change_sentence(code: str) -> str:
    """What a change by hand means."""
    return str(CHANGES.get(code, code.replace("_", " ")))


def _sentence(
    words_by_code: Mapping[str, str | Promise],
    code: str,
    params: Mapping[str, Any],
    names: Mapping[int, str],
) -> str:
    words = words_by_code.get(code)
    if words is None:
        return code.replace("_", " ")
    shown = {
        key: _entries(value, names)
        if key in ENTRY_PARAMS or (key in LISTED_PARAMS and isinstance(value, list | tuple))
        else group_words(str(value))
        if key in GROUP_PARAMS
        else _plain(value)
        for key, value in params.items()
    }
    return str(words) % shown


def _entries(value: Any, names: Mapping[int, str]) -> str:
    listed = value if isinstance(value, list | tuple) else [value]
    return " – ".join(names.get(pk, "?") for pk in listed)


def _plain(value: Any) -> str:
    """Numbers as one writes them in the page's language; lists with commas."""
    if isinstance(value, list | tuple):
        return ", ".join(_plain(one) for one in value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return str(value)
    return points_text(value)


def points_text(value: Decimal | str | None) -> str:
    """Points without needless zeros: 3, 2,5."""
    if value is None:
        return ""
    try:
        number = Decimal(value)
    except InvalidOperation:
        return str(value)
    text = format(number.normalize(), "f")
    return text.replace(".", get_format("DECIMAL_SEPARATOR"))
