"""The stages of a tournament: where each stands, who plays in it, which results it counts.

Rounds are numbered through the whole tournament; a stage counts its own from 1. A stage that
takes the whole result along counts on from the stage before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.db.models import Count, Min, Q

from tournaments.formats.model import (
    Entrant,
    EntrantStatus,
    EntryId,
    FormatOptions,
    PlayedPairing,
)
from tournaments.formats.swiss_options import Placement
from tournaments.games import GAMES
from tournaments.models import Entry, Round, Stage, StageEntry, Tournament
from tournaments.stage_formats import (
    STAGE_FORMATS,
    StageFormat,
    options_from_json,
    planned_rounds,
    row_of,
)


@dataclass(frozen=True)
class StageFacts:
    """A stage and where it stands."""

    stage: Stage
    row: StageFormat
    begun: bool
    """Its entries are settled. The first has begun with its first round."""
    offset: int
    """Rounds of the tournament before its first."""
    rounds: int
    """Rounds drawn, drafts included."""
    closed: int
    entries: int
    """How many play in it; before it begins, how many are expected."""
    planned: int | None
    """Rounds it takes; None where nobody has said."""
    only: bool
    """It is the tournament's only stage."""
    chain: tuple[int, ...]
    """Keys of the stages whose results count in it, its own the last."""
    chain_offset: int
    """Rounds of the tournament before those stages."""

    @property
    def last(self) -> int:
        """Number of its last round so far, counted through the tournament."""
        return self.offset + self.rounds

    @property
    def name(self) -> str:
        return stage_name(self.stage)

    @property
    def played_out(self) -> bool:
        """All its planned rounds are closed."""
        return (
            self.planned is not None and self.rounds == self.closed and self.closed >= self.planned
        )


def stage_name(stage: Stage) -> str:
    """What the organiser calls it, or what its format is called."""
    return stage.name or str(row_of(stage).label)


def players_in_entry(tournament: Tournament) -> int:
    """Players in an entry: as many as the game has on a side, or one where each is entered alone
    and has a new partner each round."""
    players = GAMES[tournament.game].players
    if players == 1:
        return 1
    first = tournament.stages.order_by("number").values_list("format", "settings").first()
    alone = first is not None and (
        first[0] == Stage.Format.INDIVIDUAL
        or (STAGE_FORMATS[first[0]].several and first[1].get("per_side", 1) > 1)
    )
    return 1 if alone else players


def shows_stage(stage: Stage) -> bool:
    """Whether pages say which stage it is: a tournament of one Swiss stage has nothing to say.
    No query for that one."""
    return stage.number > 1 or bool(stage.name) or stage.format != Stage.Format.SWISS


def stages_of(tournament: Tournament) -> list[StageFacts]:
    """All stages in order. One query; two more when a format lays its rounds down."""
    rounds = Count("rounds", distinct=True)
    stages = list(
        tournament.stages.annotate(
            drawn=rounds,
            over=Count("rounds", filter=Q(rounds__state=Round.State.CLOSED), distinct=True),
            first=Min("rounds__number"),
            members=Count("stage_entries", distinct=True),
        ).order_by("number")
    )
    facts: list[StageFacts] = []
    expected = _Expected(tournament)
    for index, stage in enumerate(stages):
        stage.tournament = tournament
        before = facts[-1] if facts else None
        row = row_of(stage)
        offset = before.last if before else 0
        chained = before is not None and stage.carry == Stage.Carry.EVERYTHING
        entries = expected.of(stage, before) if row.fixed_rounds else stage.members
        facts.append(
            StageFacts(
                stage=stage,
                row=row,
                begun=stage.members > 0 if index else stage.drawn > 0,
                offset=offset,
                rounds=stage.drawn,
                closed=stage.over,
                entries=entries,
                planned=_planned(tournament, stage, row, entries, only=len(stages) == 1),
                only=len(stages) == 1,
                chain=(*before.chain, stage.pk) if before and chained else (stage.pk,),
                chain_offset=before.chain_offset if before and chained else offset,
            )
        )
    return facts


