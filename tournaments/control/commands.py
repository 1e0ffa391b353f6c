"""Where one can go from any desk page: pages, things to do, tables and entries, by name or number.

A page is offered to whoever may open it, as its own guard says: nothing here repeats who may what.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.access import Action
from tournaments.addresses import stem
from tournaments.control.pages import may_open
from tournaments.control.search import fold, rank
from tournaments.day_words import next_of
from tournaments.entry_names import names_of
from tournaments.models import Pairing, Seat, Tournament
from tournaments.queries.day import Day, day_of
from tournaments.queries.players import player_names

Words = str | Promise


class Group(StrEnum):
    """What a command leads to, in the order in which they are listed."""

    NEXT = "next"
    ACTION = "action"
    PAGE = "page"
    TABLE = "table"
    ENTRY = "entry"


GROUPS: Final[dict[Group, Words]] = {
    Group.NEXT: gettext_lazy("The next step"),
    Group.ACTION: gettext_lazy("Do"),
    Group.PAGE: gettext_lazy("Pages"),
    Group.TABLE: gettext_lazy("Tables"),
    Group.ENTRY: gettext_lazy("Entries"),
}

#: Name of the address -> what is done there. They take nothing but the tournament.
ACTIONS: Final[dict[str, Words]] = {
    "desk-check-in": gettext_lazy("Check in"),
    "desk-check-in-rest": gettext_lazy("Mark the rest as absent"),
    "desk-entry-new": gettext_lazy("Register somebody"),
    "desk-import": gettext_lazy("Import a list"),
    "desk-draw": gettext_lazy("Draw the next round"),
    "desk-results": gettext_lazy("Enter results"),
    "desk-clock": gettext_lazy("Start, stop and extend the clock"),
    "desk-calls": gettext_lazy("Call a judge to a table"),
    "desk-ruling-new": gettext_lazy("Write a ruling"),
    "desk-papers": gettext_lazy("Print"),
    "desk-floor-arrange": gettext_lazy("Arrange the tables"),
    "desk-people": gettext_lazy("Let somebody in to work here"),
}

#: Name of the address -> what the page is called.
PAGES: Final[dict[str, Words]] = {
    "desk-overview": gettext_lazy("Overview"),
    "desk-floor": gettext_lazy("Floor plan"),
    "desk-entries": gettext_lazy("Entries"),
    "desk-registration": gettext_lazy("Registration online"),
    "desk-rounds": gettext_lazy("Rounds"),
    "desk-results": gettext_lazy("Results"),
    "desk-clock": gettext_lazy("Clock"),
    "desk-standings": gettext_lazy("Standings"),
    "desk-calls": gettext_lazy("Judges"),
    "desk-long-games": gettext_lazy("Long games"),
    "desk-rulings": gettext_lazy("Rulings"),
    "desk-casebook": gettext_lazy("Casebook"),
    "desk-rule-desk": gettext_lazy("Rule desk"),
    "desk-fair-play": gettext_lazy("Fair play"),
    "desk-papers": gettext_lazy("Papers"),
    "desk-files": gettext_lazy("Files and the timetable"),
    "desk-mails": gettext_lazy("E-mails"),
    "desk-log": gettext_lazy("Log"),
    "desk-tables": gettext_lazy("Tables"),
    "desk-stages": gettext_lazy("Stages"),
    "desk-misfits": gettext_lazy("What does not fit"),
    "desk-settings": gettext_lazy("Settings"),
    "desk-people": gettext_lazy("Who works here"),
    "desk-webhooks": gettext_lazy("Webhooks"),
    "desk-payments": gettext_lazy("Who has paid"),
    "desk-file": gettext_lazy("The tournament as a file"),
    "desk-privacy": gettext_lazy("Personal data"),
    "desk-status": gettext_lazy("How is Startfelt?"),
    "tournament": gettext_lazy("The players’ page"),
    "wall-choose": gettext_lazy("The wall: screens that take turns"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One place to go."""

    group: Group
    title: str
    url: str
    hint: str = ""
    find: str = ""
    """What it is found by besides its title and its hint."""


