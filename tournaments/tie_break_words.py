"""Tie-breaks in words: a short head for columns, a name, and what the number is."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats.scoring import TieBreak, UnplayedRule


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
        _("Points among those who are level, counted only when they have all met."),
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
    TieBreak.SCORE_DIFFERENCE: Words(
        _("Pieces ±"), _("Piece difference"), _("Own locked pieces less the opponents’.")
    ),
    TieBreak.SCORE_FOR: Words(_("Pieces"), _("Pieces locked"), _("Own locked pieces, added up.")),
    TieBreak.OPPONENTS_POINTS: Words(
        _("Opponents"), _("Opponents’ points"), _("The points of the opponents met at a table.")
    ),
    TieBreak.LOT: Words(
        _("Lot"), _("Lot"), _("Drawn once for the tournament; it gives the same answer each time.")
    ),
}

UNPLAYED_RULES: dict[str, str | Promise] = {
    UnplayedRule.FIDE_2026: _("FIDE 2026: a game against oneself, at most a draw in every round"),
    UnplayedRule.FIDE_2024: _("FIDE 2024: a game against oneself"),
    UnplayedRule.AS_SCORED: _("As scored: opponents count the points they have"),
    UnplayedRule.PLAYED_ONLY: _("Played only: opponents count the points they won at a table"),
}
