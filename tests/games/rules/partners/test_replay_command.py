"""``python -m games.rules replay`` for Partners."""

import json
from pathlib import Path

import pytest

from games.rules.cli.main import main

from .games import bot_game


def test_replay_answers_for_each_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = bot_game()
    good, bad = tmp_path / "good.txt", tmp_path / "bad.game"
    good.write_text(played.record.text, encoding="utf-8")
    bad.write_text(played.record.text.replace('"played"', '"timeout"'), encoding="utf-8")
    assert main(["replay", "--lang", "da", str(good), str(bad)]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {
        "file": str(good),
        "legal": True,
        "result": played.state.result(),
        "problems": [],
    }
    assert (second["legal"], second["result"]) == (False, {})
    assert second["problems"] == [
        {
            "line": 5,
            "move": "Ended",
            "rule": "A6",
            "message": "Ended siger ”timeout”, men spillet giver ”played”.",
        }
    ]


def test_file_of_no_game_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "note.txt"
    path.write_text("nothing", encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "unknown_record"
