"""Of many events at once: which can be taken back, by whom, and what became of those that were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from tournaments.access import Action
from tournaments.domain.imported import imported_words
from tournaments.models import Event, Tournament

from .registry import WAYS, never_words, who_may
from .rests import Later, TakenBack, resting
from .take_back import taken_back

Kind = Literal["open", "others", "undone", "rests", "never"]


@dataclass(frozen=True, slots=True)
class Offer:
    """What the log says of taking an event back.

    It is what the log alone tells; the page of the step looks at everything.
    """

    kind: Kind
    words: str = ""
    """Who may ("others"), or why not ("never")."""
    other: Event | None = None
    """What took it back ("undone")."""
    undoes: Event | None = None
    """What this one takes back."""


def offers(
    tournament: Tournament, events: Iterable[Event], allowed: Collection[Action]
) -> dict[int, Offer]:
    """Key of the event -> its offer, for somebody who is `allowed` that much. Three queries."""
    rows = list(events)
    if not rows:
        return {}
    back = taken_back(Event.objects.filter(tournament=tournament, pk__gte=min(e.pk for e in rows)))
    later = _later(tournament, rows)
    by = back.by
    wanted = {by[row.pk] for row in rows if row.pk in by}
    wanted |= {back.undoes[row.pk] for row in rows if row.pk in back.undoes}
    others = Event.objects.select_related("actor").in_bulk(wanted)
    found: dict[int, Offer] = {}
    for row in rows:
        undoes = others.get(back.undoes.get(row.pk, 0))
        way = WAYS.get(row.verb)
        if row.pk in by:
            offer = Offer("undone", other=others.get(by[row.pk]), undoes=undoes)
        elif row.imported:
            offer = Offer("never", imported_words())
        elif way is None:
            offer = Offer("never", never_words(row.verb), undoes=undoes)
        elif _rests(row, later, back):
            offer = Offer("rests", undoes=undoes)
        elif (needed := way.needs(row)) in allowed:
            offer = Offer("open", undoes=undoes)
        else:
            offer = Offer("others", who_may(needed), undoes=undoes)
        found[row.pk] = offer
    return found


Subjects = dict[tuple[str, int, str], list[Later]]


def _later(tournament: Tournament, rows: list[Event]) -> Subjects:
    """What happened to the same subjects since: (kind, key, aspect) -> steps."""
    subjects = {(row.subject_kind, row.subject_id) for row in rows if row.verb in WAYS}
    events = Event.objects.filter(
        tournament=tournament,
        pk__gt=min(row.pk for row in rows),
        verb__in=WAYS,
        subject_id__in={pk for _kind, pk in subjects},
    )
    found: Subjects = defaultdict(list)
    for pk, verb, kind, subject in events.order_by().values_list(
        "pk", "verb", "subject_kind", "subject_id"
    ):
        if (kind, subject) in subjects and WAYS[verb].aspect:
            found[kind, subject, WAYS[verb].aspect].append(Later(pk, verb))
    return found


def _rests(event: Event, later: Subjects, back: TakenBack) -> bool:
    aspect = WAYS[event.verb].aspect
    steps = later.get((event.subject_kind, event.subject_id, aspect), []) if aspect else []
    return resting(event.pk, steps, back) is not None
