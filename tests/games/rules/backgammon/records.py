"""Small records of our own, to be spoilt one way each, and what a replay is compared with."""

from __future__ import annotations

from typing import Any

from games.rules.backgammon import Replay

CLEAN = """\
; [Crawford "On"]

 3 point match

 Game 1
 Anna : 0                       Bo : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2)  Doubles => 2                Takes
  3) 65: 24/13                   54: 13/8 13/9
  4) 61: 13/7 8/7                 Doubles => 4
  5)  Drops
                                  Wins 2 points

 Game 2
 Anna : 0                       Bo : 2
  1)                             21: 13/11 6/5
  2) 55: 13/3 13/3               66: 24/18 24/18 13/7 13/7
      Wins 2 points

 Game 3
 Anna : 2                       Bo : 2
  1) 64: 24/14                   31: 8/5 6/5
  2)  Doubles => 2                Drops
      Wins 1 point and the match
"""
"""To 3 points: a redouble dropped, a gammon given up in the Crawford game, a double dropped."""


def spoilt(old: str, new: str) -> str:
    """The clean record with one thing changed."""
    assert CLEAN.count(old) == 1, old
    return CLEAN.replace(old, new)


def game_text(rows: str, *, length: int = 3, wins: str = "") -> str:
    """A record of one game."""
    return f" {length} point match\n\n Game 1\n Anna : 0                       Bo : 0\n{rows}{wins}"


def told(replay: Replay) -> dict[str, Any]:
    """A replay as the files with expected answers tell it."""
    games = []
    for number, game in enumerate(replay.games, 1):
        assert game.outcome is not None
        ended = "resign/unfinished" if game.outcome.resigned else "bearoff"
        games.append(
            {
                "game": number,
                "score_before": list(game.record.score or ()),
                "crawford": game.crawford,
                "rolls": game.rolls,
                "cube_final": game.state.cube.value,
                "cube_owner": game.state.cube.owner,
                "ended_by": "drop" if game.outcome.dropped else ended,
                "winner": game.winner,
                "points": game.points,
            }
        )
    return {
        "match_length": replay.result["length"],
        "final_score": list(replay.score),
        "games": games,
    }
