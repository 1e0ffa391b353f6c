"""The log without the names of those whose data was erased.

Rows of the log are never changed: each carries the digest of the one before it. So an erasure
notes where in earlier events the name stands (which event, which field, from which letter to
which), never the name itself; whoever reads events for people puts what replaced it there.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.db.models import Exists, OuterRef

from tournaments.models import Event, Tournament
from tournaments.names import tidy

VERB: Final = "privacy.erase"
#: Fields of an event that hold what people wrote or are called.
_FIELDS: Final = ("subject", "why", "before", "after")

#: Where a name stands: the way to a text in an event, first letter, letter after the last.
Span = list[Any]


def erased_names() -> Exists:
    """For an annotation of that name on `Tournament`: whether anybody was erased from its log."""
    return Exists(Event.objects.filter(tournament=OuterRef("pk"), verb=VERB))


def spans_of(events: Iterable[Event], name: str) -> dict[str, list[Span]]:
    """Where `name` stands in `events`: `event_key` -> its places."""
    pattern = re.compile(
        r"(?<!\w)" + r"\s+".join(map(re.escape, tidy(name).split())) + r"(?!\w)", re.IGNORECASE
    )
    found: dict[str, list[Span]] = {}
    for event in events:
        spans = [
            [way, match.start(), match.end()]
            for field in _FIELDS
            for way, text in _texts(getattr(event, field), [field])
            for match in pattern.finditer(text)
        ]
        if spans:
            found[event_key(event)] = spans
    return found


def event_key(event: Event) -> str:
    """What an erasure calls an event: its place in the chain, the same wherever the tournament is
    taken. One that is not sealed yet has its key alone."""
    return str(event.pk) if event.place is None else f"@{event.place}"


def _texts(value: Any, way: list[Any]) -> Iterator[tuple[list[Any], str]]:
    """Every text in a stored value, with the way to it. Keys of dictionaries are ours."""
    if isinstance(value, str):
        yield way, value
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _texts(item, [*way, place])
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, [*way, key])


def as_read(events: Iterable[Event]) -> list[Event]:
    """`events` as people may read them; copies where a name gave way. Not to be saved.

    One query more, and none where `tournaments.access` knows that nobody was erased.
    """
    rows = list(events)
    asked = {row.tournament_id for row in rows if not _nobody_erased(row)}
    if not asked:
        return rows
    places: dict[tuple[int, bool | None, str], list[tuple[Span, str]]] = {}
    for erasure in Event.objects.filter(tournament__in=asked, verb=VERB):
        for key, spans in erasure.after["covers"].items():
            # A key of the database holds where the erasure was made.
            made = None if key.startswith("@") else erasure.imported
            found = places.setdefault((erasure.tournament_id, made, key), [])
            found.extend((span, erasure.after["as"]) for span in spans)
    return [
        _covered(
            row,
            [
                *places.get((row.tournament_id, None, f"@{row.place}"), ()),
                *places.get((row.tournament_id, row.imported, str(row.sealed_id)), ()),
            ],
        )
        for row in rows
    ]


def _nobody_erased(event: Event) -> bool:
    field = Event._meta.get_field("tournament")
    if not field.is_cached(event):
        return False
    return getattr(event.tournament, "erased_names", True) is False


def _covered(event: Event, places: Iterable[tuple[Span, str]]) -> Event:
    # From the back, so that what comes before keeps its place; of two that overlap, the longer.
    ordered = sorted(places, key=lambda place: (place[0][1], place[0][2]), reverse=True)
    if not ordered:
        return event
    covered = copy.copy(event)
    values = {field: copy.deepcopy(getattr(event, field)) for field in _FIELDS}
    reached: dict[str, int] = {}
    for (way, start, end), instead in ordered:
        if end > reached.get(repr(way), end):
            continue
        reached[repr(way)] = start
        holder: Any = values
        for step in way[:-1]:
            holder = holder[step]
        text = holder[way[-1]]
        holder[way[-1]] = text[:start] + instead + text[end:]
    for field, value in values.items():
        setattr(covered, field, value)
    return covered


def log_of(tournament: Tournament) -> Iterator[Event]:
    """Every event of the tournament, the oldest first, a few at a time."""
    return tournament.events.order_by("id").iterator(chunk_size=500)
