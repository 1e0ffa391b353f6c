"""Whatever comes and goes between two rounds, the next draw of every format is made, and whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest

from tests import factories
from tests.results import play_round
from tests.tournaments.domain.leaving import again, entry, played
from tournaments.domain.bring_back import bring_back
from tournaments.domain.disqualify import disqualify
from tournaments.domain.errors import Refused
from tournaments.domain.first_round import set_first_round
from tournaments.domain.merge_entries import merge_entries
from tournaments.domain.recheck import recheck
from tournaments.domain.sit_out import sit_out
from tournaments.domain.stages import StageSetup
from tournaments.domain.substitute import substitute
from tournaments.domain.withdraw import withdraw
from tournaments.imports.facts import Person
from tournaments.models import Game, Seat, Tournament
from tournaments.queries.stage_standings import stage_is_over, tournament_ranking
from tournaments.queries.stages import current_stage, stages_of

FORMATS: dict[str, tuple[StageSetup, str, int]] = {
    "swiss": (StageSetup("swiss"), Game.PARTNERS, 7),
    "round robin": (StageSetup("round_robin"), Game.PARTNERS, 7),
    "groups": (StageSetup("groups", {"groups": 2}), Game.PARTNERS, 7),
    "knockout": (StageSetup("knockout"), Game.PARTNERS, 7),
    "double elimination": (StageSetup("double_elimination"), Game.PARTNERS, 7),
    "tables of three": (
        StageSetup("multi_seat", {"sides": 3, "smaller_tables": False}),
        Game.PARTNERS_PLUS_PAIRS,
        7,
    ),
    "individual": (StageSetup("individual"), Game.PARTNERS, 9),
}


def late(tournament: Tournament) -> None:
    (row,) = factories.make_entries(tournament, 1)
    set_first_round(row, 2, Decimal("0.5"), by=None)


def doubled(tournament: Tournament) -> None:
    """The same pair registered again, then merged."""
    (row,) = factories.make_entries(tournament, 1)
    merge_entries(entry(tournament, 2), row, by=None)


def returned(tournament: Tournament) -> None:
    withdraw(entry(tournament, 1), by=None, struck=True)
    bring_back(entry(tournament, 1), by=None)


HAPPENINGS: dict[str, Callable[[Tournament], object]] = {
    "late": late,
    "withdrawn": lambda t: withdraw(entry(t, 1), by=None, struck=False),
    "struck": lambda t: withdraw(entry(t, 1), by=None, struck=True),
    "disqualified": lambda t: disqualify(entry(t, 2), by=None, struck=True, why="unfair"),
    "returned": returned,
    "sits out": lambda t: sit_out(entry(t, 3), 2, by=None),
    "substitute": lambda t: substitute(entry(t, 1), 1, Person("Ny"), by=None),
    "merged": doubled,
}


def pairs() -> Iterator[object]:
    """Each format with each happening; those for a night are marked. Each time everything happens
    in the Swiss system, and of each other format a happening in four, by turns."""
    for turn, name in enumerate(FORMATS):
        for place, happening in enumerate(HAPPENINGS):
            each_time = name == "swiss" or (turn + place) % 4 == 0
            yield pytest.param(happening, name, marks=() if each_time else pytest.mark.nightly)


@pytest.mark.django_db
@pytest.mark.parametrize(("happening", "name"), pairs())
def test_draw_after(name: str, happening: str) -> None:
    setup, game, entries = FORMATS[name]
    tournament = played(entries, 1, setup, game=game)
    try:
        HAPPENINGS[happening](tournament)
    except Refused as refused:
        # In a tree nobody sits out. Nothing was changed, and the draw below is made.
        assert (happening, refused.code) == ("sits out", "must-play")
    gone = set(
        tournament.entries.filter(state__in=("withdrawn", "disqualified")).values_list(
            "pk", flat=True
        )
    )
    for _round in range(2):
        if stage_is_over(current_stage(stages_of(again(tournament)))):
            break
        round_ = play_round(again(tournament))
        seats = list(Seat.objects.filter(round=round_).values_list("entry", flat=True))
        assert len(seats) == len(set(seats))
        games = Seat.objects.filter(round=round_, pairing__kind="game")
        assert not gone & set(games.values_list("entry", flat=True))
        assert recheck(round_).differences == ()
    listed = [rank.entry for rank in tournament_ranking(again(tournament))]
    assert len(listed) == len(set(listed))
