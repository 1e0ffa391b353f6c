"""Every table of the desk: who may have it, in each kind of file, with as few questions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from reports.exports import EXPORTS, Reader
from reports.exports.files import FORMATS
from tests.reports.paper import make_round
from tournaments.access import ALLOWED, Action
from tournaments.models import Role, Seat, User

ClientOf = Callable[[User], Client]


@pytest.mark.parametrize("name", EXPORTS)
def test_every_table_is_a_file_for_those_who_may_have_it(
    organiser: User, judge: User, client_of: ClientOf, name: str
) -> None:
    round_ = make_round(2, names=["Æbleø"])
    codes = []
    for user, role in ((organiser, Role.Kind.ORGANISER), (judge, Role.Kind.JUDGE)):
        Role.objects.create(tournament=round_.tournament, user=user, kind=role)
        client = client_of(user)
        for kind in FORMATS:
            url = reverse("desk-export", args=[round_.tournament.slug, name, kind])
            codes.append(client.get(url).status_code)
    allowed = EXPORTS[name].needs in ALLOWED[Role.Kind.JUDGE]
    assert codes == [200] * len(FORMATS) + [200 if allowed else 403] * len(FORMATS)


@pytest.mark.parametrize("name", EXPORTS)
def test_rows_fit_their_columns_and_cost_the_same_queries(
    db: None, name: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for tables in (2, 12):
        round_ = make_round(tables, bye=True)
        Seat.objects.filter(round=round_, side=0).update(outcome="win", points=1, place=1)
        with django_assert_max_num_queries(8):
            table = EXPORTS[name].read(Reader(round_.tournament, frozenset(Action)))
        assert {len(row) for row in table.rows} <= {len(table.columns)}


def test_draft_is_exported_for_those_who_draw_alone(db: None) -> None:
    round_ = make_round(2)
    round_.tournament.rounds.update(state="draft")
    rows = [
        len(EXPORTS["pairings"].read(Reader(round_.tournament, actions)).rows)
        for actions in (ALLOWED[Role.Kind.DESK], ALLOWED[Role.Kind.ORGANISER])
    ]
    assert rows == [0, 4]


def test_page_of_files_offers_what_the_role_may_have(
    desk: User, judge: User, client_of: ClientOf
) -> None:
    tournament = desk.roles.get().tournament
    pages = [
        client_of(user).get(reverse("desk-files", args=[tournament.slug])).content.decode()
        for user in (desk, judge)
    ]
    assert ["/files/entries/xlsx/" in page for page in pages] == [True, False]
    assert ["/files/results/csv/" in page for page in pages] == [True, True]
