"""Players made of code: each sees what a player sees, and nothing more."""

from games.rules.kroket.bots.bot import Bot, seen_by
from games.rules.kroket.bots.random_bot import RANDOM
from games.rules.kroket.bots.sensible import SENSIBLE, SensibleBot

BOTS = {bot.name: bot for bot in (RANDOM, SENSIBLE)}

__all__ = ["BOTS", "RANDOM", "SENSIBLE", "Bot", "SensibleBot", "seen_by"]
