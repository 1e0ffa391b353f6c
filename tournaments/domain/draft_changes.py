"""What hands made of a draft: its difference from the engine's own draw, for the log."""

from __future__ import annotations

from typing import Any

from tournaments.editing_words import difference_sentence
from tournaments.formats import model
from tournaments.formats.editing_differences import differences
from tournaments.models import Entry
from tournaments.queries.draft import DraftFacts


def changes_by_hand(facts: DraftFacts) -> list[str]:
    """A sentence for each thing that is otherwise than drawn; one query more if there is any."""
    if not any(pairing.by_hand for pairing in facts.pairings):
        return []
    drawn = [_pairing(stored) for stored in facts.round.draw.get("pairings", ())]
    found = differences(drawn, facts.drawn)
    names = dict(
        Entry.objects.filter(tournament_id=facts.round.tournament_id).values_list("pk", "name")
    )
    return [difference_sentence(difference, names) for difference in found]


def _pairing(stored: dict[str, Any]) -> model.DrawnPairing:
    """As `draw_record.pairing_to_json` wrote it, without its reasons."""
    return model.DrawnPairing(
        seats=tuple(model.Seat(entry, side) for entry, side in stored["seats"]),
        kind=model.PairingKind(stored["kind"]),
        table=stored["table"],
        group=stored.get("group", ""),
        slot=stored.get("slot"),
    )
