"""Our page: check in, hand in a result, answer what the other side handed in."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.domain.claims import claim_result, confirm_claim
from games.domain.game_results import Typed
from games.domain.record_result import record_result
from games.models import Claim, Result
from tests.factories import make_entries, make_tournament
from tests.games.tables import make_table
from tests.results import make_round
from tournaments.domain.close_round import close_round
from tournaments.models import Entry, Event, Game, Pairing, Registration, Tournament

WON = {"picked": "1", "winner": "0", "score_1": "5", "ended": "played"}
LOST = {"picked": "1", "winner": "1", "score_0": "5", "ended": "played"}


@pytest.fixture(autouse=True)
def no_wrong_codes_yet() -> None:
    cache.clear()


@pytest.fixture
def pairing(tournament: Tournament) -> Pairing:
    return make_round(tournament, 1, [make_entries(tournament, 2)]).pairings.get()


def phone_of(entry: Entry) -> Client:
    """A phone that was opened with the entry's code, in English."""
    client = Client()
    client.cookies["language"] = "en"
    client.get(f"/p/{entry.code}/")
    return client


def phones(pairing: Pairing) -> tuple[Client, ...]:
    return tuple(phone_of(seat.entry) for seat in pairing.seats.order_by("side"))


def url(pairing: Pairing, name: str, side: int = 0) -> str:
    seat = pairing.seats.get(side=side)
    return reverse(name, args=[pairing.round.tournament.slug, seat.entry.number])


def own_page(client: Client, pairing: Pairing, side: int = 0) -> str:
    return client.get(url(pairing, "entry", side)).content.decode()


def box(client: Client, pairing: Pairing, side: int = 0) -> str:
    page = own_page(client, pairing, side)
    return page.partition('data-play="')[2].partition('"')[0]


# Handing it in ----------------------------------------------------------------------------


def test_result_is_handed_in_and_confirmed_without_javascript(pairing: Pairing) -> None:
    ours, theirs = phones(pairing)
    assert (box(ours, pairing), box(theirs, pairing, 1)) == ("open", "open")

    response = ours.post(url(pairing, "play-result"), WON | {"key": "a"}, follow=True)
    assert "8-5 is handed in. It counts when the other side confirms it." in str(
        response.content.decode()
    )
    assert (box(ours, pairing), box(theirs, pairing, 1)) == ("waiting", "asked")

    claim = Claim.objects.get()
    response = theirs.post(
        url(pairing, "play-confirm", 1), {"claim": claim.pk, "key": "b"}, follow=True
    )
    assert "8-5: you agree, and the result is in." in response.content.decode()
    assert [(one.by_players, one.payload["winner"]) for one in Result.objects.all()] == [(True, 0)]
    assert "You agreed on this result." in own_page(ours, pairing)


def test_double_tap_is_one_claim(pairing: Pairing) -> None:
    ours, _theirs = phones(pairing)
    for _n in range(2):
        assert ours.post(url(pairing, "play-result"), WON | {"key": "a"}).status_code == 302
    assert (Claim.objects.count(), Event.objects.count()) == (1, 1)


def test_impossible_result_is_refused_beside_what_was_typed(pairing: Pairing) -> None:
    ours, _theirs = phones(pairing)
    form = {"picked": "1", "winner": "0", "ended": "timeout", "score_0": "8", "score_1": "8"}
    response = ours.post(url(pairing, "play-result"), form)
    page = response.content.decode()
    assert (response.status_code, 'class="rule-id"' in page) == (422, True)
    assert page.count('value="8" checked') == 2
    assert Claim.objects.count() == 0


