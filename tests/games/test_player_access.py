"""Codes as people type them, and the cookie that says for whom a phone acts."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from hypothesis import given
from hypothesis import strategies as st

from games.player_access import (
    COOKIE,
    MOST_TOURNAMENTS,
    act_for,
    acting_entry,
    entry_address,
    leave,
    read_code,
    shown_code,
)
from tests.factories import make_entries, make_tournament
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.models.entry import CODE_ALPHABET, CODE_LENGTH, new_code

CODES = st.text(CODE_ALPHABET, min_size=CODE_LENGTH, max_size=CODE_LENGTH)


def asked(cookie: str = "") -> HttpRequest:
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = "192.0.2.1"
    if cookie:
        request.COOKIES[COOKIE] = cookie
    return request


@given(CODES, st.data())
def test_code_is_read_however_it_is_typed(code: str, data: st.DataObject) -> None:
    typed = "".join(
        one.lower() + data.draw(st.sampled_from(["", " ", "-", " - "]))
        if data.draw(st.booleans())
        else one
        for one in code
    )
    assert (read_code(typed), read_code(shown_code(code))) == (code, code)


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ("", "code-missing"),
        (" - ", "code-missing"),
        ("K7QM-3WR0", "code-unreadable"),
        ("OIL1", "code-unreadable"),
        ("K7QM-3WR", "code-length"),
        ("K7QM-3WRTT", "code-length"),
        ("K7QM3WRÅ", "code-unreadable"),
    ],
)
def test_what_is_no_code_is_refused_with_what_to_look_for(typed: str, refused: str) -> None:
    with pytest.raises(Refused) as error:
        read_code(typed)
    assert (error.value.code, error.value.field) == (refused, "code")


def test_device_acts_for_one_entry_in_each_of_several_tournaments(db: None) -> None:
    entries = [make_entries(make_tournament(), 1)[0] for _n in range(MOST_TOURNAMENTS + 1)]
    request = asked()
    for entry in entries:
        response = HttpResponse()
        act_for(request, response, entry)
        request = asked(response.cookies[COOKIE].value)

    acting = [acting_entry(request, entry.tournament) for entry in entries]
    assert acting == [None, *entries[1:]]


def test_device_that_left_acts_for_nobody_there(db: None) -> None:
    one, other = (make_entries(make_tournament(), 1)[0] for _n in range(2))
    request, response = asked(), HttpResponse()
    act_for(request, response, one)
    act_for(request, response, other)
    leave(request, response, one.tournament)

    later = asked(response.cookies[COOKIE].value)
    assert (acting_entry(later, one.tournament), acting_entry(later, other.tournament)) == (
        None,
        other,
    )


def test_another_code_ends_what_the_old_one_opened(tournament: Tournament) -> None:
    (entry,) = make_entries(tournament, 1)
    response = HttpResponse()
    act_for(asked(), response, entry)
    entry.code = new_code()
    entry.save()
    assert acting_entry(asked(response.cookies[COOKIE].value), tournament) is None


@pytest.mark.parametrize("cookie", ["", "nonsense", "a:b:c", "e30:1abcde:xyz"])
def test_cookie_that_is_not_ours_opens_nothing(tournament: Tournament, cookie: str) -> None:
    make_entries(tournament, 1)
    assert acting_entry(asked(cookie), tournament) is None


def test_cookie_holds_no_code(tournament: Tournament) -> None:
    from django.core.signing import loads

    (entry,) = make_entries(tournament, 1)
    response = HttpResponse()
    act_for(asked(), response, entry)
    morsel = response.cookies[COOKIE]
    assert entry.code not in str(loads(morsel.value, salt="games.player_access"))
    assert (morsel["httponly"], morsel["samesite"]) == (True, "Lax")


def test_merged_entry_acts_for_the_one_it_was_merged_into(tournament: Tournament) -> None:
    kept, gone = make_entries(tournament, 2)
    response = HttpResponse()
    act_for(asked(), response, gone)
    gone.merged_into = kept
    gone.save()
    assert acting_entry(asked(response.cookies[COOKIE].value), tournament) == kept


def test_entry_address_is_the_whole_address(tournament: Tournament, settings: object) -> None:
    settings.SITE_URL = "https://dm.example"  # type: ignore[attr-defined]
    (entry,) = make_entries(tournament, 1)
    assert entry_address(entry) == f"https://dm.example/p/{entry.code}/"
