"""What this floor knows needs doing: people, seats, tables, results of before, letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db.models import Count, Exists, Min, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.addresses import stem
from tournaments.control.needs import Asked, Kind, Need
from tournaments.entry_names import names_of
from tournaments.formats.stages import DRAWN_FROM_RESULTS
from tournaments.marks import Weight
from tournaments.models import (
    Entry,
    Mail,
    Pairing,
    RequestedBye,
    Round,
    Seat,
    StageEntry,
    Tournament,
)

#: Minutes a letter that is due may lie there before anybody is told.
LETTERS_REST: Final = 10
#: So many are named; the rest are counted.
NAMED: Final = 3
#: Steps of the day for which it must be known who is here.
_BEFORE_THE_DRAW: Final = frozenset({"check-in", "draw"})
_BEFORE_THE_NEXT: Final = frozenset({"play", "close", "draw", "stage", "finish"})


def own_needs(sender: object, asked: Asked, **_kwargs: Any) -> list[Need]:
    """Answers `needs_asked`. Six queries at most."""
    if asked.tournament.state == Tournament.State.FINISHED:
        return list(_letters(asked))
    return [
        need
        for ask in (_not_checked_in, _late, _without_seat, _wrong_tables, _old_results, _letters)
        for need in ask(asked)
    ]


def _not_checked_in(asked: Asked) -> Iterator[Need]:
    waiting = asked.day.waiting
    if not waiting:
        return
    rows = asked.tournament.entries.filter(state=Entry.State.REGISTERED).order_by("number")
    names = list(rows.values_list("name", flat=True)[: NAMED + 1])
    counted = names_of(asked.tournament).counted % {"count": waiting}
    url = reverse("desk-check-in", args=[asked.tournament.slug])
    begun = asked.day.present > 0 or asked.day.round is not None
    yield Need(
        kind=Kind.CHECK_IN,
        weight=Weight.ACTIVE if begun else Weight.QUIET,
        sentence=_("Not checked in: %(counted)s. %(names)s")
        % {"counted": counted, "names": _listed(names)},
        page="desk-check-in",
        url=url,
        all_at=url,
        blocks=_BEFORE_THE_DRAW,
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED]) + ("…" if len(names) > NAMED else "")


def _late(asked: Asked) -> Iterator[Need]:
    if not asked.day.states[Entry.State.LATE]:
        return
    one = stem("desk-check-in-one", asked.tournament.slug)
    url = reverse("desk-check-in", args=[asked.tournament.slug])
    rows = asked.tournament.entries.filter(state=Entry.State.LATE).order_by("number")
    for number, name in rows.values_list("number", "name"):
        yield Need(
            kind=Kind.COMING,
            weight=Weight.ACTIVE,
            sentence=_("%(number)s %(name)s is late and is drawn all the same.")
            % {"number": number, "name": name},
            page="desk-check-in-one",
            url=f"{one}{number}/",
            entry=number,
            all_at=url,
        )


def _without_seat(asked: Asked) -> Iterator[Need]:
    """Those who are here and sit nowhere. In a tree, and in groups of different sizes, that is
    how it should be: only formats that give everybody a seat in each round are looked at."""
    round_ = asked.playing
    if round_ is None or round_.stage.format not in DRAWN_FROM_RESULTS:
        return
    here = (Entry.State.PRESENT, Entry.State.LATE)
    mine = {"entry": OuterRef("pk")}
    rows = asked.tournament.entries.filter(
        ~Exists(Seat.objects.filter(round=round_, **mine)),
        ~Exists(RequestedBye.objects.filter(round_number=round_.number, **mine)),
        state__in=here,
        from_round__lte=round_.number,
    )
    if round_.stage.number > 1:
        rows = rows.filter(Exists(StageEntry.objects.filter(stage=round_.stage, **mine)))
    one = stem("desk-entry", asked.tournament.slug)
    for number, name in rows.order_by("number").values_list("number", "name"):
        yield Need(
            kind=Kind.SEAT,
            weight=Weight.URGENT,
            sentence=_("%(number)s %(name)s is here and has no seat in round %(round)s.")
            % {"number": number, "name": name, "round": round_.number},
            page="desk-entry",
            url=f"{one}{number}/",
            since=round_.published_at,
            entry=number,
            all_at=reverse("desk-check-in", args=[asked.tournament.slug]),
        )


def _open_games(asked: Asked) -> Any:
    return (
        Pairing.objects.filter(
            round__tournament=asked.tournament,
            kind=Pairing.Kind.GAME,
            seats__outcome="",
            seats__place__isnull=True,
        )
        .distinct()
        .order_by("round__number", "table__number")
    )


def _wrong_tables(asked: Asked) -> Iterator[Need]:
    round_ = asked.day.round
    if round_ is None or round_.state == Round.State.CLOSED:
        return
    games = _open_games(asked).filter(round=round_, table__in_service=False)
    moved = stem("desk-move", asked.tournament.slug, round_.number)
    for order, number in games.values_list("order", "table__number"):
        yield Need(
            kind=Kind.TABLE,
            weight=Weight.URGENT,
            sentence=_("Table %(number)s is out of service, and a game is to be played there.")
            % {"number": number},
            page="desk-move",
            url=f"{moved}{order}/",
            table=number,
            all_at=reverse("desk-tables", args=[asked.tournament.slug]),
            blocks=frozenset({"publish", "play"}),
        )


def _old_results(asked: Asked) -> Iterator[Need]:
    """Rounds that were closed without all their results."""
    if asked.day.round is None:
        return
    rows = (
        _open_games(asked)
        .filter(round__state=Round.State.CLOSED)
        .order_by("round__number")
        .values_list("round__number")
        .annotate(how_many=Count("pk", distinct=True))
    )
    for number, missing in rows:
        yield Need(
            kind=Kind.RESULT,
            weight=Weight.ACTIVE,
            sentence=ngettext(
                "Round %(round)s was closed, and %(count)s result is missing.",
                "Round %(round)s was closed, and %(count)s results are missing.",
                missing,
            )
            % {"round": number, "count": missing},
            page="desk-round-results",
            url=reverse("desk-round-results", args=[asked.tournament.slug, number]),
            blocks=frozenset({"draw", "stage", "finish"}),
        )


def _letters(asked: Asked) -> Iterator[Need]:
    failed = Q(state=Mail.State.FAILED)
    waiting = Q(state=Mail.State.WAITING, sent_at__isnull=True)
    found = asked.tournament.mails.order_by().aggregate(
        failed=Count("pk", filter=failed),
        waiting=Count("pk", filter=waiting),
        failed_since=Min("created_at", filter=failed),
        since=Min("created_at", filter=waiting),
    )
    url = reverse("desk-mails", args=[asked.tournament.slug])
    if found["failed"]:
        yield Need(
            kind=Kind.LETTER,
            weight=Weight.ACTIVE,
            sentence=ngettext(
                "%(count)s e-mail could not be sent.",
                "%(count)s e-mails could not be sent.",
                found["failed"],
            )
            % {"count": found["failed"]},
            page="desk-mails",
            url=url,
            since=found["failed_since"],
        )
    lies = (asked.now - found["since"]).total_seconds() / 60 if found["since"] else 0
    if lies >= LETTERS_REST:
        yield Need(
            kind=Kind.LETTER,
            weight=Weight.QUIET,
            sentence=ngettext(
                "%(count)s e-mail waits to be sent.",
                "%(count)s e-mails wait to be sent.",
                found["waiting"],
            )
            % {"count": found["waiting"]},
            page="desk-mails",
            url=url,
            since=found["since"],
        )
