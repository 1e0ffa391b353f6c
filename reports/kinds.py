"""Whatever a job may be of: one of the documents, or the tournament as a file."""

from __future__ import annotations

from django.utils.functional import Promise

from reports.documents import DOCUMENTS
from reports.tournament_file import TITLE, TOURNAMENT_FILE
from tournaments.access import Action


def title_of(name: str) -> str | Promise:
    """What a job's `document` is called; its name, where it is one that is no longer made."""
    if name == TOURNAMENT_FILE:
        return TITLE
    return DOCUMENTS[name].title if name in DOCUMENTS else name


def needs_of(name: str) -> Action:
    """What somebody must be allowed to have such a job made, to stop it and to read it."""
    if name == TOURNAMENT_FILE:
        return Action.EDIT_TOURNAMENT
    return DOCUMENTS[name].needs if name in DOCUMENTS else Action.PRINT
