"""Table cards: a page for each table in use, with its number and code."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.documents.score_sheets import table_url
from tests.factories import make_tournament
from tests.reports.paper import codes_of, order_of, print_here, texts_of
from tournaments.domain.errors import Refused
from tournaments.models import Tournament


def test_cards_are_one_page_for_each_table_in_use(tournament: Tournament, tmp_path: Path) -> None:
    tournament.tables.filter(number__in=[2, 5]).update(in_service=False)
    path = print_here(order_of("table-cards", tournament), tmp_path)

    assert ["Table" in text for text in texts_of(path)] == [True] * 6
    assert codes_of(path, 2) == [table_url(tournament, 3)]


def test_cards_of_a_hall_without_tables_are_refused(db: None) -> None:
    with pytest.raises(Refused) as refused:
        order_of("table-cards", make_tournament(tables=0))
    assert refused.value.code == "nothing-to-print"
