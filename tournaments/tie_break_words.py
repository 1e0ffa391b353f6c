"""Points and tie-breaks in words: a short head for columns, a name, and what the number is."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats.scoring import PenaltyRule, StruckRule, TieBreak, UnplayedRule
from tournaments.models import Game


@dataclass(frozen=True)
class Words:
    head: str | Promise
    name: str | Promise
    meaning: str | Promise


TIE_BREAKS: dict[str, Words] = {
    TieBreak.POINTS: Words(_("Points"), _("Points"), _("Points of all rounds.")),
    TieBreak.DIRECT_ENCOUNTER: Words(
        _("Direct"),
        _("Direct encounter"),
        _(
            "Points among those who are level. Where some of them have not met, it counts only for "
            "whoever would be ahead whatever the missing games brought."
        ),
    ),
    TieBreak.WINS: Words(
        _("Wins"), _("Wins"), _("Rounds that gave as much as a win, byes among them.")
    ),
    TieBreak.GAMES_WON: Words(_("Won"), _("Games won"), _("Games won at a table.")),
    TieBreak.BUCHHOLZ: Words(
        _("Buchholz"), _("Buchholz"), _("The points of all opponents, added up.")
    ),
    TieBreak.BUCHHOLZ_CUT_1: Words(
        _("Buchholz −1"), _("Buchholz cut 1"), _("As Buchholz, without the weakest opponent.")
    ),
    TieBreak.BUCHHOLZ_CUT_2: Words(
        _("Buchholz −2"), _("Buchholz cut 2"), _("As Buchholz, without the two weakest opponents.")
    ),
    TieBreak.BUCHHOLZ_MEDIAN: Words(
        _("Median"),
        _("Buchholz median"),
        _("As Buchholz, without the strongest and the weakest opponent."),
    ),
    TieBreak.SONNEBORN_BERGER: Words(
        _("S-B"),
        _("Sonneborn-Berger"),
        _("The points of those one has beaten, and half of those one drew with."),
    ),
    TieBreak.SONNEBORN_BERGER_CUT_1: Words(
        _("S-B −1"),
        _("Sonneborn-Berger cut 1"),
        _("As Sonneborn-Berger, without the weakest opponent."),
    ),
    TieBreak.PROGRESSIVE: Words(
        _("Progressive"),
        _("Progressive points"),
        _("The points after each round, added up: who had them early is ahead."),
    ),
    TieBreak.SCORE_DIFFERENCE: Words(
        _("Score ±"),
        _("Difference of pieces, points or hoops"),
        _("Own score less the opponents’."),
    ),
    TieBreak.SCORE_FOR: Words(_("Score"), _("Pieces, points or hoops"), _("Own scores, added up.")),
    TieBreak.STEPS_DIFFERENCE: Words(
        _("Steps ±"),
        _("Steps difference"),
        _(
            "Own steps still to go when the game ended less the opponents’: fewer is better. Games "
            "where nobody counted the steps are left out."
        ),
    ),
    TieBreak.AVERAGE_PLACE: Words(
        _("Place ø"),
        _("Average place"),
        _(
            "The mean of the places at the table: lower is better. Of two the winner is 1, the "
            "loser 2; those who share places have the mean of them. Unplayed games have no place."
        ),
    ),
    TieBreak.GAMES_IN_TIME: Words(
        _("In time"),
        _("Games in time"),
        _("Games that were played out within their time, won or lost."),
    ),
    TieBreak.OPPONENTS_POINTS: Words(
        _("Opponents"), _("Opponents’ points"), _("The points of the opponents met at a table.")
    ),
    TieBreak.PENALTIES: Words(
        _("Penalty"),
        _("Penalty points"),
        _("Points that rulings took: who lost fewer is ahead."),
    ),
    TieBreak.LOT: Words(
        _("Lot"), _("Lot"), _("Drawn once for the tournament; it gives the same answer each time.")
    ),
}

_PIECES: dict[str, Words] = {
    TieBreak.SCORE_DIFFERENCE: Words(
        _("Pieces ±"), _("Piece difference"), _("Own locked pieces less the opponents’.")
    ),
    TieBreak.SCORE_FOR: Words(_("Pieces"), _("Pieces locked"), _("Own locked pieces, added up.")),
}
#: What a game counts at the table has a name of its own there.
_OF_GAMES: dict[str, dict[str, Words]] = {
    Game.PARTNERS: _PIECES,
    Game.PARTNERS_PLUS_PAIRS: _PIECES,
    Game.PARTNERS_PLUS_TEAMS: _PIECES,
    Game.BACKGAMMON: {
        TieBreak.SCORE_DIFFERENCE: Words(
            _("Points ±"),
            _("Point difference"),
            _("Own points in the games less the opponents’."),
        ),
        TieBreak.SCORE_FOR: Words(
            _("Own points"), _("Points in the games"), _("Own points in the games, added up.")
        ),
    },
    Game.KROKET: {
        TieBreak.SCORE_DIFFERENCE: Words(
            _("Hoops ±"), _("Hoop difference"), _("Own hoops passed less the opponents’.")
        ),
        TieBreak.SCORE_FOR: Words(_("Hoops"), _("Hoops passed"), _("Own hoops, added up.")),
    },
}


def tie_breaks_of(game: str) -> dict[str, Words]:
    """Every tie-break in the words of `game`; of any game at all where it is ""."""
    return TIE_BREAKS | _OF_GAMES.get(game, {})


UNPLAYED_RULES: dict[str, str | Promise] = {
    UnplayedRule.FIDE_2026: _("FIDE 2026: a game against oneself, at most a draw in every round"),
    UnplayedRule.FIDE_2024: _("FIDE 2024: a game against oneself"),
    UnplayedRule.AS_SCORED: _("As scored: opponents count the points they have"),
    UnplayedRule.PLAYED_ONLY: _("Played only: opponents count the points they won at a table"),
    UnplayedRule.AS_PLAYED: _(
        "Round robin (FIDE): a walkover counts as a game against the one who was drawn"
    ),
}

STRUCK_RULES: dict[str, str | Promise] = {
    StruckRule.BYE: _("As a bye: those who met it get what a bye gives"),
    StruckRule.NOTHING: _("As if it had never taken part: those who met it lose that result"),
}

PENALTY_RULES: dict[str, str | Promise] = {
    PenaltyRule.POINTS: _("From the points"),
    PenaltyRule.TIE_BREAK: _("Tie-break only: the points stay, and decide first among equals"),
    PenaltyRule.LISTED: _("For nothing: the rulings list them, and no place changes"),
}

#: Key of `POINTS_SCHEMES` -> what it is called, and what it gives.
POINTS_PRESETS: dict[str, Words] = {
    "one": Words(
        _("1-0"), _("1-0"), _("A point for a win, half for a draw; a bye counts as a win.")
    ),
    "two": Words(
        _("2-1-0"),
        _("2-1-0 with piece difference"),
        _("Two points for a win, one for a draw; the piece difference decides first among equals."),
    ),
    "three": Words(
        _("3-1-0"), _("3-1-0"), _("Three points for a win, one for a draw; a bye counts as a win.")
    ),
    "pieces_in_time": Words(
        _("2 a piece + 10"),
        _("Points by piece, and for a win within time"),
        _(
            "Two points for each piece brought home, won or lost, and ten more for a win within "
            "time. When a pair is absent the others get 8 and it gets 4; a bye gives 8."
        ),
    ),
    "gammon": Words(
        _("Gammon points"),
        _("Gammon points"),
        _(
            "What was scored in the game or match is what it gives: 1, 2 or 3 times the cube, or "
            "the points of the match. A bye and a walkover give 1."
        ),
    ),
    "places": Words(
        _("Places"),
        _("Places at tables of three and four"),
        _(
            "6-4-2-0 at a table of four, 6-3-0 at one of three, 6-0 at one of two; who shares "
            "places shares their points. A bye gives 6."
        ),
    ),
}

#: Fields of `PointsScheme` in words, for forms: what the points are for.
POINTS_FIELDS: dict[str, str | Promise] = {
    "win": _("a win"),
    "draw": _("a draw"),
    "loss": _("a loss"),
    "per_score": _("each piece brought home, or each point of the game"),
    "win_in_time": _("a win within time, besides"),
    "bye": _("a bye"),
    "requested_bye": _("sitting out on request"),
    "walkover_win": _("a win by walkover"),
    "walkover_loss": _("not coming"),
    "both_absent": _("not coming, when nobody else came either"),
    "absent": _("a round not taken part in"),
    "walkover_score_win": _("pieces counted for a win by walkover"),
    "walkover_score_loss": _("pieces counted for not coming"),
}
