"""The secret key of an embedded installation: made once, kept beside its database."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def load_or_create_secret_key(data_dir: Path) -> str:
    """The key stored in `data_dir`/secret-key, made (readable by its owner only) if missing.

    Two processes starting at once agree: the file appears whole or not at all, and the one
    that comes second reads what the first wrote.
    """
    path = data_dir / "secret-key"
    if not path.exists():
        data_dir.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"secret-key.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(get_random_secret_key())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()
