"""Kroket for six needs tables of six, the other variants three or four: said before the draw."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.game_settings import KroketSettings
from games.rules.kroket.result import VARIANTS
from tests.factories import make_entries, make_tournament, make_user
from tournaments.domain.create_tournament import create_tournament
from tournaments.domain.draw_round import draw_round
from tournaments.domain.errors import Refused
from tournaments.forms.tournament import TournamentForm
from tournaments.game_settings import sides_at_table, sides_words
from tournaments.models import Game, Role, Stage, Tournament, User
from tournaments.queries.preflight import preflight

ClientOf = Callable[[User], Client]
TOGETHER = [("standard", 4, True), ("there-and-back", 3, False), ("six", 6, False)]
APART = [
    ("standard", 6, False, "6", "3 to 4"),
    ("six", 4, True, "4", "6"),
    ("there-and-back", 5, False, "5", "3 to 4"),
]


@pytest.fixture
def english(settings: Any) -> None:
    settings.LANGUAGE_CODE = "en"


def kroket(variant: str, sides: int, smaller: bool, entries: int = 12) -> Tournament:
    tournament = make_tournament(game=Game.KROKET, game_settings={"variant": variant})
    Stage.objects.filter(tournament=tournament).update(
        format=Stage.Format.MULTI_SEAT, settings={"sides": sides, "smaller_tables": smaller}
    )
    make_entries(tournament, entries)
    return tournament


def sizes_notes(tournament: Tournament) -> list[str]:
    return [one.what for one in preflight(tournament).notes if one.code == "table-sizes"]


@given(st.sampled_from(sorted(VARIANTS)), st.sampled_from(["haven", "tre"]))
def test_sides_are_those_of_the_variant_whatever_else_is_set(variant: str, course: str) -> None:
    sides = sides_at_table(Game.KROKET, {"course": course}, {"variant": variant})
    assert sides == VARIANTS[variant]
    assert sides[1] == KroketSettings(variant=variant).seats


def test_sides_of_games_without_such_a_setting_are_those_of_the_board() -> None:
    assert sides_at_table(Game.PARTNERS) == (2, 2)
    assert sides_at_table(Game.PARTNERS_PLUS_PAIRS) == (3, 3)


def test_sides_in_words(english: None) -> None:
    assert (sides_words(6, 6), sides_words(3, 4)) == ("6", "3 to 4")


@pytest.mark.parametrize(
    ("variant", "sides", "smaller"),
    [("standard", 4, True), ("there-and-back", 4, True), ("six", 6, False)],
)
@pytest.mark.parametrize("preset", ["", "tables"])
def test_new_tournament_has_tables_of_its_variant(
    db: None, variant: str, sides: int, smaller: bool, preset: str
) -> None:
    tournament = create_tournament(
        by=make_user("ditte"),
        slug="haven",
        name="Haven",
        game=Game.KROKET,
        date=date(2027, 3, 13),
        game_settings={"variant": variant},
        table_count=3,
        capacity=12,
        preset=preset,
    )
    settings = tournament.stages.get().settings
    assert (settings["sides"], settings["smaller_tables"]) == (sides, smaller)
    assert sizes_notes(tournament) == []


@pytest.mark.parametrize(("variant", "sides", "smaller"), TOGETHER)
def test_preflight_says_nothing_where_they_go_together(
    db: None, variant: str, sides: int, smaller: bool
) -> None:
    assert sizes_notes(kroket(variant, sides, smaller)) == []


@pytest.mark.parametrize(("variant", "sides", "smaller", "made", "fitting"), APART)
def test_preflight_stops_the_draw_where_they_do_not(
    db: None, english: None, variant: str, sides: int, smaller: bool, made: str, fitting: str
) -> None:
    tournament = kroket(variant, sides, smaller, entries=20 if sides == 5 else 24)
    said = f"The draw would make tables of {made}. As the game is set, it is for {fitting}."
    assert sizes_notes(tournament) == [said]
    with pytest.raises(Refused) as refused:
        draw_round(tournament, by=None)
    assert refused.value.code == "table-sizes"


def test_preflight_counts_the_tables_there_will_be_not_those_there_could(db: None) -> None:
    assert sizes_notes(kroket("six", 6, True, entries=12)) == []
    assert len(sizes_notes(kroket("six", 6, True, entries=11))) == 1


def sent(tournament: Tournament, **more: str) -> dict[str, Any]:
    """The settings form as the page sends it."""
    form = TournamentForm(instance=tournament)
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value is not None} | more


def settings_errors(tournament: Tournament, client: Client, **more: str) -> dict[str, Any]:
    page = f"/desk/{tournament.slug}/settings/"
    answer = client.post(page, sent(tournament, **more))
    return {} if answer.status_code == 302 else dict(answer.context["form"].errors)


@pytest.mark.parametrize(
    ("variant", "sides", "to", "errors"),
    [
        ("standard", 4, "there-and-back", 0),
        ("standard", 4, "six", 1),
        ("standard", 6, "six", 0),
        ("six", 6, "standard", 1),
        ("six", 4, "six", 0),
    ],
)
def test_settings_refuse_another_variant_beside_its_field_while_the_stage_has_other_tables(
    db: None, client_of: ClientOf, variant: str, sides: int, to: str, errors: int
) -> None:
    tournament = kroket(variant, sides, smaller=False)
    organiser = make_user("bente", role=Role.Kind.ORGANISER, tournament=tournament)
    found = settings_errors(tournament, client_of(organiser), **{"kroket-variant": to})
    assert list(found) == ["kroket-variant"] * errors
    tournament.refresh_from_db()
    stored = tournament.game_settings.get("variant", "standard")
    assert stored == (variant if errors else to)


def test_settings_say_beside_the_field_that_the_stage_has_other_tables(
    db: None, english: None
) -> None:
    help_text = (
        TournamentForm(instance=kroket("six", 4, smaller=False)).fields["kroket-variant"].help_text
    )
    assert help_text == (
        "Tables of three and more makes tables of 4, and this is for 6. "
        "Change the tables of the stage first."
    )
    fitting = TournamentForm(instance=kroket("six", 6, smaller=False))
    assert fitting.fields["kroket-variant"].help_text == ""
