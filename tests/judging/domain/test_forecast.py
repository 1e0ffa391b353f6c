"""Positions played out: the same figure from the same seed, stopped, taken over, given up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.rules.partners import PARTNERS, Position
from games.rules.partners.conduct import setup_named
from games.rules.partners.evaluation import win_chances
from judging.domain import forecast as verbs
from judging.domain.forecast import ask_forecast, cancel_forecast, play_forecasts
from judging.domain.forecast_lease import ATTEMPTS
from judging.domain.long_game import set_position
from judging.forecast.crew import CrewError, wins_of
from judging.forecast.shares import BOTS, SHARE, play_share, shares_of
from judging.models import Forecast
from tests.judging.views.test_pages import POSITION
from tournaments.domain.errors import Refused
from tournaments.models import Event, Pairing, Tournament, User

#: One piece each is left to lock: games of a few turns.
NEARLY = {
    "yellow": ["goal1", "goal2", "goal3", "yellow14"],
    "blue": ["goal1", "goal2", "goal3", "blue3"],
    "red": ["goal1", "goal2", "goal3", "red5"],
    "green": ["goal1", "goal2", "goal3", "green9"],
}


def code(job: Callable[[], object]) -> str:
    try:
        job()
    except Refused as refused:
        assert str(refused.message)
        return refused.code
    return "done"


def order(seed: str) -> dict[str, object]:
    return {"game": "partners", "ruleset": "dm-2018", "position": NEARLY, "seed": seed}


@pytest.fixture
def asked(pairing: Pairing, judge: User) -> Forecast:
    set_position(pairing, NEARLY, by=judge)
    forecast = ask_forecast(pairing, wake=lambda: None, by=judge)
    forecast.games, forecast.games_by_lot = 2 * SHARE + 5, 3
    forecast.save()
    return forecast


@pytest.mark.parametrize("bot", BOTS)
def test_shares_together_are_the_figure_of_the_engine(bot: str) -> None:
    setup = setup_named(PARTNERS, "dm-2023", {"seven_may_end_short": True})
    board = Position.parse(PARTNERS, NEARLY)
    figure = win_chances(setup, board, BOTS[bot], seed="s", games=12)
    parts = [
        play_share(
            "partners", setup.ruleset, NEARLY, "s", first, last, bot=bot, options=setup.options
        )
        for first, last in ((0, 5), (5, 12))
    ]
    assert [sum(pair) for pair in zip(*parts, strict=True)] == [side.wins for side in figure]


def test_share_of_a_position_that_is_won_is_no_game() -> None:
    won = {
        "yellow": ["goal1", "goal2", "goal3", "goal4"],
        "blue": ["goal1", "goal2", "goal3", "goal4"],
        "red": ["home"] * 4,
        "green": ["home"] * 4,
    }
    assert play_share("partners", "dm-2018", won, "s", 0, 7) == [7, 0]


@pytest.mark.parametrize("games", [1, SHARE, SHARE + 1, 1000])
def test_shares_cover_every_game_once(games: int) -> None:
    assert [n for first, last in shares_of(games) for n in range(first, last)] == list(range(games))


def test_crew_of_processes_gives_the_figure_of_one() -> None:
    games = {"quick": 2 * SHARE + 1, "random": 3}
    together = {bot: [0, 0] for bot in games}
    for bot, wins in wins_of(order("crew"), games):
        together[bot] = [sum(pair) for pair in zip(together[bot], wins, strict=True)]
    assert together == {
        bot: play_share("partners", "dm-2018", NEARLY, "crew", 0, count, bot=bot)
        for bot, count in games.items()
    }


def test_crew_that_cannot_read_its_order_says_so() -> None:
    with pytest.raises(CrewError):
        list(wins_of({**order("x"), "game": "chess"}, {"quick": 3}))


def test_play_forecasts_plays_what_was_asked_for_and_the_same_again(
    asked: Forecast, pairing: Pairing, judge: User
) -> None:
    assert play_forecasts() == 1
    asked.refresh_from_db()
    assert (asked.state, asked.done, sum(asked.wins)) == ("done", 2 * SHARE + 5, 2 * SHARE + 5)
    assert (sum(asked.wins_by_lot), asked.done_in_all, asked.games_in_all) == (3, 48, 48)
    again = ask_forecast(pairing, wake=lambda: None, by=judge)
    assert again.seed == asked.seed
    Forecast.objects.filter(pk=again.pk).update(games=2 * SHARE + 5, games_by_lot=3)
    play_forecasts()
    again.refresh_from_db()
    assert (again.wins, again.wins_by_lot) == (asked.wins, asked.wins_by_lot)


def test_ask_forecast_wakes_a_worker_after_the_commit(
    pairing: Pairing, judge: User, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    set_position(pairing, POSITION, by=judge)
    woken: list[int] = []
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        ask_forecast(pairing, wake=lambda: woken.append(1), by=judge)
    assert woken == [1]


def test_ask_forecast_refuses(pairing: Pairing, judge: User) -> None:
    def ask() -> object:
        return ask_forecast(pairing, wake=lambda: None, by=judge)

    assert code(ask) == "no-position"
    set_position(pairing, NEARLY, by=judge)
    assert (code(ask), code(ask)) == ("done", "at-work")


def test_cancelled_forecast_is_not_played(asked: Forecast, judge: User) -> None:
    cancel_forecast(asked, by=judge)
    assert play_forecasts() == 0
    assert code(lambda: cancel_forecast(asked, by=judge)) == "over-already"
    assert Event.objects.filter(verb="forecast.cancel").count() == 1


def test_forecast_cancelled_while_it_is_played_stays_cancelled(
    asked: Forecast, judge: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cancelled_midway(*_order: object) -> object:
        yield "quick", [1, 0]
        cancel_forecast(asked, by=judge)
        yield "quick", [0, 1]
        raise AssertionError("played on")

    monkeypatch.setattr(verbs, "wins_of", cancelled_midway)
    assert play_forecasts() == 1
    asked.refresh_from_db()
    assert (asked.state, asked.done) == ("cancelled", 1)


@pytest.mark.parametrize("ends", [timedelta(seconds=-1), timedelta(hours=1)])
def test_forecast_of_a_killed_worker_is_begun_again_and_given_up_in_the_end(
    asked: Forecast, ends: timedelta
) -> None:
    """Also where the clock was set back by an hour since it was taken."""
    running = {
        "state": "running", "lease_until": timezone.now() + ends, "done": 20, "wins": [20, 0]
    }  # fmt: skip
    Forecast.objects.update(**running, attempts=1)
    assert play_forecasts() == 1
    asked.refresh_from_db()
    assert (asked.state, sum(asked.wins)) == ("done", 2 * SHARE + 5)
    Forecast.objects.update(**running, attempts=3)
    assert play_forecasts() == 0
    asked.refresh_from_db()
    assert asked.state == "failed"


def test_forecast_whose_players_fail_rests_and_is_given_up_in_the_end(
    asked: Forecast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_order: object) -> object:
        yield "quick", [1, 0]
        raise CrewError("no memory left")

    monkeypatch.setattr(verbs, "wins_of", broken)
    seen = []
    for _attempt in range(ATTEMPTS):
        assert (play_forecasts(), play_forecasts()) == (1, 0)
        asked.refresh_from_db()
        seen.append(asked.state)
        Forecast.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert (seen, play_forecasts()) == (["waiting", "waiting", "failed"], 0)


def test_forecast_keeps_the_options_it_is_played_by(pairing: Pairing, judge: User) -> None:
    tournament = pairing.round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(
        ruleset="dm-2023", game_settings={"seven_may_end_short": True}
    )
    set_position(pairing, NEARLY, by=judge)
    forecast = ask_forecast(pairing, wake=lambda: None, by=judge)
    assert forecast.rules == ("dm-2023", {"seven_may_end_short": True})