def test_form_offers_no_ending_that_the_desk_decides(pairing: Pairing) -> None:
    ours, _theirs = phones(pairing)
    page = ours.get(url(pairing, "play-result")).content.decode()
    assert [
        key
        for key in ("played", "timeout", "walkover", "nobody", "adjudicated")
        if f'name="ended" value="{key}"' in page
    ] == ["played", "timeout"]


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        (WON, "Par 1 won, 8-5."),
        ({"ended": "played"}, ""),
        ({"winner": "0", "score_0": "7", "score_1": "5", "ended": "played"}, "A6"),
        ({"winner": "x", "ended": "played"}, "is not a whole number"),
    ],
)
def test_what_is_typed_is_read_as_it_is_typed(
    pairing: Pairing, typed: dict[str, str], word: str
) -> None:
    ours, _theirs = phones(pairing)
    page = ours.get(url(pairing, "play-check"), typed).content.decode()
    assert word in page if word else page.strip() == ""


def test_stale_form_is_asked_whether_to_change_what_was_said(pairing: Pairing) -> None:
    ours, other = phone_of(pairing.seats.get(side=0).entry), phones(pairing)[0]
    other.post(url(pairing, "play-result"), WON)
    stale = ours.post(url(pairing, "play-result"), LOST | {"instead_of": "0"})
    claim = Claim.objects.get()
    page = stale.content.decode()
    assert (stale.status_code, "You have said 8-5 already" in page) == (409, True)
    assert f'name="instead_of" value="{claim.pk}"' in page

    ours.post(url(pairing, "play-result"), LOST | {"instead_of": str(claim.pk)})
    assert [one.payload["winner"] for one in Claim.objects.filter(state="standing")] == [1]


def test_different_results_are_a_dispute_on_both_phones(pairing: Pairing) -> None:
    ours, theirs = phones(pairing)
    ours.post(url(pairing, "play-result"), WON)
    said = theirs.post(url(pairing, "play-result", 1), LOST, follow=True).content.decode()
    assert "You do not say the same; the desk can see it." in said
    assert (box(ours, pairing), box(theirs, pairing, 1)) == ("disputed", "disputed")
    assert "Par 2 is right: 5-8" in own_page(ours, pairing)


def test_taking_it_back_leaves_nothing(pairing: Pairing) -> None:
    ours, _theirs = phones(pairing)
    ours.post(url(pairing, "play-result"), WON)
    ours.post(url(pairing, "play-withdraw"), {"claim": Claim.objects.get().pk})
    assert box(ours, pairing) == "open"


def test_other_side_signs_on_our_phone(pairing: Pairing) -> None:
    ours, _theirs = phones(pairing)
    ours.post(url(pairing, "play-result"), WON)
    claim, code = Claim.objects.get().pk, pairing.seats.get(side=1).entry.code
    address = url(pairing, "play-sign")
    assert "Par 2" in ours.get(address).content.decode()
    wrong = ours.post(address, {"claim": claim, "signature": "0000"})
    assert (wrong.status_code, 'value="0000"' in wrong.content.decode()) == (422, True)
    ours.post(address, {"claim": claim, "signature": code[-4:].lower()})
    assert Result.objects.get().by_players is True


@pytest.mark.parametrize("game", list(Game))
def test_every_game_has_its_form(db: None, game: str) -> None:
    pairing = make_table(game, game_settings={"players_report": True})
    ours = phone_of(pairing.seats.get(side=0).entry)
    assert box(ours, pairing) == "open"
    response = ours.get(url(pairing, "play-result"))
    assert (response.status_code, 'name="winner"' in response.content.decode()) == (200, True)


# When there is nothing to hand in ----------------------------------------------------------


@pytest.mark.parametrize("name", ["play-result", "play-confirm", "play-sign", "play-withdraw"])
def test_phone_is_told_what_stands_after_the_desk(pairing: Pairing, name: str) -> None:
    ours, _theirs = phones(pairing)
    record_result(pairing, Typed(scores=(5, 8)), seen=0, by=None)
    response = ours.post(url(pairing, name), WON | {"claim": "1"}, follow=True)
    page = response.content.decode()
    assert "5-8" in page
    assert ("already has a result" in page, box(ours, pairing)) == (True, "")
    assert Result.objects.count() == 1


