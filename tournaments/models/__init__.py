"""What `tournaments` stores: fields, constraints, and properties that need no query."""

from .entry import Entry, FormerPlayer, Player, RequestedBye
from .log import Event
from .people import Role, User
from .rounds import Pairing, Round, Seat, Stage, StageEntry
from .tournament import Game, Table, Tournament

__all__ = [
    "Entry",
    "Event",
    "FormerPlayer",
    "Game",
    "Pairing",
    "Player",
    "RequestedBye",
    "Role",
    "Round",
    "Seat",
    "Stage",
    "StageEntry",
    "Table",
    "Tournament",
    "User",
]
