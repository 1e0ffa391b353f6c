"""A stage in words: what is said of it, in short lines."""

from __future__ import annotations

from enum import Enum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Stage
from tournaments.plain import kind_of, kinds
from tournaments.queries.stages import StageFacts, options_of
from tournaments.stage_formats import CHOICES


def said_of(facts: StageFacts) -> list[str]:
    """The format, how long it is, what was chosen about it, and who goes on into it."""
    lines = [str(facts.row.label) if facts.stage.name else str(facts.row.about)]
    if facts.planned is not None:
        lines.append(rounds_text(facts))
    lines += _options(facts)
    if facts.stage.number > 1:
        lines.append(who_goes_on(facts.stage))
        if facts.stage.carry == Stage.Carry.EVERYTHING:
            lines.append(_("The whole result is taken along."))
    return lines


def rounds_text(facts: StageFacts) -> str:
    """How many rounds it has, or would have with those expected."""
    planned = facts.planned or 0
    if not facts.row.fixed_rounds or facts.begun:
        return ngettext("%(count)s round", "%(count)s rounds", planned) % {"count": planned}
    return ngettext(
        "%(count)s round with %(entries)s taking part",
        "%(count)s rounds with %(entries)s taking part",
        planned,
    ) % {"count": planned, "entries": facts.entries}


def _options(facts: StageFacts) -> list[str]:
    """What was chosen otherwise than usual."""
    lines: list[str] = []
    options = options_of(facts.stage)
    for option in facts.row.fields:
        if option.name == "rounds" or option.name not in facts.stage.settings:
            continue
        value = getattr(options, option.name)
        kind, _may_be_none = kind_of(kinds(facts.row.options)[option.name])
        if value is False or value is None or value == 0:
            continue
        if value is True:
            lines.append(str(option.label))
        elif option.name == "sizes":
            sizes = ", ".join(map(str, sorted(value)))
            lines += [_("Tables of %(sizes)s") % {"sizes": sizes}] if value else []
        elif isinstance(value, tuple):
            continue
        elif isinstance(value, Enum):
            lines.append(f"{option.label}: {CHOICES[kind][value]}")
        else:
            lines.append(f"{option.label}: {value}")
    return lines


def who_goes_on(stage: Stage) -> str:
    """Which places of the stage before go on into it."""
    if stage.to_rank is None and stage.from_rank == 1:
        return _("All go on into it.")
    if stage.to_rank is None:
        return _("Those from place %(first)s on go on into it.") % {"first": stage.from_rank}
    if stage.from_rank == stage.to_rank:
        return _("Place %(place)s goes on into it.") % {"place": stage.to_rank}
    return _("Places %(first)s to %(last)s go on into it.") % {
        "first": stage.from_rank,
        "last": stage.to_rank,
    }
