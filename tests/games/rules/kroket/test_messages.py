"""Every sentence is there in each language, with the same parameters."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from games.rules import kroket
from games.rules.messages import LANGUAGES, load_catalogue

FOLDER = Path(kroket.__file__).parent
CATALOGUES = sorted(FOLDER.rglob("*messages.json"))


def names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.name)
def test_every_text_is_there_in_each_language(path: Path) -> None:
    catalogue = load_catalogue(path)
    for key, versions in catalogue.texts.items():
        assert (key, sorted(versions)) == (key, sorted(LANGUAGES))
        assert len({frozenset(names(versions[lang])) for lang in LANGUAGES}) == 1


def test_every_refusal_in_the_code_has_its_sentence() -> None:
    texts = load_catalogue(FOLDER / "game_messages.json").texts
    for path in FOLDER.rglob("*.py"):
        for code in re.findall(r'Illegal\(\s*"([a-z_]+)"', path.read_text(encoding="utf-8")):
            assert f"problem.{code}" in texts
        for code in re.findall(r'_Unreadable\(\s*"([a-z_]+)"', path.read_text(encoding="utf-8")):
            assert f"record.{code}" in texts
