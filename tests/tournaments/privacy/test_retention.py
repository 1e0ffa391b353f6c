"""Contact details are kept as long as was promised, and then erased."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.factories import make_entries, make_tournament
from tests.mail_server import make_mail
from tests.tournaments.privacy.people import EMAIL, PHONE, Town, town
from tournaments.models import (
    Event,
    FormerPlayer,
    Mail,
    Player,
    SignUp,
    Tournament,
)
from tournaments.privacy.retention import (
    Kept,
    erase_contacts,
    erase_what_is_due,
    erasure_day,
    kept_now,
)
from tournaments.tasks import erase_contacts_in_time


@pytest.fixture
def there(tournament: Tournament) -> Town:
    return town(tournament)


def at(day: str, time: str = "12:00") -> dt.datetime:
    return dt.datetime.fromisoformat(f"{day}T{time}+00:00")


def test_day_is_so_many_days_after_the_tournament(there: Town) -> None:
    # The tournament is on 13 March 2027.
    assert erasure_day(there.tournament) == dt.date(2027, 6, 11)
    there.tournament.days_kept = None
    assert erasure_day(there.tournament) is None


def test_everything_goes_on_the_day_once(there: Town) -> None:
    others = make_entries(make_tournament(days_kept=None), 1)
    waiting = make_mail(there.tournament, f"x.{EMAIL}@example.org")
    names = list(Player.objects.order_by("pk").values_list("name", flat=True))

    # In Denmark it is the 11th when it is 22.00 on the 10th in UTC.
    assert erase_what_is_due(at("2027-06-10", "21:59")) == 0
    assert erase_what_is_due(at("2027-06-10", "22:00")) == 1
    assert erase_what_is_due(at("2027-06-12")) == 0

    for rows in (Player.objects, FormerPlayer.objects, SignUp.objects, Mail.objects):
        said = str(list(rows.values()))
        assert (EMAIL in said, PHONE in said, "Hej Wilhelmine" in said) == (False, False, False)
    assert list(Player.objects.order_by("pk").values_list("name", flat=True)) == names
    assert others[0].players.exclude(email="").count() == 2
    waiting.refresh_from_db()
    assert (waiting.state, waiting.error) == ("failed", "erased")
    assert SignUp.objects.get().state == "cancelled"
    [event] = Event.objects.filter(verb="privacy.retention")
    assert (event.actor, event.after) == (None, {"players": 9, "sign_ups": 1, "letters": 2})
    assert kept_now(there.tournament) == Kept(0, 0, 0)


def test_who_comes_after_the_day_is_erased_on_the_next(there: Town) -> None:
    erase_what_is_due(at("2027-06-11"))
    make_entries(there.tournament, 1)
    assert erase_what_is_due(at("2027-06-12")) == 1
    assert Event.objects.filter(verb="privacy.retention").count() == 2


def test_two_of_one_name_stay_two(there: Town) -> None:
    Player.objects.filter(pk__in=[there.player("Xerxes Zahle").pk]).update(
        name="Yngvild Wandall", person_key="yngvild wandall|xerxes"
    )
    erase_contacts(there.tournament, by=None)
    keys = Player.objects.filter(name="Yngvild Wandall").values_list("person_key", flat=True)
    assert len(set(keys)) == 2


def test_nothing_is_erased_where_nothing_was_promised(there: Town) -> None:
    Tournament.objects.update(days_kept=None)
    assert erase_what_is_due(at("2099-01-01")) == 0
    assert erase_contacts_in_time() == 0
    assert kept_now(there.tournament)


def test_same_press_twice_is_one_event(there: Town) -> None:
    first = erase_contacts(there.tournament, by=None, key="k")
    assert first == Kept(9, 1, 1)
    assert erase_contacts(there.tournament, by=None, key="k") == Kept(0, 0, 0)
    assert Event.objects.count() == 1
