"""Looking something up in the log: what somebody did, what happened at a table, to an entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.apps import apps
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Event, Pairing, Seat, Tournament, User

#: What people look for -> the kinds of verbs it covers (what stands before the dot).
KINDS: Final[dict[str, tuple[str | Promise, tuple[str, ...]]]] = {
    "entries": (_("entries and check-in"), ("entry", "entries", "qualifiers")),
    "registration": (_("registration and letters"), ("signup", "registration", "mail")),
    "rounds": (_("rounds and draws"), ("round", "draft", "pairing")),
    "results": (_("results"), ("result", "claim", "record")),
    "clock": (_("the clock"), ("clock",)),
    "judges": (_("calls and rulings"), ("call", "escalation", "ruling", "incident", "forecast")),
    "tables": (_("stages and tables"), ("stage", "table")),
    "tournament": (
        _("settings and people"),
        (
            "tournament",
            "role",
            "document",
            "privacy",
            "timetable",
            "webhook",
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class LogFilter:
    """What is looked for; empty fields narrow nothing down."""

    #: Primary key of an account; 0 for what the program did itself or players did.
    person: int | None = None
    kind: str = ""
    table: int | None = None
    entry: int | None = None
    round: int | None = None
    words: str = ""

    @property
    def empty(self) -> bool:
        return self == LogFilter()


def _about(name: str, rows: QuerySet[Pairing] | QuerySet[Entry]) -> Q:
    """Events whose subject is one of `rows`, or hangs on one by a foreign key of that name.

    Asked of the models, so that what floors above hang on a table is found as well.
    """
    found = Q(subject_kind=rows.model._meta.model_name, subject_id__in=rows.values("pk"))
    for model in apps.get_models():
        fields = {field.name: field for field in model._meta.fields}
        if name in fields and fields[name].related_model is rows.model:
            hanging = model._default_manager.filter(**{f"{name}__in": rows}).order_by()
            found |= Q(subject_kind=model._meta.model_name, subject_id__in=hanging.values("pk"))
    return found


def _kinds(kind: str) -> Q:
    found = Q()
    for prefix in KINDS[kind][1]:
        found |= Q(verb__startswith=f"{prefix}.")
    return found


def looked_up(tournament: Tournament, wanted: LogFilter) -> QuerySet[Event]:
    """The events of the tournament that fit all of `wanted`, newest first."""
    events = tournament.events.select_related("actor")
    pairings = Pairing.objects.filter(round__tournament=tournament).order_by()
    if wanted.person is not None:
        events = events.filter(actor=wanted.person or None)
    if wanted.kind in KINDS:
        events = events.filter(_kinds(wanted.kind))
    if wanted.table is not None:
        tables = tournament.tables.filter(number=wanted.table).values("pk")
        there = _about("pairing", pairings.filter(table__in=tables))
        events = events.filter(there | Q(subject_kind="table", subject_id__in=tables))
    if wanted.entry is not None:
        entries = Entry.objects.filter(tournament=tournament, number=wanted.entry).order_by()
        seats = Seat.objects.filter(entry__in=entries).order_by()
        theirs = pairings.filter(pk__in=seats.values("pairing"))
        events = events.filter(_about("entry", entries) | _about("pairing", theirs))
    if wanted.round is not None:
        of_round = pairings.filter(round__number=wanted.round)
        itself = tournament.rounds.filter(number=wanted.round).order_by().values("pk")
        events = events.filter(
            _about("pairing", of_round) | Q(subject_kind="round", subject_id__in=itself)
        )
    for word in wanted.words.split():
        events = events.filter(Q(subject__icontains=word) | Q(why__icontains=word))
    return events


def people_in_log(tournament: Tournament) -> list[User]:
    """Who has done something here, by name."""
    there = Event.objects.filter(tournament=tournament).order_by().values("actor").distinct()
    return sorted(User.objects.filter(pk__in=there), key=lambda user: user.display_name.casefold())
