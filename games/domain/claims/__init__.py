"""Results by the players: a side says how it ended, the other confirms it, and it is final.

Each verb locks the pairing, as entering a result at the desk does, so that of any two at once one
comes second and sees what the first left. One side alone never makes a result.
"""

from .answer import confirm_claim, withdraw_claim
from .enter import claim_result
from .model import PLAYERS_ENDINGS, Said, agree, complete, essence, sides_asked
from .sign import sign_claim

__all__ = [
    "PLAYERS_ENDINGS",
    "Said",
    "agree",
    "claim_result",
    "complete",
    "confirm_claim",
    "essence",
    "sides_asked",
    "sign_claim",
    "withdraw_claim",
]
