"""A child process that plays games out: one share a line in, its wins a line out.

`python -m judging.forecast.worker`. It ends when its input does: a parent that was killed leaves
no child behind for longer than a share takes.
"""

from __future__ import annotations

import json
import os
import sys

from judging.forecast.shares import play_share

#: The desk's pages come first; bots take what is left of the processor.
NICENESS = 5


def main() -> None:
    os.nice(NICENESS)
    for line in sys.stdin:
        print(json.dumps(play_share(**json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
