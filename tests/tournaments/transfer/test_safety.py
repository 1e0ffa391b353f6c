"""Files that are damaged, made up, or bombs: refused at once, and nothing is written."""

from __future__ import annotations

import io
import json
import random
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.storage import default_storage

from tests.tournaments.transfer.made import everything, files_of, written
from tournaments.domain.errors import Refused
from tournaments.models import Tournament, User
from tournaments.transfer import bring_in
from tournaments.transfer.bring_in import MESSAGES, import_tournament
from tournaments.transfer.container import CODES, LIMITS, Unreadable, open_archive, write

Files = dict[str, bytes]
PLAIN: Files = {"data/tournament.json": b"[]\n"}


def packed(files: Files, **manifest: Any) -> bytes:
    """A file with a manifest that holds, whatever is in it."""
    target = io.BytesIO()
    write(target, {"version": 1, **manifest}, files)
    return target.getvalue()


def zipped(*parts: tuple[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts:
            archive.writestr(name, data)
    return target.getvalue()


def code_of(data: bytes) -> str:
    """Why a file cannot be opened, or the first of its parts cannot be read; "" if it can."""
    try:
        archive = open_archive(io.BytesIO(data), len(data))
        for name in archive.names:
            archive.read(name)
        return ""
    except Unreadable as fault:
        return fault.code


def lying(data: bytes) -> bytes:
    """The same zip, saying that each part is a tenth as large as it is."""
    found = bytearray(data)
    at = found.find(b"PK\x01\x02")
    while at >= 0:
        (size,) = struct.unpack_from("<I", found, at + 24)
        struct.pack_into("<I", found, at + 24, size // 10)
        at = found.find(b"PK\x01\x02", at + 4)
    return bytes(found)


REFUSED: dict[str, tuple[str, Callable[[], bytes]]] = {
    "nothing": ("no-zip", lambda: b""),
    "text": ("no-zip", lambda: b"not a zip at all" * 20),
    "cut short": ("no-zip", lambda: packed(PLAIN)[:-30]),
    "no manifest": ("no-manifest", lambda: zipped(("data/tournament.json", b"[]"))),
    "manifest of another": ("not-ours", lambda: zipped(("manifest.json", b"{}"))),
    "manifest no JSON": ("damaged", lambda: zipped(("manifest.json", b"{"))),
    "manifest not a number": ("damaged", lambda: zipped(("manifest.json", b'{"a":NaN}'))),
    "a key twice": ("damaged", lambda: zipped(("manifest.json", b'{"a":1,"a":2}'))),
    "nested": ("damaged", lambda: zipped(("manifest.json", b"[" * 100_000))),
    "a path that leads out": ("strange-name", lambda: packed({"../../etc/passwd": b"x"})),
    "an absolute path": ("strange-name", lambda: packed({"/data/a.json": b"x"})),
    "a path of another system": ("strange-name", lambda: packed({"data\\a.json": b"x"})),
    "a part twice": (
        "strange-name",
        lambda: zipped(("manifest.json", b"{}"), ("manifest.json", b"{}")),
    ),
    "a part nobody lists": (
        "damaged",
        lambda: zipped(
            ("manifest.json", files_of(packed({}))["manifest.json"]), ("data/a.json", b"[]")
        ),
    ),
    "another digest": (
        "damaged",
        lambda: zipped(
            ("manifest.json", files_of(packed(PLAIN))["manifest.json"]),
            ("data/tournament.json", b"[1]"),
        ),
    ),
    "a bomb": ("bomb", lambda: packed({"data/log.json": b" " * (40 << 20)})),
    "many parts": (
        "bomb",
        lambda: packed({f"documents/a/{n:06}.pdf": b"" for n in range(10_001)}),
    ),
    "a bomb that lies": (
        "bomb",
        lambda: lying(packed({"documents/a/000001.txt": b"a" * (1 << 18)})),
    ),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", REFUSED)
def test_file_is_refused_for_what_it_is(name: str) -> None:
    code, make = REFUSED[name]
    assert code_of(make()) in {code, "damaged"} if name.endswith("lies") else {code}


def test_larger_than_any_tournament_is_not_opened() -> None:
    with pytest.raises(Unreadable) as fault:
        open_archive(io.BytesIO(packed(PLAIN)), LIMITS.file + 1)
    assert fault.value.code == "too-large"


def test_every_refusal_has_its_words() -> None:
    assert set(MESSAGES) == CODES


def test_values_without_end_are_counted_before_they_are_read() -> None:
    data = packed({"data/log.json": b"[" + b"0," * 3_000_001 + b"0]"}, name="x")
    archive = open_archive(io.BytesIO(data), len(data), limits=LIMITS.__class__(ratio=10**9))
    with pytest.raises(Unreadable) as fault:
        archive.rows("data/log.json")
    assert fault.value.code == "bomb"


_BOMB = """
import io, resource, sys, zipfile
sys.path.insert(0, ".")
from tournaments.transfer.container import Unreadable, open_archive
target = io.BytesIO()
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
    for name in ("manifest.json", "data/log.json", "documents/papers/000001.pdf"):
        with archive.open(name, "w", force_zip64=True) as part:
            for _ in range(300):
                part.write(b"0" * (1 << 20))
size = target.tell()
before = resource.getrusage(resource.RUSAGE_SELF)
try:
    open_archive(target, size)
except Unreadable as fault:
    after = resource.getrusage(resource.RUSAGE_SELF)
    print(fault.code, after.ru_utime - before.ru_utime, after.ru_maxrss - before.ru_maxrss)
"""


def test_bomb_costs_neither_time_nor_memory() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", _BOMB], capture_output=True, text=True, check=True
    )
    code, seconds, kilobytes = answer.stdout.split()
    assert code == "bomb"
    # Time of the processor, which a busy machine does not stretch.
    assert (float(seconds) < 1, int(kilobytes) < 100_000) == (True, True)


# What is damaged within, with every digest as it should be.

Change = Callable[[dict[str, Any]], None]


def made_up(data: bytes, kind: str, change: Change) -> bytes:
    """The file with the first row of `kind` changed, and a manifest that holds."""
    files = files_of(data)
    manifest = json.loads(files.pop("manifest.json"))
    name = f"data/{kind}.json"
    rows = json.loads(files[name])
    change(rows[0])
    files[name] = json.dumps(rows).encode()
    target = io.BytesIO()
    write(target, {key: manifest[key] for key in manifest if key not in {"format", "files"}}, files)
    return target.getvalue()


CHANGES: dict[str, tuple[str, Change]] = {
    "an entry of none": ("players", lambda row: row.update(entry=99)),
    "a reference that is text": ("players", lambda row: row.update(entry="1")),
    "a reference below one": ("seats", lambda row: row.update(pairing=-1)),
    "no entry": ("players", lambda row: row.update(entry=None)),
    "a field nobody knows": ("entries", lambda row: row.update(password="x")),
    "the key of a row": ("entries", lambda row: row.update(id=1)),
    "an unknown state": ("entries", lambda row: row.update(state="winner")),
    "a number too large": ("entries", lambda row: row.update(number=10**30)),
    "a number below zero": ("entries", lambda row: row.update(number=-3)),
    "a name too long": ("entries", lambda row: row.update(name="x" * 121)),
    "a letter no database keeps": ("entries", lambda row: row.update(name="a\0")),
    "half a letter": ("entries", lambda row: row.update(city="\ud800")),
    "no number": ("entries", lambda row: row.update(adjustment="NaN")),
    "points that are code": ("tournament", lambda row: row.update(points_scheme="x")),
    "tie-breaks nobody has": ("tournament", lambda row: row.update(tie_breaks=["luck"])),
    "a zone nobody lives in": ("tournament", lambda row: row.update(time_zone="Mars/Base")),
    "a day that is none": ("tournament", lambda row: row.update(date="2027-02-30")),
    "a format nobody plays": ("stages", lambda row: row.update(format="duel")),
    "a draw that is none": ("rounds", lambda row: row.update(draw={"format": "swiss"})),
    "a time without a zone": ("rounds", lambda row: row.update(drawn_at="2027-03-13T10:00:00")),
    "settings nested without end": (
        "tournament",
        lambda row: row.update(game_settings=json.loads('{"a":' * 60 + "1" + "}" * 60)),
    ),
    "a NUL deep inside": ("results", lambda row: row.update(payload={"a": ["\0"]})),
    "an event of another place": ("log", lambda row: row.update(place=7)),
    "an event that tells otherwise": ("log", lambda row: row.update(why="otherwise")),
    "an event sealed by nobody": ("log", lambda row: row.update(sealed={})),
    "an event about nothing": ("log", lambda row: row.update(of=999)),
    "a document of another list": (
        "records",
        lambda row: row.update(text="documents/papers/000001.pdf"),
    ),
    "a document that is not there": (
        "records",
        lambda row: row.update(text="documents/records/000009.txt"),
    ),
}


@pytest.fixture(scope="module")
def whole(django_db_setup: None, django_db_blocker: Any) -> bytes:
    """The file of a tournament with everything; the tournament is gone again."""
    from django.db import transaction

    class Enough(Exception):
        pass

    data = b""
    with django_db_blocker.unblock():
        try:
            with transaction.atomic():
                data = written(everything())
                raise Enough
        except Enough:
            return data


def refusal(data: bytes) -> str:
    """Why it is refused; and nothing at all is written."""
    files = files_in_storage()
    with pytest.raises(Refused) as refused:
        import_tournament(io.BytesIO(data), len(data), by=None)
    assert (Tournament.objects.count(), User.objects.count()) == (0, 0)
    assert files_in_storage() == files
    return refused.value.code


def files_in_storage() -> set[str]:
    try:
        return set(default_storage.listdir("reports")[1])
    except FileNotFoundError:
        return set()


@pytest.mark.django_db
@pytest.mark.parametrize("name", CHANGES)
def test_what_does_not_hold_together_is_refused_whole(whole: bytes, name: str) -> None:
    assert refusal(made_up(whole, *CHANGES[name])) == "damaged"


@pytest.mark.django_db
def test_file_of_a_newer_program_says_so(whole: bytes) -> None:
    files = files_of(whole)
    manifest = json.loads(files.pop("manifest.json")) | {"version": 999}
    del manifest["format"], manifest["files"]
    target = io.BytesIO()
    write(target, manifest, files)
    assert refusal(target.getvalue()) == "newer"


@pytest.mark.django_db
def test_bytes_changed_by_chance_are_refused_or_do_no_harm(whole: bytes) -> None:
    dice = random.Random(1)
    for _ in range(40):
        data = bytearray(whole)
        for _change in range(dice.randint(1, 4)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        assert code_of(bytes(data)) in CODES | {""}


@pytest.mark.django_db
def test_fault_in_the_middle_leaves_nothing(whole: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def stop(*_args: object) -> None:
        raise Killed

    monkeypatch.setattr(bring_in, "verify_log", stop)
    files = files_in_storage()
    with pytest.raises(Killed):
        import_tournament(io.BytesIO(whole), len(whole), by=None)
    assert (Tournament.objects.count(), User.objects.count()) == (0, 0)
    assert files_in_storage() == files
