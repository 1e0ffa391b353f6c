"""The tournament as a file: asked for on a phone, seen to come, and fetched."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from django.conf import LazySettings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from reports.domain.make_document import make_documents
from reports.models import Job
from tests.browser import looks
from tests.browser.device import DESK, PHONE, follow
from tests.browser.log_in import logged_in
from tests.factories import make_entries
from tournaments.models import Tournament, User

pytestmark = pytest.mark.browser


def test_file_is_asked_for_seen_to_come_and_fetched(
    transactional_db: None,
    page: Page,
    live_server: LiveServer,
    tournament: Tournament,
    organiser: User,
    settings: LazySettings,
    tmp_path: Path,
) -> None:
    settings.DATA_DIR = tmp_path
    make_entries(tournament, 4)
    logged_in(page.context, live_server, organiser, "en")
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/desk/{tournament.slug}/file/")
    follow(page, page.get_by_role("button", name="Make the file", exact=True))
    row = page.locator("#files-made tbody tr")
    expect(row).to_contain_text("In line")
    Job.objects.update(state=Job.State.RUNNING, done=7, total=20)
    expect(row.locator("progress")).to_have_attribute("value", "7")
    found = looks.faults(page) + looks.wider(page)

    Job.objects.update(state=Job.State.WAITING, done=0, total=0)
    make_documents()
    fetch = row.get_by_role("link", name="Fetch the file")
    with page.expect_download() as download:
        fetch.click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert "data/players.json" in archive.namelist()
    expect(page.locator("#files-made[hx-get]")).to_have_count(0)
    found += looks.faults_at_two_widths(page, DESK)
    assert found == []
