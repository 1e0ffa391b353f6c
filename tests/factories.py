"""Rows for tests, made directly. A test of a verb uses the verb; everything before it may come
from here."""

from __future__ import annotations

import datetime as dt
from itertools import count
from typing import Any

from tournaments.models import (
    Entry,
    Pairing,
    Player,
    Role,
    Round,
    Seat,
    Stage,
    Table,
    Tournament,
    User,
)
from tournaments.names import name_key, person_key

_numbers = count(1)


def make_user(username: str = "", *, role: str = "", tournament: Tournament | None = None) -> User:
    user = User.objects.create_user(username or f"user{next(_numbers)}", password="korrekt hest")
    if tournament is not None:
        Role.objects.create(tournament=tournament, user=user, kind=role)
    return user


def make_tournament(*, tables: int = 8, **fields: Any) -> Tournament:
    """A tournament with its hall and one Swiss stage."""
    number = next(_numbers)
    tournament = Tournament.objects.create(
        **{
            "slug": f"dm-{number}",
            "name": f"DM i Partners {number}",
            "date": dt.date(2027, 3, 13),
            "venue": "Hallen",
            "capacity": 64,
            "seed": 2027,
            **fields,
        }
    )
    Table.objects.bulk_create(Table(tournament=tournament, number=n) for n in range(1, tables + 1))
    Stage.objects.create(tournament=tournament)
    return tournament


def make_entries(
    tournament: Tournament, how_many: int, *, state: str = Entry.State.PRESENT
) -> list[Entry]:
    """Pairs numbered from 1 (or from the highest number there is), two players each."""
    first = tournament.entries.count() + 1
    entries = []
    for number in range(first, first + how_many):
        name = f"Par {number}"
        entry = Entry.objects.create(
            tournament=tournament, number=number, name=name, name_key=name_key(name), state=state
        )
        Player.objects.bulk_create(
            Player(
                tournament=tournament,
                entry=entry,
                position=position,
                name=f"{letter} {number}",
                email=f"{letter}{number}@example.org".lower(),
                person_key=person_key(f"{letter} {number}", f"{letter}{number}@example.org"),
            )
            for position, letter in ((1, "Anna"), (2, "Bo"))
        )
        entries.append(entry)
    return entries


def make_round(
    tournament: Tournament,
    pairs: list[tuple[Entry, Entry]],
    *,
    number: int = 1,
    state: str = Round.State.PUBLISHED,
    bye: Entry | None = None,
    scores: list[tuple[int, int]] | None = None,
) -> Round:
    """A round with one table for each of `pairs`, from table 1 up, and its `bye`.

    `scores` are the pieces locked of each pair; the higher won. Without them nothing is played.
    """
    round_ = Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=number,
        state=state,
        seed=number,
        drawn_at=dt.datetime(2027, 3, 13, 8 + number, tzinfo=dt.UTC),
        published_at=None
        if state == Round.State.DRAFT
        else dt.datetime(2027, 3, 13, 8 + number, 5, tzinfo=dt.UTC),
    )
    tables = {table.number: table for table in tournament.tables.all()}
    for order, pair in enumerate(pairs, start=1):
        pairing = Pairing.objects.create(round=round_, table=tables[order], order=order)
        locked = scores[order - 1] if scores else None
        for side, entry in enumerate(pair):
            won = locked is not None and locked[side] == max(locked)
            Seat.objects.create(
                pairing=pairing,
                round=round_,
                entry=entry,
                side=side,
                colours=[["yellow", "blue"], ["red", "green"]][side],
                outcome="" if locked is None else "win" if won else "loss",
                points=None if locked is None else int(won),
                place=None if locked is None else 1 if won else 2,
                score=None if locked is None else locked[side],
            )
    if bye is not None:
        pairing = Pairing.objects.create(round=round_, kind="bye", order=len(pairs) + 1)
        Seat.objects.create(
            pairing=pairing, round=round_, entry=bye, side=0, outcome="bye", points=1
        )
    return round_
