"""What `judging` stores: who called, how far a long game is, what was ruled, what was seen."""

from .call import Call
from .forecast import Forecast
from .incident import Incident
from .long_game import LongGame, LongGameStep, Willingness
from .push import PushDevice, PushNote
from .ruling import Ruling

__all__ = [
    "Call",
    "Forecast",
    "Incident",
    "LongGame",
    "LongGameStep",
    "PushDevice",
    "PushNote",
    "Ruling",
    "Willingness",
]
