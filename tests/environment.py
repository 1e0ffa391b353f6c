"""A pytest plugin, loaded before Django reads its settings: tests write nowhere but here."""

from __future__ import annotations

import os
import tempfile

os.environ.setdefault("DATA_DIR", tempfile.mkdtemp(prefix="startfelt-tests-"))
