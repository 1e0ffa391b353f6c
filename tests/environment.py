"""A pytest plugin, loaded before Django reads its settings: tests write nowhere but here."""

from __future__ import annotations

import os
import tempfile

from hypothesis import HealthCheck, settings

from tests.bytecode import keep_bytecode

keep_bytecode()
os.environ.setdefault("DATA_DIR", tempfile.mkdtemp(prefix="startfelt-tests-"))
# For all processes that share the tests, and those they start (`tests/migrated.py`).
if "STARTFELT_MIGRATED" not in os.environ:
    os.environ["STARTFELT_MIGRATED"] = tempfile.mkdtemp(prefix="startfelt-migrated-")

# Processes that share the tests share a Redis, but neither what is counted there nor the queue of
# the workers: one that empties its cache would take both from under the other.
if (worker := os.environ.get("PYTEST_XDIST_WORKER", "")) and "REDIS_URL" in os.environ:
    server, _, _own = os.environ["REDIS_URL"].rpartition("/")
    os.environ["REDIS_URL"] = f"{server}/{int(worker.removeprefix('gw')) + 1}"

# How long an example takes says how busy the machine is, not whether a law holds. A change is
# tried on the same examples as the one before, so that what fails fails by the change; every night
# looks for new ones.
settings.register_profile(
    "laws",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="STARTFELT_NEW_EXAMPLES" not in os.environ,
)
settings.load_profile("laws")
