"""The reason of a refusal, as it is found in a page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.pwa.reason import LONGEST, reason_in


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<h1>Bord 5</h1>", "Bord 5"),
        ("<h1>Bord 5</h1><p role=alert>Ikke <b>8-5</b>.</p>", "Ikke 8-5."),
        ("<p role=alert>Nej.</p><ul class='x field-errors'><li>Vælg én.</li></ul>", "Vælg én."),
        ("<p role=alert>Nej.</p><p data-reason>Runden er slut.</p>", "Runden er slut."),
        ("<div role=alert id=connection>Ingen forbindelse</div><h1>Nej</h1>", "Nej"),
        ("<div role=alert hidden>Gemt væk</div><h1>Nej</h1>", "Nej"),
        ("<div role=alert><svg><title>x</title></svg><p>En.</p><p>To.</p></div>", "En. To."),
        ("<div role=alert>Før<br>efter<button>Luk</button></div>", "Før efter"),
        ("<p>ingen grund</p>", ""),
        ("", ""),
    ],
)
def test_reason_is_the_surest_place_of_the_page(html: str, reason: str) -> None:
    assert reason_in(html) == reason


@settings(max_examples=50)
@given(st.text(max_size=300))
def test_whatever_a_page_is_the_reason_is_one_short_line(html: str) -> None:
    reason = reason_in(html)
    assert len(reason) <= LONGEST
    assert reason == " ".join(reason.split())


@given(st.text(alphabet="abcæøå 0123456789-.", min_size=1, max_size=80))
@settings(max_examples=50)
def test_text_of_an_alert_is_the_reason(text: str) -> None:
    assert reason_in(f"<main><p role='alert'>{text}</p></main>") == " ".join(text.split())
