"""What was done before a tournament came is read here, and not taken back."""

from __future__ import annotations

import pytest

from tests.tournaments.transfer.made import everything, moved
from tournaments.access import Action
from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.domain.imported import keep_imported
from tournaments.log_words import told
from tournaments.models import Event, Tournament
from tournaments.privacy.erase import erase_person
from tournaments.undo.offers import offers
from tournaments.undo.take_back import take_back, undone_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def there() -> Tournament:
    return moved(everything())


def test_step_of_before_is_refused(there: Tournament) -> None:
    event = there.events.get(verb="table.service")
    with pytest.raises(Refused) as refused:
        take_back(there, event.pk, by=None)
    assert refused.value.code == "imported"
    assert there.tables.get(number=8).in_service is False


def test_page_offers_no_step_of_before(there: Tournament) -> None:
    events = list(there.events.all())
    found = offers(there, events, frozenset(Action))
    assert {offer.kind for offer in found.values()} == {"never"}


def test_name_that_was_erased_stays_covered_wherever_it_is_taken() -> None:
    tournament = everything()
    with act("entry.edit", tournament, by=None) as doing:
        doing.log(tournament.entries.get(number=1), why="Anna 1 ringede", called="Anna 1 & Bo 1")
    player = tournament.players.get(name="Anna 1")
    erase_person(tournament, f"player-{player.pk}", instead="initials", by=None)

    for place in (tournament, there := moved(tournament), moved(there)):
        [edit] = told(place.events.filter(verb="entry.edit"))
        assert (edit.event.why, edit.event.subject) == ("A. 1. ringede", "A. 1. & Bo 1")


def test_key_of_elsewhere_takes_back_nothing_of_here(there: Tournament) -> None:
    here = Event.objects.create(
        tournament=there, verb="table.service", subject_kind="table",
        subject_id=there.tables.get(number=8).pk, subject="8",
    )  # fmt: skip
    keep_imported(here)
    Event.objects.create(
        tournament=there, verb="table.service", subject_kind="table", subject_id=1, subject="1",
        after={"undoes": here.pk}, origin={"id": 1, "tournament": 1, "actor": None, "subject": 1},
    )  # fmt: skip
    assert not undone_by(here).exists()
    assert offers(there, [here], frozenset(Action))[here.pk].kind != "undone"
