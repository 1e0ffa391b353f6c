"""How a tournament is counted, typed in its form."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.scoring import POINTS_SCHEMES, PRESET_TIE_BREAKS
from tournaments.formats_settings import points_scheme
from tournaments.forms.points import places_as_text, places_from_text, preset_of
from tournaments.forms.tournament import TournamentForm
from tournaments.models import Tournament


def typed(tournament: Tournament, **fields: Any) -> TournamentForm:
    """The form as it is sent when only `fields` were changed in it."""
    shown = TournamentForm(instance=tournament)
    data = {field.name: "" if field.value() is None else str(field.value()) for field in shown}
    return TournamentForm(data | fields, instance=Tournament.objects.get(pk=tournament.pk))


def counted(form: TournamentForm) -> tuple[Any, Any]:
    assert form.is_valid(), form.errors
    return points_scheme(form.cleaned_data["points_scheme"]), form.cleaned_data["tie_breaks"]


def test_form_left_as_it_is_changes_nothing(tournament: Tournament) -> None:
    form = typed(tournament)
    assert form["points_preset"].value() == "one"
    assert counted(form) == (POINTS_SCHEMES["one"], tournament.tie_breaks)
    assert form.cleaned_data["points_scheme"] == tournament.points_scheme


@pytest.mark.parametrize("key", [key for key in POINTS_SCHEMES if key != "one"])
def test_preset_chosen_without_script_fills_numbers_and_tie_breaks(
    tournament: Tournament, key: str
) -> None:
    form = typed(tournament, points_preset=key)
    assert counted(form) == (POINTS_SCHEMES[key], [str(code) for code in PRESET_TIE_BREAKS[key]])
    tournament.points_scheme = form.cleaned_data["points_scheme"]
    tournament.save()
    assert TournamentForm(instance=tournament)["points_preset"].value() == key


def test_tie_breaks_of_ones_own_stay_when_a_preset_is_chosen(tournament: Tournament) -> None:
    form = typed(tournament, points_preset="two", tie_break_1="wins")
    assert counted(form)[1][0] == "wins"


def test_every_number_can_be_changed(tournament: Tournament) -> None:
    form = typed(
        tournament,
        points_per_score="2",
        points_win_in_time="10",
        points_absent="-1",
        points_by_place="6 4 2 0\n6 3 0",
    )
    scheme, _tie_breaks = counted(form)
    assert (scheme.per_score, scheme.win_in_time, scheme.absent) == (2, 10, -1)
    assert scheme.by_place == ((6, 4, 2, 0), (6, 3, 0))
    assert preset_of(scheme) == ""


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("points_win", ""),
        ("points_win", "-1"),
        ("points_bye", "mange"),
        ("points_by_place", "6 x"),
        ("points_by_place", "6"),
        ("points_by_place", "0 6"),
        ("points_by_place", "6 3\n5 2"),
        ("points_by_place", "NaN 1"),
        ("tie_break_2", "direct_encounter"),
        ("penalty_rule", "somewhere"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(tournament: Tournament, field: str, value: str) -> None:
    form = typed(tournament, **{field: value})
    assert (form.is_valid(), list(form.errors)) == (False, [field])


def test_penalties_that_count_for_nothing_are_no_tie_break(tournament: Tournament) -> None:
    form = typed(tournament, penalty_rule="listed", tie_break_2="penalties")
    assert (form.is_valid(), list(form.errors)) == (False, ["penalty_rule"])
    assert typed(tournament, penalty_rule="tie_break", tie_break_2="penalties").is_valid()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(2, 6), unique=True, max_size=5), st.data())
def test_points_by_place_come_back_as_they_were_typed(sizes: list[int], data: Any) -> None:
    values = st.decimals(0, 99, places=2)
    rows = tuple(
        tuple(sorted((data.draw(values) for _place in range(size)), reverse=True)) for size in sizes
    )
    assert places_from_text(places_as_text(rows)) == rows


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="0123456789 -.,\nNaInfe", max_size=30))
def test_any_text_is_points_by_place_or_refused(text: str) -> None:
    try:
        rows = places_from_text(text)
    except ValidationError:
        return
    assert places_from_text(places_as_text(rows)) == rows
