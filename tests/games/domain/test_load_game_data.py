"""Courses and cards of an organiser's own: checked, kept with the tournament, played on."""

from __future__ import annotations

import random

import pytest
from django.utils import translation

from config.day.tables import play_table
from games.domain.attach_record import attach_record
from games.domain.game_results import Typed
from games.domain.load_game_data import FaultyFile, drop_game_data, load_game_data
from games.domain.record_result import record_result
from games.game_settings import KroketSettings, settings_of_tournament
from games.rules.kroket.library import COURSES, DECKS, MOST_LOADED, library, with_loaded
from games.rules.kroket.schema import DataError
from judging.rule_desk import desk_for
from judging.rule_desk.kroket import KroketDesk
from tests.games.rules.kroket.texts import COURSE, DECK, changed
from tests.games.tables import make_table
from tournaments.domain.errors import Refused
from tournaments.forms.tournament import TournamentForm
from tournaments.game_settings import checked, resolved
from tournaments.models import Event, Game, Pairing, Tournament, User

pytestmark = pytest.mark.django_db


def course(name: str = "ny", hoops: int = 3) -> str:
    """A course of our own: the first hoops of the garden."""

    def change(data: dict[str, object]) -> None:
        own = data["hoops"]
        assert isinstance(own, list)
        data.update(name=name, hoops=own[:hoops])

    return changed(COURSE, change)


def deck(name: str = "egne") -> str:
    return changed(DECK, lambda data: data.update(name=name, original=True))


@pytest.fixture
def pairing(db: None) -> Pairing:
    return make_table(Game.KROKET)


@pytest.fixture
def tournament(pairing: Pairing) -> Tournament:
    return pairing.round.tournament


def settings_now(tournament: Tournament) -> KroketSettings:
    settings = settings_of_tournament(Tournament.objects.get(pk=tournament.pk))
    assert isinstance(settings, KroketSettings)
    return settings


def play_on(tournament: Tournament, **chosen: str) -> None:
    tournament.refresh_from_db()
    tournament.game_settings |= chosen
    tournament.save()


def test_course_that_was_loaded_is_played_on_everywhere(
    pairing: Pairing, tournament: Tournament, desk: User
) -> None:
    assert load_game_data(tournament, course(), file="ny.json", by=desk) == "ny"
    play_on(tournament, course="ny")
    settings = settings_now(tournament)
    assert (settings.course_data.name, settings.hoops) == ("ny", 3)
    with translation.override("en"):
        assert "not the original course" in settings.facts()
    # Validation, bots, records and the rule desk all know it.
    pairing = Pairing.objects.get(pk=pairing.pk)
    played = play_table(pairing, random.Random(1))
    result = record_result(pairing, played.typed, seen=0, by=desk)
    assert result.payload["hoops"] == 3
    assert attach_record(pairing, played.record, by=desk).text == played.record
    rules = desk_for(Tournament.objects.get(pk=tournament.pk))
    assert isinstance(rules, KroketDesk)
    assert rules.setup.course is settings.course_data


def test_load_says_who_loaded_what_and_once(tournament: Tournament, desk: User) -> None:
    load_game_data(tournament, deck(), file="egne.json", by=desk, key="k")
    assert load_game_data(tournament, deck(), file="egne.json", by=desk, key="k") == "egne"
    event = Event.objects.get()
    assert (event.actor, event.verb, event.after) == (desk, "tournament.edit", {"loaded": "egne"})
    play_on(tournament, deck="egne")
    assert settings_now(tournament).deck_data.original


