"""What a phone fetches on its first visit, in bytes as they travel: no more than 60 kB."""

from __future__ import annotations

import datetime as dt
import gzip
import re
from functools import cache
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.static import EVERY_PAGE
from tests.factories import make_entries, make_round
from tournaments.models import Registration, Table, Tournament

BUDGET = 60_000
#: What every page is set in; other letters are fetched when a name has them.
FONTS = ("fonts/SourceSansPro-Regular.woff2", "fonts/SourceSansPro-Bold.woff2")


@cache
def travelling(name: str) -> int:
    """Bytes of a static file as the program serves it to a browser of today."""
    found = finders.find(name)
    assert isinstance(found, str), name
    content = Path(found).read_bytes()
    if name.endswith((".woff2", ".png")):
        return len(content)
    if Path(name).name.startswith(EVERY_PAGE):
        return len(brotli.compress(content))
    return min(len(content), len(gzip.compress(content, 9)))


def fetched(html: str) -> set[str]:
    """Static files of a page. The icon for a home screen is fetched by whoever puts it there."""
    names = set(re.findall(r'(?:href|src)="/static/([^"#]+)', html))
    return {name for name in names if "touch-icon" not in name} | set(FONTS)


@pytest.fixture
def hall(tournament: Tournament) -> Tournament:
    """The championship's size: 64 pairs at 32 tables."""
    Table.objects.bulk_create(Table(tournament=tournament, number=n) for n in range(9, 33))
    entries = make_entries(tournament, 64)
    make_round(tournament, list(zip(entries[::2], entries[1::2], strict=True)))
    return tournament


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("tournament", []),
        ("entry", [1]),
        ("table", [1]),
        ("round", [1]),
        ("standings", []),
        ("statistics", []),
        ("rulings", []),
    ],
)
def test_a_first_visit_is_small(hall: Tournament, name: str, args: list[int]) -> None:
    assert_small(reverse(name, args=[hall.slug, *args]))


def test_first_visit_of_who_signs_up_is_small(tournament: Tournament) -> None:
    """The form, open, and the way to it from the front of everything."""
    tournament.date = timezone.localdate() + dt.timedelta(days=30)
    tournament.save()
    Registration.objects.create(tournament=tournament, about="Vi spiller fra kl. 10. " * 40)
    assert "data-draft" in assert_small(reverse("sign-up", args=[tournament.slug]))
    assert_small(reverse("home"))


def assert_small(url: str) -> str:
    """All that a browser fetches for its first page is within the budget. The page."""
    page = Client().get(url, headers={"Accept-Encoding": "gzip"})
    assert page.headers["Content-Encoding"] == "gzip"
    html = gzip.decompress(page.content).decode()
    sizes = {file: travelling(file) for file in fetched(html)} | {"page": len(page.content)}
    assert sum(sizes.values()) <= BUDGET, sizes
    return html


def test_what_is_needed_first_is_few_files(hall: Tournament) -> None:
    html = Client().get(reverse("tournament", args=[hall.slug])).content.decode()
    head = html.partition("</head>")[0]
    assert len(re.findall(r'rel="stylesheet"', head)) <= 3
    assert len(re.findall(r"<script", head)) == 1
    assert len(re.findall(r'<script type="module"', html)) <= 2
