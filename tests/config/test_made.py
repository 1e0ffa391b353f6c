"""Files that are made from others: nothing gets lost on the way."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from config.made import (
    LETTERS,
    MORE_LETTERS,
    SCRIPTS,
    STYLES,
    lean_css,
    lean_js,
    made_files,
    unicode_range,
)

STATIC = settings.BASE_DIR / "static"


def read(name: str) -> str:
    found = finders.find(name)
    assert isinstance(found, str)
    return Path(found).read_text()


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        ("/* a */ .a {\n  color: red;\n  margin: 0 auto;\n}\n", ".a{color: red;margin: 0 auto}"),
        (".a > .b,\n.c { }", ".a > .b,.c{}"),
        ("@media (min-width: 4rem) {\n  a { b: c; }\n}", "@media (min-width: 4rem){a{b: c}}"),
    ],
)
def test_a_style_sheet_loses_air_alone(text: str, lean: str) -> None:
    assert lean_css(text) == lean


def test_a_script_loses_comments_alone() -> None:
    text = (
        '// What it does.\nconst a = "http://b"; // kept\n\n  if (a) {\n    // no\n    b();\n  }\n'
    )
    assert lean_js(text) == 'const a = "http://b"; // kept\nif (a) {\nb();\n}'


def test_the_style_sheet_of_every_page_has_every_rule_in_order() -> None:
    made = read("css/startfelt.css")
    at = -1
    for name in STYLES:
        first = re.search(r"[.#:\w][^{}]*\{", lean_css((STATIC / name).read_text()))
        assert first is not None
        found = made.index(first[0], max(at, 0))
        assert found > at, name
        at = found
    whole = sum(lean_css((STATIC / name).read_text()).count("{") for name in STYLES)
    assert (made.count("{"), made.count("}")) == (whole, whole)


def test_fonts_are_found_from_the_style_sheet() -> None:
    made = read("css/startfelt.css")
    fonts = re.findall(r'url\("\.\./([^"]+)"\)', made)
    assert len(fonts) == made.count("url(") == 6
    assert all(finders.find(name) for name in fonts)


def test_the_style_sheet_says_which_letters_are_in_which_font() -> None:
    made = re.sub(r"\s+", "", read("css/startfelt.css"))
    for letters in (LETTERS, MORE_LETTERS):
        assert made.count("unicode-range:" + unicode_range(letters).replace(" ", "")) == 2
    assert not set(LETTERS) & set(MORE_LETTERS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_that_stand_together_neither_import_nor_run_over_lines(name: str) -> None:
    text = (STATIC / name).read_text()
    assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)
    # An odd number of them on a line is a text that goes over lines.
    assert all(line.count("`") % 2 == 0 for line in text.splitlines())
    assert "/*" not in text


def test_the_script_of_every_page_can_be_read() -> None:
    made = read("js/startfelt.js")
    assert made.count("reportError(error)") == len(SCRIPTS)
    check = [shutil.which("node") or "", "--check", "--input-type=module"]
    assert subprocess.run(check, input=made, text=True, check=False).returncode == 0


def test_everything_made_is_found_and_made_once() -> None:
    for name in made_files():
        found = finders.find(name)
        assert isinstance(found, str)
        before = Path(found).stat().st_mtime_ns
        finders.find(name)
        assert Path(found).stat().st_mtime_ns == before
