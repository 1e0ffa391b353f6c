"""Players made of code: each sees what a player sees, and nothing more."""

from games.rules.partners.bots.bot import Bot, Choice, Seen
from games.rules.partners.bots.quick import QUICK
from games.rules.partners.bots.random_bot import RANDOM
from games.rules.partners.bots.sensible import SENSIBLE, SensibleBot

BOTS = {bot.name: bot for bot in (RANDOM, SENSIBLE)}

__all__ = ["BOTS", "QUICK", "RANDOM", "SENSIBLE", "Bot", "Choice", "Seen", "SensibleBot"]
