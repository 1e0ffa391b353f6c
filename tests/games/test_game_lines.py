"""The games of a match, one a line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game_lines import read_games, turned, went_from, written_games
from games.rules.backgammon.rules import Outcome, Penalty
from tournaments.domain.errors import Refused


@pytest.mark.parametrize(
    ("line", "game"),
    [
        ("1", Outcome(0, "single", 1)),
        ("2 g x2", Outcome(1, "gammon", 2)),
        ("2g4", Outcome(1, "gammon", 4)),
        ("1 BG", Outcome(0, "backgammon", 1)),
        ("1: backgammon × 8", Outcome(0, "backgammon", 8)),
        ("2 x4 drop", Outcome(1, "single", 4, True)),
        ("1 drop", Outcome(0, "single", 1, True)),
        ("p2 1", Penalty(1, 1)),
        ("P1: 12", Penalty(0, 12)),
    ],
)
def test_line_of_a_game(line: str, game: Outcome | Penalty) -> None:
    assert read_games(line) == (game,)


@pytest.mark.parametrize(
    "text", ["3", "1 z", "1\n\nhvid", "g 1", "1 x", "1 2 3", "p3 1", "p1", "p1 0"]
)
def test_line_that_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_games(text)
    assert (refused.value.code, refused.value.field) == ("game-unreadable", "games")


OUTCOMES = st.builds(
    Outcome,
    st.integers(0, 1),
    st.sampled_from(["single", "gammon", "backgammon"]),
    st.sampled_from([1, 2, 4, 64]),
    st.booleans(),
    st.just(False),
)


PENALTIES = st.builds(Penalty, st.integers(0, 1), st.integers(1, 99))


@given(st.lists(OUTCOMES | PENALTIES, max_size=25))
def test_written_games_are_read_back(games: list[Outcome | Penalty]) -> None:
    assert read_games(written_games(games)) == tuple(games)
    assert [went_from(one.as_json()) for one in games] == games
    assert [turned(turned(one)) for one in games] == games


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read_games(text)
    except Refused as refused:
        assert refused.field == "games"
