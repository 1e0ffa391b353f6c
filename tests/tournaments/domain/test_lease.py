"""The word that the program is about to end reaches those who do the work."""

from __future__ import annotations

import os

from tournaments.domain.lease import SharedFlag


def test_flag_that_a_parent_sets_is_seen_by_a_child_that_was_forked_before() -> None:
    flag = SharedFlag()
    asked, told = os.pipe()
    child = os.fork()
    if not child:
        os.read(asked, 1)
        os._exit(7 if flag.is_set() else 1)
    assert not flag.is_set()
    flag.set()
    os.write(told, b"!")
    _pid, status = os.waitpid(child, 0)
    os.close(asked)
    os.close(told)
    assert os.waitstatus_to_exitcode(status) == 7
    flag.clear()
    assert not flag.is_set()
