"""How games are played: the table of settings, their types, later layers before earlier ones."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.game_settings import (
    BackgammonSettings,
    KroketSettings,
    PartnersSettings,
    kroket_courses,
    kroket_fits,
    minutes_of,
    minutes_of_stage,
    players_hand_in,
    settings_of,
)
from games.rules.partners.conduct import Conduct
from games.rules.partners.rulesets import DM_2018
from tests.games.tables import make_table
from tournaments.domain.errors import Refused
from tournaments.game_settings import (
    FITS,
    SETTINGS,
    Kind,
    checked,
    game_note,
    resolved,
    settings_table,
)
from tournaments.models import Game, Tournament


@pytest.mark.parametrize("game", list(Game))
def test_every_default_is_possible(game: str) -> None:
    usual = resolved(game)
    assert [one.key for one in SETTINGS[game] if not one.accepts(usual[one.key], usual)] == []
    assert checked(game, usual) == usual


@pytest.mark.parametrize(
    "game", [Game.PARTNERS, Game.PARTNERS_PLUS_PAIRS, Game.PARTNERS_PLUS_TEAMS]
)
def test_options_of_partners_are_those_of_the_rules(game: str) -> None:
    ledger = {name: getattr(DM_2018, name) for name in DM_2018.__dataclass_fields__}
    ledger |= {name: getattr(Conduct(), name) for name in Conduct.__dataclass_fields__}
    assert {one.key: one.default for one in SETTINGS[game]}.items() <= ledger.items()
    assert PartnersSettings(game=game).setup.options == {}


@pytest.mark.django_db
def test_round_goes_before_stage_and_stage_before_tournament() -> None:
    pairing = make_table(Game.BACKGAMMON, game_settings={"length": 5, "delay_seconds": 8})
    round_ = pairing.round
    round_.stage.game_settings = {"length": 7, "crawford": False}
    round_.game_settings = {"length": 11}
    assert settings_of(round_) == BackgammonSettings(length=11, crawford=False, delay_seconds=8)


@pytest.mark.django_db
def test_minutes_are_those_of_the_round_its_stage_the_length_or_the_tournament() -> None:
    round_ = make_table(Game.BACKGAMMON, minutes_per_game=75).round
    assert (minutes_of(round_), minutes_of_stage(round_.stage)) == (75, 75)
    round_.stage.game_settings = {"crawford": False}
    assert minutes_of(round_) == 75
    round_.game_settings = {"length": 11}
    assert minutes_of(round_) == BackgammonSettings(length=11).suggested_minutes == 110
    round_.stage.game_settings = {"minutes": 90}
    assert (minutes_of(round_), minutes_of_stage(round_.stage)) == (90, 90)
    round_.game_settings = {"length": 11, "minutes": 120}
    assert minutes_of(round_) == 120
    round_.game_settings = {"length": 11, "delay_seconds": 0, "reserve_minutes": 0}
    round_.stage.game_settings = {}
    assert minutes_of(round_) == 75


def test_minutes_are_said_for_a_stage_or_a_round_only() -> None:
    assert checked(Game.PARTNERS, {"minutes": 45}, differing=True) == {"minutes": 45}
    with pytest.raises(Refused):
        checked(Game.PARTNERS, {"minutes": 45})


@pytest.mark.parametrize(
    "stored",
    [{"length": "7"}, {"length": True}, {"length": 100}, {"crawford": 1}, {"moves": "any"}],
)
def test_what_does_not_fit_counts_as_not_said_and_is_not_kept(stored: dict[str, Any]) -> None:
    assert resolved(Game.BACKGAMMON, stored) == resolved(Game.BACKGAMMON)
    with pytest.raises(Refused) as refused:
        checked(Game.BACKGAMMON, stored)
    assert refused.value.field == next(iter(stored))


def test_setting_of_another_game_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        checked(Game.KROKET, {"length": 7})
    assert refused.value.code == "setting-unknown"


def test_what_a_round_cannot_change_is_refused_there() -> None:
    assert checked(Game.KROKET, {"variant": "there-and-back"}) == {"variant": "there-and-back"}
    with pytest.raises(Refused):
        checked(Game.KROKET, {"variant": "there-and-back"}, differing=True)


def test_settings_that_do_not_go_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    too_long = {60: "Nobody has that much time."}
    monkeypatch.setitem(FITS, Game.BACKGAMMON, lambda values: too_long.get(values["length"], ""))
    with pytest.raises(Refused) as refused:
        checked(Game.BACKGAMMON, {"crawford": False}, {"length": 60})
    assert (refused.value.code, refused.value.field) == ("settings-unfit", "crawford")


def test_every_course_that_ships_goes_with_every_variant() -> None:
    courses = kroket_courses({})
    variants = ("standard", "there-and-back", "six")
    said = [
        kroket_fits(resolved(Game.KROKET, {"course": course, "variant": variant}))
        for course in courses
        for variant in variants
    ]
    assert said == [""] * len(courses) * len(variants)


def test_money_options_belong_to_sessions() -> None:
    options = {"jacoby": True, "beavers": True}
    assert not BackgammonSettings(length=7, **options).rules.jacoby
    assert BackgammonSettings(length=0, **options).rules.beavers


@pytest.mark.parametrize(
    ("length", "reserve", "delay", "minutes"), [(7, 2, 12, 70), (1, 0, 1, 1), (0, 2, 0, 20)]
)
def test_suggested_minutes(length: int, reserve: int, delay: int, minutes: int) -> None:
    settings = BackgammonSettings(length=length, reserve_minutes=reserve, delay_seconds=delay)
    assert settings.suggested_minutes == minutes


@given(st.data())
def test_whatever_is_possible_can_be_played(data: st.DataObject) -> None:
    values: dict[str, Any] = {}
    for one in settings_table(Game.BACKGAMMON):
        if one.kind is Kind.SWITCH:
            values[one.key] = data.draw(st.booleans())
        elif one.kind is Kind.NUMBER:
            values[one.key] = data.draw(st.integers(one.least, one.most))
    settings = BackgammonSettings(**values)
    assert settings.rules.length == settings.length
    assert settings.facts()[0] != ""


def test_kroket_says_that_course_and_cards_are_not_the_original() -> None:
    with translation.override("en"):
        assert KroketSettings().facts() == (
            "Standard",
            "course: The garden",
            "not the original course",
            "not the original deck",
        )
        setup = KroketSettings().setup(4)
        assert game_note(Game.KROKET, {}) == f"{setup.course.note['en']} {setup.deck.note['en']}"
    assert game_note(Game.PARTNERS, {}) == ""
    assert [KroketSettings(variant=v).hoops for v in ("standard", "there-and-back")] == [4, 8]


@pytest.mark.parametrize(
    ("game", "said", "hand_in"),
    [
        (Game.PARTNERS, {}, True),
        (Game.PARTNERS_PLUS_PAIRS, {}, True),
        (Game.PARTNERS, {"players_report": False}, False),
        (Game.KROKET, {}, False),
        (Game.BACKGAMMON, {"players_report": True}, True),
        (Game.BACKGAMMON, {"players_report": "yes"}, False),
    ],
)
def test_players_hand_in_results_as_the_tournament_says(
    game: str, said: dict[str, Any], hand_in: bool
) -> None:
    tournament = Tournament(game=game, game_settings=said)
    assert players_hand_in(tournament) is hand_in
    assert checked(game, {"players_report": True}) == {"players_report": True}


def test_who_hands_in_results_is_no_rule_of_the_game() -> None:
    assert "players_report" not in resolved(Game.PARTNERS)
    with pytest.raises(Refused):
        checked(Game.PARTNERS, {"players_report": True}, differing=True)