class _Expected:
    """How many play in a stage whose format asks."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.listed: int | None = None

    def of(self, stage: Any, before: StageFacts | None) -> int:
        if stage.drawn:
            return len(field_of(stage))
        if stage.members:
            return int(stage.members)
        if before is None:
            return self._listed()
        came = before.entries or self._listed()
        if before.row.groups:
            options = options_of(before.stage)
            groups = min(int(getattr(options, "groups", 1)), max(came // 2, 1))
            size = -(-came // groups)
            most = size if stage.to_rank is None else min(stage.to_rank, size)
            return min(came, groups * max(most - stage.from_rank + 1, 0))
        most = came if stage.to_rank is None else min(stage.to_rank, came)
        return int(max(most - stage.from_rank + 1, 0))

    def _listed(self) -> int:
        if self.listed is None:
            gone = (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED, Entry.State.ABSENT)
            listed = self.tournament.entries.exclude(state__in=gone).count()
            self.listed = listed or self.tournament.capacity
        return self.listed


def entries_expected(facts: list[StageFacts], stage: Stage | None) -> int:
    """How many will play in a stage (None: in one more, after the last) as things stand."""
    before: StageFacts | None = None
    for one in facts:
        if stage is not None and one.stage.pk == stage.pk:
            return _Expected(stage.tournament).of(one.stage, before)
        before = replace(one, entries=_Expected(one.stage.tournament).of(one.stage, before))
    return before.entries if before is not None else 0


def _planned(
    tournament: Tournament, stage: Stage, row: StageFormat, entries: int, *, only: bool
) -> int | None:
    if row.fixed_rounds:
        return planned_rounds(row.code, entries, options_of(stage))
    if only:
        return tournament.rounds_planned
    rounds = stage.settings.get("rounds")
    return rounds if isinstance(rounds, int) else None


def rounds_planned(facts: list[StageFacts], tournament: Tournament) -> int:
    """Rounds of the whole tournament as its stages are set up now."""
    if len(facts) == 1 and not facts[0].row.fixed_rounds:
        return tournament.rounds_planned
    return max(1, sum(max(one.planned or 0, one.rounds) for one in facts))


def current_stage(facts: list[StageFacts]) -> StageFacts:
    """The stage that is drawn in: the last that has begun, or the first."""
    return next((one for one in reversed(facts) if one.begun), facts[0])


def next_stage(facts: list[StageFacts]) -> StageFacts | None:
    """The stage that would begin after the current one; None after the last."""
    current = current_stage(facts)
    later = [one for one in facts if one.stage.number > current.stage.number]
    return later[0] if later else None


def stage_of_round(facts: list[StageFacts], number: int | None) -> StageFacts:
    """The stage that a round belongs to; the current one for None or a round to come."""
    if number is not None:
        for one in facts:
            if one.offset < number <= one.last:
                return one
    return current_stage(facts)


def options_of(stage: Stage) -> FormatOptions:
    """The stage's options as far as tables and rounds go. No query."""
    stored = {key: value for key, value in stage.settings.items() if value is not None}
    if row_of(stage).partners:
        stored = {"per_side": max(2, GAMES[stage.tournament.game].players)} | stored
    return options_from_json(stage.format, stored)


def stage_options(stage: Stage, planned: int | None = None) -> dict[str, Any]:
    """The options a stage is drawn by, as JSON, with what is not chosen filled in.

    In a Swiss stage where nobody is seeded, chance orders those with equal points, so that
    another seed gives another draw; seeded entries meet top half against bottom half. Whoever
    went on into a later stage is seeded by that. `planned` are the rounds it will have: a plan
    for the whole event is laid down for so many.
    """
    chosen = {key: value for key, value in stage.settings.items() if value is not None}
    row = row_of(stage)
    if row.several or row.partners:
        chosen |= {} if planned is None else {"rounds": planned}
    if row.partners:
        chosen = {"per_side": max(2, GAMES[stage.tournament.game].players)} | chosen
    if stage.format != Stage.Format.SWISS or "placement" in chosen:
        return chosen
    seeded = stage.number > 1 or stage.tournament.entries.filter(seed_rank__isnull=False).exists()
    return {"placement": (Placement.SLIDE if seeded else Placement.RANDOM).value} | chosen


