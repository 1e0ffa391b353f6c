"""``python -m games.rules moves | result | replay``."""

from __future__ import annotations

import sys

from games.rules.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
