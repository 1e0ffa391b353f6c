"""Pages for what goes wrong: in the program's look, drawn without anything that may be broken."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tournaments.imports.reading import MAX_ROWS
from tournaments.models import Tournament, User


@pytest.mark.parametrize("language", ["da", "en", "nb"])
@pytest.mark.parametrize("name", ["400.html", "500.html"])
def test_page_without_a_request_is_in_our_look_and_in_the_language(
    name: str, language: str
) -> None:
    with override(language):
        page = render_to_string(name)
    assert f'<html lang="{language}">' in page
    assert "Startfelt</title>" in page and "<h1" in page
    assert "css/base" in page
    # Nothing of another host, and nothing that a browser would not be let load.
    assert re.findall(r'(?:src|href)="(?:https?:)?//[^"]*', page) == []
    assert "<style" not in page and "<script>" not in page


def test_form_with_more_fields_than_any_page_sends_is_told_so(
    tournament: Tournament, organiser: User, client_of: Callable[[User], Client]
) -> None:
    address = reverse("desk-import-preview", args=[tournament.slug, uuid4()])
    client = client_of(organiser)
    # As many as the preview of the longest import sends: two a row, and some around them.
    fields = {"shown-change": range(MAX_ROWS), "change": range(MAX_ROWS), "seen": ["x"] * 20}
    assert client.post(address, fields).status_code != 400
    many = {"change": range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    refused = client.post(address, many)
    assert refused.status_code == 400
    assert "Startfelt</title>" in refused.content.decode()
