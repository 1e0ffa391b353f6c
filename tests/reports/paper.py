"""Rounds to print, and documents printed here and now, without child processes."""

from __future__ import annotations

import hashlib
import re
import subprocess
import tempfile
from collections.abc import Collection, Sequence
from pathlib import Path

import pikepdf
from django.utils import timezone, translation
from pypdf import PdfReader

from reports.documents import DOCUMENTS, Paper, Subject
from reports.press.binding import bind
from reports.press.parts import Order, Part
from reports.press.printer import print_part
from reports.press.structure import elements
from tests.factories import make_entries, make_tournament
from tournaments.models import Entry, Pairing, Round, Seat, Tournament
from tournaments.names import name_key

COLOURS = (["yellow", "blue"], ["red", "green"])

#: Names that went missing elsewhere, or did not fit.
NAMES = (
    "Æbleø & Ångström",
    "Łukasz ş Żółć",
    "Две Белки",
    "🎲 Terningerne",
    "De Meget Langsomme Partnere fra Nørre Snede og Omegn, anden afdeling, tredje hold",
    "W" * 120,
)


def make_round(
    tables: int, *, names: Sequence[str] = (), bye: bool = False, **fields: object
) -> Round:
    """A published round of a new tournament with that many tables; entries sit in order."""
    tournament = make_tournament(tables=tables, **fields)
    entries = make_entries(tournament, 2 * tables + bye)
    for entry, name in zip(entries, names, strict=False):
        rename(entry, name)
    round_ = Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=1,
        state=Round.State.PUBLISHED,
        seed=1,
        drawn_at=timezone.now(),
        published_at=timezone.now(),
    )
    for place, table in enumerate(tournament.tables.order_by("number")):
        pairing = Pairing.objects.create(round=round_, table=table, order=place + 1)
        for side in (0, 1):
            Seat.objects.create(
                pairing=pairing,
                round=round_,
                entry=entries[2 * place + side],
                side=side,
                colours=COLOURS[side],
            )
    if bye:
        pairing = Pairing.objects.create(round=round_, kind=Pairing.Kind.BYE, order=tables + 1)
        Seat.objects.create(
            pairing=pairing, round=round_, entry=entries[-1], side=0, outcome=Seat.Outcome.BYE
        )
    return round_


def rename(entry: Entry, name: str) -> None:
    entry.name, entry.name_key = name, name_key(name)
    entry.save()


#: What has been printed in this process, by all that was ordered.
_printed: dict[str, bytes] = {}


def print_here(order: Order, folder: Path, *, again: bool = False) -> Path:
    """The whole PDF of `order`. The press takes seconds and gives the same bytes for the same
    order: what another test has had printed is not printed `again`, unless that is asked."""
    target = folder / "whole.pdf"
    digest = hashlib.sha256(repr(order).encode()).hexdigest()
    if again or digest not in _printed:
        _print(order, folder, target)
        _printed[digest] = target.read_bytes()
    else:
        target.write_bytes(_printed[digest])
    return target


def _print(order: Order, folder: Path, target: Path) -> None:
    backdrops = {}
    for number, (name, html) in enumerate(order.backdrops.items()):
        backdrops[name] = folder / f"backdrop{number}.pdf"
        print_part(Part(html, tagged=False), backdrops[name])
    parts = []
    for number, part in enumerate(order.parts):
        parts.append(folder / f"part{number}.pdf")
        print_part(part, parts[-1])
    bind(order, parts, backdrops, target)


def order_of(
    name: str,
    tournament: Tournament,
    round_: Round | None = None,
    language: str = "en",
    *,
    paper: Paper = Paper.A4,
    **options: str,
) -> Order:
    with translation.override(language):
        return DOCUMENTS[name].order_for(Subject(tournament, round_, paper, options))


