"""No log line shows an entry's code, not even one of a request that went wrong."""

from __future__ import annotations

import logging
import re
from typing import Final

_CODE: Final = re.compile(r"(/p/)[^/\s?]+")


class _HideCodes(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                _CODE.sub(r"\1…", one) if isinstance(one, str) else one for one in record.args
            )
        return True


def hide_codes() -> None:
    """Have Django's own lines about requests written without codes."""
    logger = logging.getLogger("django.request")
    if not any(isinstance(one, _HideCodes) for one in logger.filters):
        logger.addFilter(_HideCodes())
