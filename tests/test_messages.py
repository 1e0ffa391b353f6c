"""The catalogues: every text in Danish and Norwegian, nothing lost on the way, and really shown."""

from __future__ import annotations

import datetime as dt
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format, time_format

from scripts.messages import LANGUAGES, extract
from tournaments.import_words import field_label
from tournaments.imports.columns import OF_A_PLAYER, Field, Kind
from tournaments.imports.headings import meaning
from tournaments.log_fields import field_name

ROOT = Path(__file__).resolve().parent.parent

#: What a translation must keep: %(name)s, %s, {name}, and tags.
KEPT = re.compile(r"%\(\w+\)[a-z]|%[sd](?!\w)|\{\w+\}|</?[a-z]\w*[^>]*>")

FIELDS = [
    Field(kind, player)
    for kind in Kind
    for player in ([1, 2] if kind in OF_A_PLAYER else [0])
    if kind is not Kind.IGNORED
]

SATURDAY = dt.date(2026, 3, 14)


def path_of(language: str, root: Path = ROOT) -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def catalogue(language: str, root: Path = ROOT) -> Catalog:
    with path_of(language, root).open("rb") as file:
        return read_po(file, locale=language)


def messages(of: Catalog) -> list[Message]:
    """All but the head."""
    return [message for message in of if message.id]


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """The singular, and the plural where there is one."""
    return [text or ""] if isinstance(text, str) or text is None else [one or "" for one in text]


def named(message: Message) -> str:
    """A message as a list of faults calls it."""
    where = next((path for path, _line in message.locations), "?")
    context = f" [{message.context}]" if message.context else ""
    return f"{where}: {forms(message.id)[0]!r}{context}"


def kept(text: str) -> Counter[str]:
    return Counter(KEPT.findall(text))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code whose catalogues were brought up to date just now."""
    root = tmp_path_factory.mktemp("code")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    for name in listed:
        source = ROOT / name
        if source.suffix in {".py", ".html", ".txt", ".po"} and source.is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, root / name)
    extract(root)
    return root


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of locales as it is installed, made of the .po files of this moment."""
    folder = tmp_path_factory.mktemp("locale")
    for language in LANGUAGES:
        target = folder / language / "LC_MESSAGES" / "django.mo"
        target.parent.mkdir(parents=True)
        with target.open("wb") as file:
            write_mo(file, catalogue(language))
    return folder


@pytest.fixture
def translated(compiled: Path, settings: Any) -> Iterator[None]:
    """Django speaks from the .po files, whether or not somebody has compiled them."""
    settings.LOCALE_PATHS = [compiled]
    yield


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_holds_exactly_the_texts_of_the_code(language: str, fresh: Path) -> None:
    wanted = {(m.context, forms(m.id)[0]): m for m in messages(catalogue(language, fresh))}
    there = {(m.context, forms(m.id)[0]): m for m in messages(catalogue(language))}
    faults = [f"missing {named(wanted[key])}" for key in wanted if key not in there]
    faults += [f"no longer used {named(there[key])}" for key in there if key not in wanted]
    assert faults == [], "run: python scripts/messages.py, then translate what is new"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    faults = [
        f"{'fuzzy' if message.fuzzy else 'untranslated'} {named(message)}"
        for message in messages(catalogue(language))
        if message.fuzzy or not all(forms(message.string))
    ]
    faults += [f"obsolete {key!r}" for key in catalogue(language).obsolete]
    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_placeholders_and_tags(language: str) -> None:
    faults = []
    for message in messages(catalogue(language)):
        source, target = forms(message.id), forms(message.string)
        # "One pair" may do without the number that "%(n)s pairs" shows.
        allowed = [[kept(text) for text in source], [kept(source[-1])]]
        faults += [
            f"{named(message)}: {text!r}"
            for form, text in enumerate(target)
            if text and kept(text) not in allowed[form]
        ]
    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_space_around_them(language: str) -> None:
    faults = [
        f"{named(message)}: {target!r}"
        for message in messages(catalogue(language))
        for source, target in zip(forms(message.id), forms(message.string), strict=True)
        if target
        and (source[0].isspace(), source[-1].isspace())
        != (target[0].isspace(), target[-1].isspace())
    ]
    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_is_sound(language: str) -> None:
    found = catalogue(language)
    head = {name: value for name, value in found.mime_headers if name != "Report-Msgid-Bugs-To"}
    assert [(named(message), faults) for message, faults in found.check()] == []
    assert (found.num_plurals, found.charset, head["Language"]) == (2, "utf-8", language)
    assert "fuzzy" not in path_of(language).read_text(encoding="utf-8")
    assert [line for line in found.header_comment.splitlines() if "@" in line] == []


@pytest.mark.parametrize(
    ("cookie", "language", "word"),
    [
        ("", "da", "Log ind"),
        ("da", "da", "Log ind"),
        ("en", "en", "Log in"),
        ("nb", "nb", "Logg inn"),
    ],
)
def test_page_speaks_the_language_chosen(
    cookie: str, language: str, word: str, translated: None, client: Client, db: None
) -> None:
    client.cookies["language"] = cookie
    page = client.get("/log-in/").content.decode()
    assert f'<html lang="{language}">' in page
    assert f"<title>{word} · Startfelt</title>" in " ".join(page.split())


@pytest.mark.parametrize(
    ("language", "day", "time"),
    [
        ("da", "lør. 14. marts", "14.05"),
        ("nb", "lør. 14. mars", "14.05"),
        ("en", "Sat 14 March", "14:05"),
    ],
)
def test_dates_and_times_are_written_as_people_say_them(
    language: str, day: str, time: str, translated: None
) -> None:
    with translation.override(language):
        assert date_format(SATURDAY, "SHORT_DATE_FORMAT") == day
        assert time_format(dt.time(14, 5), "TIME_FORMAT") == time


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_headings_of_an_exported_list_are_recognised_when_it_is_imported(
    language: str, translated: None
) -> None:
    with translation.override(language):
        read_back = {field: meaning(field_label(field)) for field in FIELDS}
    assert read_back == {field: field for field in FIELDS}


def test_seed_of_a_draw_and_seed_of_a_pair_are_two_words_in_danish(translated: None) -> None:
    with translation.override("da"):
        words = [field_name("round.draw", "seed"), field_name("entry.edit", "seed")]
    assert words == ["tilfældighedstal", "seedning"]
