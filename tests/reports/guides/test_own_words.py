"""What people read is written by us: no eight words in a row are those of a document that the rules
were taken from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reports.guides.originals import KEPT, originals, taken_from

ROOT = Path(__file__).resolve().parents[3]
#: Where the words stand: guides and their pages, the ledger (also the judges' card), what engines
#: say, the cards and courses that come along, what pages say in each language, the handbooks.
PLACES = {
    "guides": ("reports/guides/text/*.txt",),
    "ledger": ("judging/ledger/*.json", "judging/ledger/*.py"),
    "judge's card": ("reports/documents/*.py", "judging/escalation_words.py"),
    "messages": ("games/**/*.json", "reports/guides/examples/*.json"),
    "pages": ("templates/**/*.html",),
    "translations": ("locale/*/LC_MESSAGES/django.po",),
    "handbooks": ("docs/**/*.md", "README.md", "CHANGELOG.md"),
}


def texts_of(path: Path) -> Iterator[str]:
    """The texts of a file, each by itself: a run does not go from one to the next."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        yield from strings(json.loads(text))
    elif path.suffix == ".po":
        for entry in text.split("\nmsg"):
            yield "".join(re.findall(r'"(.*)"', entry)).replace("\\n", " ")
    else:
        yield text


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


@pytest.mark.parametrize("place", PLACES)
def test_text_is_our_own(place: str) -> None:
    paths = [path for pattern in PLACES[place] for path in sorted(ROOT.glob(pattern))]
    assert paths
    taken = [
        f"{path.relative_to(ROOT)}: {run}"
        for path in paths
        for text in texts_of(path)
        for run in taken_from(text)
    ]
    assert taken == []


def test_run_of_an_original_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.reports.guides import originals as module

    theirs = "En helt anden bog siger: dette er otte ord, og lidt til."
    known = frozenset(module.number(run) for run in module.runs(theirs))
    monkeypatch.setattr(module, "originals", lambda: known)
    assert taken_from("Her står, at DETTE er – otte ord og lidt. Men ikke her.") == []
    assert taken_from("Se: siger dette er otte ord og lidt til. Ja.") == [
        "siger dette er otte ord og lidt til"
    ]


def test_numbers_of_the_originals_are_there() -> None:
    assert len(originals()) > 5000
    assert {len(number) for number in originals()} == {KEPT}
