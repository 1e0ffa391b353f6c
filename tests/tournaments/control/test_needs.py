"""Needs in order, counted beyond the first few, and shown to those who may do something."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tournaments.access import ALLOWED, Action
from tournaments.control.needs import (
    FEW,
    KINDS,
    Asked,
    Kind,
    Line,
    More,
    Need,
    Needs,
    in_order,
    lines_of,
    needs_of,
    once_each,
)
from tournaments.control.pages import may_open
from tournaments.hooks import needs_asked
from tournaments.marks import Weight
from tournaments.models import Role, Tournament
from tournaments.queries.day import day_of

NOON = datetime(2027, 3, 13, 12, tzinfo=UTC)


def need(kind: Kind = Kind.CALL, weight: Weight = Weight.URGENT, **more: Any) -> Need:
    return Need(
        **{
            "kind": kind,
            "weight": weight,
            "sentence": "…",
            "page": "desk-calls",
            "url": "/one/",
            "all_at": "/all/",
            **more,
        }
    )


NEEDS = st.builds(
    need,
    kind=st.sampled_from(Kind),
    weight=st.sampled_from(Weight),
    since=st.none() | st.integers(0, 90).map(lambda n: NOON - timedelta(minutes=n)),
    table=st.none() | st.integers(1, 250),
)


def test_urgent_comes_first_then_the_kind_then_what_has_lasted_longest() -> None:
    old, new = (need(since=NOON - timedelta(minutes=n), table=n) for n in (9, 2))
    given_out = [
        need(Kind.PAPER, Weight.QUIET),
        need(Kind.SEAT),
        new,
        old,
        need(Kind.CLOCK, Weight.ACTIVE),
    ]
    assert [(one.kind, one.table) for one in in_order(given_out)] == [
        (Kind.CALL, 9),
        (Kind.CALL, 2),
        (Kind.SEAT, None),
        (Kind.CLOCK, None),
        (Kind.PAPER, None),
    ]


def test_a_game_is_one_thing_to_do() -> None:
    late, dispute = need(Kind.LATE, table=4), need(Kind.DISPUTE, table=4)
    broken, other = need(Kind.TABLE, table=4), need(Kind.LATE, table=5)
    kept = once_each(in_order([late, dispute, broken, other]))
    assert [(one.kind, one.table) for one in kept] == [
        (Kind.DISPUTE, 4),
        (Kind.LATE, 5),
        (Kind.TABLE, 4),
    ]


@given(st.lists(NEEDS, max_size=40))
def test_every_need_is_shown_or_counted_once(needs: list[Need]) -> None:
    lines = lines_of(in_order(needs), NOON)
    shown = [line.need for line in lines if isinstance(line, Line)]
    more = sum(line.count for line in lines if isinstance(line, More))
    assert len(shown) + more == len(needs)
    assert shown == [one for one in in_order(needs) if one in shown]
    keys = [line.key for line in lines if isinstance(line, Line) and line.need.table is None]
    assert len(keys) == len(set(keys))


def test_one_beyond_the_few_is_shown_and_two_are_counted() -> None:
    def shape(how_many: int) -> list[str]:
        lines = lines_of([need(table=n) for n in range(how_many)], NOON)
        return [f"+{line.count} {line.url}" if isinstance(line, More) else "." for line in lines]

    assert shape(FEW + 1) == ["."] * (FEW + 1)
    assert shape(FEW + 2) == ["."] * FEW + ["+2 /all/"]


@pytest.mark.parametrize(
    ("minutes", "words"), [(None, ""), (0, ""), (7, "7 min"), (65, "1 h 5 min"), (-1, "")]
)
def test_how_long_it_lasts_is_said_in_words(minutes: int | None, words: str) -> None:
    since = None if minutes is None else NOON - timedelta(minutes=minutes)
    (line,) = lines_of([need(since=since)], NOON)
    assert isinstance(line, Line)
    with override("en"):
        assert line.ago == words


def test_what_is_in_the_way_of_a_step_is_counted_by_kind_and_leads_there() -> None:
    play = frozenset({"play"})
    needs = Needs(
        all=(
            need(blocks=play, url="/3/"),
            need(blocks=play, url="/4/"),
            need(Kind.DISPUTE, blocks=play, url="/5/"),
            need(Kind.PAPER),
        )
    )
    way = [(one.words, one.count, one.url) for one in needs.in_the_way_of("play")]
    assert way == [(KINDS[Kind.CALL].name, 2, "/all/"), (KINDS[Kind.DISPUTE].name, 1, "/5/")]
    assert needs.in_the_way_of("draw") == []


@contextmanager
def answering(*needs: Need) -> Iterator[None]:
    def answer(sender: object, **_kwargs: Any) -> list[Need]:
        return list(needs)

    needs_asked.connect(answer)
    try:
        yield
    finally:
        needs_asked.disconnect(answer)


def test_what_somebody_may_not_open_is_not_shown_to_them(tournament: Tournament) -> None:
    day = day_of(tournament)
    with answering(need(page="desk-calls"), need(page="desk-mails"), need(page="nowhere")):
        for role, expected in ((Role.Kind.ORGANISER, 2), (Role.Kind.DESK, 1)):
            asked = Asked(tournament=tournament, day=day, now=NOON, actions=ALLOWED[role])
            assert len(needs_of(asked).all) == expected
            assert needs_of(asked).urgent == expected


def test_page_is_open_as_its_guard_says() -> None:
    assert may_open("desk-mails", {Action.EDIT_TOURNAMENT})
    assert not may_open("desk-mails", {Action.LOOK})
    assert may_open("tournament", ())
    assert not may_open("nowhere", frozenset(Action))
