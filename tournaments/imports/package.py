"""The zip that a workbook is, written by a stranger: nothing is unpacked before it is known that
all of it is small, and XML that declares a document type, and with it entities, is refused."""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterator
from typing import Any, Final, Protocol

from defusedxml.ElementTree import DefusedXMLParser

from .reading import Unreadable

#: A list of 5,000 pairs unpacks to about 5 MB.
MAX_UNPACKED: Final = 30 * 1024 * 1024
#: Lists unpack to ten or twenty times their size; what grows further is made to. Small parts may
#: grow as they like.
MAX_RATIO: Final = 150
SMALL_PART: Final = 1024 * 1024
MAX_PARTS: Final = 2_000
#: Elements in all that is read; 5,000 rows of 20 full cells are 400,000.
MAX_ELEMENTS: Final = 600_000
#: How deep elements lie within one another; a text with runs in a table is seven deep.
MAX_DEPTH: Final = 100

_CHUNK: Final = 64 * 1024
_ENTRY: Final = b"PK\x01\x02"
_XML: Final = (".xml", ".rels")
_DECLARATIONS: Final = tuple(
    word.encode(code)
    for word in ("<!DOCTYPE", "<!ENTITY")
    for code in ("ascii", "utf-16-le", "utf-16-be")
)
_PACKED: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
#: How other programs' files give themselves away.
_FOREIGN: Final = (
    ("content.xml", "open-document"),
    ("xl/workbook.bin", "binary-excel"),
    ("word/document.xml", "text-document"),
)


class Target(Protocol):
    """What is told of the XML in a part; names of elements come without their
    namespace, those of attributes as `namespace}name` where they have one."""

    def open(self, name: str, attributes: dict[str, str]) -> None: ...

    def shut(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...


class Package:
    """The parts of a workbook. `Unreadable` when it is none, or would fill the memory."""

    def __init__(self, data: bytes) -> None:
        # Before zipfile makes an object of each: a directory of a hundred thousand is a bomb, too.
        if data.count(_ENTRY) > MAX_PARTS:
            raise Unreadable("zip-bomb", limit=MAX_UNPACKED)
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        parts = self._archive.infolist()
        self._parts = {part.filename: part for part in parts}
        for name, code in _FOREIGN:
            if name in self._parts:
                raise Unreadable(code)
        if "xl/workbook.xml" not in self._parts:
            raise Unreadable("no-workbook")
        # zipfile never reads more than the size declared here, so the sum is a true limit.
        unpacked = sum(part.file_size for part in parts)
        if unpacked > MAX_UNPACKED or any(_grows(part) for part in parts):
            raise Unreadable("zip-bomb", limit=MAX_UNPACKED)
        if any(self._declares(part) for part in parts if part.filename.endswith(_XML)):
            raise Unreadable("no-workbook")
        self._elements = 0

    def feed(self, name: str, target: Target) -> None:
        """Tell `target` what stands in a part; in a part that is missing there is nothing."""
        part = self._parts.get(name)
        if part is None:
            return
        self._count(part)
        parser = _parser(target)
        for chunk in self._chunks(part):
            parser.feed(chunk)
        parser.close()

    def _declares(self, part: zipfile.ZipInfo) -> bool:
        """Whether there is a document type in it, also in one that is not read."""
        kept = b""
        for chunk in self._chunks(part):
            around = kept + chunk
            if any(sign in around for sign in _DECLARATIONS):
                return True
            kept = chunk[-32:]
        return False

    def _count(self, part: zipfile.ZipInfo) -> None:
        """Counting signs is forty times as fast as reading XML: what is too much is known first."""
        kept = b""
        for chunk in self._chunks(part):
            # UTF-16 has a zero between the two signs of an end tag, and is counted double.
            self._elements += chunk.count(b"<") - (kept + chunk).count(b"</")
            kept = chunk[-1:]
        if self._elements > MAX_ELEMENTS:
            raise Unreadable("zip-bomb", limit=MAX_UNPACKED)

    def _chunks(self, part: zipfile.ZipInfo) -> Iterator[bytes]:
        # Others (LZMA) may ask for gigabytes before the first byte, and no program writes them.
        if part.compress_type not in _PACKED:
            raise NotImplementedError(part.compress_type)
        with self._archive.open(part) as file:
            while chunk := file.read(_CHUNK):
                yield chunk


def _grows(part: zipfile.ZipInfo) -> bool:
    return part.file_size > max(SMALL_PART, MAX_RATIO * part.compress_size)


def part_at(target: str) -> str:
    """The name of the part that a relation of the workbook points to."""
    return posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")


class _NoTree:
    """In place of a tree of elements, which nobody builds."""

    def close(self) -> None:
        """There is nothing to hand over."""


def _parser(target: Target) -> Any:
    """A parser that refuses document types and tells `target` of all else at first hand: going
    through a tree of elements takes three times as long."""
    parser = DefusedXMLParser(target=_NoTree(), forbid_dtd=True)
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise ValueError("too deep")
        target.open(name.rpartition("}")[2], attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        target.shut(name.rpartition("}")[2])

    expat = parser.parser
    expat.ordered_attributes = False
    expat.StartElementHandler, expat.EndElementHandler = start, end
    expat.CharacterDataHandler = target.text
    return parser