def texts_of(path: Path) -> list[str]:
    """The text of each page, its white space as single spaces."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(path).pages]


def fonts_of(path: Path) -> dict[str, bool]:
    """Each font the document uses, and whether it is embedded."""
    lines = subprocess.run(
        ["pdffonts", path], check=True, capture_output=True, text=True
    ).stdout.splitlines()[2:]
    return {line.split()[0].partition("+")[2]: line.split()[-5] == "yes" for line in lines}


def codes_of(path: Path, page: int) -> list[str]:
    """What a scanner reads on a page, in grey. As a phone does that is moved until it has the
    code, it looks from several distances: one picture alone hides one code in twenty from zbar."""
    codes: dict[str, None] = {}
    for dots in _DOTS_AN_INCH:
        codes |= dict.fromkeys(_codes_at(path, dots, page))
    return list(codes)


def codes_in(path: Path, wanted: Collection[str]) -> list[str]:
    """What a scanner reads on all pages; it looks from further distances while it has not read all
    that is `wanted`."""
    codes: dict[str, None] = {}
    for dots in _DOTS_AN_INCH:
        codes |= dict.fromkeys(_codes_at(path, dots))
        if codes.keys() >= set(wanted):
            break
    return list(codes)


#: A page as a copier prints it, and a little nearer and further away.
_DOTS_AN_INCH = (150, 100, 200, 250)


def _codes_at(path: Path, dots: int, page: int | None = None) -> list[str]:
    pages = [] if page is None else ["-f", str(page), "-l", str(page)]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["pdftoppm", "-r", str(dots), "-gray", *pages, path, f"{folder}/page"], check=True
        )
        read = subprocess.run(
            ["zbarimg", "--quiet", "--raw", *sorted(Path(folder).iterdir())],
            capture_output=True,
            text=True,
        )
    assert read.returncode in {0, _NO_CODE}, read.stderr
    return read.stdout.split()


#: What zbarimg answers for a picture without a code.
_NO_CODE = 4


#: A word on a page: the page's number and size, left, top, right and bottom in points, the word.
#: Its box is as high as its font may be; its letters stand in the middle half of it, which is what
#: top and bottom say.
Word = tuple[int, tuple[float, float], float, float, float, float, str]


def words_of(path: Path) -> list[Word]:
    """Every word of the document and where it stands, also those beside their page."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = _with_room_around(path, wide := Path(folder) / "wide.pdf")
        out = subprocess.run(
            ["pdftotext", "-bbox", wide, "-"], check=True, capture_output=True, text=True
        ).stdout
    found: list[Word] = []
    number, size = 0, (0.0, 0.0)
    for line in out.splitlines():
        if _PAGE.search(line):
            number, size = number + 1, sizes[number]
        elif word := _WORD.search(line):
            left, top, right, bottom = (float(word[at]) - _AROUND for at in range(1, 5))
            quarter = (bottom - top) / 4
            found.append((number, size, left, top + quarter, right, bottom - quarter, word[5]))
    return found


def _with_room_around(path: Path, target: Path) -> list[tuple[float, float]]:
    """Copy the document to `target` with wider pages; how large they were. Who reads a page for its
    words sees none that is wholly beside it."""
    sizes = []
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            left, bottom, right, top = (float(edge) for edge in page.cropbox)
            sizes.append((right - left, top - bottom))
            page.mediabox = pikepdf.Array(
                [left - _AROUND, bottom - _AROUND, right + _AROUND, top + _AROUND]
            )
            page.cropbox = page.mediabox
        pdf.save(target)
    return sizes


def outside_of(path: Path) -> list[str]:
    """Words that stand outside their page, whole or in part."""
    return [
        word
        for _page, (width, height), left, top, right, bottom, word in words_of(path)
        if left < -_SLACK or top < -_SLACK or right > width + _SLACK or bottom > height + _SLACK
    ]


def overprinted(path: Path) -> list[tuple[int, str, str]]:
    """Words of which one is printed over the other, with their page."""
    found = []
    words = sorted(words_of(path), key=lambda word: (word[0], word[3]))
    for place, (page, _size, left, top, right, bottom, word) in enumerate(words):
        for other_page, _its, its_left, its_top, its_right, its_bottom, other in words[place + 1 :]:
            if other_page != page or its_top > bottom - _SLACK:
                break
            beside = min(right, its_right) - max(left, its_left)
            if beside > _SLACK and min(bottom, its_bottom) - max(top, its_top) > _SLACK:
                found.append((page, word, other))
    return found


def unheard(path: Path) -> list[str]:
    """What the document's structure says wrongly: a piece of text that no element has, or one whose
    element says that it is elsewhere; an element on a page that is not there."""
    found = []
    with pikepdf.open(path) as pdf:
        numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
        known = {int(numbers[at]): numbers[at + 1] for at in range(0, len(numbers), 2)}
        pages = {page.obj.objgen for page in pdf.pages}
        for place, page in enumerate(pdf.pages, start=1):
            texts = known[int(page.obj.StructParents)]
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) != "BDC" or "/MCID" not in operands[1]:
                    continue
                piece = int(operands[1].MCID)
                if piece >= len(texts):
                    found.append(f"page {place}: nobody has piece {piece}")
                    continue
                element = texts[piece]
                kids = element.K if isinstance(element.K, pikepdf.Array) else [element.K]
                if piece not in [kid for kid in kids if isinstance(kid, int)]:
                    found.append(f"page {place}: piece {piece} is not its element's")
                if element.Pg.objgen != page.obj.objgen:
                    found.append(f"page {place}: piece {piece} is elsewhere")
        found += [
            f"{element.S} is on a page that is not there"
            for element in elements(pdf.Root.StructTreeRoot)
            if "/Pg" in element and element.Pg.objgen not in pages
        ]
    return found


#: Points round a page in which words are looked for.
_AROUND = 2000.0
#: A far script's line box may be taller than its letters, in points.
_SLACK = 1.0
_PAGE = re.compile("<page ")
_WORD = re.compile(
    r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>'
)
