"""Change what is said of an entry: names, players, city, notes, seed, fixed table, first round."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.imports.facts import EntryFacts
from tournaments.models import Entry, User

from .act import act
from .entry_events import last_event, who_and_when
from .entry_rows import (
    check_clashes,
    facts_of,
    fixed_table,
    log_facts,
    set_facts,
    stamp,
    write_players,
)
from .errors import Conflict


def edit_entry(
    entry: Entry,
    facts: EntryFacts,
    *,
    by: User | None,
    table: int | None = None,
    from_round: int = 1,
    seen: str = "",
    key: str = "",
) -> Entry:
    """`entry` with `facts`; `table` and `from_round` as in `register`.

    `seen` is the `stamp` of what the form was made from: when somebody has saved anything else
    since, it is a Conflict, and theirs stands. Saving what is there already records nothing new
    but the event that it was saved. Refuses as `register` does.
    """
    with act("entry.edit", entry.tournament, by=by, key=key) as doing:
        rows = doing.row.entries.select_related("fixed_table").prefetch_related("players")
        entry = rows.get(pk=entry.pk)
        if doing.already:
            return entry
        before = facts_of(entry)
        if seen and seen != stamp(entry, before):
            raise Conflict("entry-changed", changed_meanwhile(entry))
        check_clashes(doing.row, facts, entry.number)
        log_before = log_facts(entry, before)
        entry.fixed_table = fixed_table(doing.row, table, entry)
        entry.from_round = from_round
        set_facts(entry, facts)
        entry.save()
        write_players([(entry, facts)])
        after = log_facts(entry, facts)
        if _addresses(before) != _addresses(facts):
            # Addresses stay out of the log; that they were changed does not.
            after["contact"], log_before["contact"] = "new", ""
        doing.log(entry, before=log_before, after=after)
    return entry


def _addresses(facts: EntryFacts) -> list[tuple[str, str]]:
    return [(person.email, person.phone) for person in facts.players]


def changed_meanwhile(entry: Entry) -> str:
    """Who changed the entry last, and that theirs stands."""
    return _(
        "%(who)s changed %(entry)s at %(at)s, after you opened it. Nothing of yours was saved. "
        "Look at it as it is now, and change it again if it is still needed."
    ) % {"entry": entry.name, **who_and_when(entry, last_event(entry))}
