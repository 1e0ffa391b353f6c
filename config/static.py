"""Static files, hashed by content and compressed, as they are served."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: What every first visit takes, by how the names begin: worth the time that brotli needs.
EVERY_PAGE = ("startfelt.", "htmx-2.min.", "symbols.", "theme.", "player.")


class OwnCompressor(Compressor):
    """By gzip, and what every page needs by brotli as well: for all files together that made the
    first start wait 20 s of processor time."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, use_brotli=False)
        self.both = Compressor(**kwargs)

    def compress(self, path: str) -> list[str]:
        if Path(path).name.startswith(EVERY_PAGE):
            return list(self.both.compress(path))
        return list(super().compress(path))


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Compressed by `OwnCompressor`. A script of ours that imports another names it as it is
    served; Django's own way for that stumbles over what others' scripts say in comments."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r'(?P<matched>from "(?P<url>\./[^"]+)";)', 'from "%(url)s";'),)),
    )

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return OwnCompressor(**kwargs)
