"""Reckon again what the tournament has written down of its results, and say where it differs.

Standings are never stored; what follows from them is: the points at each seat, who went on into a
stage and as which seed, and who had won when the tournament was finished. Writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from tournaments.formats.model import EntryId, PlayedPairing
from tournaments.formats.records import award_points
from tournaments.formats.scoring import PointsScheme
from tournaments.models import StageEntry, Tournament
from tournaments.queries.played import pairings_from, seat_rows, settings_of
from tournaments.queries.stage_standings import stage_ranking, tournament_ranking
from tournaments.queries.stages import StageFacts, stages_of

from .recheck import Recheck

_CENT = Decimal("0.01")
_Names = Mapping[EntryId, str]


def recheck_standings(tournament: Tournament) -> Recheck:
    """Points that are not what the scheme gives are differences. That a correction has changed
    who would have gone on, or who has won, is a note: what was played stands."""
    stages = stages_of(tournament)
    names = dict(tournament.entries.values_list("pk", "name"))
    pairings = pairings_from(seat_rows(tournament))
    differences = _points(pairings, settings_of(tournament).points, names)
    notes = [line for before, facts in pairwise(stages) for line in _went_on(before, facts, names)]
    return Recheck(tuple(differences), (*notes, *_winners(tournament, names)))


def _points(
    pairings: Iterable[PlayedPairing], scheme: PointsScheme, names: _Names
) -> Iterable[str]:
    for pairing in pairings:
        bare = replace(pairing, seats=tuple(replace(seat, points=None) for seat in pairing.seats))
        for stored, seat in zip(pairing.seats, bare.seats, strict=True):
            if not pairing.final or stored.points is None:
                continue
            due = award_points(bare, seat, scheme).quantize(_CENT)
            if due != stored.points.quantize(_CENT):
                yield (
                    f"round {pairing.round}, {names[stored.entry]}: stored "
                    f"{stored.points} points, the scheme gives {due}"
                )


def _went_on(before: StageFacts, facts: StageFacts, names: _Names) -> Iterable[str]:
    stored = {one.entry_id: one for one in StageEntry.objects.filter(stage=facts.stage)}
    if not stored:
        return
    now = {row.entry: (row.rank, row.group) for row in stage_ranking(before).ranked}
    for pk, one in stored.items():
        if now.get(pk) != (one.rank, one.group):
            rank, group = now.get(pk, (None, ""))
            yield (
                f"{facts.name}: {names[pk]} went on from place {one.rank} {one.group}".rstrip()
                + f", and stands at {rank} {group} now".rstrip()
            )


def _winners(tournament: Tournament, names: _Names) -> Iterable[str]:
    if tournament.state != Tournament.State.FINISHED:
        return
    event = tournament.events.filter(verb="tournament.finish").order_by("-id").first()
    told = event.after.get("winners", []) if event is not None else []
    now = [names[rank.entry] for rank in tournament_ranking(tournament) if rank.place == 1]
    if sorted(told) != sorted(now):
        yield f"the list was finished with {told} first, and has {now} first now"
