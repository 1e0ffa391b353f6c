"""Which addresses of the program are whole pages, and where they are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from config.day.pairs import spreadsheet
from tests.config.test_access import all_patterns, names_in_tournaments
from tests.tournaments.privacy.people import Town


def page_at(client: Client, url: str) -> HttpResponse | None:
    """The whole page that a GET gives; None for a piece, a file, a deed or nothing."""
    response = client.get(url)
    if response.status_code != 200 or response.streaming:
        return None
    if not response.headers["Content-Type"].startswith("text/html"):
        return None
    return response if b"<html" in response.content else None


def pages_of(
    there: Town, client: Client, wanted: Callable[[str], bool] = lambda _name: True
) -> dict[str, tuple[str, HttpResponse]]:
    """Each name of an address that is a page for this client: where it is, and the answer.

    Of those names only that are `wanted`.
    """
    slug = there.tournament.slug
    file = SimpleUploadedFile("par.csv", spreadsheet(6, 3))
    sent = client.post(reverse("desk-import", args=[slug]), {"file": file})
    known: dict[str, Any] = {
        "slug": slug,
        "upload_id": sent.headers["Location"].split("/import/")[1].split("/")[0],
        "mail_id": there.mail.pk,
        "role_id": there.tournament.roles.first().pk,
        "what": "remove",
        "pk": 1,
        "event": getattr(there.tournament.events.first(), "pk", 0),
    }
    found: dict[str, tuple[str, HttpResponse]] = {}
    arguments = {pattern.name: pattern.pattern.regex.groupindex for pattern in all_patterns()}
    for name in filter(wanted, names_in_tournaments()):
        takes = arguments[name]
        if not takes.keys() <= known.keys() | {"n", "number"}:
            continue  # what a letter, a phone or another page has the key of
        # A `number` is an entry's, a table's or a round's, and so on: what gives a page is right.
        for round_number, number in product((2, 1), (1, 2)):
            given = known | {"n": round_number, "number": number}
            url = reverse(name, kwargs={one: given[one] for one in takes})
            page = page_at(client, url)
            if page is not None:
                found[name] = url, page
            if page is not None or not takes.keys() & {"n", "number"}:
                break
    return found
