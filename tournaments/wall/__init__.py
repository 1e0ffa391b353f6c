"""The rotating wall: what can stand on it, and how long each screen stays.

`tournaments` brings what it knows itself; floors above add theirs in their app's `ready`:

    from tournaments.wall import add_source
    add_source(Source(code="calls", name=gettext_lazy("Calls"), order=50, screens=…))
"""

from .deck import Deck, deck_of, deck_stamp
from .model import Look, Screen, Source
from .sources import add_source, sources

__all__ = [
    "Deck",
    "Look",
    "Screen",
    "Source",
    "add_source",
    "deck_of",
    "deck_stamp",
    "sources",
]
