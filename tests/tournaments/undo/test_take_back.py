"""A step is taken back by a step that names it; where it is not safe, that says why."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connections

from games.domain.run_clock import undo_clock_start
from tests.factories import make_entries, make_tournament
from tests.tournaments.api.verb_cases import Setting, begun, closed, finished, running
from tests.tournaments.domain.leaving import entry
from tournaments.domain.begin_stage import unbegin_stage
from tournaments.domain.check_in import change_state
from tournaments.domain.close_round import reopen_round
from tournaments.domain.disqualify import disqualify
from tournaments.domain.draw_round import discard_draft, draw_round
from tournaments.domain.edit_draft import swap_entries
from tournaments.domain.edit_entry import edit_entry
from tournaments.domain.entry_rows import facts_of
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.finish_tournament import reopen_tournament
from tournaments.domain.keep_apart import keep_apart
from tournaments.domain.mark_rest_absent import mark_rest_absent
from tournaments.domain.move_table import move_table
from tournaments.domain.publish_round import publish_round, unpublish_round
from tournaments.domain.register import register
from tournaments.domain.set_table import set_table_access
from tournaments.imports.facts import EntryFacts, Person
from tournaments.models import Entry, Event, KeptApart, Round, Tournament, User
from tournaments.registration.pay import mark_payment
from tournaments.undo.registry import never_words
from tournaments.undo.take_back import take_back

pytestmark = pytest.mark.django_db


def newest(tournament: Tournament) -> Event:
    return Event.objects.filter(tournament=tournament).latest("id")


def back(tournament: Tournament, event: Event, **more: object) -> Event:
    return take_back(tournament, event.pk, by=None, **more)  # type: ignore[arg-type]


def code(do: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        do()
    return refused.value.code


def test_publication_taken_back_by_hand_rests_on_nothing(
    tournament: Tournament, pair: Entry, desk: User
) -> None:
    """What was published and hidden again is as if it had not been: the draw can be taken back."""
    round_ = draw_round(tournament, seed=1, by=desk)
    drawn = newest(tournament)
    publish_round(round_, by=desk)
    published = newest(tournament)
    unpublish_round(round_, by=desk)
    assert newest(tournament).after["undoes"] == published.pk
    assert code(lambda: back(tournament, published)) == "undone-already"
    assert back(tournament, drawn).verb == "round.discard"


#: What is done by hand to take a step back -> that step.
BY_HAND: dict[str, tuple[Setting, Callable[[Tournament, User], object]]] = {
    "round.close": (closed, lambda t, by: reopen_round(t.rounds.get(), by=by)),
    "stage.begin": (begun, lambda t, by: unbegin_stage(t.stages.get(number=2), by=by)),
    "tournament.finish": (finished, lambda t, by: reopen_tournament(t, by=by)),
    "clock.start": (running, lambda t, by: undo_clock_start(t.rounds.get(), by=by)),
}


@pytest.mark.parametrize("verb", BY_HAND)
def test_step_taken_back_by_hand_is_taken_back_as_in_the_log(
    verb: str, tournament: Tournament, organiser: User
) -> None:
    before, do = BY_HAND[verb]
    before(tournament, organiser)
    step = Event.objects.filter(tournament=tournament, verb=verb).latest("id")
    do(tournament, organiser)
    assert newest(tournament).after["undoes"] == step.pk
    assert code(lambda: back(tournament, step)) == "undone-already"


@pytest.fixture
def pair(tournament: Tournament) -> Entry:
    return make_entries(tournament, 8)[0]


def test_undo_is_an_event_that_names_what_it_takes_back(
    tournament: Tournament, pair: Entry, desk: User
) -> None:
    event = change_state(pair, Entry.State.ABSENT, by=desk).event
    undone = take_back(tournament, event.pk, by=desk)
    assert (undone.verb, undone.actor, undone.after["undoes"]) == ("entry.undo", desk, event.pk)
    assert Entry.objects.get(pk=pair.pk).state == "present"
    kept = Event.objects.get(pk=event.pk)
    assert (kept.verb, kept.after) == (event.verb, event.after)


def test_undo_is_undone_and_that_too(tournament: Tournament, pair: Entry) -> None:
    event = change_state(pair, Entry.State.ABSENT, by=None).event
    states = []
    for _time in range(4):
        event = back(tournament, event)
        states.append(Entry.objects.get(pk=pair.pk).state)
    assert states == ["present", "absent", "present", "absent"]


def test_same_request_twice_is_one_undo(tournament: Tournament, pair: Entry) -> None:
    event = change_state(pair, Entry.State.ABSENT, by=None).event
    first = back(tournament, event, key="k")
    assert back(tournament, event, key="k") == first
    assert Event.objects.filter(tournament=tournament, after__undoes=event.pk).count() == 1


def test_second_who_takes_it_back_learns_that_somebody_was_faster(
    tournament: Tournament, pair: Entry, desk: User
) -> None:
    event = change_state(pair, Entry.State.ABSENT, by=None).event
    take_back(tournament, event.pk, by=desk)
    with pytest.raises(Conflict) as refused:
        back(tournament, event)
    assert refused.value.code == "undone-already"
    assert desk.display_name in str(refused.value.message)


def test_step_of_another_tournament_is_none_of_this(tournament: Tournament, pair: Entry) -> None:
    event = change_state(pair, Entry.State.ABSENT, by=None).event
    assert code(lambda: back(make_tournament(), event)) == "no-event"


def test_later_step_on_the_same_thing_is_named_and_goes_first(
    tournament: Tournament, pair: Entry, desk: User
) -> None:
    first = change_state(pair, Entry.State.ABSENT, by=None).event
    second = change_state(pair, Entry.State.PRESENT, by=desk).event
    with pytest.raises(Refused) as refused:
        back(tournament, first)
    assert refused.value.code == "rests-on-it"
    assert "Par 1" in str(refused.value.message)
    assert desk.display_name in str(refused.value.message)
    back(tournament, second)
    back(tournament, first)
    assert Entry.objects.get(pk=pair.pk).state == "present"


def test_other_entries_and_other_things_of_the_entry_do_not_stand_in_the_way(
    tournament: Tournament, pair: Entry
) -> None:
    event = change_state(pair, Entry.State.ABSENT, by=None).event
    change_state(entry(tournament, 2), Entry.State.ABSENT, by=None)
    mark_payment(pair, "paid", by=None)
    back(tournament, event)
    row = Entry.objects.get(pk=pair.pk)
    assert (row.state, row.payment) == ("present", "paid")


def test_verb_without_a_way_back_says_what_to_do(tournament: Tournament) -> None:
    register(tournament, EntryFacts("Nordlys", (Person("Ada"), Person("Bo"))), by=None)
    with pytest.raises(Refused) as refused:
        back(tournament, newest(tournament))
    assert refused.value.code == "no-way"
    assert refused.value.message == never_words("entry.register")


def test_round_that_was_drawn_since_keeps_who_is_here(tournament: Tournament, pair: Entry) -> None:
    event = change_state(pair, Entry.State.ABSENT, by=None).event
    round_ = draw_round(tournament, by=None)
    assert code(lambda: back(tournament, event)) == "drawn-since"
    discard_draft(round_, by=None)
    back(tournament, event)
    assert Entry.objects.get(pk=pair.pk).state == "present"


def test_rest_absent_is_waited_for_again(tournament: Tournament, pair: Entry) -> None:
    Entry.objects.filter(number__lte=3).update(state="registered")
    event = mark_rest_absent(tournament, [1, 2, 3], by=None)
    undone = back(tournament, event)
    assert tournament.entries.filter(state="registered").count() == 3
    back(tournament, undone)
    assert tournament.entries.filter(state="absent").count() == 3


def test_edit_goes_back_and_the_addresses_stay(tournament: Tournament, pair: Entry) -> None:
    facts = facts_of(pair)
    people = (replace(facts.players[0], name="Anne 1"), facts.players[1])
    edit_entry(pair, replace(facts, name="Nordlys", city="Ribe", players=people), by=None)
    back(tournament, newest(tournament))
    assert facts_of(Entry.objects.get(pk=pair.pk)) == facts


def test_edit_of_an_address_has_no_way_back(tournament: Tournament, pair: Entry) -> None:
    facts = facts_of(pair)
    people = (Person("Cy 1", "cy@example.org"), facts.players[1])
    edit_entry(pair, replace(facts, players=people), by=None)
    assert code(lambda: back(tournament, newest(tournament))) == "contact-changed"


def test_two_kept_apart_may_meet_and_may_not_again(tournament: Tournament, pair: Entry) -> None:
    event = keep_apart(pair, entry(tournament, 2), by=None, why="brothers")
    undone = back(tournament, event)
    assert not KeptApart.objects.exists()
    assert back(tournament, undone).why == "brothers"
    assert KeptApart.objects.count() == 1


def test_payment_goes_back_and_forth(tournament: Tournament, pair: Entry) -> None:
    event = mark_payment(pair, "paid", by=None)
    undone = back(tournament, event)
    assert Entry.objects.get(pk=pair.pk).payment == "unpaid"
    back(tournament, undone)
    assert Entry.objects.get(pk=pair.pk).payment == "paid"


def test_disqualification_keeps_its_reason_in_the_log(tournament: Tournament, pair: Entry) -> None:
    event = disqualify(pair, by=None, struck=True, why="cheated").event
    back(tournament, event)
    row = Entry.objects.get(pk=pair.pk)
    assert (row.state, row.struck) == ("present", False)
    assert Event.objects.get(pk=event.pk).why == "cheated"


def test_table_is_reached_as_before(tournament: Tournament) -> None:
    table = tournament.tables.get(number=1)
    set_table_access(table, not table.accessible, by=None)
    back(tournament, newest(tournament))
    assert tournament.tables.get(number=1).accessible == table.accessible


# Rounds --------------------------------------------------------------------------------------


def seats(round_: Round) -> list[tuple[object, ...]]:
    rows = round_.seats.order_by("pairing__order", "side")
    return list(rows.values_list("pairing__order", "pairing__table__number", "entry", "side"))


def test_discarded_draft_comes_back_as_it_was_drawn(tournament: Tournament, pair: Entry) -> None:
    round_ = draw_round(tournament, by=None, seed=77)
    before = seats(round_)
    discard_draft(round_, by=None)
    back(tournament, newest(tournament))
    again = tournament.rounds.get()
    assert (again.seed, again.state, seats(again)) == (77, "draft", before)


def test_draw_is_taken_back_after_its_discard_was(tournament: Tournament, pair: Entry) -> None:
    round_ = draw_round(tournament, by=None)
    drawn = newest(tournament)
    discard_draft(round_, by=None)
    back(tournament, newest(tournament))
    assert tournament.rounds.get() == round_
    back(tournament, drawn)
    assert not tournament.rounds.exists()


def test_discarded_draft_stays_away_when_it_would_be_another(
    tournament: Tournament, pair: Entry
) -> None:
    discard_draft(draw_round(tournament, by=None, seed=77), by=None)
    event = newest(tournament)
    change_state(pair, Entry.State.ABSENT, by=None)
    assert code(lambda: back(tournament, event)) == "drawn-otherwise"
    assert not tournament.rounds.exists()


def test_discarded_draft_that_a_hand_changed_says_so(tournament: Tournament, pair: Entry) -> None:
    round_ = draw_round(tournament, by=None)
    swap_entries(round_, entry(tournament, 1), entry(tournament, 2), by=None, why="brothers")
    discard_draft(round_, by=None)
    assert code(lambda: back(tournament, newest(tournament))) == "edited-by-hand"


def test_hand_edit_is_made_again_with_its_reason(tournament: Tournament, pair: Entry) -> None:
    round_ = draw_round(tournament, by=None)
    drawn = seats(round_)
    swap_entries(round_, entry(tournament, 1), entry(tournament, 2), by=None, why="brothers")
    swapped = seats(round_)
    undone = back(tournament, newest(tournament))
    assert seats(round_) == drawn
    again = back(tournament, undone)
    assert (seats(round_), again.verb, again.why) == (swapped, "draft.swap", "brothers")
    back(tournament, again)
    assert seats(round_) == drawn


def test_publication_rests_under_a_table_that_was_moved(
    tournament: Tournament, pair: Entry
) -> None:
    round_ = publish_round(draw_round(tournament, by=None), by=None)
    published = newest(tournament)
    game = round_.pairings.get(table__number=1)
    move_table(game, tournament.tables.get(number=7), by=None)
    moved = newest(tournament)
    assert code(lambda: back(tournament, published)) == "tables-moved"
    back(tournament, moved)
    back(tournament, published)
    assert tournament.rounds.get().state == "draft"


def test_move_to_a_table_that_is_taken_since_is_not_taken_back(
    tournament: Tournament, pair: Entry
) -> None:
    round_ = publish_round(draw_round(tournament, by=None), by=None)
    games = {game.table.number: game for game in round_.pairings.select_related("table")}  # type: ignore[union-attr]
    move_table(games[1], tournament.tables.get(number=7), by=None)
    first = newest(tournament)
    move_table(games[2], tournament.tables.get(number=1), by=None)
    assert code(lambda: back(tournament, first)) == "table-taken"


@pytest.mark.django_db(transaction=True)
def test_two_at_once_take_it_back_once(tournament: Tournament, pair: Entry) -> None:
    event = change_state(pair, Entry.State.ABSENT, by=None).event
    codes: list[str] = []

    def press() -> None:
        try:
            back(tournament, event)
            codes.append("done")
        except Refused as refused:
            codes.append(refused.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=press) for _n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == ["done", "undone-already", "undone-already"]
    assert Event.objects.filter(after__undoes=event.pk).count() == 1
