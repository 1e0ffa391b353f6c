"""What Python makes of the source is kept, also where nothing may be written beside the source: a
process that is started without it takes three times as long, and tests start many."""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "var" / "bytecode"


def keep_bytecode() -> None:
    """For this process and all that it starts."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(FOLDER)
        sys.pycache_prefix, sys.dont_write_bytecode = str(FOLDER), False
