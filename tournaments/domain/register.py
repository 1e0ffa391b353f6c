"""Register an entry by hand, and change what is said of one."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.imports.facts import EntryFacts
from tournaments.models import Entry, Player, Tournament, User

from .act import act
from .entry_rows import (
    check_clashes,
    fixed_table,
    log_facts,
    new_players,
    next_number,
    set_facts,
)
from .errors import Refused


def register(
    tournament: Tournament,
    facts: EntryFacts,
    *,
    by: User | None,
    table: int | None = None,
    from_round: int = 1,
    state: str = Entry.State.REGISTERED,
    key: str = "",
) -> Entry:
    """A new entry under the next free number.

    `table` is the number of its fixed table, `from_round` the first round it is drawn in,
    `state` "registered" or, for somebody who stands at the desk, "present".
    Refuses when the tournament is over or full, when the name is taken, when a player is
    registered already, and when the table cannot be had.
    """
    with act("entry.register", tournament, by=by, key=key) as doing:
        if doing.already:
            return Entry.objects.get(pk=doing.already.subject_id)
        tournament = doing.row
        if tournament.state == Tournament.State.FINISHED:
            raise Refused(
                "finished", _("The tournament is over. Nobody can be registered any more.")
            )
        check_clashes(tournament, facts, None)
        number = next_number(tournament)
        entry = Entry(
            tournament=tournament,
            number=number,
            lot_key=number,
            state=Entry.State(state),
            from_round=from_round,
            fixed_table=fixed_table(tournament, table, None),
        )
        set_facts(entry, facts)
        entry.save()
        Player.objects.bulk_create(new_players(entry, facts.players))
        after = {"number": entry.number, **log_facts(entry, facts), "state": entry.state}
        doing.log(entry, after=after)
    return entry
