"""Say which tournaments lead to a final, and bring those who qualified into it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.act import act
from tournaments.domain.entry_rows import (
    check_clashes,
    facts_of,
    new_players,
    next_number,
    set_facts,
)
from tournaments.domain.errors import Refused
from tournaments.imports.facts import MAX_NAME, EntryFacts
from tournaments.models import Entry, Player, Qualified, Qualifier, Role, Tournament, User
from tournaments.names import name_key

from .plan import Line, plan_of

SET = "qualifiers.set"
BRING = "entries.qualified"


@dataclass(frozen=True, slots=True)
class Choice:
    """One tournament that leads to the final, as it is chosen."""

    source: Tournament
    rule: str
    number: int = 1
    by_hand: tuple[int, ...] = ()


def sources_for(final: Tournament, user: User) -> list[Tournament]:
    """Finished tournaments of the same game that `user` is an organiser of, the latest first.

    Only those: who plays in a tournament, and how to reach them, goes no further than its own
    organisers take it.
    """
    found = Tournament.objects.filter(
        roles__user=user,
        roles__kind=Role.Kind.ORGANISER,
        state=Tournament.State.FINISHED,
        game=final.game,
    )
    return list(found.exclude(pk=final.pk).order_by("-date", "name"))


def set_qualifiers(
    final: Tournament, choices: Sequence[Choice], *, by: User, key: str = ""
) -> None:
    """These lead to the final, and no others. Who is there already stays.

    Refused: `no-source` for a tournament that `by` may not choose, `number` for a number that is
    none of its rule's.
    """
    with act(SET, final, by=by, key=key) as doing:
        if doing.already:
            return
        allowed = {one.pk for one in sources_for(doing.row, by)}
        allowed |= set(final.qualifiers.values_list("source", flat=True))
        for choice in choices:
            if choice.source.pk not in allowed:
                raise Refused(
                    "no-source",
                    _("Choose finished tournaments of the same game that you organise."),
                )
            most = 100 if choice.rule == Qualifier.Rule.PERCENT else 999
            if choice.rule not in Qualifier.Rule.values or not 1 <= choice.number <= most:
                raise Refused(
                    "number",
                    _("%(name)s: write how many go on, from 1 to %(most)s.")
                    % {"name": choice.source.name, "most": most},
                )
        before = _told(doing.row)
        doing.row.qualifiers.all().delete()
        Qualifier.objects.bulk_create(
            Qualifier(
                final=doing.row,
                source=choice.source,
                rule=choice.rule,
                number=choice.number,
                by_hand=sorted(set(choice.by_hand)),
            )
            for choice in choices
        )
        doing.log(before={"qualifiers": before}, after={"qualifiers": _told(doing.row)})


def _told(final: Tournament) -> list[str]:
    return [
        f"{one.source.name}: {one.get_rule_display()} {one.number}"
        for one in final.qualifiers.select_related("source")
    ]


def bring_in(
    final: Tournament, chosen: Collection[int], *, by: User | None, key: str = ""
) -> list[Entry]:
    """The entries made of `chosen` (keys of entries of the qualifiers), in the order of the plan.

    Only those the plan has as coming now, or as playing there twice: whoever is there already
    does not come again. Whole or not at all. Refused: `nobody` when none of them comes,
    `finished`, and as `register` refuses an entry.
    """
    with act(BRING, final, by=by, key=key) as doing:
        row = doing.row
        if doing.already:
            numbers = doing.already.after.get("numbers", [])
            return list(row.entries.filter(number__in=numbers))
        if row.state == Tournament.State.FINISHED:
            raise Refused(
                "finished", _("The tournament is over. Nobody can be registered any more.")
            )
        made = [
            _enter(row, source.qualifier, line)
            for source in plan_of(row)
            for line in source.lines
            if line.entry.pk in chosen and line.state in {"comes", "twice"}
        ]
        if not made:
            raise Refused("nobody", _("Nobody new was chosen. Tick those who are to come."))
        doing.log(
            after={
                "entries": [entry.name for entry in made],
                "numbers": [entry.number for entry in made],
            },
            called=ngettext("%(count)s entry", "%(count)s entries", len(made))
            % {"count": len(made)},
        )
    return made


def _enter(final: Tournament, qualifier: Qualifier, line: Line) -> Entry:
    facts = _as_here(final, qualifier, facts_of(line.entry))
    check_clashes(final, facts, None)
    entry = Entry(tournament=final, number=next_number(final))
    set_facts(entry, facts)
    entry.save()
    players = new_players(entry, facts.players)
    short = {one.position for one in line.entry.players.all() if one.initials_only}
    for player in players:
        player.initials_only = player.position in short
    Player.objects.bulk_create(players)
    Qualified.objects.create(
        entry=entry,
        final=final,
        source=qualifier.source,
        source_entry=line.entry,
        source_name=qualifier.source.name,
        place=line.place,
        why=line.why,
    )
    return entry


def _as_here(final: Tournament, qualifier: Qualifier, facts: EntryFacts) -> EntryFacts:
    """Without what was noted there; with the other tournament's name where the entry's is taken."""
    facts = replace(facts, notes="", seed_rank=None)
    if not final.entries.filter(name_key=name_key(facts.name)).exists():
        return facts
    beside = f" ({qualifier.source.name})"
    return replace(facts, name=f"{facts.name[: MAX_NAME - len(beside)]}{beside}"[:MAX_NAME])
