"""Uploaded lists, kept between preview and confirmation.

One file an upload, in the folder of its tournament, under a name nobody can guess and no part
of which comes from outside. It holds people's addresses: nothing serves it, and it is gone with
the import, with a press on "cancel", or a day later when the next list is uploaded.
"""

from __future__ import annotations

import base64
import contextlib
import datetime as dt
import json
import uuid
from dataclasses import dataclass
from typing import Final

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from tournaments.models import Tournament

KEPT_FOR: Final = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Kept:
    id: uuid.UUID
    filename: str
    data: bytes


def _folder(tournament: Tournament) -> str:
    return f"imports/{tournament.pk}"


def _path(tournament: Tournament, upload_id: uuid.UUID) -> str:
    return f"{_folder(tournament)}/{upload_id.hex}.json"


def keep(tournament: Tournament, filename: str, data: bytes) -> uuid.UUID:
    """Store an upload; the id finds it again, in this tournament only."""
    sweep(tournament)
    upload_id = uuid.uuid4()
    text = json.dumps({"filename": filename, "data": base64.b64encode(data).decode("ascii")})
    default_storage.save(_path(tournament, upload_id), ContentFile(text.encode()))
    return upload_id


def fetch(tournament: Tournament, upload_id: uuid.UUID) -> Kept | None:
    """The upload, or None when it is gone."""
    try:
        with default_storage.open(_path(tournament, upload_id)) as file:
            stored = json.loads(file.read())
    except FileNotFoundError:
        return None
    return Kept(upload_id, stored["filename"], base64.b64decode(stored["data"]))


def drop(tournament: Tournament, upload_id: uuid.UUID) -> None:
    default_storage.delete(_path(tournament, upload_id))


def sweep(tournament: Tournament) -> None:
    """Delete the uploads of a tournament that nobody came back to."""
    folder = _folder(tournament)
    with contextlib.suppress(FileNotFoundError):
        for name in default_storage.listdir(folder)[1]:
            path = f"{folder}/{name}"
            with contextlib.suppress(FileNotFoundError):
                if default_storage.get_modified_time(path) < timezone.now() - KEPT_FOR:
                    default_storage.delete(path)