def test_page_of_the_result_leads_home_once_it_is_there(pairing: Pairing) -> None:
    ours, _theirs = phones(pairing)
    record_result(pairing, Typed(scores=(5, 8)), seen=0, by=None)
    page = ours.get(url(pairing, "play-result"), follow=True).content.decode()
    assert "Your game has its result." in page


def test_closed_round_says_so(pairing: Pairing) -> None:
    ours, _theirs = phones(pairing)
    close_round(pairing.round, by=None, despite_missing=True)
    assert box(ours, pairing) == ""
    page = ours.post(url(pairing, "play-result"), WON, follow=True).content.decode()
    assert "Round 1 is closed. Tell the desk how your game ended." in page


def test_switched_off_there_is_no_button_and_the_address_refuses(pairing: Pairing) -> None:
    ours, _theirs = phones(pairing)
    Tournament.objects.update(game_settings={"players_report": False})
    assert (
        box(ours, pairing),
        reverse("play-result", args=[pairing.round.tournament.slug, 1]) in own_page(ours, pairing),
    ) == ("", False)
    assert ours.get(url(pairing, "play-result")).status_code == 302
    page = ours.post(url(pairing, "play-result"), WON, follow=True).content.decode()
    assert "the desk enters the results" in page
    assert Claim.objects.count() == 0


# Who may ------------------------------------------------------------------------------------------

ADDRESSES = ["play-result", "play-check", "play-confirm", "play-sign", "play-withdraw", "play-here"]


def ask(client: Client, address: str, **headers: Any) -> Any:
    response = client.get(address, **headers)
    return client.post(address, **headers) if response.status_code == 405 else response


@pytest.mark.parametrize("name", ADDRESSES)
def test_without_a_code_one_is_asked_for(pairing: Pairing, name: str) -> None:
    response = ask(Client(), url(pairing, name))
    assert (response.status_code, response.headers["Location"]) == (302, "/p/")
    piece = ask(Client(), url(pairing, name), headers={"HX-Request": "true"})
    assert piece.headers["HX-Redirect"] == "/p/"


@pytest.mark.parametrize("name", ADDRESSES)
def test_code_of_the_other_side_or_another_tournament_opens_nothing_here(
    pairing: Pairing, name: str
) -> None:
    (stranger,) = make_entries(make_tournament(), 1)
    for client in (phones(pairing)[1], phone_of(stranger)):
        assert ask(client, url(pairing, name)).headers["Location"] == "/p/"
    assert (Claim.objects.count(), Event.objects.count()) == (0, 0)


def test_old_code_opens_nothing_any_more(pairing: Pairing) -> None:
    ours, _theirs = phones(pairing)
    Entry.objects.filter(seats__side=0).update(code="ABCDEFGH")
    assert ours.post(url(pairing, "play-result"), WON).headers["Location"] == "/p/"
    assert Claim.objects.count() == 0


def test_whoever_looks_without_a_code_sees_no_claim(pairing: Pairing) -> None:
    phones(pairing)[0].post(url(pairing, "play-result"), WON)
    client = Client()
    client.cookies["language"] = "en"
    for page in (own_page(client, pairing), own_page(client, pairing, 1)):
        assert ("8-5" in page, 'id="play"' in page) == (False, False)


# Being there --------------------------------------------------------------------------------------


@pytest.fixture
def today(tournament: Tournament) -> Tournament:
    tournament.date = timezone.localdate(timezone=tournament.zone)
    tournament.save()
    return tournament


def check_in(client: Client, entry: Entry, state: str, seen: str = "registered:1") -> Any:
    address = reverse("play-here", args=[entry.tournament.slug, entry.number])
    return client.post(address, {"state": state, "seen": seen, "key": "k"}, follow=True)


