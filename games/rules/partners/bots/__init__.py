"""Players made of code: each sees what a player sees, and nothing more."""

from games.rules.partners.bots.bot import Bot, Choice, Seen
from games.rules.partners.bots.random_bot import RANDOM

__all__ = ["RANDOM", "Bot", "Choice", "Seen"]
