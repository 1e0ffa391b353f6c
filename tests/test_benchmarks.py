"""The benchmarks: each can be run, and the table says what keeps its promise."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as bench
from benchmarks.row import Row

FOLDER = Path(bench.__file__).parent
#: Files that are no benchmark.
AROUND = {"__init__", "__main__", "row"}


def test_every_benchmark_is_in_the_table() -> None:
    there = {path.stem for path in FOLDER.glob("*.py")} - AROUND
    assert set(bench.REGISTRY) == there


@pytest.mark.parametrize("name", bench.REGISTRY)
def test_benchmark_can_be_imported_and_gives_rows(name: str) -> None:
    module = importlib.import_module(f"benchmarks.{name}")
    assert inspect.isgeneratorfunction(module.rows)
    assert f"python -m benchmarks.{name}" in (module.__doc__ or "")


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (Row(what="a", value=2.0, unit="s"), ""),
        (Row(what="a", value=2.0, unit="s", limit=2.0), "PASS"),
        (Row(what="a", value=2.1, unit="s", limit=2.0), "OVER"),
        (Row(what="a", value=2.1, unit="a second", limit=2.0, more=True), "PASS"),
        (Row(what="a", value=1.9, unit="a second", limit=2.0, more=True), "OVER"),
        (Row(what="a", value=1.9, unit="s", peer="b", ratio=3.0, least_ratio=3.0), "PASS"),
        (Row(what="a", value=1.9, unit="s", peer="b", ratio=2.9, least_ratio=3.0), "OVER"),
        (Row(what="a", value=1.0, unit="s", limit=2.0, ratio=2.9, least_ratio=3.0), "OVER"),
    ],
)
def test_row_says_whether_a_promise_is_kept(row: Row, verdict: str) -> None:
    assert (row.verdict, row.over) == (verdict, verdict == "OVER")
    assert verdict in str(row)


@pytest.mark.parametrize(("flags", "code"), [([], 0), (["--judge"], 1)])
def test_table_fails_only_when_it_is_to_judge(
    flags: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slow = Row(what="a thing", value=9.0, unit="s", limit=2.0, peer="other", ratio=1500.0)
    monkeypatch.setattr(bench, "rows_of", lambda name, *, details: iter([slow]))
    monkeypatch.setattr(sys, "argv", ["benchmarks", "draw", *flags])
    assert bench.main() == code
    printed = capsys.readouterr().out
    assert "a thing" in printed and "OVER" in printed and "1,500 x other" in printed


def test_table_is_a_command() -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--list"],
        cwd=FOLDER.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(bench.REGISTRY)
