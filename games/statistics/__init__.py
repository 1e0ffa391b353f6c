"""What the games of a tournament were like: lengths, margins, surprises."""

from .facts import GameFact, SideFact, games_of
from .figures import Figures, figures_of

__all__ = ["Figures", "GameFact", "SideFact", "figures_of", "games_of"]
