"""Partners and Partners+: one engine, with boards, sides, cards and rule sets as data.

Asking for moves::

    position = Position.parse(PARTNERS, {"yellow": ["home", "home", "start", "red5"], …})
    for move in legal_moves(position, "yellow", "7", DM_2018):
        move.notation      # "start-yellow3 + red5-red9", names the move among its siblings
        move.position      # the Position after it: nothing more to apply
        move.steps         # each piece's walk, for drawing and for words

``refusals`` says why a piece cannot use a card, ``judge_hand`` what a player on turn must do with
a hand, ``validate_result`` what is wrong with a reported result. ``GAMES`` and ``RULE_SETS`` are
the data; ``rules_named`` reads a rule set with options.

Asking millions of times: a position is ``position.cells``, four sorted place codes for each
colour (see ``board``). ``results(game, cells, seat, card, rules)`` maps the cells after each legal
move to its legs and builds nothing else; ``Position(game, cells)`` and ``Move`` dress them when
they are to be shown. ``board.progress(seat, code)`` tells how far round a piece has come. Equal
positions have equal cells, so cells are good keys.

Whole games: ``game`` (states and actions), ``record`` and ``record_reader`` (a game in writing),
``replay`` (is it legal, and what is the first move that is not), ``playing`` and ``bots`` (games
that play themselves), ``evaluation`` (what a position is worth, for a judge).

Rule ids in comments, refusals and problems are those of the rule ledger that judges cite.
"""

from games.rules.partners.board import (
    GAMES,
    PARTNERS,
    PARTNERS_PLUS_PAIRS,
    PARTNERS_PLUS_TEAMS,
    PIECES,
    Board,
    Game,
    game_named,
)
from games.rules.partners.cards import Card
from games.rules.partners.hand import HandJudgement, judge_hand
from games.rules.partners.moves import Move, Step, legal_moves, plays_no_more, results
from games.rules.partners.position import Position, PositionError
from games.rules.partners.refusals import Refusal, refusals
from games.rules.partners.result import validate_result
from games.rules.partners.rulesets import DM_2018, DM_2023, RULE_SETS, Rules, rules_named

__all__ = [
    "DM_2018",
    "DM_2023",
    "GAMES",
    "PARTNERS",
    "PARTNERS_PLUS_PAIRS",
    "PARTNERS_PLUS_TEAMS",
    "PIECES",
    "RULE_SETS",
    "Board",
    "Card",
    "Game",
    "HandJudgement",
    "Move",
    "Position",
    "PositionError",
    "Refusal",
    "Rules",
    "Step",
    "game_named",
    "judge_hand",
    "legal_moves",
    "plays_no_more",
    "refusals",
    "results",
    "rules_named",
    "validate_result",
]
