"""Somebody asks for a document: a row is written, and a worker is woken."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from reports.documents import DOCUMENTS, Document, Paper, RoundChoice
from reports.documents.model import NOTHING
from reports.models import Job
from reports.tasks import wake
from tournaments.access import Action
from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import Round, Tournament, User


def ask_for_document(
    tournament: Tournament,
    document: str,
    *,
    round_number: int | None = None,
    actions: Collection[Action] = frozenset(Action),
    language: str = "",
    paper: str = "",
    options: Mapping[str, str] = NOTHING,
    by: User | None,
    key: str = "",
) -> Job:
    """A waiting job for `document` (a key of `DOCUMENTS`), in `language` (default: Danish), on
    `paper` (default: A4), with what was chosen of its `options`.

    `actions` are what the asker may do: a draft is printed by those who draw, and a document that
    needs more than printing counts as unknown to the others. Refused: `unknown-document`,
    `unknown-language`, `unknown-paper`, `unknown-option`, `no-such-round`, and `being-made` while
    the same document is already on its way.
    """
    with act("document.ask", tournament, by=by, key=key) as doing:
        if doing.already:
            return Job.objects.get(tournament=tournament, key=key)
        language = language or settings.LANGUAGE_CODE
        kind = _document(document, language, actions)
        params = _round(doing.row, kind, round_number, drafts=Action.DRAW in actions)
        params |= _choices(kind, paper, options)
        same = Job.objects.filter(
            tournament=doing.row,
            document=document,
            params=params,
            language=language,
            state__in=Job.ON_ITS_WAY,
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


def _document(name: str, language: str, actions: Collection[Action]) -> Document:
    document = DOCUMENTS.get(name)
    if document is None or document.needs not in actions:
        raise Refused("unknown-document", _("Choose one of the documents."), field="document")
    if language not in dict(settings.LANGUAGES):
        raise Refused("unknown-language", _("Choose one of the languages."), field="language")
    return document


def _round(
    tournament: Tournament, document: Document, number: int | None, *, drafts: bool
) -> dict[str, Any]:
    choice = document.round
    if choice is RoundChoice.NONE or (choice is RoundChoice.OPTIONAL and number is None):
        return {}
    rounds = (
        tournament.rounds.all() if drafts else tournament.rounds.exclude(state=Round.State.DRAFT)
    )
    if number is None or not rounds.filter(number=number).exists():
        raise Refused(
            "no-such-round",
            _("Choose a round. One that is not drawn yet cannot be printed."),
            field="round",
        )
    return {"round": number}


def _choices(document: Document, paper: str, options: Mapping[str, str]) -> dict[str, str]:
    """What was chosen otherwise than usual: that alone is written down."""
    paper = paper or Paper.A4
    if paper not in document.papers:
        raise Refused("unknown-paper", _("Choose one of the sizes of paper."), field="paper")
    try:
        chosen = document.chosen(options)
    except KeyError as error:
        raise Refused(
            "unknown-option", _("Choose one of what is offered."), field=str(error.args[0])
        ) from None
    usual = document.chosen()
    found = {} if paper == Paper.A4 else {"paper": str(paper)}
    return found | {name: value for name, value in chosen.items() if value != usual[name]}
