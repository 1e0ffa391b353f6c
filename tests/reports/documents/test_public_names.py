"""Papers for the wall name people as everybody may read it."""

from __future__ import annotations

import pytest

from reports.documents import DOCUMENTS, Subject
from tests.tournaments.privacy.people import NAMES, town
from tournaments.models import Player, Tournament


@pytest.mark.parametrize(
    "document", ["pairings-by-name", "pairings-by-table", "standings", "stage-pictures"]
)
def test_paper_for_the_wall_has_initials_of_those_who_asked(
    tournament: Tournament, document: str
) -> None:
    town(tournament)
    Player.objects.update(initials_only=True)
    round_ = tournament.rounds.get(number=2)

    order = DOCUMENTS[document].order(Subject(tournament, round_))

    html = "".join(part.html for part in order.parts)
    surnames = [name.split()[1] for pair in NAMES for name in pair]
    assert [name for name in surnames if name in html] == []
    assert "W. Q." in html


def test_check_in_list_has_the_full_names(tournament: Tournament) -> None:
    town(tournament)
    Player.objects.update(initials_only=True)
    order = DOCUMENTS["check-in-list"].order(Subject(tournament))
    assert NAMES[0][0] in order.parts[0].html
