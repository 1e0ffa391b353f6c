"""Players made of code: they see what a player sees, and nothing more."""

from games.rules.backgammon.bots.bot import Bot, CubeView
from games.rules.backgammon.bots.random_bot import RANDOM
from games.rules.backgammon.bots.sensible import SENSIBLE

BOTS = {bot.name: bot for bot in (RANDOM, SENSIBLE)}

__all__ = ["BOTS", "RANDOM", "SENSIBLE", "Bot", "CubeView"]
