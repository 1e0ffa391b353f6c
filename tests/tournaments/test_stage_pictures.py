"""Which pictures of a stage are made to fit the page, and which scroll."""

from __future__ import annotations

import pytest
from django.utils.safestring import SafeString

from tournaments.stage_pictures import WIDEST, Picture


@pytest.mark.parametrize(
    ("size", "fits"),
    [
        (f'width="{WIDEST}" height="300"', True),
        (f'width="{WIDEST}.5" height="300"', False),
        ('width="812.25" height="3000"', True),
        ('width="100%" height="100%"', False),
    ],
)
def test_a_picture_fits_the_page_unless_it_would_become_too_small(size: str, fits: bool) -> None:
    svg = f'<svg viewBox="0 0 1 1" {size}><rect width="9"/></svg>'
    assert Picture("Bracket", SafeString(svg), SafeString("")).fits == fits
