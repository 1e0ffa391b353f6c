"""Rounds to print, and documents printed here and now, without child processes."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
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


def print_here(order: Order, folder: Path) -> Path:
    """The whole PDF of `order`."""
    backdrops = {}
    for number, (name, html) in enumerate(order.backdrops.items()):
        backdrops[name] = folder / f"backdrop{number}.pdf"
        print_part(Part(html, tagged=False), backdrops[name])
    parts = []
    for number, part in enumerate(order.parts):
        parts.append(folder / f"part{number}.pdf")
        print_part(part, parts[-1])
    target = folder / "whole.pdf"
    bind(order, parts, backdrops, target)
    return target


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
        codes |= dict.fromkeys(_codes_at(path, page, dots))
    return list(codes)


#: A page as a copier prints it, and a little nearer and further away.
_DOTS_AN_INCH = (100, 150, 200, 250)


def _codes_at(path: Path, page: int, dots: int) -> list[str]:
    picture = path.with_suffix("")
    subprocess.run(
        ["pdftoppm", "-r", str(dots), "-gray", "-png", "-singlefile", "-f", str(page), "-l"]
        + [str(page), path, picture],
        check=True,
    )
    read = subprocess.run(
        ["zbarimg", "--quiet", "--raw", picture.with_suffix(".png")],
        capture_output=True,
        text=True,
    )
    assert read.returncode in {0, _NO_CODE}, read.stderr
    return read.stdout.split()


#: What zbarimg answers for a picture without a code.
_NO_CODE = 4


def outside_of(path: Path) -> list[str]:
    """Words that stand outside their page, whole or in part.

    A word's box is as high as its font may be; its letters stand in the middle half of it.
    """
    out = subprocess.run(
        ["pdftotext", "-bbox", path, "-"], check=True, capture_output=True, text=True
    ).stdout
    found = []
    width = height = 0.0
    for line in out.splitlines():
        if page := _PAGE.search(line):
            width, height = float(page[1]), float(page[2])
        elif word := _WORD.search(line):
            left, top, right, bottom = (float(word[at]) for at in range(1, 5))
            top, bottom = top + (bottom - top) / 4, bottom - (bottom - top) / 4
            if (
                left < -_SLACK
                or top < -_SLACK
                or right > width + _SLACK
                or bottom > height + _SLACK
            ):
                found.append(word[5])
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


#: A far script's line box may be taller than its letters, in points.
_SLACK = 1.0
_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)"')
_WORD = re.compile(
    r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>'
)
