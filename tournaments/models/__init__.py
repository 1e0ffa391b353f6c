"""What `tournaments` stores: fields, constraints, and properties that need no query."""

from .api import ApiAnswer, ApiToken
from .entry import Entry, FormerPlayer, KeptApart, Player, RequestedBye
from .log import Event
from .mail import Mail
from .people import Invitation, LogIn, Role, User
from .qualifier import Qualified, Qualifier
from .registration import Registration, SignUp
from .rounds import Pairing, Round, Seat, Stage, StageEntry
from .tournament import Game, Table, Tournament
from .transfer import Import
from .webhook import Delivery, Webhook

__all__ = [
    "ApiAnswer",
    "ApiToken",
    "Delivery",
    "Entry",
    "Event",
    "FormerPlayer",
    "Game",
    "Import",
    "Invitation",
    "KeptApart",
    "LogIn",
    "Mail",
    "Pairing",
    "Player",
    "Qualified",
    "Qualifier",
    "Registration",
    "RequestedBye",
    "Role",
    "Round",
    "Seat",
    "SignUp",
    "Stage",
    "StageEntry",
    "Table",
    "Tournament",
    "User",
    "Webhook",
]
