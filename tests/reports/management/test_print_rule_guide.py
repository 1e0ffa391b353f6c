"""`print_rule_guide` writes a PDF, and refuses a rule set that the game has not."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pypdf import PdfReader


def test_guide_is_printed_to_a_file(tmp_path: Path) -> None:
    target, said = tmp_path / "rules.pdf", StringIO()
    call_command(
        "print_rule_guide", "backgammon", str(target), language="en", size="A5", stdout=said
    )
    reader = PdfReader(target)
    assert said.getvalue() == f"{target}: {len(reader.pages)} pages\n"
    assert reader.outline


def test_unknown_rule_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="dm-2018, dm-2023"):
        call_command("print_rule_guide", "partners", str(tmp_path / "x.pdf"), ruleset="dm-1999")