def test_faulty_file_names_each_line_and_keeps_nothing(tournament: Tournament) -> None:
    text = course().replace('"f13"', '"z99"')
    with pytest.raises(FaultyFile) as refused:
        load_game_data(tournament, text, file="ny.json", by=None)
    assert refused.value.errors[0].path == "grid.stakes.goal"
    assert settings_now(tournament).own == ""
    for name in ("haven", "startfelt"):
        shipped = course(name) if name == "haven" else deck(name)
        with pytest.raises(FaultyFile) as refused:
            load_game_data(tournament, shipped, file="x", by=None)
        assert refused.value.errors[0].code == "name_ships"
    with pytest.raises(FaultyFile) as refused:
        load_game_data(tournament, " " * 300_000, file="x", by=None)
    assert refused.value.errors[0].code == "too_long"


def test_form_of_the_settings_keeps_what_was_loaded(tournament: Tournament) -> None:
    load_game_data(tournament, course(), file="ny.json", by=None)
    tournament.refresh_from_db()
    form = TournamentForm(instance=tournament)
    assert "kroket-own" not in form.fields
    choices = dict(form.fields["kroket-course"].choices)  # type: ignore[attr-defined]
    assert set(choices) == {"den-lange", "haven", "plaenen", "ny"}
    bound = TournamentForm({"kroket-course": "ny", "game": Game.KROKET}, instance=tournament)
    bound.is_valid()
    chosen = bound.chosen_settings(Game.KROKET, {"kroket-course": "ny"})
    assert chosen == {"own": tournament.game_settings["own"], "course": "ny"}


def test_course_of_another_tournament_is_none_here(tournament: Tournament) -> None:
    load_game_data(tournament, course(), file="ny.json", by=None)
    kept = settings_now(tournament).own
    assert resolved(Game.KROKET, {"course": "ny"})["course"] == "haven"
    assert resolved(Game.KROKET, {"own": kept}, {"course": "ny"})["course"] == "ny"
    with pytest.raises(Refused):
        checked(Game.KROKET, {"course": "ny"}, differing=True)
    assert checked(Game.KROKET, {"course": "ny"}, {"own": kept}, differing=True)


def test_course_in_use_stays(pairing: Pairing, tournament: Tournament) -> None:
    load_game_data(tournament, course(), file="ny.json", by=None)
    stage = tournament.stages.get()
    stage.game_settings = {"course": "ny"}
    stage.save()
    with pytest.raises(Refused) as refused:
        drop_game_data(tournament, COURSES, "ny", by=None)
    assert refused.value.code == "data-used"
    # It can be mended until somebody has played on it.
    load_game_data(tournament, course(hoops=2), file="ny.json", by=None)
    record_result(pairing, Typed(winner=0, ended="walkover"), seen=0, by=None)
    with pytest.raises(Refused) as refused:
        load_game_data(tournament, course(hoops=1), file="ny.json", by=None)
    assert refused.value.code == "results-in"
    stage.game_settings = {}
    stage.save()
    drop_game_data(tournament, COURSES, "ny", by=None)
    assert settings_now(tournament).own == ""
    with pytest.raises(Refused) as refused:
        drop_game_data(tournament, DECKS, "ny", by=None)
    assert refused.value.code == "data-unknown"


def test_other_games_and_finished_tournaments_load_nothing(tournament: Tournament) -> None:
    tournament.state = Tournament.State.FINISHED
    tournament.save()
    other = make_table(Game.PARTNERS).round.tournament
    codes = []
    for one in (tournament, other):
        with pytest.raises(Refused) as refused:
            load_game_data(one, course(), file="ny.json", by=None)
        codes.append(refused.value.code)
    assert codes == ["finished", "no-game-data"]


def test_library_keeps_so_many_and_reads_whatever_is_stored() -> None:
    kept = ""
    for number in range(MOST_LOADED):
        kept, _name = with_loaded(kept, course(f"bane-{number}", hoops=1))
    with pytest.raises(DataError) as error:
        with_loaded(kept, course("en-til"))
    assert error.value.code == "too_many_loaded"
    assert len(library(kept).courses) == MOST_LOADED
    for odd in ("{", "[]", '{"courses": 3}', '{"courses": {"x": "{}"}, "decks": {"y": 1}}'):
        assert library(odd).texts == {"courses": {}, "decks": {}}
