"""Files that are small on the way and would be huge once read.

`python -m tests.tournaments.imports.bombs FILE` reads FILE as an upload, in a process of its own,
and says what came of it, how many seconds of processor it took and how many megabytes it used.
"""

from __future__ import annotations

import io
import re
import resource
import struct
import sys
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from tournaments.imports.reading import Unreadable, read_upload

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ROW = '<row r="%d"><c r="A%d" t="inlineStr"><is><t>Par %d</t></is></c></row>'
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


def workbook(sheet: str, *, strings: str = "", more: dict[str, bytes] | None = None) -> bytes:
    """A workbook with one sheet (the inside of `sheetData`) and shared `strings`."""
    parts = {
        "[Content_Types].xml": b'<Types xmlns="x"/>',
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>'
            '<sheet name="Ark1" sheetId="1" r:id="rId1"/></sheets></workbook>'
        ).encode(),
        "xl/_rels/workbook.xml.rels": (
            '<Relationships xmlns="r">'
            f'<Relationship Id="rId1" Type="{_RELATIONS}/worksheet" Target="worksheets/s.xml"/>'
            f'<Relationship Id="rId2" Type="{_RELATIONS}/sharedStrings" Target="strings.xml"/>'
            "</Relationships>"
        ).encode(),
        "xl/strings.xml": (strings or f'{_HEAD}<sst xmlns="{_MAIN}"/>').encode(),
        "xl/worksheets/s.xml": (
            sheet
            if sheet.startswith("<?xml")
            else f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetData>{sheet}</sheetData></worksheet>'
        ).encode(),
        **(more or {}),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def rows(how_many: int) -> str:
    return "".join(_ROW % (n, n, n) for n in range(1, how_many + 1))


def _deep_ratio() -> bytes:
    return workbook(rows(3), more={"xl/media/picture.xml": b"0" * (28 * 1024 * 1024)})


def _declared_small() -> bytes:
    """A part that says it is a hundred bytes and unpacks to 200 MB."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = b"".join(packer.compress(b" " * 1024 * 1024) for _ in range(200)) + packer.flush()
    data = bytearray(workbook(rows(3), more={"xl/zzz.xml": packed}))
    # In both headers of that part: compressed (8), and so large once unpacked.
    for sign, method, sizes in ((b"PK\x03\x04", 8, 18), (b"PK\x01\x02", 10, 20)):
        at = data.rindex(sign, 0, data.rindex(b"xl/zzz.xml") if method == 10 else None)
        struct.pack_into("<H", data, at + method, 8)
        struct.pack_into("<I", data, at + sizes + 4, 100)
    return bytes(data)


def _many_parts() -> bytes:
    return workbook(rows(3), more={f"xl/media/{n}.xml": b"" for n in range(30_000)})


def _shared_strings() -> bytes:
    """Three quarters of a million texts that differ, so that they do not pack too well."""
    texts = "".join(f"<si><t>{n * 7919 % 999_983:x}</t></si>" for n in range(750_000))
    return workbook(rows(3), strings=f'{_HEAD}<sst xmlns="{_MAIN}">{texts}</sst>')


def _one_text_everywhere() -> bytes:
    strings = f'{_HEAD}<sst xmlns="{_MAIN}"><si><t>{"x" * 32_000}</t></si></sst>'
    cells = "".join(
        f'<row r="{n}">' + '<c t="s"><v>0</v></c>' * 20 + "</row>" for n in range(1, 5_000)
    )
    return workbook(cells, strings=strings)


def _long_cell() -> bytes:
    text = "".join(f"{n * 7919 % 999_983:x}" for n in range(1_500_000))
    return workbook(f'<row><c t="inlineStr"><is><t>{text}</t></is></c></row>')


def _laughs() -> bytes:
    """Entities of entities: ten to the ninth of one word."""
    entities = '<!ENTITY a0 "ha">' + "".join(
        f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)
    )
    return workbook(f"{_HEAD}<!DOCTYPE x [{entities}]><x>&a9;</x>")


def _quadratic() -> bytes:
    """One long entity, named very often."""
    entity = f'<!ENTITY a "{"x" * 50_000}">'
    return workbook(f"{_HEAD}<!DOCTYPE x [{entity}]><x>{'&a;' * 50_000}</x>")


def _outside() -> bytes:
    return workbook(f'{_HEAD}<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>')


def _million_rows() -> bytes:
    return workbook("".join(f'<row r="{n}"/>' for n in range(1, 1_048_577)))


def _million_full_rows() -> bytes:
    return workbook(rows(290_000))


def _wide_rows() -> bytes:
    return workbook("".join(f'<row r="{n}"><c r="XFD{n}"/></row>' for n in range(1, 200_000)))


def _beyond_the_last_row() -> bytes:
    return workbook('<row r="99999999999"><c t="inlineStr"><is><t>Par</t></is></c></row>')


def _deep() -> bytes:
    return workbook("<row>" * 60_000 + "</row>" * 60_000)


def _utf_16() -> bytes:
    laughs = f'{_HEAD.replace("UTF-8", "UTF-16")}<!DOCTYPE x [<!ENTITY a "ha">]><x>&a;</x>'
    return workbook(rows(3), more={"xl/styles.xml": laughs.encode("utf-16")})


def _csv_rows() -> bytes:
    return b"a;b\n" * 1_300_000


def _csv_columns() -> bytes:
    return b";" * (5 * 1024 * 1024)


def _csv_cell() -> bytes:
    return b'navn;by\n"' + b"x" * (5 * 1024 * 1024 - 20) + b'";A\n'


def _large() -> bytes:
    return b"x" * (6 * 1024 * 1024)


#: Name -> the file and the code it is refused with.
BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "deep-ratio": (_deep_ratio, "zip-bomb"),
    "declared-small": (_declared_small, "damaged"),
    "many-parts": (_many_parts, "zip-bomb"),
    "shared-strings": (_shared_strings, "zip-bomb"),
    "one-text-everywhere": (_one_text_everywhere, "too-much-text"),
    "long-cell": (_long_cell, "long-cell"),
    "laughs": (_laughs, "no-workbook"),
    "quadratic": (_quadratic, "no-workbook"),
    "outside": (_outside, "no-workbook"),
    "utf-16": (_utf_16, "no-workbook"),
    "million-rows": (_million_rows, "zip-bomb"),
    "million-full-rows": (_million_full_rows, "zip-bomb"),
    "wide-rows": (_wide_rows, "too-many-rows"),
    "beyond-the-last-row": (_beyond_the_last_row, "damaged"),
    "deep": (_deep, "damaged"),
    "csv-rows": (_csv_rows, "too-many-rows"),
    "csv-columns": (_csv_columns, "too-many-columns"),
    "csv-cell": (_csv_cell, "open-quote"),
    "large": (_large, "too-big"),
}


def megabytes_used() -> float:
    """The most that this process ever had in memory. What `getrusage` says begins with what the
    process had that started this one, so Linux is asked for that of this program alone."""
    status = Path("/proc/self/status")
    if status.exists():
        peak = re.search(r"VmHWM:\s+(\d+) kB", status.read_text())
        if peak is not None:
            return int(peak[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(path: str) -> None:
    data = Path(path).read_bytes()
    try:
        read_upload(data)
        came = "read"
    except Unreadable as error:
        came = error.code
    print(came, round(time.process_time(), 3), round(megabytes_used(), 1))


if __name__ == "__main__":
    main(sys.argv[1])
