"""The one type family of screen and paper: Source Sans Pro, from its installed package."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

FAMILY = "Source Sans Pro"
#: What paper is set in, and its weight.
WEIGHTS = {
    "SourceSansPro-Regular.ttf": 400,
    "SourceSansPro-Semibold.ttf": 600,
    "SourceSansPro-Bold.ttf": 700,
}
#: Files under /static/fonts/: the screen has two weights.
ON_SCREEN = ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf")


def font_directory() -> Path:
    """Where the installed package keeps its TrueType files."""
    spec = find_spec("font_source_sans_pro")
    if spec is None or spec.origin is None:
        raise RuntimeError("font-source-sans-pro is not installed; see requirements.txt")
    return Path(spec.origin).parent / "files"


class FontFinder(BaseFinder):
    """Serves what the screen is set in as static files under `fonts/`."""

    def __init__(self, app_names: Any = None, *args: Any, **kwargs: Any) -> None:
        self.storage = FileSystemStorage(location=font_directory())
        self.storage.prefix = "fonts"  # type: ignore[attr-defined]  # what collectstatic reads

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        name = path.removeprefix("fonts/")
        if path.startswith("fonts/") and name in ON_SCREEN:
            found = str(font_directory() / name)
            return [found] if find_all else found
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name in ON_SCREEN:
            yield name, self.storage
