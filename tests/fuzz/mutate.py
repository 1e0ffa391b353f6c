"""Damage to files: what networks, editors and people with bad intentions do to bytes."""

from __future__ import annotations

import io
import random
import re
import zipfile
import zlib
from collections.abc import Callable, Sequence

#: What breaks readers: ends of texts and numbers, signs of other formats, odd letters, long runs.
PIECES = (
    *(b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b'"', b"'", b";", b",", b"\t", b"\r", b"\n"),
    *(b"\r\n\r\n", b"<", b">", b"&", b"&amp;", b"&#0;", b"&#xD800;", b"]]>", b"<!--", b"<!DOCTYPE"),
    *(b"=1+1", b"@SUM(A1)", b"-1", b"0", b"2147483648", b"1e999", b"NaN", b"9" * 400, b"-0"),
    *(b"\xc3\xa6", b"\xc3", b"\xe2\x80\xae", b"\xf0\x9f\x8e\xb2", b"\xed\xa0\x80", b"\xe2\x80\x8b"),
    *(b"(", b")", b"[", b"]", b"{", b"}" * 50, b"[" * 3000, b":", b"/", b"*", b"%s%n", b"../../x"),
    *(b"sep=;\n", b"PK\x03\x04", b"true", b"null", b"x" * 40_000, b" " * 2_000, b"\n" * 3_000),
)
_NUMBER = re.compile(rb"-?\d+")
_NUMBERS = (b"0", b"-1", b"1", b"7", b"25", b"64", b"1048577", b"99999999999", b"1.5", b"")

Damage = Callable[[random.Random, bytes], bytes]


def _place(rng: random.Random, data: bytes) -> int:
    return rng.randrange(len(data) + 1)


def _span(rng: random.Random, data: bytes) -> tuple[int, int]:
    begin = _place(rng, data)
    return begin, min(len(data), begin + int(rng.expovariate(1 / 20)) + 1)


def flip(rng: random.Random, data: bytes) -> bytes:
    """One bit of some bytes."""
    changed = bytearray(data)
    for _ in range(min(len(data), rng.choice((1, 1, 4, 32)))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def drop(rng: random.Random, data: bytes) -> bytes:
    begin, end = _span(rng, data)
    return data[:begin] + data[end:]


def repeat(rng: random.Random, data: bytes) -> bytes:
    begin, end = _span(rng, data)
    return data[:end] + data[begin:end] * rng.choice((1, 2, 50)) + data[end:]


def insert(rng: random.Random, data: bytes) -> bytes:
    at = _place(rng, data)
    return data[:at] + rng.choice(PIECES) + data[at:]


def overwrite(rng: random.Random, data: bytes) -> bytes:
    at, piece = _place(rng, data), rng.choice(PIECES)
    return data[:at] + piece + data[at + len(piece) :]


def cut(rng: random.Random, data: bytes) -> bytes:
    at = _place(rng, data)
    return data[at:] if rng.random() < 0.2 else data[:at]


def renumber(rng: random.Random, data: bytes) -> bytes:
    """Another number in place of one that stands there."""
    found = list(_NUMBER.finditer(data))
    if not found:
        return data
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(_NUMBERS) + data[one.end() :]


def lines(rng: random.Random, data: bytes) -> bytes:
    """A line twice, away, or elsewhere."""
    rows = data.split(b"\n")
    at = rng.randrange(len(rows))
    line = rows.pop(at)
    for _ in range(rng.choice((0, 1, 2, 100))):
        rows.insert(rng.randrange(len(rows) + 1), line)
    return b"\n".join(rows)


def recode(rng: random.Random, data: bytes) -> bytes:
    """The same text in another encoding."""
    text = data.decode("utf-8", errors="replace")
    return text.encode(rng.choice(("utf-16", "utf-16-le", "cp1252", "utf-32")), errors="replace")


DAMAGES: Sequence[Damage] = (
    *(flip, drop, repeat, insert, insert, overwrite, cut, renumber, renumber, lines, lines, recode),
)


def damaged(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """`data` with one to five damages, or a piece of another file in it."""
    if rng.random() < 0.05:
        other = rng.choice(others)
        return data[: _place(rng, data)] + other[_place(rng, other) :]
    for _ in range(rng.randint(1, 5)):
        data = rng.choice(DAMAGES)(rng, data) if data else rng.choice(PIECES)
    return data


def repacked(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A zip whose parts are damaged, one or two of them, and packed again as they should be; one
    in five as a whole instead."""
    if rng.random() < 0.2:
        return damaged(rng, data, others)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, zlib.error):
        return damaged(rng, data, others)
    names = sorted(parts)
    for _ in range(rng.randint(1, 2)):
        name = rng.choice(names)
        if rng.random() < 0.05:
            parts.pop(name, None)
        else:
            parts[name] = damaged(rng, parts.get(name, b""), list(parts.values()) or [b""])
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()
