"""The queue of calls, and calling from a table: buttons, refusals, what is told."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from judging.domain.answer_call import arrive_at_call, resolve_call, send_head_judge, take_call
from judging.domain.long_game import take_step
from judging.domain.place_call import place_call
from judging.escalation import Step
from judging.models import Call
from tests.judging.views.test_pages import Clients, desk_url
from tournaments.models import Pairing, Round, Tournament, User


def test_desk_sees_the_queue_and_no_buttons_of_judges(
    tournament: Tournament, pairing: Pairing, desk: User, client_of: Clients
) -> None:
    call = place_call(pairing, by=desk)
    page = client_of(desk).get(desk_url("desk-calls", tournament)).content.decode()
    assert desk_url("desk-call-do", tournament, call.pk, "take") not in page
    assert desk_url("desk-call-withdraw", tournament, call.pk) in page
    assert desk_url("desk-fair-play", tournament) not in page


def test_numbers_of_the_day_come_after_all_that_a_judge_presses(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    first = place_call(pairing, by=judge)
    for verb in (take_call, arrive_at_call, resolve_call):
        verb(first, by=judge)
    call = place_call(pairing, by=judge)
    client = client_of(judge)
    page = client.get(desk_url("desk-calls", tournament)).content.decode()
    take = desk_url("desk-call-do", tournament, call.pk, "take")
    assert page.index(take) < page.index("data-ring") < page.index('id="call-waits"')
    piece = client.get(desk_url("desk-calls", tournament), HTTP_HX_REQUEST="true")
    assert piece.content.decode().count('id="call-waits" hx-swap-oob="true"') == 1


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


def test_nobody_else_takes_a_pairs_call_back(tournament: Tournament, pairing: Pairing) -> None:
    """Neither who knows the address, nor the pair across the table with its own code."""
    phone, stranger, opponent, own = Client(), Client(), Client(), Client()
    phone.post(desk_url("entry-call", tournament, 1))
    seats = list(pairing.seats.select_related("entry").order_by("side"))
    opponent.get(reverse("player-code-of", args=[seats[1].entry.code]))
    own.get(reverse("player-code-of", args=[seats[0].entry.code]))
    withdraw, page = (desk_url(f"entry-call{to}", tournament, 1) for to in ("-withdraw", ""))
    for other in (stranger, opponent):
        assert withdraw not in other.get(page).content.decode()
        assert other.post(withdraw, {"key": "x"}).status_code == 422
        piece = other.post(withdraw, {"key": "y"}, headers={"HX-Request": "true"})
        assert (piece.status_code, Call.objects.get().state) == (422, "waiting")
    # A cookie somebody has made up is worth nothing.
    stranger.cookies["called"] = str([Call.objects.get().pk])
    assert stranger.post(withdraw, {"key": "z"}).status_code == 422
    assert withdraw in phone.get(page).content.decode()
    assert withdraw in own.get(page).content.decode()
    assert own.post(withdraw, {"key": "k"}).status_code == 302
    assert Call.objects.get().state == "withdrawn"


def test_phone_that_called_by_a_piece_takes_it_back(
    tournament: Tournament, pairing: Pairing
) -> None:
    phone, hx = Client(), {"HX-Request": "true"}
    withdraw = desk_url("entry-call-withdraw", tournament, 1)
    answer = phone.post(desk_url("entry-call", tournament, 1), {"key": "a"}, headers=hx)
    assert withdraw in answer.content.decode()
    assert phone.post(withdraw, {"key": "b"}, headers=hx).status_code == 200
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


def test_ruling_is_the_first_thing_at_a_call_and_leads_back_to_it(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    call = place_call(pairing, by=judge)
    arrive_at_call(take_call(call, by=judge), by=judge)
    client = client_of(judge)
    here = desk_url("desk-calls", tournament)
    form = f"{desk_url('desk-ruling-new', tournament)}?round=1&amp;table=1&amp;call={call.pk}"
    assert f'<a class="button button-primary" href="{form}">' in client.get(here).content.decode()
    typed = {"round": 1, "table": 1, "call": call.pk, "happened": "Løftet.", "decision": "Nej.",
             "rules": "B8", "consequence": "none"}  # fmt: skip
    given = client.post(desk_url("desk-ruling-new", tournament), typed)
    assert given["Location"] == f"{here}#call-{call.pk}"
    page = client.get(here).content.decode()
    assert f'id="call-{call.pk}"' in page
    assert f'<a class="button" href="{form}">' in page
    assert 'button class="button button-primary"' in page


def test_ruling_from_the_page_of_a_table_leads_back_to_it(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    client = client_of(judge)
    here = desk_url("desk-long-game", tournament, 1, 1)
    assert "round=1&amp;table=1&amp;back=table" in client.get(here).content.decode()
    typed = {"round": 1, "table": 1, "back": "table", "happened": "Løftet.", "decision": "Nej.",
             "rules": "B8", "consequence": "none"}  # fmt: skip
    assert client.post(desk_url("desk-ruling-new", tournament), typed)["Location"] == here


def test_page_of_one_long_game_follows(
    tournament: Tournament, pairing: Pairing, judge: User, client_of: Clients
) -> None:
    client = client_of(judge)
    here = desk_url("desk-long-game", tournament, 1, 1)
    page = client.get(here)
    asked = page.content.decode().split(f'hx-get="{here}')[1].split('"')[0]
    again = client.get(here + asked, headers={"HX-Request": "true"})
    assert again.status_code == 204
    take_step(pairing, Step.OVER_TIME, seen=0, by=judge)
    piece = client.get(here + asked, headers={"HX-Request": "true"})
    assert piece.status_code == 200
    assert piece.content.decode().count('id="long-game"') == 1


def test_page_that_rings_is_told_which_calls_wait_and_why(
    tournament: Tournament, pairing: Pairing, judge: User, desk: User, client_of: Clients
) -> None:
    here = desk_url("desk-calls-watch", tournament)
    client = client_of(judge)
    assert 'data-calls="[]"' in client.get(here).content.decode()
    call = place_call(pairing, reason=Call.Reason.values[0], note="Hemmeligt.", by=desk)
    page = client.get(here).content.decode()
    assert f"&quot;id&quot;: {call.pk}, &quot;table&quot;" in page
    assert "Hemmeligt" not in page
    take_call(call, by=judge)
    assert 'data-calls="[]"' in client.get(here).content.decode()
    assert client_of(desk).get(here).status_code == 403
