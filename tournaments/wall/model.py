"""What a wall is made of: sources, their screens, and what all of them look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.functional import Promise

from tournaments.models import Entry, Round, Tournament
from tournaments.public_names import PublicNames, public_names
from tournaments.queries.played import PUBLIC_STATES
from tournaments.queries.stage_standings import StageRanking, rank_stage
from tournaments.queries.stages import StageFacts, current_stage, stages_of
from tournaments.queries.standings import StageField, stage_field
from tournaments.standings_words import entries_by_id


@dataclass(frozen=True, kw_only=True)
class Screen:
    """One screen, as it is shown until the next."""

    title: str
    template: str
    """Draws the screen's body from `context`."""
    context: Mapping[str, Any] = field(default_factory=dict)
    part: str = ""
    """Which part of something longer it is, in words: "A – Ce"."""


class Look:
    """A tournament as the wall sees it. What several sources need is read once."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    @cached_property
    def round(self) -> Round | None:
        """The newest round that everybody may see."""
        rounds = self.tournament.rounds.filter(state__in=PUBLIC_STATES)
        return rounds.order_by("-number").select_related("tournament", "stage").first()

    @cached_property
    def finished(self) -> bool:
        return self.tournament.state == Tournament.State.FINISHED

    @cached_property
    def stages(self) -> list[StageFacts]:
        return stages_of(self.tournament)

    @cached_property
    def stage(self) -> StageFacts:
        """The stage that is played."""
        return current_stage(self.stages)

    @cached_property
    def field(self) -> StageField:
        return stage_field(self.stage)

    @cached_property
    def ranking(self) -> StageRanking:
        return rank_stage(self.stage, self.field)

    @cached_property
    def entries(self) -> dict[int, Entry]:
        return entries_by_id(self.tournament, public=True)

    @cached_property
    def names(self) -> PublicNames:
        """What entries are called in public."""
        return public_names(self.tournament)


@dataclass(frozen=True, kw_only=True)
class Source:
    """Something the wall can show, on as many screens as it takes."""

    code: str
    """As addresses name it."""
    name: str | Promise
    """As people choose it."""
    order: int
    """Its place among the others."""
    screens: Callable[[Look], Sequence[Screen]]
    """Its screens now, in order; none when there is nothing to show."""
    unasked: Callable[[Look], bool] | None = None
    """Whether it takes its turn on a wall for which nothing was chosen; None: it does."""
    empty: Callable[[Look], str] | None = None
    """What a wall of this alone says while there is nothing."""
    corner: Callable[[Look], Screen | None] | None = None
    """What stands small beside the screens of the others, chosen or not."""
    stamp: Callable[[Look], str] | None = None
    """What changes with its screens though nothing happened (a table goes over time)."""
