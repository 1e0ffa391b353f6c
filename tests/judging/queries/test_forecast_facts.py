"""What a judge is shown of a play-out: by both bots, and only by the rules that hold now."""

from __future__ import annotations

from games.queries import table_state
from judging.domain.forecast import ask_forecast
from judging.domain.long_game import set_position
from judging.models import Forecast, LongGame
from judging.queries.adjudication import Chance, adjudication
from tests.judging.domain.test_forecast import NEARLY
from tournaments.models import Pairing, User


def test_forecast_tells_of_both_bots_and_is_old_when_an_option_is_set(
    pairing: Pairing, judge: User
) -> None:
    set_position(pairing, NEARLY, by=judge)
    game = LongGame.objects.get(pairing=pairing)
    forecast = ask_forecast(pairing, wake=lambda: None, by=judge)
    Forecast.objects.filter(pk=forecast.pk).update(done=10, wins=[8, 2], wins_by_lot=[1, 3])
    sides = table_state(pairing).sides

    facts = adjudication(pairing.round, game, sides, "en")
    assert facts.fresh
    assert [(side.chance, side.by_lot) for side in facts.sides] == [
        (Chance(rate=80, low=49, high=95), Chance(rate=25, low=4, high=70)),
        (Chance(rate=20, low=5, high=51), Chance(rate=75, low=30, high=96)),
    ]

    pairing.round.game_settings = {"seven_may_end_short": True}
    facts = adjudication(pairing.round, game, sides, "en")
    assert (facts.fresh, {side.chance for side in facts.sides}) == (False, {None})
