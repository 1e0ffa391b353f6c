"""The file itself: a zip of lists and documents, and a manifest with the digest of each.

What is read comes from somebody else. Everything is bounded before it is unpacked, nothing is
unpacked to a path of the file's choosing, and a file that says other than it holds is refused.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, Final

FORMAT: Final = "startfelt-tournament"
MANIFEST: Final = "manifest.json"


class Unreadable(Exception):
    """No file of ours, or one that is damaged. `code` is for programs: see `CODES`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        assert code in CODES, code
        self.code = code


CODES: Final = frozenset(
    {"no-zip", "too-large", "bomb", "strange-name", "no-manifest", "damaged", "newer", "not-ours"}
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a file may be. Sizes in bytes."""

    #: The file as it comes.
    file: int = 256 << 20
    entries: int = 10_000
    #: All of it unpacked.
    unpacked: int = 320 << 20
    #: All lists together: they are read whole.
    lists: int = 48 << 20
    #: A list of values is larger in memory than as text: how many there may be in one.
    values: int = 3_000_000
    manifest: int = 4 << 20
    #: How much more it may become when it is unpacked; small files may more.
    ratio: int = 120
    ratio_from: int = 256 << 10


LIMITS: Final = Limits()

_NAMES: Final = re.compile(
    r"manifest\.json|data/[a-z_]{1,40}\.json|documents/[a-z_]{1,40}/[0-9]{6}\.[a-z]{1,5}"
)
#: What a reader may meet within a damaged zip.
_FAULTS: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError,
    ValueError, KeyError, OverflowError,
)  # fmt: skip


def canonical(value: Any) -> str:
    """The one way a value is written: keys in order, no spaces."""
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def list_bytes(rows: list[Any]) -> bytes:
    """A list with a line for each row."""
    lines = ",\n".join(canonical(row) for row in rows)
    return (f"[\n{lines}\n]\n" if rows else "[]\n").encode()


#: Hears how many parts are written, of how many.
Progress = Callable[[int, int], None]


def untold(_written: int, _of: int) -> None:
    """Nobody waits to hear how far it is."""


def write(
    target: IO[bytes],
    manifest: Mapping[str, Any],
    files: Mapping[str, bytes],
    progress: Progress = untold,
) -> None:
    """Write the zip to `target`: the same files give the same bytes. `manifest` gets the size and
    digest of each file beside what it has."""
    listed = {
        name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in files.items()
    }
    head = canonical({"format": FORMAT, **manifest, "files": listed}).encode() + b"\n"
    with zipfile.ZipFile(target, "w") as archive:
        parts = [(MANIFEST, head), *sorted(files.items())]
        for written, (name, data) in enumerate(parts, start=1):
            info = zipfile.ZipInfo(name)
            info.external_attr = 0o644 << 16
            info.create_system = 3
            # A PDF is packed already.
            packed = not name.endswith(".pdf")
            info.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
            archive.writestr(info, data, compresslevel=6 if packed else None)
            progress(written, len(parts))


@dataclass
class Archive:
    """A file whose bounds are known to hold; each part is read, and checked, when asked for."""

    zip: zipfile.ZipFile
    manifest: dict[str, Any]
    limits: Limits

    @property
    def names(self) -> list[str]:
        return sorted(self.manifest["files"])

    def read(self, name: str) -> bytes:
        """A part as it was written. `Unreadable` when it is another."""
        said = self.manifest["files"][name]
        data = _unpacked(self.zip, name, said["size"])
        if len(data) != said["size"] or hashlib.sha256(data).hexdigest() != said["sha256"]:
            raise Unreadable("damaged")
        return data

    def rows(self, name: str) -> list[Any]:
        """A list; every row of it is an object."""
        found = _parsed(self.read(name), self.limits.values)
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            raise Unreadable("damaged")
        return found


def open_archive(source: IO[bytes], size: int, limits: Limits = LIMITS) -> Archive:
    """Look at what somebody sent, `size` bytes of it. Raises `Unreadable`; reads nothing that is
    not bounded."""
    if size > limits.file:
        raise Unreadable("too-large")
    try:
        archive = zipfile.ZipFile(source)
    except _FAULTS:
        raise Unreadable("no-zip") from None
    infos = archive.infolist()
    _check_bounds(infos, size, limits)
    names = [info.filename for info in infos]
    if len(set(names)) < len(names) or not all(_NAMES.fullmatch(name) for name in names):
        raise Unreadable("strange-name")
    if MANIFEST not in names:
        raise Unreadable("no-manifest")
    manifest = _parsed(_unpacked(archive, MANIFEST, limits.manifest), limits.values)
    _check_manifest(manifest, {info.filename: info.file_size for info in infos})
    return Archive(archive, manifest, limits)


def _check_bounds(infos: list[zipfile.ZipInfo], size: int, limits: Limits) -> None:
    if len(infos) > limits.entries:
        raise Unreadable("bomb")
    sizes = [info.file_size for info in infos]
    lists = sum(info.file_size for info in infos if not info.filename.startswith("documents/"))
    if sum(sizes) > limits.unpacked or lists > limits.lists:
        raise Unreadable("bomb")
    # Parts that overlap are packed once and unpacked many times.
    if sum(info.compress_size for info in infos) > size:
        raise Unreadable("bomb")
    for info in infos:
        if info.file_size > limits.ratio_from and info.file_size > limits.ratio * max(
            info.compress_size, 1
        ):
            raise Unreadable("bomb")


def _check_manifest(manifest: Any, sizes: dict[str, int]) -> None:
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise Unreadable("not-ours")
    files = manifest.get("files")
    if not isinstance(files, dict) or files.keys() != sizes.keys() - {MANIFEST}:
        raise Unreadable("damaged")
    for name, said in files.items():
        if (
            not isinstance(said, dict)
            or type(said.get("size")) is not int
            or said["size"] != sizes[name]
            or not isinstance(said.get("sha256"), str)
        ):
            raise Unreadable("damaged")


def _unpacked(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """At most `most` bytes: a zip may lie about how large a part is."""
    try:
        with archive.open(name) as part:
            data = part.read(most + 1)
    except _FAULTS:
        raise Unreadable("damaged") from None
    if len(data) > most:
        raise Unreadable("bomb")
    return data


def _parsed(data: bytes, most_values: int) -> Any:
    # Each value but the first of its list or object has a comma before it.
    if sum(data.count(mark) for mark in (b",", b"[", b"{")) > most_values:
        raise Unreadable("bomb")
    try:
        return json.loads(data.decode(), parse_constant=_no_number, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        raise Unreadable("damaged") from None


def _no_number(name: str) -> Any:
    raise ValueError(name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


def documents_of(archive: Archive) -> Iterator[str]:
    """Names of the parts that are no lists."""
    return (name for name in archive.names if name.startswith("documents/"))
