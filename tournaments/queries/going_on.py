"""Who would go on into the next stage, as things stand now."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.model import EntryId
from tournaments.formats.stages import CutTie, Qualification, Qualifier, qualifiers
from tournaments.models import Entry, Pairing, Round, Tournament

from .rounds import missing_results
from .stage_standings import stage_is_over, stage_ranking
from .stages import StageFacts, current_stage, next_stage, stages_of

_GONE = frozenset({Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED})


@dataclass(frozen=True)
class GoingOn:
    """The stage that could begin, and the list it would begin with."""

    before: StageFacts
    following: StageFacts
    qualification: Qualification
    entries: dict[EntryId, Entry]
    missing: tuple[Pairing, ...]
    """Games of the stage before without a result."""
    open_round: Round | None
    over: bool
    """The stage before is played to its end."""
    away: frozenset[EntryId]
    """Those who are passed over."""

    @property
    def going(self) -> list[tuple[Qualifier, Entry]]:
        return [(one, self.entries[one.entry]) for one in self.qualification.qualifiers]

    @property
    def reserves(self) -> list[Entry]:
        """Who is next, in order."""
        return [self.entries[one.entry] for one in self.qualification.reserves]

    @property
    def ties(self) -> tuple[CutTie, ...]:
        """Level at the line, and nobody has said who goes on."""
        return tuple(tie for tie in self.qualification.ties if not tie.decided)

    @property
    def not_here(self) -> list[Entry]:
        """Those who would go on and are not here now."""
        return [entry for _one, entry in self.going if not entry.playing]

    @property
    def stamp(self) -> str:
        """What a page showed: another list is a Conflict."""
        listed = [(one.entry, one.seed, one.rank, one.group) for one, _entry in self.going]
        return hashlib.sha256(repr((self.following.stage.pk, listed)).encode()).hexdigest()[:20]


def going_on(
    tournament: Tournament, *, prefer: Sequence[EntryId] = (), reserves: bool = False
) -> GoingOn | None:
    """The list of the next stage; None where no stage follows.

    `prefer` says in which order those who are level are taken. With `reserves`, whoever is not
    here now is passed over; those who have left always are.
    """
    stages = stages_of(tournament)
    before, following = current_stage(stages), next_stage(stages)
    if following is None:
        return None
    entries = {entry.pk: entry for entry in tournament.entries.all()}
    away = frozenset(
        pk
        for pk, entry in entries.items()
        if entry.state in _GONE or entry.struck or (reserves and not entry.playing)
    )
    found = qualifiers(
        stage_ranking(before).ranked,
        from_rank=following.stage.from_rank,
        to_rank=following.stage.to_rank,
        per_group=before.row.groups,
        tree=following.row.tree,
        unavailable=away,
        prefer=prefer,
    )
    return GoingOn(
        before=before,
        following=following,
        qualification=found,
        entries=entries,
        missing=tuple(missing_results(tournament)),
        open_round=tournament.rounds.exclude(state=Round.State.CLOSED).first(),
        over=stage_is_over(before),
        away=away,
    )
