"""What `games` stores: how each pairing was played."""

from .clock import Clock, Extension, Pause
from .result import Result

__all__ = ["Clock", "Extension", "Pause", "Result"]
