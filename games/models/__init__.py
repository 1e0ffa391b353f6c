"""What `games` stores: how each pairing was played."""

from .clock import Clock, Extension, Pause
from .record import GameRecord
from .result import Result

__all__ = ["Clock", "Extension", "GameRecord", "Pause", "Result"]
