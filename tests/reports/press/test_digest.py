"""The number of what is printed: the same for the same pages, another for any other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reports.press.digest import digest_of
from reports.press.parts import Order, Page, Paper, Part, QrCode

CODE = QrCode("https://dm.example.org/t/dm/tables/1/", (10.0, 20.0, 30.0))
ORDER = Order(
    title="Prøve",
    language="da",
    parts=(Part("<p>Æ</p>", (Page("form", (CODE,)),)), Part("<p>b</p>")),
    backdrops={"form": "<p>formular</p>"},
)


def test_same_order_has_the_same_digest() -> None:
    assert digest_of(replace(ORDER)) == digest_of(ORDER)
    assert len(digest_of(ORDER)) == 64


@pytest.mark.parametrize(
    "other",
    [
        {"title": "Prøver"},
        {"language": "nb"},
        {"paper": Paper.A5},
        {"renderer": "tests.reports.press.slow:wait"},
        {"parts": ORDER.parts[::-1]},
        {"parts": ORDER.parts[:1]},
        {"parts": (Part("<p>Æ</p>", (Page("form"),)), Part("<p>b</p>"))},
        {"parts": (ORDER.parts[0], Part("<p>b</p>", tagged=False))},
        {"backdrops": {"form": "<p>anden</p>"}},
    ],
)
def test_whatever_is_printed_otherwise_is_another(other: dict[str, object]) -> None:
    assert digest_of(replace(ORDER, **other)) != digest_of(ORDER)  # type: ignore[arg-type]


def test_time_of_printing_does_not_count_and_a_time_that_is_shown_does() -> None:
    page = '<p>Printed <time class="printed">{}</time>, begins {}</p>'
    one, later, other = (
        digest_of(replace(ORDER, parts=(Part(page.format(*times)),)))
        for times in (("9:00", "10:00"), ("9:05", "10:00"), ("9:00", "10:15"))
    )
    assert (one == later, one == other) == (True, False)
