"""Lines in, lines out: reading requests, answering errors, keeping the exit status."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from games.rules.cli.table import GAMES, Answer, Commands, Request, commands_of
from games.rules.errors import RequestError, RulesError

_LINE_END: Final = re.compile(r"\r\n?")

Answered = tuple[Answer, bool]
"""An answer, and whether all was well."""


def dump(answer: Mapping[str, object]) -> Answer:
    """An answer as one line of JSON."""
    return json.dumps(answer, ensure_ascii=False)


def error_answer(error: RulesError, lang: str) -> Answer:
    """The answer to a request that has none."""
    return dump({"error": {"code": error.code, "message": error.message(lang)}})


def read_request(line: bytes) -> Request:
    """The JSON object in a line; ``RequestError`` if there is none."""
    try:
        request = json.loads(line.decode("utf-8"), object_pairs_hook=_no_field_twice)
    except (ValueError, RecursionError) as error:
        raise RequestError("not_json", detail=str(error)) from error
    if not isinstance(request, dict):
        raise RequestError("not_an_object", field="request")
    return request


def _no_field_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; which of two values of a field is meant, nobody can say."""
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name!r} stands twice")
        found[name] = value
    return found


def fields(request: Request, needed: Iterable[str], known: Iterable[str] = ()) -> None:
    """Refuse a request that lacks a needed field or has one that nobody reads."""
    for field in needed:
        if field not in request:
            raise RequestError("missing_field", field=field)
    for field in request:
        if field not in needed and field not in known:
            raise RequestError("unknown_field", field=field)


def answer_lines(command: str, lines: Iterable[bytes], lang: str) -> Iterator[Answered]:
    """The answer to each request: ``command`` is "moves" or "result"."""
    for line in lines:
        try:
            request = read_request(line)
            if "game" not in request:
                raise RequestError("missing_field", field="game")
            answer = _command(commands_of(request["game"]), command, request["game"])
            yield answer(request, lang), True
        except RulesError as error:
            yield error_answer(error, lang), False


def _command(commands: Commands, command: str, game: object) -> Callable[[Request, str], Answer]:
    answer = commands.moves if command == "moves" else commands.result
    if answer is None:
        raise RequestError("no_command", command=command, game=str(game))
    return answer


def answer_records(paths: Iterable[str], lang: str) -> Iterator[Answered]:
    """The replay of each file."""
    for path in paths:
        try:
            yield _replay(path, lang), True
        except RulesError as error:
            yield error_answer(error, lang), False


def _replay(path: str, lang: str) -> Answer:
    """The replay by the first game that reads the file as one of its records."""
    try:
        written = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise RequestError("unreadable_file", file=path, detail=str(error)) from error
    undecodable = ""
    for load in GAMES.values():
        commands = load()
        if commands.replay is None or commands.reads is None:
            continue
        for encoding in commands.encodings:
            try:
                text = _LINE_END.sub("\n", written.decode(encoding))
            except ValueError as error:
                undecodable = undecodable or str(error)
                continue
            if commands.reads(path, text):
                return commands.replay(path, text, lang)
            break
    if undecodable:
        raise RequestError("unreadable_file", file=path, detail=undecodable)
    raise RequestError("unknown_record", file=path)
