"""The order of names on the wall."""

from __future__ import annotations

import pytest

from reports.documents.alphabet import name_order


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("da", ["Andreas", "Łukasz", "Zoe", "Ærø", "Ödön", "Østen", "Åse"]),
        ("nb", ["andreas", "Éva", "Zoe", "Ærø", "Østen", "Åse"]),
        ("en", ["Ærø", "Andreas", "Åse", "Łukasz", "Østen", "Zoe"]),
        ("da", ["Par 9", "Par 10", "Par 100"]),
        ("da", ["🎲 Ebbe", "“Flemming”", "Gerda"]),
    ],
)
def test_names_are_in_the_order_of_the_language(language: str, names: list[str]) -> None:
    assert sorted(set(names), key=lambda name: name_order(name, language)) == names
