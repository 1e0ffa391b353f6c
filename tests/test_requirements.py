"""What is installed is what was tried: every line is pinned, and what is imported is named."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(ROOT.glob("requirements*.txt"))
OWN = {"config", "tournaments", "games", "judging", "reports", "tests", "benchmarks", "scripts"}
_PINNED = re.compile(r"([A-Za-z0-9_.-]+)(\[[a-z-]+\])?==[0-9][A-Za-z0-9.]*")


def lines(path: Path) -> list[str]:
    """The lines that install something."""
    written = [line.split("#")[0].strip() for line in path.read_text("utf-8").splitlines()]
    return [line for line in written if line]


def named(*files: str) -> set[str]:
    """The distributions in these files, in the way their names are compared."""
    found = [_PINNED.fullmatch(line) for file in files for line in lines(ROOT / file)]
    return {normal(match[1]) for match in found if match}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def imported(folder: str) -> frozenset[str]:
    """The top-level modules that the code of a folder imports."""
    found: set[str] = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return frozenset(found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_line_is_pinned(path: Path) -> None:
    loose = [line for line in lines(path) if not line.startswith("-r ")]
    assert [line for line in loose if not _PINNED.fullmatch(line)] == []


@pytest.mark.parametrize(
    ("folders", "files"),
    [
        ({"config", "tournaments", "games", "judging", "reports"}, ("requirements.txt",)),
        (OWN, ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt")),
    ],
    ids=["the program", "everything"],
)
def test_what_is_imported_is_named_and_not_only_brought_along(
    folders: set[str], files: tuple[str, ...]
) -> None:
    from_where = packages_distributions()
    strange = set[str]().union(*map(imported, folders)) - OWN - set(sys.stdlib_module_names)
    missing = {
        module
        for module in strange
        if not {normal(name) for name in from_where.get(module, [module])} & named(*files)
    }
    assert missing == set()
