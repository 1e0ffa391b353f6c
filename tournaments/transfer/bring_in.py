"""A tournament out of a file: whole, or nothing of it."""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import IO, Any, Final

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain.errors import Refused
from tournaments.domain.seal_log import verify_log
from tournaments.models import Import, Role, Tournament, User

from .container import Archive, Unreadable, documents_of, open_archive
from .kinds import CHECKS, PEOPLE, Kind, Made, all_kinds
from .rows import make_people, make_rows, translate_later
from .upgrades import Lists, upgraded

log = logging.getLogger("startfelt.transfer")

MESSAGES: Final[dict[str, str | Promise]] = {
    "no-zip": _("This is no file that Startfelt wrote. Choose one that ends in .zip."),
    "not-ours": _("This is no file that Startfelt wrote. Choose one that ends in .zip."),
    "no-manifest": _("This is no file that Startfelt wrote. Choose one that ends in .zip."),
    "too-large": _("The file is too large to be a tournament."),
    "bomb": _("The file would become too large when it is unpacked. It was not opened."),
    "strange-name": _("The file has parts that no tournament has. It was not opened."),
    "damaged": _(
        "The file is damaged: something in it is not what was written. Fetch it again where it "
        "was made."
    ),
    "newer": _(
        "A newer version of the program wrote this file. Update Startfelt here, then try again."
    ),
}

#: What a file that was made up, or changed, may run into.
_FAULTS: Final = (
    ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError,
    LookupError, AssertionError, ValidationError, DatabaseError,
)  # fmt: skip


_SLUG: Final = re.compile(r"[-a-zA-Z0-9_]{1,60}")


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file says it is."""

    name: str
    address: str
    written: dt.datetime
    contacts: bool
    log_place: int
    log_digest: str
    log_whole: bool


def import_tournament(
    source: IO[bytes],
    size: int,
    *,
    by: User | None,
    slug: str = "",
    organiser: User | None = None,
    reserved: Collection[str] = (),
) -> Tournament:
    """The tournament of a file of `size` bytes; `organiser` (default: `by`) is its organiser.

    `slug` empty: the address it had. `reserved` are addresses of other pages. `Refused`:
    `slug-taken`; a code of `MESSAGES` for what is no file of ours, is damaged, or does not hold
    together. Then nothing was written. Papers get their files after all else; if that is cut
    short they are listed without them.
    """
    try:
        archive = open_archive(source, size)
        contents = _contents(archive)
        if (slug or contents.address) in reserved:
            raise _taken(slug or contents.address)
        lists = _lists(archive)
        documents = {name: archive.read(name) for name in documents_of(archive)}
        made = _write(lists, documents, contents, _digest(source), by, organiser or by, slug)
    except Unreadable as fault:
        raise Refused(fault.code, MESSAGES[fault.code], field="file") from None
    _keep_files(made, documents)
    return made.tournament


def _digest(source: IO[bytes]) -> str:
    source.seek(0)
    return hashlib.file_digest(source, "sha256").hexdigest()  # type: ignore[arg-type]


def _contents(archive: Archive) -> Contents:
    said = archive.manifest
    try:
        chain = said["log"]
        found = Contents(
            name=said["name"],
            address=said["address"],
            written=dt.datetime.fromisoformat(said["written"]),
            contacts=said["contacts"],
            log_place=chain["place"],
            log_digest=chain["digest"],
            log_whole=chain["whole"],
        )
    except _FAULTS:
        raise Unreadable("damaged") from None
    kinds = (str, str, dt.datetime, bool, int, str, bool)
    values = [getattr(found, name) for name in Contents.__slots__]
    if any(type(value) is not kind for value, kind in zip(values, kinds, strict=True)):
        raise Unreadable("damaged")
    if (
        found.written.tzinfo is None
        or len(found.log_digest) != 64
        or not _SLUG.fullmatch(found.address)
    ):
        raise Unreadable("damaged")
    return found


def _lists(archive: Archive) -> Lists:
    names = [name for name in archive.names if name.startswith("data/")]
    lists = {name.removeprefix("data/").removesuffix(".json"): archive.rows(name) for name in names}
    lists = upgraded(lists, archive.manifest.get("version"))
    if lists.keys() - {PEOPLE, *(kind.name for kind in all_kinds())}:
        raise Unreadable("damaged")
    if len(lists.get("tournament", ())) != 1:
        raise Unreadable("damaged")
    return lists


def _write(
    lists: Lists,
    documents: dict[str, bytes],
    contents: Contents,
    digest: str,
    by: User | None,
    organiser: User | None,
    slug: str,
) -> Made:
    slug = slug or contents.address
    with transaction.atomic():
        if Tournament.objects.filter(slug=slug).exists():
            raise _taken(slug)
        try:
            with transaction.atomic():
                made = _rows(lists, documents, slug)
                for check in CHECKS:
                    check(made.tournament)
        except IntegrityError:
            if Tournament.objects.filter(slug=slug).exists():
                raise _taken(slug) from None
            raise Unreadable("damaged") from None
        except _FAULTS as fault:
            log.info("a file could not be brought in: %s", type(fault).__name__)
            raise Unreadable("damaged") from None
        state = verify_log(made.tournament)
        if (state.sealed, state.digest) != (contents.log_place, contents.log_digest) or (
            contents.log_whole and state.faults
        ):
            raise Unreadable("damaged")
        Import.objects.create(
            tournament=made.tournament,
            by=by,
            digest=digest,
            written_at=contents.written,
            address=contents.address,
            contacts=contents.contacts,
            log_place=state.sealed,
            log_digest=state.digest,
            log_whole=not state.faults,
        )
        if organiser is not None:
            Role.objects.create(
                tournament=made.tournament, user=organiser, kind=Role.Kind.ORGANISER
            )
    return made


def _taken(slug: str) -> Refused:
    words = _("Another tournament has the address “%(slug)s”. Write one of your own.")
    return Refused("slug-taken", words % {"slug": slug}, field="slug")


def _rows(lists: Lists, documents: dict[str, bytes], slug: str) -> Made:
    made = Made(Tournament(slug=slug))
    made.rows[PEOPLE] = dict(make_people(lists.get(PEOPLE, [])))
    for kind in all_kinds():
        make_rows(kind, lists.get(kind.name, []), made)
        _set_texts(kind, made, documents)
    translate_later(made)
    return made


def _set_texts(kind: Kind, made: Made, documents: dict[str, bytes]) -> None:
    """Texts that are files of their own belong to their rows."""
    texts = [(row, field, name) for row, field, name in made.files if field in kind.texts]
    for row, field, name in texts:
        setattr(row, field, documents[name].decode())
    if texts:
        kind.model._base_manager.bulk_update(
            [row for row, *_ in texts], list(kind.texts), batch_size=100
        )
        made.files = [one for one in made.files if one not in texts]


def _keep_files(made: Made, documents: dict[str, bytes]) -> None:
    """After the commit: each paper's file, and the row that says so."""
    for row, field, name in made.files:
        stored = default_storage.save(f"reports/{row.pk}.pdf", ContentFile(documents[name]))
        changes: dict[str, Any] = {field: stored}
        if hasattr(row, "pruned_at"):
            changes["pruned_at"] = None
        type(row)._base_manager.filter(pk=row.pk).update(**changes)
