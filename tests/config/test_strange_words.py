"""Tags, quotes and formulas in every text there is: on pages, papers, letters and in files they are
text."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.apps import apps
from django.db.models import CharField, Field, JSONField, Model, SlugField, TextField
from django.test import Client

from judging.domain.place_call import place_call
from reports.documents import DOCUMENTS, RoundChoice
from reports.domain.plan_day import plan_day
from reports.exports import EXPORTS, Reader
from reports.exports.files import FORMATS
from tests.config.test_access import address, is_open, names_in_tournaments
from tests.factories import make_user
from tests.pages import pages_of
from tests.reports.paper import order_of, print_here, texts_of
from tests.tournaments.privacy.people import Town, town
from tournaments.access import Action
from tournaments.domain.errors import Refused
from tournaments.mail.send import message_of
from tournaments.mail.write import one_line
from tournaments.models import Mail, Role, Tournament

#: Leaves every place in which a text may stand, and then begins a tag that nothing else has.
LONG = "'\"--></title></style></script></textarea></svg><hack-tag onx=1>"
SHORT = "'\"><hack-tag onx=1>"
#: What a spreadsheet program would work out.
FORMULA = "=1+1"
#: Fields that hold words of the program itself, or what nobody types.
_OWN = {
    *("state", "kind", "language", "digest", "token_hash", "session_key", "code", "key", "verb"),
    *("name_key", "person_key", "ruleset", "game", "time_zone", "format", "document", "outcome"),
    *("subject_kind", "payment", "device", "seed", "endpoint", "p256dh", "auth", "filename"),
    *("unplayed_rule", "struck_rule", "penalty_rule", "group", "carry", "how", "source", "address"),
    *("username", "password", "browser", "system", "origin", "begins", "log_digest", "grade"),
    *("step", "target", "state_before", "consequence", "email", "to", "contact", "slug"),
}


def typed_fields(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields of a model that somebody types freely."""
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, CharField | TextField)
        and not isinstance(field, SlugField)
        and not field.choices
        and field.name not in _OWN
        and not field.primary_key
    ]


def strange(field: Field[Any, Any], pk: object) -> str:
    """A text for a field, another one in each row."""
    room = field.max_length or 1_000
    return f"{pk}{LONG if room >= len(LONG) + 8 else SHORT}"[:room]


def make_strange() -> set[str]:
    """Put such texts into all rows; which fields they are in."""
    filled = set()
    for app in ("tournaments", "games", "judging", "reports"):
        for model in apps.get_app_config(app).get_models():
            fields = typed_fields(model)
            for row in model._default_manager.all():
                values: dict[str, Any] = {field.name: strange(field, row.pk) for field in fields}
                for field in model._meta.concrete_fields:
                    if isinstance(field, JSONField) and field.name in {"facts", "before", "after"}:
                        values[field.name] = said(getattr(row, field.name))
                model._default_manager.filter(pk=row.pk).update(**values)
                filled |= {f"{model.__name__}.{name}" for name in values}
    return filled


