"""Somebody else plays: the entry stays, and past rounds keep those who played them."""

from __future__ import annotations

import pytest

from tests.results import play_round
from tests.tournaments.domain.leaving import again, entry, listed, played
from tournaments.domain.draw_round import draw_round
from tournaments.domain.entry_rows import facts_of, stamp
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.publish_round import publish_round
from tournaments.domain.substitute import substitute, undo_substitution
from tournaments.imports.facts import Person
from tournaments.models import Entry, Event, FormerPlayer, Tournament
from tournaments.queries.players import player_names

NEW = Person("Cille", "cille@example.org", "12345678")


@pytest.fixture
def running(db: None) -> Tournament:
    return played(4, 1)


def names(row: Entry) -> list[str]:
    return list(row.players.order_by("position").values_list("name", flat=True))


def test_substitute_keeps_entry_and_results(running: Tournament) -> None:
    before = listed(running)
    substitute(entry(running, 1), 2, NEW, by=None, why="a broken leg")
    row = entry(running, 1)
    assert (names(row), row.name, listed(running)) == (["Anna 1", "Cille"], "Par 1", before)
    former = FormerPlayer.objects.get()
    assert (former.name, former.email, former.through_round) == ("Bo 1", "bo1@example.org", 1)
    event = Event.objects.get(verb="entry.substitute")
    assert (event.before["players"], event.after["players"], event.why) == (
        ["Anna 1", "Bo 1"],
        ["Anna 1", "Cille"],
        "a broken leg",
    )
    assert "example.org" not in str((event.before, event.after))


def test_past_rounds_are_shown_with_those_who_played_them(running: Tournament) -> None:
    row = entry(running, 1)
    substitute(row, 2, NEW, by=None)
    assert player_names(running)[row.pk] == ["Anna 1", "Cille"]
    assert player_names(running, round_number=1)[row.pk] == ["Anna 1", "Bo 1"]
    assert player_names(running, round_number=2)[row.pk] == ["Anna 1", "Cille"]


def test_each_of_several_substitutes_has_the_rounds_they_played(running: Tournament) -> None:
    row = entry(running, 1)
    substitute(row, 1, NEW, by=None)
    play_round(again(running))
    substitute(row, 1, Person("Dea"), by=None)
    assert [player_names(running, round_number=n)[row.pk][0] for n in (1, 2, 3)] == [
        "Anna 1",
        "Cille",
        "Dea",
    ]


def test_entry_called_after_its_players_is_called_after_the_new_ones(running: Tournament) -> None:
    Entry.objects.filter(pk=entry(running, 1).pk).update(name="Anna 1 & Bo 1")
    facts = facts_of(entry(running, 1))
    substitute(entry(running, 1), 2, NEW, by=None)
    assert facts.name == "Anna 1 & Bo 1"
    assert entry(running, 1).name == "Anna 1 & Cille"


def test_in_the_running_round_or_from_the_next(running: Tournament) -> None:
    publish_round(draw_round(running, by=None), by=None)
    substitute(entry(running, 1), 1, NEW, from_round=2, by=None)
    assert FormerPlayer.objects.get().through_round == 1
    with pytest.raises(Refused) as refused:
        substitute(entry(running, 2), 1, Person("Else"), from_round=1, by=None)
    assert refused.value.code == "round-over"


def test_one_who_plays_elsewhere_is_refused(running: Tournament) -> None:
    with pytest.raises(Refused) as refused:
        substitute(entry(running, 1), 2, Person("Anna 2", "anna2@example.org"), by=None)
    assert refused.value.code == "player-elsewhere"
    assert not FormerPlayer.objects.exists()


def test_substitution_is_undone_until_the_substitute_has_played(running: Tournament) -> None:
    row = entry(running, 1)
    substitute(row, 2, NEW, by=None)
    event = Event.objects.get(verb="entry.substitute")
    undo_substitution(row, event.pk, by=None)
    player = row.players.get(position=2)
    assert (player.name, player.email) == ("Bo 1", "bo1@example.org")
    assert not FormerPlayer.objects.exists()
    substitute(row, 2, NEW, by=None)
    event = Event.objects.filter(verb="entry.substitute").first()
    assert event is not None
    play_round(again(running))
    with pytest.raises(Refused) as refused:
        undo_substitution(row, event.pk, by=None)
    assert refused.value.code == "played-since"


def test_two_at_once(running: Tournament) -> None:
    row = entry(running, 1)
    seen = stamp(row, facts_of(row))
    substitute(row, 2, NEW, by=None, seen=seen, key="k")
    substitute(row, 2, NEW, by=None, seen=seen, key="k")
    with pytest.raises(Conflict):
        substitute(row, 1, Person("Else"), by=None, seen=seen)
    assert FormerPlayer.objects.count() == 1
