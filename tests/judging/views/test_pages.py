"""Every page of the judges, in every state a table can be in: it answers, in constant queries."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.run_clock import start_clock
from judging.domain.answer_call import arrive_at_call, send_head_judge, take_call
from judging.domain.give_ruling import RulingFacts, give_ruling
from judging.domain.long_game import set_position, take_step
from judging.domain.note_incident import note_incident
from judging.domain.place_call import place_call
from judging.escalation import Step
from judging.models import Call, Incident, LongGame, Ruling
from tests.factories import make_entries, make_tournament, make_user
from tests.results import make_round
from tournaments.models import Event, Pairing, Role, Round, Tournament, User

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


@pytest.mark.parametrize(("name", "args", "query"), PAGES)
def test_page_takes_the_same_queries_at_two_tables_and_at_twenty(
    db: None,
    client_of: Clients,
    django_assert_max_num_queries: Any,
    name: str,
    args: tuple[int, ...],
    query: str,
) -> None:
    judge = make_user("hans")
    counts = []
    for tables in (2, 20):
        tournament = busy_hall(tables, judge)
        client = client_of(judge)
        url = desk_url(name, tournament, *args) + query
        with django_assert_max_num_queries(29) as queries:
            response = client.get(url)
        assert response.status_code == 200
        counts.append(len(queries))
    # Rules and judges are read once; nothing is read for each row.
    assert counts[1] == counts[0]


def test_pages_of_an_empty_tournament_answer(
    tournament: Tournament, head: User, client_of: Clients
) -> None:
    client = client_of(head)
    names = {name for name, args, query in PAGES if not args and not query}
    answers = {name: client.get(desk_url(name, tournament)).status_code for name in names}
    assert answers == dict.fromkeys(names, 200)


def test_desk_sees_the_queue_and_no_buttons_of_judges(
    tournament: Tournament, pairing: Pairing, desk: User, client_of: Clients
) -> None:
    call = place_call(pairing, by=desk)
    page = client_of(desk).get(desk_url("desk-calls", tournament)).content.decode()
    assert desk_url("desk-call-do", tournament, call.pk, "take") not in page
    assert desk_url("desk-call-withdraw", tournament, call.pk) in page
    assert desk_url("desk-fair-play", tournament) not in page


def test_judge_goes_through_a_call_by_buttons(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    client = client_of(judge)
    new = desk_url("desk-call-new", tournament)
    assert client.post(new, {"table": "1", "reason": "rule", "key": "k"}).status_code == 302
    assert client.post(new, {"table": "1", "reason": "rule", "key": "k"}).status_code == 302
    call = Call.objects.get()
    for verb, state in (("take", "taken"), ("arrive", "arrived"), ("resolve", "resolved")):
        client.post(desk_url("desk-call-do", tournament, call.pk, verb))
        call.refresh_from_db()
        assert call.state == state
    late = client.post(desk_url("desk-call-do", tournament, call.pk, "take"), follow=True)
    assert "toast-urgent" in late.content.decode()


def test_call_that_a_judge_has_leads_to_the_long_game_of_its_table(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    client = client_of(judge)
    call = place_call(pairing, by=judge)
    page = desk_url("desk-long-game", tournament, 1, 1)
    assert page not in client.get(desk_url("desk-calls", tournament)).content.decode()
    take_call(call, by=judge)
    assert f'href="{page}"' in client.get(desk_url("desk-calls", tournament)).content.decode()


def test_call_at_a_table_nobody_sits_at_keeps_what_was_typed(
    tournament: Tournament, round_: Round, judge: User, client_of: Clients
) -> None:
    answer = client_of(judge).post(
        desk_url("desk-call-new", tournament), {"table": "99", "note": "Ved døren"}
    )
    page = answer.content.decode()
    assert (answer.status_code, 'value="99"' in page, "Ved døren" in page) == (422, True, True)


def test_call_that_waits_for_the_head_judge_is_not_offered_to_a_judge(
    tournament: Tournament, pairing: Pairing, judge: User, head: User, client_of: Clients
) -> None:
    call = take_call(place_call(pairing, by=judge), by=judge)
    send_head_judge(call, by=judge)
    take = desk_url("desk-call-do", tournament, call.pk, "take")
    url = desk_url("desk-calls", tournament)
    assert take not in client_of(judge).get(url).content.decode()
    assert take in client_of(head).get(url).content.decode()


def test_queue_asked_again_with_nothing_new_is_empty(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    client = client_of(judge)
    url = desk_url("desk-calls", tournament)
    htmx = {"HX-Request": "true"}
    stamp = client.get(url).context["queue"].stamp
    assert client.get(url, {"seen": stamp}, headers=htmx).status_code == 204
    place_call(pairing, by=judge)
    assert client.get(url, {"seen": stamp}, headers=htmx).status_code == 200


# The table's own pages ---------------------------------------------------------------------------


def test_pair_calls_with_one_tap_and_sees_who_comes(
    tournament: Tournament, pairing: Pairing, judge: User
) -> None:
    phone = Client()
    url = desk_url("entry-call", tournament, 1)
    assert phone.post(url, {"key": "k", "reason": "rule"}).status_code == 302
    assert phone.post(url, {"key": "k", "reason": "rule"}).status_code == 302
    call = Call.objects.get()
    assert (call.source, call.reason, call.placed_by) == ("pair", "rule", None)
    take_call(call, by=judge)
    assert judge.display_name in phone.get(url).content.decode()
    arrive_at_call(call, by=judge)
    assert judge.display_name in phone.get(url).content.decode()


def test_pair_sees_its_place_in_the_queue(tournament: Tournament, round_: Round) -> None:
    for table in (1, 2, 3):
        place_call(round_.pairings.get(table__number=table), by=None)
    ahead = [
        Client().get(desk_url("entry-call", tournament, number)).context["seen"].ahead
        for number in (1, 3, 5)
    ]
    assert ahead == [0, 1, 2]


def test_pair_takes_its_call_back(tournament: Tournament, pairing: Pairing) -> None:
    phone = Client()
    phone.post(desk_url("entry-call", tournament, 1))
    other = desk_url("entry-call-withdraw", tournament, 2)
    assert phone.post(other).status_code == 302
    assert Call.objects.get().state == "waiting"
    assert phone.post(desk_url("entry-call-withdraw", tournament, 1)).status_code == 302
    assert Call.objects.get().state == "withdrawn"


def test_pair_that_calls_twice_is_told(tournament: Tournament, pairing: Pairing) -> None:
    phone = Client()
    phone.post(desk_url("entry-call", tournament, 1), {"key": "a"})
    answer = phone.post(
        desk_url("entry-call", tournament, 2), {"key": "b"}, headers={"HX-Request": "true"}
    )
    assert (answer.status_code, Call.objects.count()) == (422, 1)


@pytest.mark.parametrize("number", [7, 99])
def test_pair_without_a_table_cannot_call(
    tournament: Tournament, round_: Round, number: int
) -> None:
    assert Client().post(desk_url("entry-call", tournament, number)).status_code == 404


def test_table_is_told_each_step(tournament: Tournament, pairing: Pairing, judge: User) -> None:
    for version, target in enumerate((Step.OVER_TIME, Step.TEN_MINUTES, Step.OPENING)):
        take_step(pairing, target, seen=version, why="Rød flytter fra startfeltet.", by=judge)
        for name, number in (("entry-call", 1), ("table-judges", 1)):
            context = Client().get(desk_url(name, tournament, number)).context
            assert context["words"].name
    page = Client().get(desk_url("table-judges", tournament, 1)).content.decode()
    assert "Rød flytter fra startfeltet." in page


# Long games, rulings, rule desk, fair play -------------------------------------------------------


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
    assert f"{new}?round=1&amp;table=1&amp;rules=H4&amp;consequence=result&amp;score_0=5" in page
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


@pytest.mark.parametrize(
    "query",
    ["", "card=7&card=7&card=x", "yellow=red5,red5,red5,red5,red5", "red=red5&yellow=red5&card=7",
     "yellow=nowhere", "player=none&card=heart", f"{QUERY}&why=12+yellow+start", "way=%00",
     "for=1/999999999999", "ruleset=x&card=swap"],
)  # fmt: skip
def test_rule_desk_answers_whatever_is_asked(
    tournament: Tournament, judge: User, client_of: Clients, query: str
) -> None:
    assert Client().get(f"{desk_url('rule-desk', tournament)}?{query}").status_code == 200
    page = client_of(judge).get(f"{desk_url('desk-rule-desk', tournament)}?{query}")
    assert page.status_code == 200


@pytest.mark.parametrize("query", ["", "dice=31", "points=1,2&dice=66", "points=x,99,-99&bar=3",
                                   "point=1&point=-1&die=3&die=1", "dice=31&why=24",
                                   "dice=31&why=nowhere"])  # fmt: skip
def test_rule_desk_of_backgammon_answers_whatever_is_asked(db: None, query: str) -> None:
    tournament = make_tournament(game="backgammon")
    assert Client().get(f"{desk_url('rule-desk', tournament)}?{query}").status_code == 200


def test_rule_desk_of_a_game_without_one(db: None) -> None:
    tournament = make_tournament(game="kroket")
    assert Client().get(desk_url("rule-desk", tournament)).status_code == 200


def test_position_is_kept_at_a_table(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    client = client_of(judge)
    url = desk_url("desk-position", tournament, 1, 1)
    assert client.post(url, {"position": QUERY}).status_code == 302
    position = LongGame.objects.get().position
    assert position is not None
    assert position["red"] == ["red3", "start", "goal1", "home"]
    wrong = client.post(url, {"position": "yellow=red5&red=red5"})
    assert wrong.headers["Location"].endswith("for=1/1")


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
