"""How the format of a draft pairs, as the changes by hand need to know it."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.formats.editing_rules import Structure
from tournaments.formats.model import Entrant, EntryId
from tournaments.formats.round_robin import berger_pairings
from tournaments.models import Round
from tournaments.stage_formats import Shape, row_of, shape_of

from .stages import field_of, options_of


def draft_shape(round_: Round) -> Shape:
    """How the round's stage pairs. One query where rounds are laid down, else none."""
    stage = round_.stage
    first = (
        row_of(stage).structure is Structure.OPEN
        or not Round.objects.filter(stage=stage, number__lt=round_.number).exists()
    )
    return shape_of(stage.format, options_of(stage), first=first)


def group_pairings(round_: Round) -> Callable[[str, list[EntryId]], list[tuple[EntryId, ...]]]:
    """Who meets whom in the first round of a group of these entries: sides in order, one alone
    sits out. Seeds are those the round was drawn with."""
    seeds = field_of(round_.stage)

    def lay_down(group: str, members: list[EntryId]) -> list[tuple[EntryId, ...]]:
        order = sorted(members, key=lambda entry: (seeds.get(entry, len(seeds) + 1), entry))
        entrants = [Entrant(id=entry, seed=seed) for seed, entry in enumerate(order, start=1)]
        return [pairing.entries for pairing in berger_pairings(entrants, 1, 1, group)]

    return lay_down
