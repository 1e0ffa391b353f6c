"""Every page of the judges, in every state a table can be in: it answers, in constant queries."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from urllib.parse import quote

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.domain.run_clock import start_clock
from judging.domain.answer_call import take_call
from judging.domain.give_ruling import RulingFacts, give_ruling
from judging.domain.long_game import set_position, take_step
from judging.domain.note_incident import note_incident
from judging.domain.place_call import place_call
from judging.escalation import Step
from judging.models import Incident, LongGame, Ruling
from tests.factories import make_entries, make_tournament, make_user
from tests.results import make_round
from tournaments.models import Event, Pairing, Role, Tournament, User

POSITION = {
    "yellow": ["goal1", "goal2", "start", "start"],
    "red": ["goal1", "start", "red3", "home"],
    "blue": ["goal1", "goal2", "goal3", "blue9"],
    "green": ["start", "start", "green4", "home"],
}


QUERY = "yellow=goal1,goal2,start,start&red=goal1,start,red3&player=yellow&card=12"

Clients = Callable[[User], Client]


def desk_url(name: str, tournament: Tournament, *args: object) -> str:
    return reverse(name, args=[tournament.slug, *args])


def busy_hall(tables: int, judge: User) -> Tournament:
    """A running round over its time; half the tables have called, some are in a later step."""
    tournament = make_tournament(tables=tables)
    Role.objects.create(tournament=tournament, user=judge, kind=Role.Kind.HEAD_JUDGE)
    entries = make_entries(tournament, 2 * tables)
    pairs = [entries[i : i + 2] for i in range(0, 2 * tables, 2)]
    round_ = make_round(tournament, 1, pairs)
    start_clock(round_, by=None)
    for number, pairing in enumerate(round_.pairings.order_by("order")):
        entry = pairing.seats.first()
        assert entry is not None
        if number % 2:
            call = place_call(pairing, entry=entry.entry, source="pair", by=None)
            if number % 4 == 1:
                take_call(call, by=judge)
        else:
            for version, target in enumerate((Step.OVER_TIME, Step.TEN_MINUTES)):
                take_step(pairing, target, seen=version, by=judge)
            set_position(pairing, POSITION, by=judge)
        note_incident(pairing, entry.entry, "signal", by=judge)
        give_ruling(
            tournament,
            RulingFacts(
                happened="Bytkort på en låst brik.",
                decision="Kortet tages op.",
                rules=("E2", "B7"),
                consequence="warning",
                pairing=pairing,
                entry=entry.entry,
                position=POSITION,
            ),
            by=judge,
        )
    return tournament


PAGES = [
    ("desk-calls", (), ""),
    ("desk-long-games", (), ""),
    ("desk-long-game", (1, 1), ""),
    ("desk-rulings", (), ""),
    ("desk-rulings", (), "?q=bytk&rule=E2&all=1"),
    ("desk-rulings", (), "?like=1"),
    ("desk-rulings", (), f"?all=1&position={quote(QUERY)}"),
    ("desk-rulings", (), "?position=yellow%3Dred5,red5,red5"),
    ("desk-ruling", (1,), ""),
    ("desk-ruling-new", (), ""),
    ("desk-ruling-new", (), "?table=1"),
    ("desk-ruling-new", (), "?amends=1"),
    ("desk-casebook", (), ""),
    ("desk-rule-desk", (), f"?{QUERY}&for=1/1"),
    ("desk-fair-play", (), ""),
    ("desk-fair-play", (), "?table=1"),
    ("rulings", (), ""),
    ("rule-desk", (), f"?{QUERY}"),
    ("round-long", (1,), ""),
    ("table-judges", (1,), ""),
    ("entry-call", (1,), ""),
]


def test_pages_take_the_same_queries_at_two_tables_and_at_twenty(
    db: None, client_of: Clients, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    judge = make_user("hans")
    halls = [busy_hall(tables, judge) for tables in (2, 20)]
    counts: dict[tuple[str, str], list[int]] = {}
    for name, args, query in PAGES:
        for tournament in halls:
            # Whoever has just come in is noted down; on the way that is done now and then.
            client = client_of(judge)
            url = desk_url(name, tournament, *args) + query
            with django_assert_max_num_queries(29) as queries:
                response = client.get(url)
            assert response.status_code == 200, url
            counts.setdefault((name, query), []).append(len(queries))
    # Rules and judges are read once; nothing is read for each row.
    assert {page: found for page, found in counts.items() if found[0] != found[1]} == {}


def test_pages_of_an_empty_tournament_answer(
    tournament: Tournament, head: User, client_of: Clients
) -> None:
    client = client_of(head)
    names = {name for name, args, query in PAGES if not args and not query}
    answers = {name: client.get(desk_url(name, tournament)).status_code for name in names}
    assert answers == dict.fromkeys(names, 200)


def test_table_is_told_each_step(tournament: Tournament, pairing: Pairing, judge: User) -> None:
    for version, target in enumerate((Step.OVER_TIME, Step.TEN_MINUTES, Step.OPENING)):
        take_step(pairing, target, seen=version, why="Rød flytter fra startfeltet.", by=judge)
        for name, number in (("entry-call", 1), ("table-judges", 1)):
            context = Client().get(desk_url(name, tournament, number)).context
            assert context["words"].name
    page = Client().get(desk_url("table-judges", tournament, 1)).content.decode()
    assert "Rød flytter fra startfeltet." in page


def test_judge_takes_steps_by_buttons_and_the_head_judge_names_the_winner(
    tournament: Tournament, pairing: Pairing, judge: User, head: User, client_of: Clients
) -> None:
    client = client_of(judge)
    step = desk_url("desk-long-step", tournament, 1, 1)
    for version, target in enumerate(("over-time", "ten-minutes", "opening", "locked-again")):
        data = {"seen": version, "target": target, "why": "Gul åbner."}
        assert client.post(step, data).status_code == 302
    again = client.post(step, {"seen": 3, "target": "locked-again"})
    assert again.status_code == 409
    set_position(pairing, POSITION, by=judge)
    page = client_of(head).get(desk_url("desk-long-game", tournament, 1, 1)).content.decode()
    new = desk_url("desk-ruling-new", tournament)
    wanted = "round=1&amp;table=1&amp;back=table&amp;rules=H4&amp;consequence=result&amp;score_0=5"
    assert f"{new}?{wanted}" in page
    assert (
        new + "?round=1&amp;table=1&amp;rules=H4"
        not in client.get(desk_url("desk-long-game", tournament, 1, 1)).content.decode()
    )
    answer = client_of(head).post(
        new,
        {
            "round": 1, "table": 1, "happened": "Låst igen.", "decision": "Gul og blå vinder.",
            "rules": "H4", "consequence": "result", "winner": "0", "score_0": 5, "score_1": 1,
            "seen": 0,
        },
    )  # fmt: skip
    assert (answer.status_code, LongGame.objects.get().step) == (302, "adjudicated")


def test_ruling_refused_keeps_everything_typed(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    answer = client_of(judge).post(
        desk_url("desk-ruling-new", tournament),
        {
            "table": "1", "happened": "Rød så på makkeren.", "decision": "", "rules": ["A2", "B7"],
            "consequence": "penalty", "points": "halv", "entry": "1", "staff_note": "Anden gang",
        },
    )  # fmt: skip
    page = answer.content.decode()
    assert answer.status_code == 422
    for typed in ("Rød så på makkeren.", 'value="halv"', "Anden gang"):
        assert typed in page
    assert page.count(" checked") >= 4
    assert Ruling.objects.count() == 0


def test_ruling_of_one_table_with_a_position_from_the_rule_desk(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    client = client_of(judge)
    data = {
        "table": "1", "happened": "Kan 12 spilles?", "decision": "Nej.", "rules": ["C2"],
        "consequence": "penalty", "points": "0,5", "entry": "1", "position": QUERY,
    }  # fmt: skip
    answer = client.post(desk_url("desk-ruling-new", tournament), data)
    ruling = Ruling.objects.get()
    assert answer.headers["Location"] == desk_url("desk-ruling", tournament, 1)
    assert (ruling.points, ruling.question["cards"]) == (Decimal("0.5"), ["12"])
    page = client.get(answer.headers["Location"]).content.decode()
    assert "<svg" in page and f"{desk_url('desk-rule-desk', tournament)}?yellow=" in page


def test_judge_finds_rulings_on_a_position_like_this_before_deciding(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    facts = RulingFacts(
        happened="Kan 12 spilles?", decision="Nej, rød spærrer.", rules=("C2",), pairing=pairing,
        position=POSITION,
    )  # fmt: skip
    elsewhere = make_tournament(game=tournament.game)
    make_entries(elsewhere, 1)
    told = replace(facts, pairing=None, entry=elsewhere.entries.get(), decision="Nej, dér også.")
    give_ruling(tournament, facts, by=judge)
    give_ruling(elsewhere, told, by=None)
    set_position(pairing, POSITION, by=judge)
    client = client_of(judge)
    wanted = f"{desk_url('desk-rulings', tournament)}?all=1&amp;position="
    for name, args, query in (
        ("desk-rule-desk", (), f"?{QUERY}"),
        ("desk-ruling-new", (), f"?table=1&position={quote(QUERY)}"),
        ("desk-long-game", (1, 1), ""),
    ):
        page = client.get(desk_url(name, tournament, *args) + query).content.decode()
        assert wanted in page, name
        link = html.unescape(page.split(wanted)[1].split('"')[0])
        found = client.get(f"{desk_url('desk-rulings', tournament)}?all=1&position={link}")
        decisions = {line.ruling.decision for line in found.context["lines"]}
        assert decisions == {"Nej, rød spærrer.", "Nej, dér også."}
    public = Client().get(f"{desk_url('rule-desk', tournament)}?{QUERY}").content.decode()
    assert wanted not in public


def test_staff_note_is_for_judges_alone(
    tournament: Tournament, pairing: Pairing, judge: User, desk: User, client_of: Clients
) -> None:
    facts = RulingFacts(
        happened="Noget.", decision="Intet.", rules=("A1",), pairing=pairing, staff_note="Fnys"
    )
    give_ruling(tournament, facts, by=judge)
    url = desk_url("desk-ruling", tournament, 1)
    assert "Fnys" in client_of(judge).get(url).content.decode()
    assert "Fnys" not in client_of(desk).get(url).content.decode()
    assert "Fnys" not in Client().get(desk_url("rulings", tournament)).content.decode()
    csv = client_of(judge).get(desk_url("desk-export", tournament, "casebook", "csv"))
    assert csv.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "Noget." in csv.content.decode() and "Fnys" not in csv.content.decode()


def test_one_tap_notes_and_undo_strikes(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    client = client_of(judge)
    client.post(desk_url("desk-fair-play-note", tournament, 1), {"entry": "1", "kind": "touched"})
    incident = Incident.objects.get()
    assert (incident.entry.number, incident.kind) == (1, "touched")
    page = client.get(desk_url("desk-fair-play", tournament) + "?table=1").content.decode()
    assert desk_url("desk-fair-play-strike", tournament, incident.pk) in page
    client.post(desk_url("desk-fair-play-strike", tournament, incident.pk))
    assert Incident.objects.get().struck_at is not None


def test_log_tells_what_judges_did(
    tournament: Tournament, pairing: Pairing, organiser: User, client_of: Clients
) -> None:
    take_call(place_call(pairing, by=organiser), by=organiser)
    page = client_of(organiser).get(desk_url("desk-log", tournament)).content.decode()
    assert Event.objects.count() == 2
    assert "call.take" not in page and "call.place" not in page
