"""What staff may do is in the API, or said not to be, with the reason."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tournaments.api.test_verbs import CASES
from tournaments.log_words import SENTENCES

DOCS = Path(__file__).resolve().parents[3] / "docs/developers/api.md"


def left_out() -> dict[str, str]:
    """Verb -> why it is not in the API, as the guide says it."""
    text = DOCS.read_text("utf-8").partition("## What is not in it")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+?`) \| (.+) \|$", text, re.MULTILINE)
    return {verb: why for verbs, why in rows for verb in re.findall(r"`(.+?)`", verbs)}


def test_every_verb_of_the_log_is_in_the_api_or_left_out_with_a_reason() -> None:
    there = {case.log for case in CASES}
    why = left_out()
    assert set(SENTENCES) == there | set(why)
    assert not there & set(why)
    assert all(len(reason) > 40 for reason in why.values())
