"""What stays of a tournament that is over: who won, and where everything else is found."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.stage_ranks import Rank
from tournaments.models import Entry, Tournament
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.stage_standings import tournament_ranking
from tournaments.queries.stages import StageFacts, shows_stage, stages_of
from tournaments.ranking_words import place_text
from tournaments.standings_words import entries_by_id

#: The last place on the podium, and how many stand there at most when places are shared.
LAST_PLACE, MOST = 3, 6


@dataclass(frozen=True, slots=True)
class Step:
    """Somebody on the podium."""

    place: int
    text: str
    """The place as it is said; shared ones say so."""
    entry: Entry


@dataclass(frozen=True, slots=True)
class Played:
    """A stage that was played, with its rounds and whether it is drawn as a bracket."""

    number: int
    name: str
    tree: bool
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Archive:
    podium: tuple[Step, ...]
    stages: tuple[Played, ...]
    several: bool
    """Whether stages have names of their own."""


def archive_of(tournament: Tournament) -> Archive:
    """Who won, and all rounds stage by stage. The same few queries, whatever the size."""
    stages = stages_of(tournament)
    ranks = tournament_ranking(tournament, stages)
    entries = entries_by_id(tournament, public=True)
    rounds: dict[int, list[int]] = {}
    numbers = tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("number")
    for stage, number in numbers.values_list("stage_id", "number"):
        rounds.setdefault(stage, []).append(number)
    return Archive(
        podium=tuple(_steps(ranks, entries)),
        stages=tuple(
            Played(one.stage.number, one.name, one.row.tree, tuple(rounds[one.stage.pk]))
            for one in stages
            if one.stage.pk in rounds
        ),
        several=_several(stages),
    )


def _several(stages: list[StageFacts]) -> bool:
    return len(stages) > 1 or any(shows_stage(one.stage) for one in stages)


def _steps(ranks: tuple[Rank, ...], entries: dict[int, Entry]) -> list[Step]:
    top = [rank for rank in ranks if rank.place <= LAST_PLACE and rank.decided]
    if len(top) > MOST:
        return []
    return [Step(rank.place, place_text(rank), entries[rank.entry]) for rank in top]


def places_of(tournament: Tournament) -> dict[int, int]:
    """Entry (by key) -> where it stands in the whole tournament."""
    return {rank.entry: rank.place for rank in tournament_ranking(tournament)}
