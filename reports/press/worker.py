"""A child process of the press: reads one order a line, prints it, answers one line.

`python -m reports.press.worker`. A line in is {"renderer", "part", "path"}; a line out is
{"ok": true} or {"error": …}. It ends when its input does: a parent that was killed leaves no
child behind.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

from reports.press.parts import DEFAULT_RENDERER, Part

#: The desk's pages come first; printing takes what is left of the processor.
NICENESS = 5


def run(request: dict[str, Any]) -> dict[str, Any]:
    """Print what one request says; the answer."""
    try:
        module, function = request["renderer"].split(":")
        getattr(import_module(module), function)(
            Part.from_json(request["part"]), Path(request["path"])
        )
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}
    return {"ok": True}


def main() -> None:
    os.nice(NICENESS)
    # Whatever prints to standard output while a page is set must not spoil the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    # Most of what setting a first page takes: done before anything is asked for.
    import_module(DEFAULT_RENDERER.split(":")[0])
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
