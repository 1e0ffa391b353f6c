"""Static files that are made from others: the style sheet and the script of every page as one file
each, without their comments, and fonts with the letters of Western Europe alone.

A phone's first visit takes one file where it took twelve. Sources stay as people read them; what
is made lies in the data folder and is made again when a source is newer.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

from reports.fonts import font_directory

#: What every page is dressed in, in the order in which it cascades.
STYLES: Final = (
    "css/tokens.css",
    "css/base.css",
    "css/layout.css",
    "css/shells.css",
    "css/page.css",
    "css/components/buttons.css",
    "css/components/forms.css",
    "css/components/tables.css",
    "css/components/marks.css",
    "css/components/panels.css",
    "css/components/clock.css",
    "css/components/queue.css",
    "css/components/palette.css",
)
#: What every page can do. None of them imports or exports anything.
SCRIPTS: Final = (
    "js/rows.js",
    "js/search.js",
    "js/draft-keep.js",
    "js/offline.js",
    "js/live.js",
    "js/clock.js",
    "js/open-close.js",
    "js/drop.js",
    "js/slide.js",
    "js/keep-place.js",
    "js/app/store.js",
    "js/app/sender.js",
    "js/app/queue.js",
    "js/app/status.js",
    "js/app/register.js",
)
#: The fonts of screens: regular, and bold for all that is heavier.
FONTS: Final = ("SourceSansPro-Regular", "SourceSansPro-Bold")
#: What every page is set in: Danish, Norwegian, Swedish, German, and the signs between words.
LETTERS: Final = (
    *range(0x20, 0x7F),
    *map(ord, "\u00a0«»·½×æøåÆØÅéÉöÖäÄüÜ–’“”„…→−"),
)
#: Fetched as soon as a name needs one of them: the rest of Western and Central Europe.
MORE_LETTERS: Final = tuple(
    letter
    for letter in (
        *range(0xA1, 0x180),
        *(0x2009, 0x2011, 0x2014, 0x2018, 0x201A, 0x2022, 0x202F, 0x20AC),
        *(0x2190, 0x2191, 0x2193),
    )
    if letter not in LETTERS
)
_FEATURES: Final = ("kern", "tnum")
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CSS_SPACE = re.compile(r"\s*([{};,])\s*")
_JS_COMMENT_LINE = re.compile(r"^\s*//.*$", re.MULTILINE)
_JS_INDENT = re.compile(r"^[ \t]+|[ \t]+$", re.MULTILINE)


def lean_css(text: str) -> str:
    """The same rules without comments and air."""
    return _CSS_SPACE.sub(r"\1", _CSS_COMMENT.sub("", text)).replace(";}", "}").strip()


def lean_js(text: str) -> str:
    """The same program without lines of comment and indentation; no text of ours is longer than a
    line."""
    lines = _JS_INDENT.sub("", _JS_COMMENT_LINE.sub("", text)).splitlines()
    return "\n".join(line for line in lines if line)


def one_css(sources: Iterable[Path]) -> bytes:
    """Style sheets as one, that lies beside the first."""
    folder = settings.BASE_DIR / "static" / "css"
    parts = []
    for source in sources:
        up = "../" * (len(source.relative_to(folder).parts) - 1)
        text = lean_css(source.read_text())
        parts.append(text.replace(f'url("{up}../', 'url("../') if up else text)
    return "".join(parts).encode()


def one_js(sources: Iterable[Path]) -> bytes:
    """Modules as one: each has its names for itself, and one that fails does not stop the next."""
    bodies = (lean_js(source.read_text()) for source in sources)
    parts = (f"try{{\n{body}\n}}catch(error){{reportError(error)}}" for body in bodies)
    return "\n".join(parts).encode()


def small_font(letters: Iterable[int], sources: Iterable[Path]) -> bytes:
    """A font with `letters` alone, as WOFF2: 8 kB where the whole has 290."""
    from fontTools import subset

    (source,) = sources
    options = subset.Options(
        flavor="woff2", layout_features=list(_FEATURES), hinting=False, name_IDs=[]
    )
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "font.woff2"
        subset.save_font(font, str(made), options)
        return made.read_bytes()


@dataclass(frozen=True, slots=True)
class Made:
    """A file that is made: from what, and how."""

    sources: tuple[Path, ...]
    make: Callable[[tuple[Path, ...]], bytes]


def _own(names: Iterable[str]) -> tuple[Path, ...]:
    return tuple(settings.BASE_DIR / "static" / name for name in names)


def unicode_range(letters: Iterable[int]) -> str:
    """Letters as a style sheet names them."""
    spans: list[list[int]] = []
    for letter in sorted(letters):
        if spans and spans[-1][1] == letter - 1:
            spans[-1][1] = letter
        else:
            spans.append([letter, letter])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in spans)


def made_files() -> dict[str, Made]:
    """Every such file, by its name under /static/."""
    files = {
        "css/startfelt.css": Made(_own(STYLES), one_css),
        "js/startfelt.js": Made(_own(SCRIPTS), one_js),
    }
    for name in FONTS:
        whole = (font_directory() / f"{name}.ttf",)
        files[f"fonts/{name}.woff2"] = Made(whole, partial(small_font, LETTERS))
        files[f"fonts/{name}-more.woff2"] = Made(whole, partial(small_font, MORE_LETTERS))
    return files


def made(name: str) -> Path:
    """The file of that name, made now if there is none or a source is newer."""
    what = made_files()[name]
    path = _folder() / name
    newest = max(source.stat().st_mtime for source in (*what.sources, Path(__file__)))
    if path.exists() and path.stat().st_mtime >= newest:
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    # Several processes may do this at once: whoever is last wins, and nobody reads half a file.
    handle, unfinished = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(what.make(what.sources))
    Path(unfinished).chmod(0o644)
    Path(unfinished).replace(path)
    return path


def _folder() -> Path:
    folder: Path = settings.DATA_DIR / "made"
    return folder


class MadeFinder(BaseFinder):
    """Serves them as static files."""

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path not in made_files():
            return []
        found = str(made(path))
        return [found] if find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        storage = FileSystemStorage(location=_folder())
        for name in made_files():
            made(name)
            yield name, storage
