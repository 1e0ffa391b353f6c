"""Static files, hashed by content and compressed, as they are served."""

from __future__ import annotations

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Compressed by gzip alone: brotli saves a few per cent and made the first start wait
    20 s of processor time for files that mostly travel across a hall."""

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return Compressor(**kwargs, use_brotli=False)
