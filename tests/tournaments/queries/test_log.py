"""What is looked up in the log is found: all of it, and nothing else."""

from __future__ import annotations

import pytest

from judging.domain.place_call import place_call
from tests import factories
from tests.results import make_round
from tournaments.domain.check_in import change_state
from tournaments.domain.create_tournament import set_table_service
from tournaments.models import Entry, Pairing, Round, Table, Tournament, User
from tournaments.queries.log import KINDS, LogFilter, looked_up, people_in_log

#: Calls a judge at table 1 and checks pair 3 in, takes table 4 out of service.
DONE = ["call.place", "entry.check-in", "table.service"]


@pytest.fixture
def round_(tournament: Tournament, organiser: User) -> Round:
    one, two, three, four = factories.make_entries(tournament, 4)
    round_ = make_round(tournament, 1, [[one, two], [three, four]])
    pairing = Pairing.objects.get(table__number=1)
    place_call(pairing, source="pair", entry=one, note="A 7 was split", by=None)
    Entry.objects.filter(pk=three.pk).update(state=Entry.State.REGISTERED)
    three.refresh_from_db()
    change_state(three, Entry.State.PRESENT, by=organiser)
    set_table_service(Table.objects.get(number=4), in_service=False, by=organiser)
    return round_


def verbs(tournament: Tournament, wanted: LogFilter) -> list[str]:
    return [event.verb for event in looked_up(tournament, wanted)][::-1]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (LogFilter(), DONE),
        (LogFilter(kind="judges"), DONE[:1]),
        (LogFilter(kind="entries"), DONE[1:2]),
        (LogFilter(kind="tables"), DONE[2:]),
        (LogFilter(kind="no such kind"), DONE),
        (LogFilter(table=1), DONE[:1]),
        (LogFilter(table=4), DONE[2:]),
        (LogFilter(table=2), []),
        (LogFilter(entry=1), DONE[:1]),
        (LogFilter(entry=2), DONE[:1]),
        (LogFilter(entry=3), DONE[1:2]),
        (LogFilter(entry=99), []),
        (LogFilter(round=1), DONE[:1]),
        (LogFilter(round=2), []),
        (LogFilter(person=0), DONE[:1]),
        (LogFilter(words="7 SPLIT"), DONE[:1]),
        (LogFilter(words="7 joined"), []),
        (LogFilter(table=1, kind="entries"), []),
    ],
)
def test_log_is_looked_up_by_each_field_and_all_together(
    tournament: Tournament, round_: Round, wanted: LogFilter, found: list[str]
) -> None:
    assert verbs(tournament, wanted) == found


def test_log_is_looked_up_by_person(tournament: Tournament, round_: Round, organiser: User) -> None:
    assert verbs(tournament, LogFilter(person=organiser.pk)) == DONE[1:]
    assert people_in_log(tournament) == [organiser]


def test_log_of_another_tournament_stays_there(tournament: Tournament, round_: Round) -> None:
    other = factories.make_tournament()
    assert verbs(other, LogFilter(table=1)) == verbs(other, LogFilter()) == []


def test_every_verb_that_has_words_is_of_one_kind() -> None:
    from tournaments.log_words import SENTENCES

    prefixes = [prefix for _label, kinds in KINDS.values() for prefix in kinds]
    assert len(prefixes) == len(set(prefixes))
    assert {verb.partition(".")[0] for verb in SENTENCES} - set(prefixes) == set()


def test_filter_that_names_no_field_is_empty() -> None:
    assert LogFilter().empty and not LogFilter(table=1).empty
