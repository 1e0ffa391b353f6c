"""Numbers and their working in words, in the language of the page."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from django.utils import translation

from tests.tournaments.formats.building import BOTH_LOST, DRAWN, bye, field_of, game, walkover
from tournaments.formats.model import EntryId, PlayedPairing
from tournaments.formats.scoring import (
    POINTS_SCHEMES,
    PRESET_TIE_BREAKS,
    StandingsSettings,
    StruckRule,
    TieBreak,
    UnplayedRule,
)
from tournaments.formats.standings import compute_standings
from tournaments.formats_settings import POINTS_KEYS
from tournaments.models import Entry, Game
from tournaments.standings_words import Working, standings_table, workings
from tournaments.tie_break_words import (
    POINTS_FIELDS,
    POINTS_PRESETS,
    STRUCK_RULES,
    TIE_BREAKS,
    UNPLAYED_RULES,
    tie_breaks_of,
)

ENTRIES: dict[EntryId, Entry] = {pk: Entry(pk=pk, name=f"Pair {pk}") for pk in range(1, 5)}


def timed() -> PlayedPairing:
    """1 won 8-5 within time, as 2 had 31 steps to go."""
    played = game(1, 1, 2, scores=(8, 5))
    one, two = played.seats
    return replace(
        played, seats=(replace(one, steps=0, in_time=True), replace(two, steps=31, in_time=True))
    )


HISTORY = (timed(), game(1, 3, 4, DRAWN, scores=(5, 5)), game(2, 1, 4, scores=(8, 0)))


def worked(settings: StandingsSettings, entry: int, tie_break: TieBreak) -> Working:
    standings = compute_standings(field_of(4), HISTORY, settings)
    with translation.override("en"):
        return next(
            working
            for working in workings(standings, entry, ENTRIES, Game.PARTNERS)
            if working.column.code == tie_break
        )


@pytest.mark.parametrize(
    ("tie_break", "value", "lines"),
    [
        (
            TieBreak.POINTS,
            "42",
            [
                ("Pair 2", "16 for pieces, 10 for a win within time", "26"),
                ("Pair 4", "", "16"),
            ],
        ),
        (TieBreak.STEPS_DIFFERENCE, "-31", [("Pair 2", "0 less 31 steps", "-31")]),
        (
            TieBreak.SCORE_DIFFERENCE,
            "11",
            [("Pair 2", "8 less 5", "3"), ("Pair 4", "8 less 0", "8")],
        ),
        (TieBreak.GAMES_IN_TIME, "1", [("Pair 2", "", "1")]),
        (
            TieBreak.SONNEBORN_BERGER,
            "420",
            [("Pair 2", "10 × 26", "260"), ("Pair 4", "10 × 16", "160")],
        ),
        (
            TieBreak.PROGRESSIVE,
            "68",
            [("Pair 2", "26 in this round", "26"), ("Pair 4", "16 in this round", "42")],
        ),
        (TieBreak.AVERAGE_PLACE, "1", [("Pair 2", "", "1"), ("Pair 4", "", "1")]),
    ],
)
def test_working_is_said_in_words(
    tie_break: TieBreak, value: str, lines: list[tuple[str, str, str]]
) -> None:
    settings = StandingsSettings(
        points=POINTS_SCHEMES["pieces_in_time"],
        tie_breaks=(TieBreak.POINTS, tie_break),
        unplayed=UnplayedRule.AS_SCORED,
    )
    working = worked(settings, 1, tie_break)
    assert working.value == value
    assert [(line.opponents, line.what, line.value) for line in working.lines] == lines
    assert working.mean == (tie_break is TieBreak.AVERAGE_PLACE)


def test_rounds_without_a_game_are_named() -> None:
    *others, last = field_of(4)
    entrants = (
        *(replace(e, struck=e.id == 2) for e in others),
        replace(last, available_from_round=2, missed_points=Decimal("0.5")),
    )
    history = (game(1, 1, 2), bye(1, 3), walkover(2, 1, 4, BOTH_LOST), game(2, 2, 3))
    standings = compute_standings(entrants, history, StandingsSettings())
    with translation.override("en"):
        said = {
            entry: [
                str(line.what)
                for line in workings(standings, entry, ENTRIES, Game.PARTNERS)[0].lines
            ]
            for entry in (1, 3, 4)
        }
    assert said == {
        1: ["struck: no game for anybody", "walkover"],
        3: ["bye", "struck: no game for anybody"],
        4: ["before it came in", "walkover"],
    }


def test_a_struck_entry_is_marked_and_has_no_numbers() -> None:
    entrants = tuple(replace(e, struck=e.id == 1) for e in field_of(4))
    settings = StandingsSettings(tie_breaks=(TieBreak.BUCHHOLZ,))
    table = standings_table(compute_standings(entrants, HISTORY, settings), ENTRIES, Game.PARTNERS)
    assert [(line.entry.pk, line.struck) for line in table.lines][-1] == (1, True)
    assert [cell.text for cell in table.lines[-1].cells] == ["–", "–"]


def test_what_is_counted_is_called_as_in_the_game() -> None:
    with translation.override("en"):
        heads = {
            game: str(tie_breaks_of(game)[TieBreak.SCORE_DIFFERENCE].head) for game in (*Game, "")
        }
    assert heads == {
        Game.PARTNERS: "Pieces ±",
        Game.PARTNERS_PLUS_PAIRS: "Pieces ±",
        Game.PARTNERS_PLUS_TEAMS: "Pieces ±",
        Game.BACKGAMMON: "Points ±",
        Game.KROKET: "Hoops ±",
        "": "Score ±",
    }


def test_everything_that_can_be_chosen_has_words() -> None:
    assert set(TIE_BREAKS) == set(TieBreak)
    assert set(UNPLAYED_RULES) == set(UnplayedRule)
    assert set(STRUCK_RULES) == set(StruckRule)
    assert set(POINTS_PRESETS) == set(POINTS_SCHEMES) == set(PRESET_TIE_BREAKS)
    assert set(POINTS_FIELDS) == set(POINTS_KEYS)
