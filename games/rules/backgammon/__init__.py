"""Backgammon: plays, cube, matches, `.mat` records, and players made of code.

Asking for plays::

    position = Position.parse({"points": […24…], "bar": [0, 0], "off": [0, 0]})
    for play in legal_plays(position, (3, 1)):
        play.notation      # "8/5 6/5"
        play.position      # the Position after it, the same player's view
        play.steps         # each checker moved by each die, for drawing

``refusals`` says why a checker cannot use a throw, ``validate_result`` what is wrong with a
reported result, ``replay_text`` with a recorded match.

Asking millions of times: a position is ``position.cells`` (see ``position``), and
``results(cells, die, die)`` lists the cells after each legal play and builds nothing else.
``mirrored(cells)`` is the opponent's view.

Whole games: ``game`` (one game as states and actions), ``match`` (score and Crawford rule),
``rules`` (options, cube, outcomes), ``record``, ``record_reader`` and ``record_writer`` (a match in
writing), ``playing`` and ``bots`` (games that play themselves), ``evaluation`` (what a position is
worth).

Rule ids in comments, refusals and problems are those of the rule ledger that judges cite.
"""

from games.rules.backgammon.game import GameState, Phase
from games.rules.backgammon.match import MatchState
from games.rules.backgammon.notation import Play, legal_plays
from games.rules.backgammon.plays import results
from games.rules.backgammon.position import Position, PositionError, mirrored, parse_dice, pips
from games.rules.backgammon.record_reader import RecordError, read_record
from games.rules.backgammon.record_writer import Dialect, write_record
from games.rules.backgammon.refusals import Refusal, refusals
from games.rules.backgammon.replay import Replay, replay, replay_text
from games.rules.backgammon.result import validate_result
from games.rules.backgammon.rules import Cube, Illegal, MatchRules, Outcome, Penalty

__all__ = [
    "Cube",
    "Dialect",
    "GameState",
    "Illegal",
    "MatchRules",
    "MatchState",
    "Outcome",
    "Penalty",
    "Phase",
    "Play",
    "Position",
    "PositionError",
    "RecordError",
    "Refusal",
    "Replay",
    "legal_plays",
    "mirrored",
    "parse_dice",
    "pips",
    "read_record",
    "refusals",
    "replay",
    "replay_text",
    "results",
    "validate_result",
    "write_record",
]
