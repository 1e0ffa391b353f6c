"""What holds of every document there is: names, fonts, language, structure, sizes, codes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
import time_machine
from pypdf import PdfReader

from games.player_access import entry_address
from reports.documents import DOCUMENTS, Paper, RoundChoice
from reports.documents.score_sheets import table_url
from reports.domain.plan_day import plan_day
from tests.reports.approved import FONTS, STRAY, fonts_here, stray_dots
from tests.reports.clipped import cut_words
from tests.reports.paper import (
    codes_in,
    fonts_of,
    make_round,
    order_of,
    outside_of,
    overprinted,
    print_here,
    texts_of,
    unheard,
    words_of,
)
from tournaments.models import Entry, Pairing, Round, Seat, Tournament

#: As long as names get: 60 letters in wide ones and narrow ones, far scripts, an emoji.
NAMES = (
    "Kasper-Emil Vestergaard-Østerlund & Anne-Mette Blåbjerg Holm",
    "Świętosław Źdźbłowski i Łucja Brzęczyszczykiewicz-Wąsowicz 1",
    "Çağrı Gökçeoğlu ve Şükrüye İğneoğlu Kılıçdaroğlu-Yıldırım 12",
    "Παναγιώτης Χατζηαντωνίου και Ευφροσύνη Παπαδημητρακοπούλου α",
    "Владислав Чжэнь-Преображенский и Людмила Щукина-Ёлкина-Южная",
    "🎲🐘 Wawrzyniec Wolfgang William Wimmelmann-Wohlgemuth Wewers",
)
#: Documents on which every entry stands, whole.
NAMED = (
    "stage-pictures",
    "score-sheets", "pairings-by-name", "pairings-by-table", "standings",
    "check-in-list", "badges", "entry-slips", "diplomas", "emergency-pack",
)  # fmt: skip
#: What is asked so that each of `NAMED` has everybody on it.
ASKED = {"badges": {"for": "entry"}, "diplomas": {"for": "all"}}


def played(sides: int = 2, **fields: object) -> Round:
    """A round with a result at each table, a timetable, and the names above.

    The same day each time, codes and all, so that what one test has printed is there for the next.
    Who is level stays level: a lot is drawn by what the database has numbered them.
    """
    same = {"slug": "godkendt", "name": "Godkendt turnering", "tie_breaks": ["score_difference"]}
    round_ = make_round(3, names=NAMES, **same | fields)
    round_.tournament.refresh_from_db()
    for entry, last in zip(round_.tournament.entries.order_by("number"), "HJKMNP", strict=True):
        Entry.objects.filter(pk=entry.pk).update(code=f"ABCDEFG{last}")
    plan_day(round_.tournament, first_round=dt.time(9, 30), minutes_between=15, by=None)
    if sides != 2:
        one = round_.pairings.first()
        seats = list(Seat.objects.filter(round=round_).order_by("id"))
        for place, seat in enumerate(seats):
            Seat.objects.filter(pk=seat.pk).update(pairing=one, side=place, colours=[])
        Seat.objects.filter(pk__in=[seat.pk for seat in seats[sides:]]).delete()
        Pairing.objects.filter(round=round_).exclude(pk=one.pk).delete()
    for seat in Seat.objects.filter(round=round_):
        Seat.objects.filter(pk=seat.pk).update(
            outcome="loss" if seat.side else "win", points=int(not seat.side), place=1 + seat.side
        )
    return round_


def _round_of(name: str, round_: Round) -> Round | None:
    """The round, for a document that is made of one."""
    return round_ if DOCUMENTS[name].round is not RoundChoice.NONE else None


def printed(name: str, round_: Round, folder: Path, **choices: object) -> Path:
    of_round = _round_of(name, round_)
    with time_machine.travel("2027-03-13 09:00:00+00:00", tick=False):
        order = order_of(name, round_.tournament, of_round, **choices)  # type: ignore[arg-type]
    return print_here(order, folder)


def squeezed(path: Path) -> str:
    return "".join("".join(texts_of(path)).split())


#: The guides are long, and have tests of their own.
SHORT = [name for name in DOCUMENTS if not name.startswith("rule-guide")]


@pytest.mark.parametrize("name", SHORT)
def test_document_is_whole(db: None, tmp_path: Path, name: str) -> None:
    """Its names can be read out again, its fonts are in it, nothing stands outside its pages, is
    printed over another word or is cut, no page is empty; and it says what it is."""
    round_ = played()
    path = printed(name, round_, tmp_path, **ASKED.get(name, {}))

    if name in NAMED:
        text = squeezed(path)
        assert [entry for entry in NAMES if "".join(entry.split()) not in text] == []
    assert set(fonts_of(path).values()) == {True}
    assert (outside_of(path), overprinted(path), cut_words(path)) == ([], [], [])
    assert "" not in texts_of(path) or name == "blank-sheets"
    with pikepdf.open(path) as pdf, pdf.open_metadata() as about:
        assert (
            str(pdf.Root.Lang),
            bool(pdf.Root.MarkInfo.Marked),
            str(pdf.docinfo["/Title"]).startswith(round_.tournament.name)
            or round_.tournament.name in str(pdf.docinfo["/Title"]),
            about["pdfaid:part"],
            about["pdfaid:conformance"],
            about["dc:title"],
            str(pdf.Root.OutputIntents[0].S),
        ) == ("en", True, True, "3", "U", str(pdf.docinfo["/Title"]), "/GTS_PDFA1")
        # Every page of the document leads into its structure.
        assert "/StructTreeRoot" in pdf.Root
        places = pdf.Root.StructTreeRoot.ParentTree.Nums
        known = {int(places[at]) for at in range(0, len(places), 2)}
        assert {int(page.obj.StructParents) for page in pdf.pages} <= known
    assert unheard(path) == []


@pytest.mark.parametrize(
    "name", ["pairings-by-name", "pairings-by-table", "standings", "check-in-list"]
)
def test_longest_names_take_two_lines_of_a_list(db: None, tmp_path: Path, name: str) -> None:
    found = words_of(printed(name, played(), tmp_path))
    heights = {
        entry: {round(top) for *_at, top, _right, _bottom, word in found if _is_of(word, entry)}
        for entry in NAMES
    }
    assert {entry: len(its) for entry, its in heights.items() if len(its) not in {1, 2}} == {}


def _is_of(word: str, name: str) -> bool:
    """Whether it is a word of this name, and of no other text on the page."""
    return len(word) > 4 and word in name


#: Each prints most of what the documents before it print, or takes as long as they all do; the
#: booklet of rules has tests of its own, of its words and of what stands where.
LONG = pytest.mark.nightly


@pytest.mark.skipif(
    fonts_here() != FONTS, reason="the pictures were approved with other fonts than those installed"
)
@pytest.mark.parametrize(
    "name",
    [name if name in SHORT else pytest.param(name, marks=LONG) for name in DOCUMENTS],
)
def test_page_looks_as_approved(db: None, tmp_path: Path, name: str) -> None:
    assert stray_dots(printed(name, played(), tmp_path), name) <= STRAY


SHEET = {
    (Paper.A5, False): (842, 595),
    (Paper.A5, True): (595, 842),
    (Paper.LETTER, False): (612, 792),
    (Paper.LETTER, True): (792, 612),
}
#: What is scaled in each way, and all that lays itself out.
ON_OTHER_PAPER = [
    ("score-sheets", Paper.A5),
    ("standings", Paper.LETTER),
    ("table-cards", Paper.LETTER),
    # The same ways again, and all of them at once.
    pytest.param("stage-pictures", Paper.A5, marks=LONG),
    pytest.param("standings", Paper.A5, marks=LONG),
    pytest.param("emergency-pack", Paper.A5, marks=LONG),
    *(
        pytest.param(name, Paper.LETTER, marks=LONG)
        for name, document in DOCUMENTS.items()
        if document.in_its_own_size and name != "table-cards"
    ),
]


@pytest.mark.parametrize(("name", "paper"), ON_OTHER_PAPER)
def test_document_on_other_paper_fits_it(db: None, tmp_path: Path, name: str, paper: Paper) -> None:
    round_ = played()
    path = printed(name, round_, tmp_path, paper=paper, **ASKED.get(name, {}))
    on_a4 = order_of(name, round_.tournament, _round_of(name, round_), **ASKED.get(name, {}))
    with pikepdf.open(path) as pdf:
        said = str(pdf.Root.Lang), str(pdf.docinfo["/Title"])
    assert said == ("en", on_a4.title)
    lying = name in {"stage-pictures", "diplomas"}
    if name == "emergency-pack":
        # Its sheets stand and lie; only what is on them is looked at.
        assert (outside_of(path), unheard(path)) == ([], [])
        return
    for page in PdfReader(path).pages:
        size = (round(float(page.mediabox.width)), round(float(page.mediabox.height)))
        assert size == SHEET[paper, lying]
    assert (outside_of(path), overprinted(path), cut_words(path)) == ([], [], [])
    assert unheard(path) == []
    if name in NAMED:
        text = squeezed(path)
        assert [entry for entry in NAMES if "".join(entry.split()) not in text] == []


def _tables(tournament: Tournament) -> list[str]:
    return [table_url(tournament, table.number) for table in tournament.tables.all()]


def _entries(tournament: Tournament) -> list[str]:
    return [entry_address(entry) for entry in tournament.entries.all()]


@pytest.mark.parametrize(
    ("name", "addresses", "choices"),
    [
        ("score-sheets", _tables, {}),
        pytest.param("score-sheets", _tables, {"paper": Paper.A5}, marks=LONG),
        pytest.param("score-sheets", _tables, {"paper": Paper.LETTER}, marks=LONG),
        ("table-cards", _tables, {}),
        pytest.param("table-cards", _tables, {"paper": Paper.A5}, marks=LONG),
        ("table-cards", _tables, {"paper": Paper.LETTER}),
        ("badges", _entries, {"for": "entry"}),
        pytest.param("badges", _entries, {"for": "entry", "size": "A6"}, marks=LONG),
        pytest.param("badges", _entries, {"for": "entry", "paper": Paper.LETTER}, marks=LONG),
        ("entry-slips", _entries, {}),
        pytest.param("entry-slips", _entries, {"paper": Paper.LETTER}, marks=LONG),
    ],
)
def test_every_code_is_read_and_leads_where_it_should(
    db: None,
    tmp_path: Path,
    name: str,
    addresses: Callable[[Tournament], list[str]],
    choices: dict[str, str],
) -> None:
    round_ = played()
    path = printed(name, round_, tmp_path, **choices)
    wanted = addresses(round_.tournament)
    assert sorted(codes_in(path, wanted)) == sorted(wanted)


#: Every game, with as many sides as there may be at a table.
GAMES = [
    ("partners", 1),
    ("backgammon", 2),
    ("partners-plus-pairs", 3),
    ("kroket", 6),
    ("partners-plus-teams", 2),
]


@pytest.mark.skipif(
    fonts_here() != FONTS, reason="the pictures were approved with other fonts than those installed"
)
@pytest.mark.parametrize(("game", "sides"), GAMES)
def test_sheet_of_every_game_looks_as_approved(
    db: None, tmp_path: Path, game: str, sides: int
) -> None:
    path = printed("score-sheets", played(sides, game=game), tmp_path)
    assert stray_dots(path, f"score-sheets-{game}") <= STRAY


@pytest.mark.parametrize(("game", "sides"), GAMES)
@pytest.mark.parametrize("name", ["score-sheets", pytest.param("blank-sheets", marks=LONG)])
def test_longest_names_fit_beside_each_other(
    db: None, tmp_path: Path, name: str, game: str, sides: int
) -> None:
    round_ = played(sides, game=game)
    choices = {"sides": str(sides), "copies": "1"} if name == "blank-sheets" else {}
    # In Danish, whose words are the longer ones.
    path = printed(name, round_, tmp_path, language="da", **choices)
    assert (outside_of(path), overprinted(path), cut_words(path)) == ([], [], [])
    assert len(PdfReader(path).pages) == (3 if sides == 2 and name == "score-sheets" else 1)
    if name != "blank-sheets":
        text = squeezed(path)
        assert [one for one in NAMES[:sides] if "".join(one.split()) not in text] == []
