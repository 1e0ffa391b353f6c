"""Who is here: present, late, absent, waiting, withdrawn. One tap, and the way back.

Nothing here touches a round that is drawn: a change counts from the next draw.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.hooks import letting_in
from tournaments.models import Entry, Event, Round, Tournament, User
from tournaments.queries.held import held_places

from .act import Act, act, undoing
from .entry_events import last_event, who_and_when
from .errors import Conflict, Refused
from .rounds import refuse_drawn_meanwhile

#: The verb that brings an entry into each state.
VERBS: dict[str, str] = {
    Entry.State.PRESENT: "entry.check-in",
    Entry.State.LATE: "entry.late",
    Entry.State.ABSENT: "entry.absent",
    Entry.State.REGISTERED: "entry.wait",
    Entry.State.WITHDRAWN: "entry.withdraw",
    Entry.State.DISQUALIFIED: "entry.disqualify",
}
UNDO = "entry.undo"
#: Verbs about one entry's state that can be taken back.
UNDOABLE = [*VERBS.values(), "entry.return", "entry.first-round", UNDO]
#: Who has left: not drawn any more, whatever becomes of the results.
GONE = frozenset({Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED})


class Changed(NamedTuple):
    """The entry as it is now, and the event, by which it can be undone."""

    entry: Entry
    event: Event


def next_draw(tournament: Tournament) -> int:
    """The number of the round that is drawn next; a draft may be drawn again, so it is one."""
    last = tournament.rounds.order_by("-number").values_list("number", "state").first()
    if last is None:
        return 1
    return last[0] if last[1] == Round.State.DRAFT else last[0] + 1


def seen_of(entry: Entry) -> str:
    """What a button was made from: a press of one that is out of date is a Conflict."""
    facts = [entry.state, str(entry.from_round)]
    return ":".join(facts + ["struck"] if entry.struck else facts)


def state_facts(entry: Entry) -> dict[str, Any]:
    """How an entry stands, as the log keeps it; what is as usual is left out."""
    facts: dict[str, Any] = {"state": entry.state, "from_round": entry.from_round}
    if entry.missed_points is not None:
        facts["missed_points"] = str(entry.missed_points)
    return facts | ({"struck": True} if entry.struck else {})


def change_state(
    entry: Entry,
    state: str,
    *,
    by: User | None,
    seen: str = "",
    from_round: int | None = None,
    why: str = "",
    key: str = "",
) -> Changed:
    """`entry` is in `state` from now on, which counts from the next draw.

    `seen` is `seen_of` the entry as the page showed it. `from_round` is the first round one who
    is late plays in (by default the one after the next draw); others keep theirs, and one who
    was late and is here now plays from the next draw on. `why` goes into the log.
    Raises Conflict when somebody else was faster (theirs stands, also when it is the same), and
    Refused when the tournament is over or the round makes no sense.
    """
    state = Entry.State(state)
    with act(VERBS[state], entry.tournament, by=by, key=key) as doing:
        entry = read_entry(doing, entry)
        if doing.already:
            return Changed(entry, doing.already)
        _keep_gone(entry, state)
        out_of_date = bool(seen) and seen != seen_of(entry)
        if out_of_date or (entry.state == state and from_round in {None, entry.from_round}):
            raise Conflict("entry-changed", meanwhile(entry))
        coming = next_draw(doing.row)
        if state == Entry.State.LATE:
            from_round = coming + 1 if from_round is None else from_round
            if not coming < from_round <= 99:
                raise Refused(
                    "late-for-what",
                    _(
                        "Round %(round)s is not after the next draw (round %(next)s). "
                        "Check them in instead, or choose a later round."
                    )
                    % {"round": from_round, "next": coming},
                    field="from_round",
                )
        elif state == Entry.State.PRESENT and entry.state == Entry.State.LATE:
            from_round = min(entry.from_round, coming)
        else:
            from_round = entry.from_round
        event = write_state(doing, entry, why, state=state, from_round=from_round)
    return Changed(entry, event)


def leave(
    verb: str,
    entry: Entry,
    state: str,
    *,
    struck: Callable[[Entry], bool],
    drawn: int | None,
    by: User | None,
    seen: str,
    why: str,
    key: str,
) -> Changed:
    """What withdrawing and disqualifying share: `struck` says, under the lock, whether the
    results count for nobody from now on; `drawn` is as in `refuse_drawn_meanwhile`."""
    with act(verb, entry.tournament, by=by, key=key) as doing:
        entry = read_entry(doing, entry)
        if doing.already:
            return Changed(entry, doing.already)
        refuse_drawn_meanwhile(doing.row, drawn)
        strike = struck(entry)
        if (seen and seen != seen_of(entry)) or (entry.state, entry.struck) == (state, strike):
            raise Conflict("entry-changed", meanwhile(entry))
        event = write_state(doing, entry, why, state=state, struck=strike)
    return Changed(entry, event)


def undo(entry: Entry, event_id: int, *, by: User | None, key: str = "") -> Changed:
    """`entry` is as it was before the event, if nobody has changed its state since."""
    with act(UNDO, entry.tournament, by=by, key=key) as doing:
        entry = read_entry(doing, entry)
        if doing.already:
            return Changed(entry, doing.already)
        event = Event.objects.filter(
            tournament=doing.row,
            pk=event_id,
            subject_kind="entry",
            subject_id=entry.pk,
            verb__in=UNDOABLE,
        ).first()
        if event is None:
            raise Refused("nothing-to-undo", _("There is nothing to undo. Load the page again."))
        if state_facts(entry) != {k: v for k, v in event.after.items() if k != "undoes"}:
            raise Conflict("entry-changed", meanwhile(entry))
        before = event.before
        missed = before.get("missed_points")
        with undoing(event):
            event = write_state(
                doing,
                entry,
                "",
                state=before["state"],
                from_round=before["from_round"],
                missed_points=None if missed is None else Decimal(missed),
                struck=before.get("struck", False),
            )
    return Changed(entry, event)


def read_entry(doing: Act[Tournament], entry: Entry) -> Entry:
    """The entry as it is under the lock."""
    if doing.row.state == Tournament.State.FINISHED and not doing.already:
        raise Refused("finished", _("The tournament is over. Who was there stays as it is."))
    return doing.row.entries.get(pk=entry.pk)


def write_state(doing: Act[Tournament], entry: Entry, why: str, **fields: Any) -> Event:
    """Writes `fields` of the entry and the event, by which `undo` takes it back."""
    if entry.state == Entry.State.WITHDRAWN != fields.get("state", entry.state):
        if entry.merged_into is not None:
            raise Refused(
                "merged",
                _("%(entry)s is the same as %(other)s: the two were merged.")
                % {"entry": entry.name, "other": entry.merged_into.name},
            )
        _check_place(doing.row, entry)
    if entry.state == Entry.State.DISQUALIFIED != fields.get("state", entry.state):
        letting_in.send(Entry, entry=entry)
    before = state_facts(entry)
    for name, value in fields.items():
        setattr(entry, name, value)
    entry.save(update_fields=list(fields))
    return doing.log(entry, before=before, after=state_facts(entry), why=why)


def _keep_gone(entry: Entry, state: str) -> None:
    """Who is disqualified, or whose results are struck, does not come back by a tap."""
    if state in GONE or not (entry.struck or entry.state == Entry.State.DISQUALIFIED):
        return
    sentence = (
        _("%(entry)s is disqualified.")
        if entry.state == Entry.State.DISQUALIFIED
        else _("The results of %(entry)s are struck.")
    ) % {"entry": entry.name}
    now = _("Bring it back on its own page, where you see whose points change.")
    raise Refused("gone", f"{sentence} {now}")


def _check_place(tournament: Tournament, entry: Entry) -> None:
    """A withdrawn entry has given its place away; it comes back only if one is free."""
    taken = tournament.entries.exclude(state=Entry.State.WITHDRAWN).count()
    if taken + held_places(tournament) >= tournament.capacity:
        raise Refused(
            "full",
            _(
                "All %(capacity)s places are taken since %(entry)s withdrew. "
                "Raise the number of places in the settings first."
            )
            % {"capacity": tournament.capacity, "entry": entry.name},
        )


def meanwhile(entry: Entry) -> str:
    """How the entry is now, and who made it so."""
    facts = {
        "entry": entry.name,
        "round": entry.from_round,
        **who_and_when(entry, last_event(entry)),
    }
    sentences = {
        Entry.State.PRESENT: _("%(entry)s is checked in already (%(who)s, %(at)s)."),
        Entry.State.LATE: _("%(entry)s comes from round %(round)s (%(who)s, %(at)s)."),
        Entry.State.ABSENT: _("%(entry)s is marked absent (%(who)s, %(at)s)."),
        Entry.State.REGISTERED: _("%(entry)s is waiting to be checked in (%(who)s, %(at)s)."),
        Entry.State.WITHDRAWN: _("%(entry)s is withdrawn (%(who)s, %(at)s)."),
        Entry.State.DISQUALIFIED: _("%(entry)s is disqualified (%(who)s, %(at)s)."),
    }
    return sentences[Entry.State(entry.state)] % facts
