"""Partners and Partners+: one engine, with boards, sides, cards and rule sets as data."""

from games.rules.partners.board import (
    GAMES,
    PARTNERS,
    PARTNERS_PLUS_PAIRS,
    PARTNERS_PLUS_TEAMS,
    Board,
    Game,
    game_named,
)
from games.rules.partners.position import Position, PositionError
from games.rules.partners.result import validate_result
from games.rules.partners.rulesets import DM_2018, DM_2023, RULE_SETS, Rules, rules_named

__all__ = [
    "DM_2018",
    "DM_2023",
    "GAMES",
    "PARTNERS",
    "PARTNERS_PLUS_PAIRS",
    "PARTNERS_PLUS_TEAMS",
    "RULE_SETS",
    "Board",
    "Game",
    "Position",
    "PositionError",
    "Rules",
    "game_named",
    "rules_named",
    "validate_result",
]