def said(value: Any, key: str = "") -> Any:
    """A JSON value with its texts made strange."""
    if isinstance(value, dict):
        return {name: said(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [said(inner, key) for inner in value]
    typed = {"name", "subject", "why", "note", "notes", "city", "club", "venue", "happened"}
    return value + SHORT if isinstance(value, str) and key in typed else value


class Tags(HTMLParser):
    """Finds the tag that was typed, and anything that would run."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        running = [name for name, _value in attrs if name.startswith("on")]
        leading = [value for _name, value in attrs if (value or "").startswith("javascript:")]
        if tag == "hack-tag" or running or leading:
            self.found.append(f"<{tag} {running or leading}> in line {self.getpos()[0]}")


def tags_in(html: str) -> list[str]:
    parser = Tags()
    parser.feed(html)
    parser.close()
    return parser.found


@pytest.fixture
def there(tournament: Tournament) -> Town:
    found = town(tournament)
    found.tournament.wall_text = "Pause"
    found.tournament.save()
    pairing = tournament.rounds.get(number=2).pairings.first()
    assert pairing is not None
    plan_day(tournament, first_round=dt.time(9, 30), minutes_between=15, by=None)
    place_call(pairing, reason="dispute", note="De siger noget andet", by=None, source="desk")
    return found


def test_page_that_lets_a_tag_through_would_be_found() -> None:
    assert tags_in(f"<p>{LONG}</p>") and tags_in(f'<img alt="{SHORT}">')
    assert tags_in(f"<style>a{LONG}</style>") and tags_in(f"<script>a{LONG}</script>")
    assert tags_in('<a href="javascript:alert(1)">') and tags_in("<b onclick=x>")
    assert tags_in("<p>&lt;hack-tag onx=1&gt;</p>") == []


def test_tags_are_text_on_every_page_of_the_desk(there: Town) -> None:
    user = make_user("bente", role=Role.Kind.ORGANISER, tournament=there.tournament)
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    filled = make_strange()
    assert {"Entry.name", "Player.name", "Tournament.name", "SignUp.facts", "Call.note"} <= filled
    pages = pages_of(there, client)
    assert len(pages) > 60
    wrong = {
        name: found[:3]
        for name, (_url, page) in pages.items()
        if (found := tags_in(page.content.decode()))
    }
    assert wrong == {}
    # They are there, as text.
    assert "&lt;hack-tag" in pages["desk-entries"][1].content.decode()


def test_tags_are_text_on_every_public_page(there: Town) -> None:
    make_strange()
    shown = 0
    for page, text in public(there):
        assert tags_in(text) == [], page
        shown += "&lt;hack-tag" in text
    assert shown > 10


def public(there: Town) -> Iterator[tuple[str, str]]:
    """Every open page of the tournament as it is sent, and the pages of its entries."""
    client, slug = Client(), there.tournament.slug
    pages = {address(name, slug) for name in names_in_tournaments() if is_open(name)}
    pages |= {f"/t/{slug}/entries/{number}/" for number in range(1, 5)} | {"/"}
    for page in sorted(pages):
        response = client.get(page)
        if response.headers.get("Content-Type", "").startswith(("text/html", "image/svg")):
            body = b"".join(response) if response.streaming else response.content
            yield page, body.decode()


def test_tags_are_text_on_every_paper(there: Town) -> None:
    make_strange()
    round_ = there.tournament.rounds.get(number=1)
    wrong, refused = [], []
    for name, document in DOCUMENTS.items():
        of_round = None if document.round is RoundChoice.NONE else round_
        try:
            order = order_of(name, there.tournament, of_round)
        except Refused:
            refused.append(name)
            continue
        sheets = [*(part.html for part in order.parts), *order.backdrops.values()]
        assert sheets, name
        # Tags as they are, also within the style of a page.
        wrong += [name for html in sheets if "<hack-tag" in html]
    assert wrong == []
    # What there is nothing for in these two rounds: brackets, diplomas of an end, and the like.
    assert len(refused) < 5, refused


def test_tag_can_be_read_on_paper(there: Town, tmp_path: Path) -> None:
    make_strange()
    round_ = there.tournament.rounds.get(number=1)
    path = print_here(order_of("pairings-by-name", there.tournament, round_), tmp_path)
    assert "<hack-tag" in "".join("".join(texts_of(path)).split(" "))


def test_letter_is_plain_text_with_one_line_as_its_subject(there: Town) -> None:
    make_strange()
    mail = Mail.objects.get()
    mail.subject = one_line(f"Hej\r\nBcc: x@example.org {SHORT}")
    letter = message_of(mail)
    assert letter.message().get_content_type() == "text/plain"
    assert letter.message().get_all("Bcc") is None
    assert LONG in letter.body


@pytest.mark.parametrize("kind", FORMATS)
def test_no_cell_of_any_export_is_a_formula(kind: str, there: Town) -> None:
    for model in (type(there.entries[0]), type(there.former)):
        for field in typed_fields(model):
            for row in model._default_manager.all():
                model._default_manager.filter(pk=row.pk).update(
                    **{field.name: f"{FORMULA}{row.pk}"}
                )
    seen = 0
    for export in EXPORTS.values():
        table = export.read(Reader(there.tournament, frozenset(Action)))
        data = FORMATS[kind].write(table, there.tournament.zone, FORMULA)
        if kind == "xlsx":
            sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
            cells = [cell for row in sheet.iter_rows() for cell in row]
            assert [cell.value for cell in cells if cell.data_type == "f"] == []
            seen += sum(str(cell.value).startswith(FORMULA) for cell in cells)
            continue
        delimiter = ";" if kind == "csv" else ","
        for record in csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=delimiter):
            assert [cell for cell in record if cell.startswith(("=", "@", "\t", "\r"))] == []
            seen += sum(FORMULA in cell for cell in record)
    assert seen > 20
