"""What is read: never a draft, in a constant number of queries, by filters, and by role."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from tests.factories import make_entries, make_round, make_tournament, make_user
from tests.tournaments.api.asking import V1, ask, bearer, key_of
from tests.tournaments.api.hall import hall
from tournaments.domain.move_table import move_table
from tournaments.models import Entry, Pairing, Role, Round, Table, Tournament, User

LONG_AGO = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
#: Lists of what grows with a tournament; each answers in as many queries for two as for sixty.
LISTS = (
    "entries/",
    "presence/",
    "contacts/",
    "rounds/",
    "pairings/",
    "standings/",
    "ranking/",
    "stages/1/chart/",
    "tables/",
    "log/",
    "clock/",
    "rounds/1/tables/",
    "claims/",
    "statistics/",
    "rulings/",
    "calls/",
    "timetable/",
)


def paths_of(slug: str) -> list[str]:
    """Every address of the API within a tournament that can be read."""

    def walk(resolver: URLResolver, prefix: str) -> list[str]:
        found: list[str] = []
        for pattern in resolver.url_patterns:
            if isinstance(pattern, URLResolver):
                found += walk(pattern, prefix + str(pattern.pattern))
            elif isinstance(pattern, URLPattern):
                view = getattr(pattern.callback, "cls", None)
                path = prefix + str(pattern.pattern)
                if path.startswith("api/v1/tournaments/<slug") and hasattr(view, "read"):
                    found.append(path)
        return found

    return [
        "/" + path.replace("<slug:slug>", slug).replace("<int:number>", "1")
        for path in walk(get_resolver(), "")
    ]


def results(path: str, **options: Any) -> list[dict[str, Any]]:
    response = ask(path, **options)
    assert response.status_code == 200, response.content
    found: list[dict[str, Any]] = response.json()["results"]
    return found


def test_draft_changes_nothing_that_anybody_reads(tournament: Tournament) -> None:
    there, _organiser = hall(tournament)
    Round.objects.filter(tournament=tournament, number=2).update(state=Round.State.CLOSED)
    paths = paths_of(tournament.slug)
    assert len(paths) > 15

    def seen() -> dict[str, tuple[int, bytes]]:
        answers = {path: Client().get(path) for path in paths}
        return {path: (one.status_code, one.content) for path, one in answers.items()}

    before = seen()
    make_round(
        tournament,
        [(there.entries[0], there.entries[3])],
        number=3,
        state=Round.State.DRAFT,
        bye=there.entries[1],
    )
    assert seen() == before
    for part in ("rounds/3/", "rounds/3/clock/", "rounds/3/tables/", "standings/?round=3"):
        assert ask(f"tournaments/{tournament.slug}/{part}").status_code == 404


def grown(pairs: int) -> tuple[Tournament, str]:
    """A tournament of so many pairs with one round, and what opens all of it."""
    tournament = make_tournament(tables=pairs)
    entries = make_entries(tournament, 2 * pairs)
    make_round(
        tournament,
        list(zip(entries[::2], entries[1::2], strict=True)),
        scores=[(8, 3)] * pairs,
    )
    organiser = make_user(role=Role.Kind.ORGANISER, tournament=tournament)
    return tournament, key_of(organiser)


def queries_of(path: str, tournament: Tournament, key: str) -> int:
    url = f"{V1}tournaments/{tournament.slug}/{path}"
    Client().get(url, headers=bearer(key))
    cache.clear()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert Client().get(url, headers=bearer(key)).status_code == 200, path
    return len(queries)


def test_lists_take_as_many_queries_for_sixty_as_for_two(db: None) -> None:
    few, many = grown(1), grown(30)
    assert {path: queries_of(path, *few) for path in LISTS} == {
        path: queries_of(path, *many) for path in LISTS
    }


def test_list_of_tournaments_takes_as_many_queries_for_many(db: None) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert ask("tournaments/").status_code == 200
        return len(queries)

    make_tournament(tables=1)
    first = asked()
    for _n in range(5):
        make_tournament(tables=1)
    assert asked() == first


def test_pages_lead_on_to_all_rows_once(tournament: Tournament) -> None:
    make_entries(tournament, 7)
    url: str | None = f"{V1}tournaments/{tournament.slug}/entries/?page_size=3"
    numbers: list[int] = []
    while url:
        page = Client().get(url).json()
        assert page["count"] == 7
        numbers += [row["number"] for row in page["results"]]
        url = page["next"]
    assert numbers == [1, 2, 3, 4, 5, 6, 7]


def test_pairing_says_who_sits_where_and_what_it_gave(tournament: Tournament) -> None:
    first, second = make_entries(tournament, 2)
    make_round(tournament, [(first, second)], scores=[(8, 5)])
    assert results(f"tournaments/{tournament.slug}/pairings/") == [
        {
            "round": 1,
            "table": 1,
            "kind": "game",
            "group": "",
            "final": True,
            "sides": [
                {
                    "side": 0,
                    "seats": [
                        {"entry": {"number": 1, "name": "Par 1"}, "players": ["Anna 1", "Bo 1"]}
                    ],
                    "colours": ["yellow", "blue"],
                    "outcome": "win",
                    "place": 1,
                    "score": 8,
                    "points": 1.0,
                },
                {
                    "side": 1,
                    "seats": [
                        {"entry": {"number": 2, "name": "Par 2"}, "players": ["Anna 2", "Bo 2"]}
                    ],
                    "colours": ["red", "green"],
                    "outcome": "loss",
                    "place": 2,
                    "score": 5,
                    "points": 0.0,
                },
            ],
        }
    ]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("", [(1, 1), (1, 2), (2, 1), (2, 2)]),
        ("?round=2", [(2, 1), (2, 2)]),
        ("?table=2", [(1, 2), (2, 2)]),
        ("?entry=3", [(1, 2), (2, 1)]),
        ("?state=final", [(1, 1), (1, 2)]),
        ("?state=open&table=1", [(2, 1)]),
        ("?changed_since=2100-01-01T00:00:00Z", []),
    ],
)
def test_pairings_are_narrowed(
    asked: str, expected: list[tuple[int, int]], tournament: Tournament
) -> None:
    hall(tournament)
    Round.objects.filter(tournament=tournament).update(
        published_at=dt.datetime(2027, 3, 13, tzinfo=dt.UTC)
    )
    rows = results(f"tournaments/{tournament.slug}/pairings/{asked}")
    assert [(row["round"], row["table"]) for row in rows] == expected


def test_pairing_at_which_something_happened_is_found(
    tournament: Tournament, organiser: User
) -> None:
    entries = make_entries(tournament, 4)
    make_round(tournament, [(entries[0], entries[1]), (entries[2], entries[3])])
    pairing = Pairing.objects.get(round__tournament=tournament, order=2)
    Round.objects.update(published_at=LONG_AGO)
    path = f"tournaments/{tournament.slug}/pairings/?changed_since="
    move_table(pairing, Table.objects.get(tournament=tournament, number=7), by=organiser)
    event = tournament.events.latest("id")
    found = results(path + event.at.isoformat().replace("+00:00", "Z"))
    assert [row["table"] for row in found] == [7]


def test_standings_have_a_value_for_each_tie_break(tournament: Tournament) -> None:
    entries = make_entries(tournament, 4)
    pairs = [(entries[0], entries[1]), (entries[2], entries[3])]
    make_round(tournament, pairs, scores=[(8, 3), (8, 6)], state=Round.State.CLOSED)
    body = ask(f"tournaments/{tournament.slug}/standings/").json()
    rows = body["tables"][0]["rows"]
    assert [row["rank"] for row in rows] == [1, 2, 3, 4]
    assert body["tie_breaks"][0]["code"] == "points"
    assert {len(row["values"]) for row in rows} == {len(body["tie_breaks"])}
    assert {row["entry"]["number"]: row["values"][0] for row in rows} == {1: 1, 2: 0, 3: 1, 4: 0}
    first = rows[0]
    workings = ask(f"tournaments/{tournament.slug}/standings/{first['entry']['number']}/").json()
    assert [one["value"] for one in workings["workings"]] == first["values"]
    terms = workings["workings"][0]["terms"]
    assert sum(term["value"] for term in terms if term["counted"]) == first["values"][0]


def test_contacts_need_the_role_and_the_scope(
    tournament: Tournament, organiser: User, judge: User, desk: User
) -> None:
    make_entries(tournament, 1)
    path = f"tournaments/{tournament.slug}/contacts/"

    def answer(key: str) -> tuple[int, str]:
        response = ask(path, key=key)
        return response.status_code, response.json().get("code", "")

    assert answer("") == (401, "not-authenticated")
    assert answer(key_of(make_user())) == (404, "not-found")
    assert answer(key_of(judge)) == (403, "not-allowed")
    assert answer(key_of(organiser, "read")) == (403, "not-in-scope")
    assert answer(key_of(desk, "edit-entries")) == (200, "")
    elsewhere = make_tournament(tables=1)
    Role.objects.create(tournament=elsewhere, user=desk, kind=Role.Kind.DESK)
    assert answer(key_of(desk, tournament=elsewhere)) == (403, "not-in-scope")
    assert results(path, key=key_of(desk))[0]["players"][0]["email"] == "anna1@example.org"


def test_code_that_opens_an_entry_is_told_to_no_program(tournament: Tournament, desk: User) -> None:
    entry = make_entries(tournament, 1)[0]
    body = ask(f"tournaments/{tournament.slug}/contacts/", key=key_of(desk)).content.decode()
    assert entry.code not in body


def test_who_is_here_is_told_to_staff_alone(tournament: Tournament, judge: User) -> None:
    make_entries(tournament, 1, state=Entry.State.PRESENT)
    path = f"tournaments/{tournament.slug}/"
    assert results(f"{path}entries/")[0]["state"] == "entered"
    assert ask(f"{path}presence/").status_code == 401
    assert results(f"{path}presence/", key=key_of(judge, "read"))[0]["state"] == "present"


def test_clock_that_stands_still_says_what_remains(tournament: Tournament) -> None:
    hall(tournament)
    clock = ask(f"tournaments/{tournament.slug}/clock/").json()
    assert (clock["round"], clock["state"], clock["ends_at"]) == (2, "paused", None)
    assert clock["remaining_seconds"] > 0
    assert [pause["ended_at"] for pause in clock["pauses"]] == [None]


def test_log_of_one_who_may_not_draw_keeps_drafts_back(
    tournament: Tournament, organiser: User, judge: User, client_of: Callable[..., Client]
) -> None:
    hall(tournament)
    rows = results(f"tournaments/{tournament.slug}/log/", key=key_of(judge, "read"))
    ids = [row["id"] for row in rows]
    assert ids == sorted(ids, reverse=True)
    assert {row["verb"] for row in rows} >= {"clock.start", "clock.pause", "call.place"}
    newer = results(f"tournaments/{tournament.slug}/log/?after={ids[1]}", key=key_of(judge, "read"))
    assert [row["id"] for row in newer] == ids[:1]
