"""The audit says that all is well only when every line was asked about."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts.audit import FINE, HOLES, NOT_ASKED, REQUIREMENTS, WHAT_TO_DO, audit, wanted

LINES = "django==5.2.19\n# no line\nuvicorn[standard]==0.30.0  # a server\nPillow_Heif==1.0\n"


def answers(folder: Path, said: Any, code: int = 0, errors: str = "") -> list[str]:
    """A program that answers as pip-audit would."""
    text = said if isinstance(said, str) else json.dumps({"dependencies": said, "fixes": []})
    tool = folder / "tool.py"
    tool.write_text(
        f"import sys\nprint({text!r})\nprint({errors!r}, file=sys.stderr)\nsys.exit({code})\n"
    )
    return [sys.executable, str(tool)]


def known(*names: str, **holes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"name": name, "version": "1", "vulns": holes.get(name, [])} for name in names]


ALL = ("django", "uvicorn", "pillow-heif")
HOLE = {"id": "PYSEC-2026-1", "fix_versions": ["5.2.20"], "aliases": [], "description": "x"}


def test_every_line_asked_about_and_none_known_is_well(tmp_path: Path) -> None:
    code, said = audit(answers(tmp_path, known(*ALL)), LINES)
    assert (code, "no hole is known in any of 3 packages" in said) == (FINE, True)


def test_hole_is_named_with_what_mends_it(tmp_path: Path) -> None:
    code, said = audit(answers(tmp_path, known(*ALL, django=[HOLE]), 1), LINES)
    assert (code, said.splitlines()[0]) == (HOLES, "django: PYSEC-2026-1, mended in 5.2.20")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("", 1),  # no network: a trace and no list
        ("", 0),
        ("[]", 0),
        (known("django", "uvicorn"), 0),  # one line was left out
        ([*known("django", "uvicorn"), {"name": "pillow-heif", "skip_reason": "not found"}], 0),
        (known(*ALL), 1),
    ],
)
def test_what_was_not_asked_about_is_never_well(tmp_path: Path, said: Any, code: int) -> None:
    ended, words = audit(answers(tmp_path, said, code, "trace\nConnectionError: pypi.org"), LINES)
    assert (ended, words) == (NOT_ASKED, f"ConnectionError: pypi.org\n{WHAT_TO_DO}")


def test_tool_that_is_not_there_is_no_audit(tmp_path: Path) -> None:
    code, said = audit([str(tmp_path / "none")], LINES)
    assert (code, said.endswith(WHAT_TO_DO)) == (NOT_ASKED, True)


def test_every_pinned_line_is_wanted() -> None:
    lines = REQUIREMENTS.read_text("utf-8").splitlines()
    pinned = [line for line in lines if "==" in line and not line.startswith("#")]
    assert len(wanted("\n".join(lines))) == len(pinned) > 20
    assert wanted(LINES) == set(ALL)
