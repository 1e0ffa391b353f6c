"""The command line: which command, which language, where from, where to."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from games.rules.cli.lines import answer_lines, answer_records
from games.rules.messages import LANGUAGES


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status is 1 if any request had no answer."""
    options = _parser().parse_args(arguments)
    if options.command == "replay":
        answers = answer_records(options.files, options.lang)
    else:
        answers = answer_lines(options.command, sys.stdin.buffer, options.lang)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Half a surrogate pair in a request comes back as the JSON escape that it was.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status = 0
        for answer, well in answers:
            # A program that asks one line at a time waits for this one.
            print(answer, flush=True)
            if not well:
                status = 1
        return status
    except BrokenPipeError:
        # Who reads has had enough; keep the interpreter from complaining on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    language = argparse.ArgumentParser(add_help=False)
    language.add_argument(
        "--lang", choices=LANGUAGES, default="en", help="the language of messages (default: en)"
    )
    parser = argparse.ArgumentParser(
        prog="python -m games.rules",
        description="Legal moves, results and game records; one JSON object a line.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, purpose in (
        ("moves", "legal moves for each request on standard input"),
        ("result", "check of each result on standard input"),
    ):
        commands.add_parser(name, parents=[language], help=purpose)
    replay = commands.add_parser("replay", parents=[language], help="replay complete game records")
    replay.add_argument("files", nargs="+", metavar="FILE")
    return parser
