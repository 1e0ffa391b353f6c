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

from tournaments.formats.model import Reason

#: Parameters that hold keys of entries; they are shown as names.
ENTRY_PARAMS = frozenset({"entry", "opponent", "down", "up"})
#: The same, several of them; a number there is a count.
LISTED_PARAMS = frozenset({"entries", "opponents"})

#: Why there is no draw.
ERRORS: dict[str, str | Promise] = {
    "too_few_tables": gettext_lazy(
        "The draw needs %(pairings)s tables, and %(tables)s are in service. "
        "Put up more tables or put some into service, then draw again."
    ),
    "too_few_entries": gettext_lazy("Too few are here for a game. Check in those who came."),
    "forbidden_pairs_leave_no_draw": gettext_lazy(
        "No draw keeps apart everybody who must not meet. Allow one of those meetings."
    ),
    "points_too_fine": gettext_lazy(
        "The points are too finely graded for a draw of %(entries)s. "
        "Use rounder points in the settings."
    ),
}

#: About one pairing, its table, or the draw as a whole.
REASONS: dict[str, str | Promise] = {
    "same_points": gettext_lazy(
        "Same score group (%(points)s): numbers %(places)s of %(group_size)s in it."
    ),
    "float_alone": gettext_lazy(
        "%(down)s is alone on score %(points_down)s and floats down to %(up)s (%(points_up)s)."
    ),
    "float_met_all": gettext_lazy(
        "%(down)s has met all others on score %(points_down)s and floats down to %(up)s "
        "(%(points_up)s)."
    ),
    "float_odd_group": gettext_lazy(
        "An odd number has score %(points_down)s: %(down)s floats down to %(up)s (%(points_up)s)."
    ),
    "float_for_others": gettext_lazy(
        "%(down)s (score %(points_down)s) floats down to %(up)s (%(points_up)s), so that nobody "
        "else has to meet again or float further."
    ),
    "floats_down_again": gettext_lazy("%(entry)s has floated down lately too."),
    "floats_up_again": gettext_lazy("%(entry)s has floated up lately too."),
    "first_meeting": gettext_lazy("They have not met before."),
    "meet_again": gettext_lazy(
        "%(entries)s have met before (%(times)s): it was not to be avoided."
    ),
    "not_kept_apart": gettext_lazy("%(entries)s are of the same club or town."),
    "bye_lowest": gettext_lazy("%(entry)s is ranked last, with score %(points)s, and sits out."),
    "bye_lowest_without_one": gettext_lazy(
        "%(entry)s (score %(points)s) is the last in rank who has not had a bye."
    ),
    "bye_avoids_rematch": gettext_lazy(
        "%(entry)s (score %(points)s) sits out, though %(ranked_below)s are ranked below: "
        "otherwise two would have to meet again."
    ),
    "bye_all_had_one": gettext_lazy(
        "%(entry)s sits out again (byes so far: %(earlier_byes)s): nobody here has had fewer."
    ),
    "fixed_table": gettext_lazy("%(entry)s has table %(table)s as a fixed table."),
    "fixed_table_given_way": gettext_lazy(
        "%(entry)s would have fixed table %(wanted)s, but another one has it this round."
    ),
    "fixed_table_closed": gettext_lazy(
        "%(entry)s would have fixed table %(wanted)s, but it is not in service."
    ),
    "same_table_again": gettext_lazy(
        "%(entry)s has sat at table %(table)s before: it was not to be avoided."
    ),
    "field": gettext_lazy("%(entries)s were drawn, in %(score_groups)s score groups."),
    "second_bye_unavoidable": gettext_lazy("Somebody has the bye again: all have had one."),
    "rematch_unavoidable": gettext_lazy("Some meet again: no draw without that exists."),
    "repeated_float_unavoidable": gettext_lazy("Some float the same way again."),
    "not_all_kept_apart": gettext_lazy("Some of the same club or town meet."),
    "results_missing": gettext_lazy(
        "%(pairings)s results were missing when this was drawn (tables %(tables)s)."
    ),
}


#: What a check of a draft found.
FINDINGS: dict[str, str | Promise] = {
    "empty": gettext_lazy("Nobody is in this round. Draw it again."),
    "no_table": gettext_lazy("%(entries)s have no table. Give them one."),
    "entry_against_itself": gettext_lazy("%(entry)s would play against itself."),
    "entry_twice_in_round": gettext_lazy("%(entry)s sits at two tables."),
    "active_entry_missing": gettext_lazy(
        "%(entry)s is here and not in this round. Put it in, or draw again."
    ),
    "unknown_entry": gettext_lazy("Somebody in this draft is not on the list of entries."),
    "bye_with_opponent": gettext_lazy("A bye has an opponent. Draw again."),
    "too_few_sides": gettext_lazy("Somebody has no opponent. Take the entry out, or draw again."),
    "table_twice": gettext_lazy("Two games are at table %(table)s. Move one of them."),
    "rematch": gettext_lazy("%(entries)s have met before: round %(rounds)s."),
    "forbidden_pair": gettext_lazy("%(entries)s may not meet."),
    "second_bye": gettext_lazy("%(entry)s has had the bye before: round %(rounds)s."),
    "several_byes": gettext_lazy("%(entries)s all sit out, though two of them could meet."),
    "entry_withdrawn": gettext_lazy("%(entry)s has withdrawn."),
    "entry_absent": gettext_lazy("%(entry)s is not here."),
    "entry_not_here_yet": gettext_lazy("%(entry)s comes in with round %(from_round)s."),
    "fixed_table_violated": gettext_lazy("%(entry)s needs table %(wanted)s."),
    "unknown_table": gettext_lazy("The hall has no table %(table)s."),
    "table_out_of_service": gettext_lazy(
        "Table %(table)s is out of service. Move the game to another one."
    ),
}


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
