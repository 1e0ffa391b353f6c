"""What an event at larger tables, or with a new partner each round, will look like, in words."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.model import FormatOptions
from tournaments.formats.multi_seat_outlook import Outlook, outlook
from tournaments.stage_formats import OutlookOptions


def outlook_lines(
    entries: int, options: FormatOptions | None, *, drawn_before: int = 0
) -> list[str]:
    """Which tables and byes there will be with so many taking part throughout, and how often
    somebody will have to meet again. Empty in formats of two sides where that is no question.

    `drawn_before` are the rounds already drawn: what holds for a whole event is said before its
    first round only, since it rests on everybody staying.
    """
    if not isinstance(options, OutlookOptions) or entries < 1:
        return []
    seen = outlook(entries, options)
    if not seen.sizes:
        return [_too_few(entries, seen)]
    lines = [f"{_tables(entries, seen)} {_byes(seen)}".strip()]
    if not drawn_before:
        lines += [_plan(seen), _repeats(seen)]
    return [line for line in lines if line]


def _too_few(entries: int, seen: Outlook) -> str:
    least = seen.reasons[0].params["least"]
    return ngettext(
        "%(count)s is too few: a table needs %(least)s.",
        "%(count)s are too few: a table needs %(least)s.",
        entries,
    ) % {"count": entries, "least": least}


def _tables(entries: int, seen: Outlook) -> str:
    kinds = [
        ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
        % {"count": count, "size": size}
        for size, count in sorted(Counter(seen.sizes).items(), reverse=True)
    ]
    return _("With %(entries)s taking part: %(tables)s.") % {
        "entries": entries,
        "tables": _(" and ").join(kinds),
    }


def _byes(seen: Outlook) -> str:
    if not seen.byes:
        return _("Nobody sits out.")
    return ngettext(
        "%(count)s sits out in each round.", "%(count)s sit out in each round.", seen.byes
    ) % {"count": seen.byes}


def _plan(seen: Outlook) -> str:
    if not seen.design:
        if seen.rounds < 2:
            return ""
        return _("No plan for the whole event is known: each round is searched for by itself.")
    return ngettext(
        "A plan is known in which nobody meets anybody twice for %(count)s round.",
        "A plan is known in which nobody meets anybody twice for %(count)s rounds.",
        seen.spotless_rounds,
    ) % {"count": seen.spotless_rounds}


def _repeats(seen: Outlook) -> str:
    if seen.rounds < 2:
        return ""
    numbers = {"rounds": seen.rounds, "count": seen.least_repeats}
    if not seen.least_repeats:
        if seen.least_known:
            return _("In %(rounds)s rounds nobody has to meet twice.") % numbers
        return _("In %(rounds)s rounds, whether somebody has to meet twice shows in the draws.") % (
            numbers
        )
    if seen.least_known:
        return (
            ngettext(
                "In %(rounds)s rounds %(count)s meeting is a repeat: fewer is impossible.",
                "In %(rounds)s rounds %(count)s meetings are repeats: fewer is impossible.",
                seen.least_repeats,
            )
            % numbers
        )
    return (
        ngettext(
            "In %(rounds)s rounds %(count)s meeting at least is a repeat.",
            "In %(rounds)s rounds %(count)s meetings at least are repeats.",
            seen.least_repeats,
        )
        % numbers
    )
