"""One person's data is erased; what they played stays."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import make_tournament
from tests.mail_server import make_mail
from tests.tournaments.privacy.people import FORMER, NAMES, Town, email_of, town
from tournaments.access import find_tournament
from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.domain.seal_log import seal_log, verify_log
from tournaments.log_words import told
from tournaments.models import Entry, Event, Player, Seat, SignUp, Tournament
from tournaments.privacy.erase import consequences, erase_person
from tournaments.privacy.person import find_people, person_of
from tournaments.queries.stage_standings import stage_ranking
from tournaments.queries.stages import stages_of

FIRST = NAMES[0][0]


@pytest.fixture
def there(tournament: Tournament) -> Town:
    return town(tournament)


def ref_of(there: Town, name: str) -> str:
    """Found by name or pair, the one of that name first."""
    found = find_people(there.tournament, name)
    return min(found, key=lambda one: name.casefold() not in one.name.casefold()).ref


def places(tournament: Tournament) -> list[object]:
    ranking = stage_ranking(stages_of(tournament)[0])
    seats = Seat.objects.filter(round__tournament=tournament).order_by("pk")
    fields = ("pk", "entry_id", "outcome", "points", "place", "score", "colours")
    return [ranking.ranks, *seats.values_list(*fields)]


def test_everything_of_the_person_goes_and_the_others_stay(there: Town) -> None:
    Entry.objects.filter(pk=there.entries[0].pk).update(notes="Wilhelmine tåler ikke nødder")
    before = list(Player.objects.exclude(name=FIRST).order_by("pk").values())

    assert (
        erase_person(there.tournament, ref_of(there, FIRST), instead="initials", by=None) == "W. Q."
    )

    entry = Entry.objects.get(pk=there.entries[0].pk)
    assert (entry.name, entry.notes) == ("W. Q. & Xerxes Zahle", "")
    player = entry.players.get(position=1)
    assert (player.name, player.email, player.phone) == ("W. Q.", "", "")
    assert list(Player.objects.exclude(pk=player.pk).order_by("pk").values()) == before
    there.mail.refresh_from_db()
    assert (there.mail.to, there.mail.subject, there.mail.text) == ("", "", "")
    assert find_people(there.tournament, FIRST) == []


def test_number_instead_of_initials_and_one_who_left(there: Town) -> None:
    first = erase_person(there.tournament, ref_of(there, FORMER), instead="number", by=None)
    second = erase_person(there.tournament, ref_of(there, FIRST), instead="number", by=None)
    assert first != second
    there.former.refresh_from_db()
    assert (there.former.name, there.former.email, there.former.phone) == (first, "", "")


def test_sign_up_that_waits_is_cancelled_and_emptied(there: Town) -> None:
    letter = make_mail(there.tournament, email_of("Gunhilde"), sign_up=there.sign_up)
    person = person_of(there.tournament, ref_of(there, "gunhilde"))
    assert person is not None and consequences(person).cancels == 1

    erase_person(there.tournament, ref_of(there, "gunhilde"), instead="initials", by=None)

    row = SignUp.objects.get()
    assert (row.state, row.facts, row.email, row.link_version) == ("cancelled", {}, "", 2)
    letter.refresh_from_db()
    assert (letter.state, letter.to, letter.error) == ("failed", "", "erased")


def test_two_of_the_same_initials_are_still_two(there: Town) -> None:
    other = there.player("Xerxes Zahle")
    other.name = "Walther Quist"
    other.save()
    Entry.objects.filter(pk=there.entries[0].pk).update(name=f"{FIRST} & Walther Quist")
    for name in (FIRST, "Walther Quist"):
        erase_person(there.tournament, ref_of(there, name), instead="initials", by=None)
    entry = Entry.objects.get(pk=there.entries[0].pk)
    assert entry.name == "W. Q. & W. Q."
    assert len(set(entry.players.values_list("person_key", flat=True))) == 2


def test_couple_with_one_address_are_two_people(there: Town) -> None:
    other = there.player("Xerxes Zahle")
    other.email = email_of(FIRST)
    other.save()
    person = person_of(there.tournament, ref_of(there, FIRST))
    assert person is not None
    assert consequences(person).sharing == ("Xerxes Zahle",)
    erase_person(there.tournament, ref_of(there, FIRST), instead="initials", by=None)
    other.refresh_from_db()
    assert (other.name, other.email) == ("Xerxes Zahle", email_of(FIRST))


def test_log_keeps_its_rows_and_shows_the_name_no_more(there: Town) -> None:
    with act("entry.edit", there.tournament, by=None) as doing:
        doing.log(
            there.entries[0],
            before={"name": "Andre", "players": [FIRST.upper(), "Xerxes Zahle"]},
            after={"name": f"{FIRST} & Xerxes Zahle", "kept": {"deep": [f"x {FIRST}, {FIRST}"]}},
            why=f"{FIRST} ringede; {FIRST}s bror ikke",
        )
    seal_log(there.tournament)
    raw = Event.objects.filter(verb="entry.edit").values().get()

    erase_person(there.tournament, ref_of(there, FIRST), instead="initials", by=None)

    assert Event.objects.filter(verb="entry.edit").values().get() == raw
    found = find_tournament(there.tournament.slug).events.order_by("id")
    [edit, erasure] = told(found)
    assert (edit.event.subject, edit.event.why) == (
        "W. Q. & Xerxes Zahle",
        f"W. Q. ringede; {FIRST}s bror ikke",
    )
    assert edit.event.before["players"] == ["W. Q.", "Xerxes Zahle"]
    assert edit.event.after == {
        "name": "W. Q. & Xerxes Zahle",
        "kept": {"deep": ["x W. Q., W. Q."]},
    }
    assert "W. Q." in erasure.sentence
    stored = Event.objects.filter(verb="privacy.erase").values().get()
    assert "quistgaard" not in json.dumps(stored, default=str).casefold()
    assert verify_log(there.tournament) is not None


def test_same_press_twice_erases_once(there: Town) -> None:
    ref = ref_of(there, FIRST)
    for _ in range(2):
        assert erase_person(there.tournament, ref, instead="initials", by=None, key="k") == "W. Q."
    assert Event.objects.filter(verb="privacy.erase").count() == 1


@pytest.mark.parametrize(
    ("ref", "instead", "code"),
    [
        ("player-0", "initials", "no-person"),
        ("a", "number", "no-person"),
        ("a", "", "unknown-choice"),
    ],
)
def test_nobody_and_nothing_are_refused(there: Town, ref: str, instead: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        erase_person(there.tournament, ref, instead=instead, by=None)
    assert refused.value.code == code


@given(
    whom=st.lists(
        st.sampled_from([name for pair in NAMES for name in pair]), unique=True, max_size=8
    ),
    instead=st.sampled_from(["initials", "number"]),
)
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_erasing_never_changes_results_or_standings(
    db: None, whom: list[str], instead: str
) -> None:
    there = town(make_tournament())
    before = places(there.tournament)
    for name in whom:
        erase_person(there.tournament, ref_of(there, name), instead=instead, by=None)
    assert places(there.tournament) == before
