"""The documents there are: a new one is a module with a `Document`, named here."""

from __future__ import annotations

from typing import Final

from reports.documents import (
    badges,
    blank_sheets,
    check_in_list,
    diplomas,
    emergency,
    entry_slips,
    judge_card,
    pairing_lists,
    rule_guides,
    rulings_log,
    schedule,
    score_sheets,
    stage_pictures,
    standings,
    table_cards,
)
from reports.documents.model import Document, Group, RoundChoice, Subject
from reports.press.parts import Paper

#: In the order of the day, as the page offers them.
DOCUMENTS: Final[dict[str, Document]] = {
    document.name: document
    for document in (
        score_sheets.DOCUMENT,
        blank_sheets.DOCUMENT,
        pairing_lists.BY_NAME,
        pairing_lists.BY_TABLE,
        standings.DOCUMENT,
        stage_pictures.DOCUMENT,
        check_in_list.DOCUMENT,
        table_cards.DOCUMENT,
        schedule.DOCUMENT,
        rule_guides.DOCUMENT,
        rule_guides.SMALL,
        badges.DOCUMENT,
        entry_slips.DOCUMENT,
        judge_card.DOCUMENT,
        rulings_log.DOCUMENT,
        rulings_log.STAFF,
        diplomas.DOCUMENT,
        emergency.DOCUMENT,
    )
}

__all__ = ["DOCUMENTS", "Document", "Group", "Paper", "RoundChoice", "Subject"]
