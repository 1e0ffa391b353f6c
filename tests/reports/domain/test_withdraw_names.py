"""When a name is no longer to be shown, documents that may name it lose their files."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from reports.models import Job
from tests.tournaments.privacy.people import NAMES, town
from tournaments.models import Tournament
from tournaments.privacy.erase import erase_person
from tournaments.privacy.person import find_people


@pytest.mark.parametrize("commits", [True, False])
def test_files_go_with_the_commit(
    tournament: Tournament, django_capture_on_commit_callbacks: Any, commits: bool
) -> None:
    town(tournament)
    name = default_storage.save("reports/a.pdf", ContentFile(b"%PDF Quistgaard"))
    job = Job.objects.create(
        tournament=tournament, document="standings", language="da", state="done", file=name
    )
    ref = next(one.ref for one in find_people(tournament, NAMES[0][0]) if one.name == NAMES[0][0])

    with django_capture_on_commit_callbacks(execute=commits):
        erase_person(tournament, ref, instead="initials", by=None)

    job.refresh_from_db()
    assert (job.pruned_at is not None, default_storage.exists(name)) == (True, not commits)
    default_storage.delete(name)
