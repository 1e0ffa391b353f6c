"""Texts as data: complete in each language, with the same parameters."""

from pathlib import Path
from string import Formatter

import pytest

from games.rules.errors import RequestError
from games.rules.messages import LANGUAGES, Catalogue, Term, Together, load_catalogue

RULES = Path(__file__).parents[3] / "games" / "rules"
CATALOGUES = sorted(RULES.glob("**/*messages.json"))


def names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.relative_to(RULES)))
def test_every_text_and_term_is_there_in_each_language_with_the_same_parameters(
    path: Path,
) -> None:
    catalogue = load_catalogue(path)
    for table in (catalogue.texts, catalogue.terms):
        for key, versions in table.items():
            assert (key, sorted(versions)) == (key, sorted(LANGUAGES))
            assert (key, [names(versions[lang]) for lang in LANGUAGES]) == (
                key,
                [names(versions["en"])] * len(LANGUAGES),
            )


def test_sentence_begins_with_a_capital_and_speaks_one_language() -> None:
    catalogue = Catalogue(
        {"hello": {"da": "{who} på {place} med {all}: {n}"}},
        {
            "red": {"da": "rød"},
            "green": {"da": "grøn"},
            "field": {"da": "felt {n}"},
            "circle": {"da": "cirkel"},
        },
    )
    params = {
        "who": Together((Term("red"), Term("green"))),
        "place": Term("field", 3),
        "all": (Term("circle", 2), Term("green"), "x"),
        "n": 7,
    }
    assert catalogue.text("hello", "da", params) == "Rød/grøn på felt 3 med cirkel 2, grøn, x: 7"


def test_error_says_in_english_what_str_shows() -> None:
    error = RequestError("unknown_card", card="ace", game="partners")
    assert str(error) == error.message("en") == "The pack of partners has no card “ace”."
    assert error.message("da") == "Kortet ”ace” er ikke i bunken til partners."