def commands_of(tournament: Tournament, actions: Collection[Action]) -> list[Command]:
    """All of them, for somebody who may do `actions`. A dozen queries, whatever the size."""
    day = day_of(tournament)
    return [
        *_next(tournament, day, actions),
        *_named(tournament, actions, Group.ACTION, ACTIONS),
        *_named(tournament, actions, Group.PAGE, PAGES),
        *_tables(tournament, day, actions),
        *_entries(tournament, actions),
    ]


def found(commands: Collection[Command], text: str) -> list[Command]:
    """Those that fit what was typed, the best first; otherwise as they were."""
    typed = fold(text)
    ranked = [(rank(typed, one.title, f"{one.hint} {one.find}"), one) for one in commands]
    return [
        one
        for _rank, one in sorted(
            ((place, one) for place, one in ranked if place is not None), key=lambda pair: pair[0]
        )
    ]


def as_json(commands: Collection[Command]) -> tuple[str, str]:
    """What the palette reads, and a stamp that changes with it."""
    rows = [[one.group.value, one.title, one.url, one.hint, one.find] for one in commands]
    groups = {group.value: str(words) for group, words in GROUPS.items()}
    text = json.dumps({"groups": groups, "rows": rows}, ensure_ascii=False, separators=(",", ":"))
    return text, hashlib.sha256(text.encode()).hexdigest()[:20]


def _next(tournament: Tournament, day: Day, actions: Collection[Action]) -> Iterator[Command]:
    following = next_of(tournament, day)
    if following.url and Action[following.needs] in actions:
        yield Command(
            group=Group.NEXT,
            title=str(following.label),
            url=following.url,
            hint=str(following.lead),
        )


def _named(
    tournament: Tournament, actions: Collection[Action], group: Group, names: dict[str, Words]
) -> Iterator[Command]:
    for name, words in names.items():
        if may_open(name, actions):
            url = reverse(name, args=[tournament.slug])
            yield Command(group=group, title=str(words), url=url)


def _tables(tournament: Tournament, day: Day, actions: Collection[Action]) -> Iterator[Command]:
    """Each table, at the game that is played there if there is one and one may open it."""
    games: dict[int, list[str]] = {}
    round_ = day.round
    if round_ is not None and round_.state == round_.State.PUBLISHED:
        seats = Seat.objects.filter(
            round=round_, pairing__kind=Pairing.Kind.GAME, pairing__table__isnull=False
        ).order_by("pairing_id", "side", "id")
        for number, name in seats.values_list("pairing__table__number", "entry__name"):
            games.setdefault(number, []).append(name)
    opens = round_ is not None and may_open("desk-table-result", actions)
    game = stem("desk-table-result", tournament.slug, round_.number) if round_ and opens else ""
    hall = reverse("desk-tables", args=[tournament.slug])
    for number in tournament.tables.order_by("number").values_list("number", flat=True):
        yield Command(
            group=Group.TABLE,
            title=_("Table %(number)s") % {"number": number},
            url=f"{game}{number}/" if game and number in games else f"{hall}#table-{number}",
            hint=" – ".join(games.get(number, ())),
        )


def _entries(tournament: Tournament, actions: Collection[Action]) -> Iterator[Command]:
    page = "desk-entry" if may_open("desk-entry", actions) else "entry"
    if not may_open(page, actions):
        return
    one = stem(page, tournament.slug)
    word = str(names_of(tournament).title)
    players = player_names(tournament)
    rows = tournament.entries.order_by("number").values_list("pk", "number", "name", "club")
    for pk, number, name, club in rows:
        yield Command(
            group=Group.ENTRY,
            title=f"{number} {name}",
            url=f"{one}{number}/",
            hint=" · ".join(players.get(pk, ())),
            find=f"{word} {club}".strip(),
        )