def field_of(stage: Stage) -> dict[EntryId, int]:
    """Who a stage was laid down for, with their seeds: those its first round was drawn from."""
    draw = (
        Round.objects.filter(stage=stage).order_by("number").values_list("draw", flat=True).first()
    )
    entrants = (draw or {}).get("request", {}).get("entrants", [])
    return {entrant[0]: entrant[1] for entrant in entrants}


def members_of(facts: StageFacts, *, laid_down: bool = True) -> dict[EntryId, int]:
    """Who plays in a stage, with their seeds in it: those who went on into it, or those a format
    that lays its rounds down laid them down for. Empty where all play. One query at most."""
    if facts.stage.number > 1:
        entries = StageEntry.objects.filter(stage=facts.stage)
        return dict(entries.order_by("seed").values_list("entry_id", "seed"))
    if facts.row.fixed_rounds and facts.rounds and laid_down:
        return field_of(facts.stage)
    return {}


def stage_entrants(
    facts: StageFacts,
    everybody: tuple[Entrant, ...],
    members: Mapping[EntryId, int],
    *,
    offset: int,
    others: bool,
) -> tuple[Entrant, ...]:
    """Those who play in a stage, with their seeds and rounds as the stage counts them.

    `everybody` are those of the tournament (`entrants_of`), `members` the stage's (`members_of`);
    `offset` is taken from the tournament's round numbers. With `others`, whoever did not go on is
    among them as one who has left: where results are taken along, theirs are part of them. In the
    first stage all are among them; those a laid-down round was not laid down for come last.
    Points that rulings took count in the stages whose results count, and so once in all; one query
    more where somebody has any and there are several stages.
    """
    everybody = _adjusted(facts, everybody)
    if not members:
        return everybody if facts.stage.number == 1 else ()
    known = {entrant.id: entrant for entrant in everybody}
    playing = tuple(
        replace(
            known[pk],
            seed=seed,
            available_from_round=max(1, known[pk].available_from_round - offset),
        )
        for pk, seed in members.items()
        if pk in known
    )
    first = facts.stage.number == 1
    if not others and not first:
        return playing
    rest = sorted((one for one in everybody if one.id not in members), key=lambda one: one.seed)
    highest = max(members.values())
    return playing + tuple(
        replace(entrant, seed=highest + place)
        if first
        else replace(
            entrant,
            seed=highest + place,
            status=EntrantStatus.WITHDRAWN,
            available_from_round=1,
        )
        for place, entrant in enumerate(rest, start=1)
    )


def _adjusted(facts: StageFacts, everybody: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
    """Everybody with the points by rulings that count here: those given in the stage, or in one
    whose results it takes along."""
    some = [one.id for one in everybody if one.adjustment]
    if facts.only or not some:
        return everybody
    stored = dict(Entry.objects.filter(pk__in=some).values_list("pk", "adjusted_in"))
    from_first = len(facts.chain) == facts.stage.number

    def here(one: Entrant) -> Decimal:
        given = {int(stage): Decimal(points) for stage, points in stored[one.id].items()}
        counted = sum((given[stage] for stage in facts.chain if stage in given), Decimal(0))
        unplaced = one.adjustment - sum(given.values())
        return counted + unplaced if from_first else counted

    return tuple(replace(one, adjustment=here(one)) if one.adjustment else one for one in everybody)


def who_is_in(
    facts: StageFacts,
    entrants: tuple[Entrant, ...],
    members: Mapping[EntryId, int],
    history: Sequence[PlayedPairing],
    number: int,
) -> tuple[Entrant, ...]:
    """Of the first stage's entrants those a draw of its round `number` reads, where the format
    lays its rounds down: those it was laid down for, and those who have come since, as late."""
    if not members:
        return tuple(one for one in entrants if one.status is EntrantStatus.ACTIVE)
    came: dict[EntryId, int] = {}
    for pairing in history:
        for seat in pairing.seats:
            came[seat.entry] = min(pairing.round, came.get(seat.entry, pairing.round))
    late = tuple(
        replace(one, available_from_round=came.get(one.id, max(number, one.available_from_round)))
        for one in entrants
        if one.id not in members
        and (one.id in came or (one.status is EntrantStatus.ACTIVE and not facts.row.tree))
    )
    return tuple(one for one in entrants if one.id in members) + late
