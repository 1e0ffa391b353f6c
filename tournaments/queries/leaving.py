"""What becomes of the results of an entry that leaves, by the rule of its format."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tournaments.formats.editing_rules import Structure
from tournaments.models import Entry, Pairing, Seat, StageEntry

from .played import PUBLIC_STATES
from .stages import StageFacts, current_stage, field_of, options_of, stages_of


@dataclass(frozen=True)
class LeavingRule:
    """How the format has it, and what that rests on."""

    strike: bool
    everybody_meets: bool
    """Everybody meets everybody (in the own group): only then is anything struck by rule."""
    played: int = 0
    """Games of the stage it has played."""
    of: int = 0
    """Games it would have had."""


def rule_of(entry: Entry) -> LeavingRule:
    """Where everybody meets everybody, results are struck when less than half of the games were
    played: otherwise those who had met it would be ahead of, or behind, those who had not.
    Elsewhere they are kept. Five queries at most."""
    facts = current_stage(stages_of(entry.tournament))
    if facts.row.structure is not Structure.TABLE:
        return LeavingRule(strike=False, everybody_meets=False)
    played, of = _games(facts, entry)
    return LeavingRule(strike=2 * played < of, everybody_meets=True, played=played, of=of)


def strikes_by_rule(entry: Entry) -> bool:
    """Whether the format strikes the results of an entry that leaves now."""
    return rule_of(entry).strike


def _games(facts: StageFacts, entry: Entry) -> tuple[int, int]:
    """Games that `entry` has played in the stage, and how many it was to have."""
    seats = Seat.objects.filter(round__stage=facts.stage, round__state__in=PUBLIC_STATES)
    own = seats.filter(entry=entry, pairing__kind=Pairing.Kind.GAME)
    if not own.exists() and entry.pk not in field_of(facts.stage):
        return 0, 0
    played = own.exclude(outcome="", place__isnull=True).count()
    members = _members(facts, entry)
    double = bool(getattr(options_of(facts.stage), "double", False))
    return played, max(members - 1, 0) * (1 + double)


def _members(facts: StageFacts, entry: Entry) -> int:
    """How many there are in its group, or in the stage where there are none."""
    if facts.row.groups:
        seats = Seat.objects.filter(round__stage=facts.stage).values_list(
            "pairing__group", "entry_id"
        )
        groups = set(seats)
        sizes = Counter(group for group, _entry in groups)
        return max((sizes[group] for group, one in groups if one == entry.pk), default=0)
    if facts.stage.number > 1:
        return StageEntry.objects.filter(stage=facts.stage).count()
    return len(field_of(facts.stage))
