"""What the check-in shows of entries: rows, buttons, figures. Read by its views."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.entry_words import means, opponents_words
from tournaments.models import Entry, Tournament
from tournaments.queries.entries import Situation, counts_of
from tournaments.queries.players import player_names
from tournaments.templatetags import look
from tournaments.views.entries import row_of

#: Those somebody has to do something about come first.
_ORDER = {
    Entry.State.REGISTERED: 0,
    Entry.State.LATE: 1,
    Entry.State.ABSENT: 2,
    Entry.State.PRESENT: 3,
    Entry.State.WITHDRAWN: 4,
    Entry.State.DISQUALIFIED: 5,
}


def in_order(entry: Entry) -> tuple[int, int]:
    """Those waited for first, then by number: a key to sort by."""
    return _ORDER[Entry.State(entry.state)], entry.number


#: What can be tapped in each state: the new state and the button's looks, the biggest last.
_PLAIN = "button-plain"
_BIG = "button-large check-in-button"
_BUTTONS: dict[str, tuple[tuple[str, str], ...]] = {
    Entry.State.REGISTERED: (
        (Entry.State.LATE, _PLAIN),
        (Entry.State.ABSENT, _PLAIN),
        (Entry.State.PRESENT, _BIG),
    ),
    Entry.State.LATE: ((Entry.State.ABSENT, _PLAIN), (Entry.State.PRESENT, _BIG)),
    Entry.State.ABSENT: ((Entry.State.LATE, _PLAIN), (Entry.State.PRESENT, _BIG)),
    Entry.State.PRESENT: ((Entry.State.REGISTERED, _PLAIN),),
    Entry.State.WITHDRAWN: ((Entry.State.REGISTERED, _PLAIN),),
    # Nobody lets a disqualified one back in by a tap.
    Entry.State.DISQUALIFIED: (),
}


def rows_context(
    tournament: Tournament, entries: Iterable[Entry], situation: Situation, newest: int
) -> dict[str, Any]:
    """What the rows' template needs. Hundreds are drawn at once: what they share is made once."""
    labels = {
        Entry.State.PRESENT: _("Check in"),
        Entry.State.LATE: _("Late"),
        Entry.State.ABSENT: _("Absent"),
    }
    back = {Entry.State.PRESENT: _("Not here"), Entry.State.WITHDRAWN: _("Bring back")}
    buttons = {
        state: [
            {
                "state": new.value if isinstance(new, Entry.State) else new,
                "style": style,
                "label": labels.get(Entry.State(new)) or back[Entry.State(state)],
            }
            for new, style in choices
        ]
        for state, choices in _BUTTONS.items()
    }
    marks = {
        state: look.state(state, _("Waited for") if state == Entry.State.REGISTERED else "")
        for state in Entry.State.values
    }
    base = reverse("desk-check-in", args=[tournament.slug])
    names = player_names(tournament)
    return {
        "rows": [
            row_of(entry, situation, names)
            | {
                "mark": marks[entry.state],
                "buttons": buttons[entry.state],
                "lines": _lines(entry, situation),
                "address": f"{base}{entry.number}/",
            }
            for entry in entries
        ],
        "words": {
            "check": look.icon("check"),
            "hand": look.icon("hand"),
            "more": look.icon("more"),
            "more_label": _("More"),
        },
        "newest": newest,
        "over": tournament.state == Tournament.State.FINISHED,
    }


def _lines(entry: Entry, situation: Situation) -> list[str]:
    """What else a row says: the fixed table, what its state means, where it sits already."""
    found = []
    if entry.fixed_table is not None:
        found.append(_("Fixed table %(table)s") % {"table": entry.fixed_table.number})
    if entry.needs_access:
        found.append(_("Needs a table without steps"))
    if entry.state != Entry.State.REGISTERED:
        meaning = means(entry.state, entry.from_round, situation, struck=entry.struck)
        found.append(meaning[:1].upper() + meaning[1:])
    found.append(in_round(entry, situation))
    return [line for line in found if line]


def in_round(entry: Entry, situation: Situation) -> str:
    """For one that plays: where it sits in the round that is drawn, said before it is changed."""
    seat = situation.seats.get(entry.pk)
    if seat is None or seat.hidden or situation.open_round is None or not entry.playing:
        return ""
    words = {"round": situation.open_round.number, "where": opponents_words(seat)}
    if situation.draft:
        return (
            _("In the draft of round %(round)s: %(where)s. Draw it again after a change.") % words
        )
    return _("In round %(round)s: %(where)s. A change counts from the next draw.") % words


def counts_context(entries: list[Entry]) -> dict[str, Any]:
    counts = counts_of(entries)
    expected = len(entries) - counts[Entry.State.WITHDRAWN] - counts[Entry.State.DISQUALIFIED]
    return {
        "present": counts[Entry.State.PRESENT],
        "waiting": counts[Entry.State.REGISTERED],
        "late": counts[Entry.State.LATE],
        "absent": counts[Entry.State.ABSENT],
        "withdrawn": counts[Entry.State.WITHDRAWN],
        "expected": expected,
    }
