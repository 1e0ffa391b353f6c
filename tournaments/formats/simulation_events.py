"""Virtual events of one stage or two: the stages played, who goes on between them, and the result.

The same scenario and seed give the same event.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.formats.model import EntrantStatus, EntryId, PairingKind
from tournaments.formats.simulation import (
    Contender,
    Played,
    contenders_of,
    play_stage,
    with_options,
)
from tournaments.formats.simulation_checks import GOING_ON, byes_of, meetings
from tournaments.formats.simulation_model import EventResult, Fault, Scenario
from tournaments.formats.simulation_places import (
    Ranks,
    final_ranks,
    kendall,
    mean_ranks,
    spearman,
)
from tournaments.formats.stage_ranks import GroupTable, over_groups, ranked_in, shared
from tournaments.formats.stages import TREES, Qualifier, Ranked, qualifiers
from tournaments.formats.standings import compute_standings


def simulate_event(scenario: Scenario, seed: str) -> EventResult:
    """Plays one event. A check that fails is in its `faults` and ends it after that round."""
    scenario = with_options(scenario)
    dice = random.Random(f"{scenario.format}\x00{seed}")
    contenders = contenders_of(scenario, dice)
    first = play_stage(scenario, seed, contenders, dice)
    played = [first]
    faults = list(first.faults)
    ranks = _ranks(first)
    if scenario.then is not None and not faults:
        ranking = ranking_of(first)
        going = going_on(scenario, first, ranking)
        wrong = _unsound(scenario, first, ranking, going)
        faults += [Fault(GOING_ON, first.rounds, detail) for detail in wrong]
        if len(going) >= FEWEST and not faults:
            second = play_stage(
                with_options(replace(scenario.then, entries=len(going))),
                f"{seed}:then",
                _seeded(contenders, going, scenario.then.drops, dice),
                dice,
            )
            played.append(second)
            faults += second.faults
            ranks = _merged(ranks, _ranks(second), going)
    return _result(scenario, seed, contenders, played, ranks, faults)


FEWEST = 4
"""Who goes on into a second stage, at least; with fewer the event ends after its first."""


def ranking_of(played: Played) -> tuple[Ranked, ...]:
    """How a stage that is no tree ended, group by group where it had groups."""
    if not played.facts.grouped:
        rows = [(row.entry, row.rank) for row in played.standings]
        return ranked_in([GroupTable("", played.standings)], shared(rows))
    members: dict[str, set[EntryId]] = {}
    for pairing in played.history:
        members.setdefault(pairing.group, set()).update(seat.entry for seat in pairing.seats)
    tables = [
        GroupTable(
            name,
            compute_standings(
                [entrant for entrant in played.entrants if entrant.id in members[name]],
                [pairing for pairing in played.history if pairing.group == name],
                played.settings,
            ),
        )
        for name in sorted(members)
    ]
    return ranked_in(tables, over_groups(tables))


def going_on(
    scenario: Scenario, played: Played, ranking: Sequence[Ranked]
) -> tuple[Qualifier, ...]:
    """Who goes on into the second stage."""
    assert scenario.then is not None
    return qualifiers(
        ranking,
        to_rank=scenario.to_rank,
        per_group=played.facts.grouped,
        tree=scenario.then.format in TREES,
        unavailable=_gone(played),
    ).qualifiers


def _gone(played: Played) -> frozenset[EntryId]:
    gone = EntrantStatus.WITHDRAWN
    return frozenset(entrant.id for entrant in played.entrants if entrant.status is gone)


def _unsound(
    scenario: Scenario, played: Played, ranking: Sequence[Ranked], going: Sequence[Qualifier]
) -> Iterator[str]:
    """What is wrong with who goes on, found by counting."""
    entries = [one.entry for one in going]
    if [one.seed for one in going] != list(range(1, len(going) + 1)):
        yield f"seeds {[one.seed for one in going]}"
    if len(set(entries)) != len(entries) or set(entries) & _gone(played):
        yield f"twice, or gone: {entries}"
    by_group: dict[str, list[Ranked]] = {}
    for row in ranking:
        if row.entry not in _gone(played):
            by_group.setdefault(row.group if played.facts.grouped else "", []).append(row)
    for group, rows in by_group.items():
        there = [row.rank for row in rows if row.entry in entries]
        left = [row.rank for row in rows if row.entry not in entries]
        most = len(rows) if scenario.to_rank is None else min(scenario.to_rank, len(rows))
        if len(there) != most:
            yield f"{len(there)} of group {group} go on, not {most}"
        if there and left and max(there) > min(left):
            yield f"in group {group} rank {max(there)} goes on, and {min(left)} does not"


def _seeded(
    contenders: Sequence[Contender],
    going: Sequence[Qualifier],
    drops: float,
    dice: random.Random,
) -> list[Contender]:
    """Those who go on, with the seeds they have earned."""
    strengths = {contender.id: contender.strength for contender in contenders}
    return [
        Contender(
            id=one.entry,
            strength=strengths[one.entry],
            seed=one.seed,
            arrives=1,
            leaves=dice.randint(2, 4) if one.seed > FEWEST and dice.random() < drops else None,
        )
        for one in going
    ]


def _ranks(played: Played) -> Ranks:
    return final_ranks(
        played.entrants, played.history, played.standings, played.settings, played.facts
    )


def _merged(first: Ranks, second: Ranks, going: Sequence[Qualifier]) -> Ranks:
    """Who went on by where they ended, then the others by where they had ended before."""
    there = {one.entry for one in going}
    keys: Mapping[EntryId, tuple[bool, float]] = {
        entry: (entry not in there, second.overall[entry] if entry in there else rank)
        for entry, rank in first.overall.items()
    }
    return Ranks(mean_ranks(keys), second.firsts)


def _result(
    scenario: Scenario,
    seed: str,
    contenders: Sequence[Contender],
    played: Sequence[Played],
    ranks: Ranks,
    faults: Sequence[Fault],
) -> EventResult:
    strengths = {contender.id: contender.strength for contender in contenders}
    history = [pairing for stage in played for pairing in stage.history]
    kinds = Counter(pairing.kind for pairing in history)
    true = {entry: -strength for entry, strength in strengths.items()}
    strongest = max(strengths, key=lambda entry: strengths[entry])
    return EventResult(
        scenario=scenario,
        seed=seed,
        rounds=sum(stage.rounds for stage in played),
        spearman=spearman(true, ranks.overall),
        kendall=kendall(true, ranks.overall),
        strongest_won=ranks.first_alone(strongest),
        games=kinds[PairingKind.GAME],
        repeats=sum(times - 1 for times in meetings(history).values()),
        byes=sum(byes_of(history).values()),
        walkovers=kinds[PairingKind.WALKOVER],
        faults=tuple(faults),
        ranks=ranks.overall,
    )
