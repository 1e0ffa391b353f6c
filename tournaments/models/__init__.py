"""What `tournaments` stores: fields, constraints, and properties that need no query."""

from .entry import Entry, Player
from .log import Event
from .people import Role, User
from .rounds import Pairing, Round, Seat, Stage, StageEntry
from .tournament import Game, Table, Tournament

__all__ = [
    "Entry",
    "Event",
    "Game",
    "Pairing",
    "Player",
    "Role",
    "Round",
    "Seat",
    "Stage",
    "StageEntry",
    "Table",
    "Tournament",
    "User",
]