@pytest.mark.parametrize(
    ("state", "verb"), [("present", "entry.check-in"), ("absent", "entry.absent")]
)
def test_pair_says_itself_whether_it_is_here(today: Tournament, state: str, verb: str) -> None:
    (entry,) = make_entries(today, 1, state="registered")
    check_in(phone_of(entry), entry, state)
    entry.refresh_from_db()
    event = Event.objects.get()
    assert (entry.state, event.verb, event.actor, bool(event.why)) == (state, verb, None, True)


def test_check_in_that_is_out_of_date_says_how_it_stands(today: Tournament) -> None:
    (entry,) = make_entries(today, 1, state="present")
    page = check_in(phone_of(entry), entry, "absent").content.decode()
    assert "Par 1 is checked in already" in page
    entry.refresh_from_db()
    assert entry.state == Entry.State.PRESENT


@pytest.mark.parametrize(
    ("state", "days", "asked"),
    [
        ("registered", 0, "ask"),
        ("registered", 1, ""),
        ("registered", -1, "ask"),
        ("late", 0, "late"),
        ("absent", 0, "absent"),
        ("present", 0, "here"),
        ("withdrawn", 0, ""),
        ("disqualified", 0, ""),
    ],
)
def test_pair_is_asked_on_the_day_alone(
    today: Tournament, state: str, days: int, asked: str
) -> None:
    today.date += dt.timedelta(days=days)
    today.save()
    (entry,) = make_entries(today, 1, state=state)
    page = reverse("entry", args=[today.slug, 1])
    assert phone_of(entry).get(page).context["here"] == asked
    assert Client().get(page).context["here"] == ""


def test_disqualified_pair_does_not_check_itself_in(today: Tournament) -> None:
    (entry,) = make_entries(today, 1, state="disqualified")
    page = check_in(phone_of(entry), entry, "present", "disqualified:1").content.decode()
    assert "Par 1 is disqualified." in page


# Three sides --------------------------------------------------------------------------------------


def test_three_sides_see_who_has_not_answered(db: None) -> None:
    pairing = make_table(Game.PARTNERS_PLUS_PAIRS)
    sides = [seat.entry for seat in pairing.seats.order_by("side")]
    claim = claim_result(pairing, sides[0], Typed(scores=(8, 5, 7)), device="").claim
    assert claim is not None
    confirm_claim(pairing, sides[1], claim.pk, device="")
    phone = phone_of(sides[0])
    context = phone.get(url(pairing, "entry")).context
    assert (context["box"].key, [one.name for one in context["box"].said.silent]) == (
        "waiting",
        ["Par 3"],
    )
    third = phone_of(sides[2])
    third.post(url(pairing, "play-confirm", 2), {"claim": claim.pk})
    assert Result.objects.get().by_players is True


# How much it takes --------------------------------------------------------------------------------


@pytest.mark.parametrize("tables", [2, 20])
def test_own_page_takes_the_same_queries_in_any_hall(
    db: None, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pairing = make_table(Game.PARTNERS, tables=tables)
    ours = phone_of(pairing.seats.get(side=0).entry)
    address = url(pairing, "entry")
    ours.post(url(pairing, "play-result"), WON)
    ours.get(address)
    with django_assert_num_queries(19):
        ours.get(address)


def test_before_the_day_the_page_says_when_check_in_begins(db: None) -> None:
    """And not any more on the day, when it asks."""
    date = timezone.localdate() + dt.timedelta(days=9)
    tournament = make_tournament(date=date)
    Registration.objects.create(tournament=tournament, doors_open=dt.time(9, 30))
    [entry] = make_entries(tournament, 1)
    page = reverse("entry", args=[tournament.slug, entry.number])
    ours = phone_of(entry).get(page).content.decode()
    assert "You check in here, from midnight on" in ours
    assert "Doors open on" in ours and "9:30" in ours
    stranger = Client()
    stranger.cookies["language"] = "en"
    assert "at the desk or on your own phone" in stranger.get(page).content.decode()
    tournament.date = timezone.localdate(timezone=tournament.zone)
    tournament.save()
    assert "Doors open on" not in phone_of(entry).get(page).content.decode()
