"""A step of the desk is taken back, by a step that says which: the log only grows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tournaments.domain.act import undoing
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.imported import keep_imported
from tournaments.log_words import told
from tournaments.models import Event, Tournament, User

from .hooks import taking_back
from .registry import WAYS, Step, Way, never_words
from .rests import Later, TakenBack, resting


class RestsOnIt(Refused):
    """A later step, `event`, rests on the one that is to be taken back."""

    def __init__(self, event: Event, message: str) -> None:
        super().__init__("rests-on-it", message)
        self.event = event


def take_back(tournament: Tournament, event_id: int, *, by: User | None, key: str = "") -> Event:
    """What the event with that key changed is as it was before; answers the event of that.

    The tournament is locked throughout, so nothing happens meanwhile. The verb that does it is
    the one the registry names; it records its own event, with `undoes`. That one can be taken
    back in turn, which makes the step again.

    Raises `Refused`: `no-way` for a verb without one, `rests-on-it` when a later step changed the
    same thing and still stands (it is named), and as the verb does that takes it back.
    `Conflict("undone-already")` when somebody was faster. The same `key` again changes nothing.
    """
    with alone(tournament) as row:
        if key and (done := row.events.filter(key=key, after__undoes=event_id).first()):
            return done
        event = row.events.filter(pk=event_id).first()
        if event is None:
            raise Refused("no-event", _("There is nothing to take back. Load the page again."))
        event.tournament = row
        way = way_back(event)
        taking_back.send(sender=Event, event=event)
        with undoing(event):
            way.do(Step(event, by, key))
        return undone_by(event).latest("id")


@contextmanager
def alone(tournament: Tournament) -> Iterator[Tournament]:
    """The tournament under lock: whoever does anything in it waits."""
    with transaction.atomic():
        rows = Tournament.objects.all()
        if connection.features.has_select_for_update:
            rows = rows.select_for_update(no_key=True)
        yield rows.get(pk=tournament.pk)


def way_back(event: Event) -> Way:
    """How the event is taken back. Raises as `take_back` where the log alone says that it is not
    safe."""
    keep_imported(event)
    way = WAYS.get(event.verb)
    if way is None:
        raise Refused("no-way", never_words(event.verb))
    done = undone_by(event).first()
    if done is not None:
        raise Conflict(
            "undone-already",
            _("That was taken back already (%(who)s, %(at)s). Load the page again.")
            % _who_and_when(done),
        )
    rests = resting_on(event)
    if rests is not None:
        one = told([rests])[0]
        raise RestsOnIt(
            rests,
            _("Something was done since that rests on it: %(who)s %(what)s (%(at)s). %(now)s")
            % {
                "who": one.actor,
                "what": one.sentence,
                "at": _who_and_when(rests)["at"],
                "now": _("Take that back first.")
                if rests.verb in WAYS
                else never_words(rests.verb),
            },
        )
    return way


def undone_by(event: Event) -> QuerySet[Event]:
    """The events that take `event` back; one at most."""
    later = Event.objects.filter(tournament=event.tournament_id, pk__gt=event.pk)
    later = later.filter(after__undoes=event.pk, origin__isnull=True)
    return later.select_related("actor", "tournament")


def resting_on(event: Event) -> Event | None:
    """The newest later event that changed the same thing, if it still stands."""
    aspect = WAYS[event.verb].aspect
    if not aspect:
        return None
    same = [verb for verb, way in WAYS.items() if way.aspect == aspect]
    events = Event.objects.filter(tournament=event.tournament_id, pk__gt=event.pk)
    later = events.filter(
        verb__in=same, subject_kind=event.subject_kind, subject_id=event.subject_id
    )
    rows = [Later(pk, verb) for pk, verb in later.values_list("pk", "verb")]
    if not rows:
        return None
    found = resting(event.pk, rows, taken_back(events))
    if found is None:
        return None
    return Event.objects.select_related("actor", "tournament").get(pk=found.pk)


def taken_back(events: QuerySet[Event]) -> TakenBack:
    """What takes what back among `events`. One query."""
    # Imported ones name keys of elsewhere.
    undos = events.filter(after__has_key="undoes", origin__isnull=True).order_by()
    return TakenBack(dict(undos.values_list("pk", "after__undoes")))


def _who_and_when(event: Event) -> dict[str, str]:
    at = timezone.localtime(event.at, event.tournament.zone)
    return {"who": told([event])[0].actor, "at": time_format(at, "TIME_FORMAT")}
