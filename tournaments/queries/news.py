"""What is news to whom: for each verb of the log the kinds of news it brings, and a stamp that
changes with everything a page follows.

A page says once which kinds it shows. The hint that calls it (`config.live`) and the stamp that
decides whether it has anything new are made from the same words, so that neither can forget what
the other knows. Verbs are told apart by how they begin; the longest beginning counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from tournaments.models import Entry, Event, Pairing, Round, Tournament
from tournaments.queries.played import PUBLIC_STATES

#: News to every page, or the wish for any news.
ALL: Final = "all"
#: The staff's own affair: nobody outside learns that it happened.
STAFF: Final = "staff"


def _kinds(*words: str) -> dict[str, frozenset[str]]:
    """Each of `words` is a beginning and the kinds it brings, "result.: results"."""
    pairs = (word.split(":") for word in words)
    return {beginning: frozenset(kinds.split()) for beginning, kinds in pairs}


#: How a verb begins -> what kinds of news it is.
NEWS: Final = _kinds(
    "tournament.: tournament",
    "tournament.export: staff",
    # Seats and results of rounds that everybody sees.
    "tournament.set-right: tournament rounds results",
    "stage.: rounds results",
    "stage.tables: staff",
    "round.: rounds",
    # Before it is published, nobody outside learns even that there is one.
    "round.draw: staff",
    "round.redraw: staff",
    "round.discard: staff",
    "draft.: staff",
    "pairing.: rounds",
    "table.: rounds",
    "table.arrange: staff",
    "table.extend: clock",
    "table.withdraw-extension: clock",
    "clock.: clock",
    "extension.: clock",
    "result.: results",
    "record.: results",
    "claim.: claims",
    "call.: calls",
    "escalation.: calls",
    # A ruling may decide a game, and put somebody out.
    "ruling.: rulings results entries",
    "entry.: entries",
    # Whether somebody is here stands on the own page and at the desk, not in the lists of all.
    "entry.check-in: presence",
    "entry.late: presence",
    "entry.absent: presence",
    "entry.wait: presence",
    "entry.undo: entries presence",
    "entry.new-code: staff",
    "entry.keep-apart: staff",
    "entry.pay: staff",
    "entries.: entries",
    "entries.absent: presence",
    # A registration takes a place, and moves others up.
    "signup.: signups entries",
    "registration.: signups tournament",
    # An open page must not keep a name that is no longer to be shown.
    "privacy.: all",
    "check-in.: presence",
    "timetable.: timetable",
    "document.: staff",
    "role.: staff",
    "mail.: staff",
    "webhook.: staff",
    "incident.: staff",
    "forecast.: staff",
)

#: What happens at one table, for the pages that show a few.
_AT_TABLES: Final = Q(subject_kind="pairing")


def kinds_of_verb(verb: str) -> frozenset[str]:
    """The kinds of news a verb brings; one that begins like none is the staff's own affair."""
    fitting = [beginning for beginning in NEWS if verb.startswith(beginning)]
    return NEWS[max(fitting, key=len)] if fitting else frozenset({STAFF})


def kinds_of(event: Event) -> frozenset[str]:
    """The same for an event. A corrected result may have changed seats, and which round is the
    newest: then it is news of the rounds, too."""
    kinds = kinds_of_verb(event.verb)
    return kinds | {"rounds", "results"} if moves_seats(event) else kinds


def moves_seats(event: Event) -> bool:
    """Whether more changed with it than what stands at its subject."""
    return "corrected" in event.after or "corrected" in event.before


@lru_cache(maxsize=64)
def _verbs(of: frozenset[str]) -> Q:
    """The events whose kinds a page follows. One condition: forty of them would cost more to put
    together than the question costs."""
    if ALL in of:
        return Q()
    return _beginning({one for one, kinds in NEWS.items() if kinds & (of | {ALL})})


def _beginning(shown: set[str]) -> Q:
    """The events whose verbs begin like one of `shown`, and not longer like one that is not."""
    parts = []
    for one in sorted(shown):
        others = sorted(
            re.escape(inner.removeprefix(one))
            for inner in NEWS.keys() - shown
            if inner.startswith(one) and inner != one
        )
        parts.append(re.escape(one) + (f"(?!{'|'.join(others)})" if others else ""))
    return Q(verb__regex=f"^(?:{'|'.join(parts)})") if parts else Q(pk__in=())


#: The verbs that bring nothing but that somebody came or went.
_PRESENCE: Final = "^(?:{})".format(
    "|".join(re.escape(one) for one, kinds in NEWS.items() if kinds == {"presence"})
)


def _others_presence(entry: int) -> Q:
    """That somebody else came or went."""
    found = Q(verb__regex=_PRESENCE)
    return found & Q(subject_kind="entry") & ~Q(subject_id=entry)


def news_stamp(
    tournament: Tournament,
    of: str,
    *,
    pairings: QuerySet[Pairing] | Iterable[Pairing] | None = None,
    entry: Entry | None = None,
) -> str:
    """A short text that changes with every event of the kinds `of` ("results clock"), and with
    seats or rounds that everybody sees, whatever moved them. One light query.

    `pairings` are the games a page shows (None: all); of what happens at a table, only these
    count. `entry` is the one a page is about (None: all): whether others are here is no news to it.
    """
    events = Event.objects.filter(_verbs(frozenset(of.split())), tournament=OuterRef("pk"))
    if pairings is not None:
        events = events.filter(~_AT_TABLES | Q(subject_id__in=pairings))
    if entry is not None:
        events = events.filter(~_others_presence(entry.pk))
    rounds = (
        Round.objects.filter(tournament=OuterRef("pk"), state__in=PUBLIC_STATES)
        .order_by()
        .values("tournament")
    )
    newest, count, versions = Tournament.objects.filter(pk=tournament.pk).values_list(
        Coalesce(Subquery(events.order_by("-id").values("id")[:1]), Value(0)),
        Coalesce(Subquery(rounds.annotate(n=Count("pk")).values("n")), Value(0)),
        Coalesce(Subquery(rounds.annotate(n=Sum("version")).values("n")), Value(0)),
    ).first() or (0, 0, 0)
    return f"{newest}.{count}.{versions}"
