"""What players have handed in, at the desk: shown, taken, overruled."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.domain.claims import claim_result, withdraw_claim
from games.domain.game_results import Typed
from games.models import Claim, Result
from tests import factories
from tests.results import make_round
from tournaments.domain.close_round import close_round
from tournaments.domain.errors import Refused
from tournaments.domain.publish_round import unpublish_round
from tournaments.models import Pairing, Round, Tournament, User
from tournaments.queries.preflight import preflight

ClientOf = Callable[[User], Client]
WON, LOST = Typed(scores=(8, 5)), Typed(scores=(5, 8))


@pytest.fixture
def round_(tournament: Tournament) -> Round:
    entries = factories.make_entries(tournament, 6)
    return make_round(tournament, 1, [entries[i : i + 2] for i in range(0, 6, 2)])


def table(round_: Round, number: int) -> Pairing:
    return round_.pairings.get(table__number=number)


def says(round_: Round, number: int, side: int, typed: Typed) -> Claim:
    pairing = table(round_, number)
    entry = pairing.seats.get(side=side).entry
    claim = claim_result(pairing, entry, typed, device="x").claim
    assert claim is not None
    return claim


def in_english(client: Client) -> Client:
    client.cookies["language"] = "en"
    return client


def row_of(page: str, number: int) -> str:
    return page.partition(f'<tr id="table-{number}"')[2].partition("</tr>")[0]


def fields(form: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))


def forms(row: str) -> list[str]:
    """The forms that take what somebody said."""
    return row.partition('class="results-said"')[2].split("<form")[1:]


def test_dispute_stands_in_the_row_with_both_versions(
    round_: Round, desk: User, client_of: ClientOf
) -> None:
    says(round_, 2, 0, WON)
    says(round_, 2, 1, LOST)
    page = in_english(client_of(desk)).get(f"/desk/{round_.tournament.slug}/rounds/1/results/")
    row = row_of(page.content.decode(), 2)
    assert ("is-urgent" in row, 'data-state="disputed"' in row) == (True, True)
    assert re.findall(r"Take (\d-\d)", row) == ["8-5", "5-8"]
    assert "1 table where the players disagree." in page.content.decode()
    assert forms(row_of(page.content.decode(), 1)) == []


def test_one_tap_takes_a_version_and_it_is_final(
    round_: Round, desk: User, client_of: ClientOf
) -> None:
    says(round_, 2, 0, WON)
    says(round_, 2, 1, LOST)
    client = in_english(client_of(desk))
    slug = round_.tournament.slug
    page = client.get(f"/desk/{slug}/rounds/1/results/").content.decode()
    sent = fields(forms(row_of(page, 2))[1])
    answer = client.post(
        f"/desk/{slug}/rounds/1/tables/2/", sent, headers={"HX-Request": "true"}
    ).content.decode()
    result = Result.objects.get()
    assert (result.payload["winner"], result.entered_by, result.by_players) == (1, desk, False)
    assert ("is-done" in answer, forms(answer)) == (True, [])


def test_what_one_side_says_can_be_taken_too(
    round_: Round, desk: User, client_of: ClientOf
) -> None:
    says(round_, 1, 0, Typed(scores=(6, 7), winner=0, ended="timeout"))
    client = in_english(client_of(desk))
    slug = round_.tournament.slug
    page = client.get(f"/desk/{slug}/rounds/1/tables/1/").content.decode()
    assert "Not confirmed yet by Par 2." in page
    client.post(f"/desk/{slug}/rounds/1/tables/1/", fields(forms(page)[0]))
    payload = Result.objects.get().payload
    assert (payload["winner"], payload["ended"]) == (0, "timeout")


def test_desk_overrules_with_something_else(round_: Round, desk: User, client_of: ClientOf) -> None:
    says(round_, 1, 0, WON)
    form = {"score_0": "8", "score_1": "7", "ended": "played", "seen": "0", "key": "k"}
    client_of(desk).post(f"/desk/{round_.tournament.slug}/rounds/1/tables/1/", form)
    assert [one.state for one in Claim.objects.all()] == ["settled"]


@pytest.mark.parametrize("gone", [False, True])
def test_grid_hears_of_what_is_said_and_taken_back(
    round_: Round, desk: User, client_of: ClientOf, gone: bool
) -> None:
    client = in_english(client_of(desk))
    slug = round_.tournament.slug
    claim = says(round_, 3, 0, WON) if gone else None
    page = client.get(f"/desk/{slug}/rounds/1/results/").content.decode()
    news = page.partition('id="grid-news"')[2].partition('hx-get="')[2].partition('"')[0]
    news = news.replace("&amp;", "&")
    assert client.get(news).status_code == 204
    if claim is not None:
        withdraw_claim(claim.pairing, claim.entry, claim.pk, device="")
    else:
        says(round_, 3, 0, WON)
    answer = client.get(news).content.decode()
    assert re.findall(r'<tr id="table-(\d+)"', answer) == ["3"]
    assert len(forms(answer)) == (0 if gone else 1)
    later = answer.partition('hx-get="')[2].partition('"')[0].replace("&amp;", "&")
    assert client.get(later).status_code == 204


def test_pair_sent_to_another_table_has_said_nothing_there(
    round_: Round, desk: User, client_of: ClientOf
) -> None:
    claim = says(round_, 1, 0, WON)
    one, other = table(round_, 1).seats.get(side=0), table(round_, 2).seats.get(side=0)
    one.entry, other.entry = other.entry, one.entry
    other.delete()
    one.save()
    other.pk = None
    other.save()
    page = client_of(desk).get(f"/desk/{round_.tournament.slug}/rounds/1/results/")
    assert forms(row_of(page.content.decode(), 1)) == []

    says(round_, 1, 1, LOST)
    claim.refresh_from_db()
    assert (claim.state, Result.objects.count()) == ("withdrawn", 0)


# The round ----------------------------------------------------------------------------------------


def test_round_that_is_closed_or_drawn_says_what_is_open(
    round_: Round, organiser: User, client_of: ClientOf
) -> None:
    says(round_, 1, 0, WON)
    says(round_, 2, 0, WON)
    says(round_, 2, 1, LOST)
    with pytest.raises(Refused) as refused:
        close_round(round_, by=organiser)
    words = str(refused.value.message)
    assert (words.count("2"), words.count("Bord") + words.count("bord") > 0) != (0, False)

    client = in_english(client_of(organiser))
    page = client.get(f"/desk/{round_.tournament.slug}/rounds/1/close/").content.decode()
    assert "At table 2 the players say different things." in page
    assert "At table 1 one side has handed in a result that is not confirmed yet." in page

    close_round(round_, by=organiser, despite_missing=True)
    (note,) = [one for one in preflight(round_.tournament).notes if one.code == "missing-results"]
    assert "2" in note.now


def test_round_with_something_handed_in_stays_published(round_: Round, organiser: User) -> None:
    says(round_, 1, 0, WON)
    with pytest.raises(Refused) as refused:
        unpublish_round(round_, by=organiser)
    assert refused.value.code == "results-in"


@pytest.mark.parametrize("games", [2, 20])
def test_grid_with_claims_takes_the_same_queries_for_any_number_of_tables(
    desk: User, client_of: ClientOf, django_assert_num_queries: DjangoAssertNumQueries, games: int
) -> None:
    tournament = factories.make_tournament(tables=20)
    factories.Role.objects.create(tournament=tournament, user=desk, kind="desk")
    entries = factories.make_entries(tournament, games * 2)
    round_ = make_round(tournament, 1, [entries[i : i + 2] for i in range(0, games * 2, 2)])
    for number in range(1, games + 1):
        says(round_, number, 0, WON)
        says(round_, number, 1, LOST)
    client = client_of(desk)
    with django_assert_num_queries(14):
        client.get(f"/desk/{tournament.slug}/rounds/1/results/")
