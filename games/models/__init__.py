"""What `games` stores: how each pairing was played."""

from .claim import Claim
from .clock import Clock, Extension, Pause
from .record import GameRecord
from .result import Result

__all__ = ["Claim", "Clock", "Extension", "GameRecord", "Pause", "Result"]
