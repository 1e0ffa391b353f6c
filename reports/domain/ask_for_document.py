"""Somebody asks for a document: a row is written, and a worker is woken."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from reports.documents import DOCUMENTS, RoundChoice
from reports.models import Job
from reports.tasks import wake
from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import Round, Tournament, User


def ask_for_document(
    tournament: Tournament,
    document: str,
    *,
    round_number: int | None = None,
    drafts: bool = True,
    language: str = "",
    by: User | None,
    key: str = "",
) -> Job:
    """A waiting job for `document` (a key of `DOCUMENTS`), in `language` (default: Danish).

    Without `drafts` a round that is one counts as not drawn: only those who draw may print it.
    Refused: `unknown-document`, `unknown-language`, `no-such-round`, and `being-made` while the
    same document is already on its way.
    """
    with act("document.ask", tournament, by=by, key=key) as doing:
        if doing.already:
            return Job.objects.get(tournament=tournament, key=key)
        language = language or settings.LANGUAGE_CODE
        params = _params(doing.row, document, round_number, language, drafts=drafts)
        same = Job.objects.filter(
            tournament=doing.row,
            document=document,
            params=params,
            language=language,
            state__in=[Job.State.WAITING, Job.State.RUNNING],
        )
        if same.exists():
            raise Refused(
                "being-made", _("This is being made already. It stands in the list in a moment.")
            )
        job = Job.objects.create(
            tournament=doing.row,
            document=document,
            params=params,
            language=language,
            asked_by=by,
            key=key,
        )
        doing.log(
            after={"document": document, "language": language, **params},
            called=str(DOCUMENTS[document].title),
        )
        transaction.on_commit(wake)
    return job


def _params(
    tournament: Tournament,
    document: str,
    round_number: int | None,
    language: str,
    *,
    drafts: bool,
) -> dict[str, Any]:
    if document not in DOCUMENTS:
        raise Refused("unknown-document", _("Choose one of the documents."), field="document")
    if language not in dict(settings.LANGUAGES):
        raise Refused("unknown-language", _("Choose one of the languages."), field="language")
    choice = DOCUMENTS[document].round
    if choice is RoundChoice.NONE or (choice is RoundChoice.OPTIONAL and round_number is None):
        return {}
    rounds = (
        tournament.rounds.all() if drafts else tournament.rounds.exclude(state=Round.State.DRAFT)
    )
    if round_number is None or not rounds.filter(number=round_number).exists():
        raise Refused(
            "no-such-round",
            _("Choose a round. One that is not drawn yet cannot be printed."),
            field="round",
        )
    return {"round": round_number}
