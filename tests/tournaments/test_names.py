"""How names are compared and ordered."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.names import name_key, person_key, players_beside, sort_key, tidy


def test_name_key_leaves_case_and_spaces_aside() -> None:
    assert name_key("  Team   BORNHOLM ") == name_key("team bornholm")


def test_name_key_keeps_accents_apart() -> None:
    assert name_key("Åse") != name_key("Ase")


def test_person_key_tells_a_couple_with_one_address_apart() -> None:
    assert person_key("Jørgen", "os@example.org") != person_key("Pia", "OS@example.org")


def test_sort_key_puts_danish_letters_last() -> None:
    names = ["Ål", "Øl", "Æble", "Zoo", "Abe", "🔥 Ild", "”Citat”", "Éva"]
    assert sorted(names, key=sort_key) == [
        "Abe",
        "”Citat”",
        "Éva",
        "🔥 Ild",
        "Zoo",
        "Æble",
        "Øl",
        "Ål",
    ]


def test_sort_key_counts_numbers_as_numbers() -> None:
    names = ["Par 108", "Par 11", "Par 2", "Par"]
    assert sorted(names, key=sort_key) == ["Par", "Par 2", "Par 11", "Par 108"]


def test_players_stand_beside_a_name_unless_it_is_their_own() -> None:
    assert players_beside("Nordlys", ["Anna", "Bo"]) == "Anna · Bo"
    assert players_beside("Nordlys", ["Anna"]) == "Anna"
    assert players_beside("Anna", ["Anna", "Bo"], ", ") == "Anna, Bo"
    assert players_beside("Anna", ["Anna"]) == ""


@given(st.text())
def test_tidy_twice_is_tidy_once(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)


@given(st.text(min_size=1))
def test_tidy_keeps_every_letter(text: str) -> None:
    import unicodedata

    kept = [c for c in unicodedata.normalize("NFC", text) if not c.isspace()]
    assert [c for c in tidy(text) if c != " "] == kept
