"""What is known of games without a result, in words for whoever closes a round or draws the next.

`tournaments` knows that a result is missing; floors above know what the tables have said meanwhile,
and add a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tournaments.models import Pairing

#: Each gives a sentence about some of the games, or "". Filled by floors above when ready.
SENTENCES: Final[list[Callable[[Sequence[Pairing]], str]]] = []


def more_about(missing: Sequence[Pairing]) -> str:
    """What more is known of games without a result; "" for nothing, and for none."""
    sentences = (sentence(missing) for sentence in SENTENCES) if missing else ()
    return " ".join(filter(None, sentences))
