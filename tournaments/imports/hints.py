"""What a note asks of the organiser: found by words, shown, never acted on by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

FIXED_TABLE: Final = "fixed-table"
FROM_ROUND: Final = "from-round"

_FIXED_TABLE: Final = re.compile(
    r"kørestol|rullestol|wheel\s?chair|rollator|krykke|crutch|gangbesvær|bevegelseshem"
    r"|fast(e)?\s+(bord|plads|plass)|fixed\s+table|samme\s+bord|same\s+table",
    re.IGNORECASE,
)
_ROUND: Final = r"(?:(\d{1,2})\s*\.?\s*(?:runde|round|rd\b)|(?:runde|round|rd)\s*\.?\s*(\d{1,2}))"
_FROM_ROUND: Final = re.compile(
    rf"(?:kommer|først|fra|med\s+fra|from|until|starter|starts|joins|arrives|til|by)"
    rf"[^\d;.\n]{{0,30}}{_ROUND}",
    re.IGNORECASE,
)
_ONLY_LATE: Final = re.compile(
    r"kommer\s+(lidt\s+)?(for\s+)?(sent|senere|sen\b)|forsinke|arrives?\s+late|late\s+arrival",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Hint:
    """`code` is one of the above; `round` the round a late one names (0: it names none)."""

    code: str
    round: int = 0


def hints(notes: str) -> tuple[Hint, ...]:
    """What `notes` seem to ask for, in the order the organiser should act."""
    found = []
    if _FIXED_TABLE.search(notes):
        found.append(Hint(FIXED_TABLE))
    late = _FROM_ROUND.search(notes)
    number = int(late[1] or late[2]) if late else 0
    if number > 1 or _ONLY_LATE.search(notes):
        found.append(Hint(FROM_ROUND, number if number > 1 else 0))
    return tuple(found)
