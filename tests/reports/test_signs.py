"""Signs on paper."""

from __future__ import annotations

import pytest

from reports.signs import real_minus


@pytest.mark.parametrize(
    ("figure", "shown"), [("-3", "−3"), ("-2,5", "−2,5"), ("3", "3"), ("–", "–"), ("8/-4", "8/−4")]
)
def test_real_minus_stands_for_a_hyphen_alone(figure: str, shown: str) -> None:
    assert real_minus(figure) == shown
