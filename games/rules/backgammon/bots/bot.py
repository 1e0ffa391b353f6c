"""What a bot is: it sees what a player sees, and chooses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple, Protocol


class CubeView(NamedTuple):
    """What a player sees who may double, or is doubled.

    ``cells`` are as that player sees them; the other is on roll when a double is answered.
    ``needed`` are the points that player and opponent still need, None in a money session.
    ``value`` is what the cube shows now.
    """

    cells: bytes
    value: int
    needed: tuple[int, int] | None


class Bot(Protocol):
    """A player. The same ``chance`` (a generator in the same state) gives the same choices."""

    @property
    def name(self) -> str:
        """What records call it."""
        ...

    def play(self, options: Sequence[bytes], chance: random.Random) -> bytes:
        """One of the positions that the throw can lead to, all as the mover sees them."""
        ...

    def doubles(self, view: CubeView, chance: random.Random) -> bool:
        """Whether to double before the throw."""
        ...

    def takes(self, view: CubeView, chance: random.Random) -> bool:
        """Whether to take a double."""
        ...
