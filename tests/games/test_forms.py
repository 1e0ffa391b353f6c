"""What a result form sends, read."""

from __future__ import annotations

import pytest

from games.forms import Raw

BUTTONS = {"picked": "1"}


@pytest.mark.parametrize(
    ("sent", "scores"),
    [
        ({"winner": "0", "score_0": "3", "score_1": "5", "ended": "played"}, ("", "5")),
        ({"winner": "1", "score_0": "3", "score_1": "5", "ended": "played"}, ("3", "")),
        ({"winner": "0", "score_0": "3", "score_1": "5"}, ("", "5")),
        ({"score_0": "3", "score_1": "8", "ended": "played"}, ("3", "8")),
        ({"winner": "0", "score_0": "3", "score_1": "8", "ended": "walkover"}, ("", "")),
        ({"winner": "0", "score_0": "3", "score_1": "5", "ended": "timeout"}, ("3", "5")),
    ],
)
def test_form_with_buttons_sends_only_the_scores_it_asks_for(
    sent: dict[str, str], scores: tuple[str, str]
) -> None:
    assert Raw.sent(BUTTONS | sent, 2).scores == scores


def test_form_without_buttons_sends_every_score() -> None:
    sent = {"winner": "0", "score_0": "3", "score_1": "8", "ended": "walkover"}
    assert Raw.sent(sent, 2).scores == ("3", "8")
