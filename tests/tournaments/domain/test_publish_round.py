"""Publishing: what is checked, what it changes, and when it can be taken back."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.dying import Died, dying_at
from tests.results import write_result
from tournaments.domain.edit_draft import swap_entries
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.publish_round import publish_round, unpublish_round
from tournaments.models import Entry, Event, Pairing, Round, Seat, Table, Tournament, User
from tournaments.queries.standings import standings_of


def the_bye(round_: Round) -> Seat:
    return Seat.objects.get(round=round_, pairing__kind=Pairing.Kind.BYE)


def test_publish_opens_the_round_and_gives_the_bye_its_points(
    draft: Round, organiser: User
) -> None:
    Tournament.objects.update(points_scheme={"win": "2", "draw": "1", "loss": "0", "bye": "1.5"})
    publish_round(draft, by=organiser, version=1)
    draft.refresh_from_db()
    assert (draft.state, draft.published_at is None) == (Round.State.PUBLISHED, False)
    assert (the_bye(draft).outcome, the_bye(draft).points) == (Seat.Outcome.BYE, Decimal("1.5"))
    assert Tournament.objects.get().state == Tournament.State.RUNNING
    event = Event.objects.get(verb="round.publish")
    assert (event.after["games"], len(event.after["byes"])) == (4, 1)


def test_publish_tells_what_hands_made_otherwise_and_why(draft: Round, organiser: User) -> None:
    one, other = (
        draft.pairings.get(order=order).seats.order_by("side")[0].entry for order in (1, 2)
    )
    swap_entries(draft, one, other, by=organiser, why="brothers")
    publish_round(draft, by=organiser)
    event = Event.objects.get(verb="round.publish")
    told = " ".join(event.after["by_hand"])
    assert (one.name in told, other.name in told, event.why) == (True, True, "brothers")


def test_publish_of_what_hands_changed_asks_why_once(draft: Round, organiser: User) -> None:
    one, other = (
        draft.pairings.get(order=order).seats.order_by("side")[0].entry for order in (1, 2)
    )
    swap_entries(draft, one, other, by=organiser)
    with pytest.raises(Refused) as refused:
        publish_round(draft, by=organiser)
    assert (refused.value.code, refused.value.field) == ("why-missing", "why")
    publish_round(draft, by=organiser, why="brothers")
    assert Event.objects.get(verb="round.publish").why == "brothers"


def test_publish_of_what_hands_changed_and_changed_back_asks_nothing(
    draft: Round, organiser: User
) -> None:
    one, other = (
        draft.pairings.get(order=order).seats.order_by("side")[0].entry for order in (1, 2)
    )
    for _twice in range(2):
        swap_entries(draft, one, other, by=organiser)
    publish_round(draft, by=organiser)
    assert "by_hand" not in Event.objects.get(verb="round.publish").after


def test_publish_of_a_round_as_drawn_tells_of_no_hand(draft: Round, organiser: User) -> None:
    publish_round(draft, by=organiser)
    event = Event.objects.get(verb="round.publish")
    assert ("by_hand" in event.after, event.why) == (False, "")


def test_publish_makes_the_bye_count_and_nothing_else(draft: Round) -> None:
    publish_round(draft, by=None)
    standings = standings_of(draft.tournament)
    assert [row.entry for row in standings if row.points] == [the_bye(draft).entry_id]


def test_publish_twice_is_a_conflict_that_names_who_did(draft: Round, organiser: User) -> None:
    publish_round(draft, by=organiser)
    with pytest.raises(Conflict) as conflict:
        publish_round(draft, by=None)
    assert conflict.value.code == "round-published"
    assert organiser.display_name in str(conflict.value.message)


def test_publish_sent_twice_is_one_event(draft: Round) -> None:
    publish_round(draft, by=None, key="k")
    publish_round(draft, by=None, key="k")
    assert Event.objects.filter(verb="round.publish").count() == 1


def test_publish_of_a_draft_changed_since_is_a_conflict(draft: Round) -> None:
    Round.objects.update(version=2)
    with pytest.raises(Conflict):
        publish_round(draft, by=None, version=1)


def test_publish_with_somebody_who_left_since_warns_and_can_be_overruled(draft: Round) -> None:
    seat = Seat.objects.filter(round=draft, pairing__kind="game").first()
    assert seat is not None
    Entry.objects.filter(pk=seat.entry_id).update(state=Entry.State.WITHDRAWN)
    with pytest.raises(Refused) as refused:
        publish_round(draft, by=None)
    assert refused.value.code == "draft-warnings"
    assert seat.entry.name in str(refused.value.message)
    publish_round(draft, by=None, despite_warnings=True)
    assert len(Event.objects.get(verb="round.publish").after["despite"]) == 1


def test_publish_with_a_table_gone_out_of_service_is_refused(draft: Round) -> None:
    Table.objects.filter(tournament=draft.tournament, number=2).update(in_service=False)
    with pytest.raises(Refused) as refused:
        publish_round(draft, by=None, despite_warnings=True)
    assert refused.value.code == "draft-broken"
    draft.refresh_from_db()
    assert draft.state == Round.State.DRAFT


def test_publish_that_dies_leaves_a_draft_without_points(draft: Round) -> None:
    with pytest.raises(Died), dying_at("INSERT INTO tournaments_event"):
        publish_round(draft, by=None)
    draft.refresh_from_db()
    assert (draft.state, the_bye(draft).outcome) == (Round.State.DRAFT, "")


def test_unpublish_hides_the_round_and_takes_the_points_back(draft: Round, organiser: User) -> None:
    publish_round(draft, by=None)
    unpublish_round(draft, by=organiser, why="wrong list")
    draft.refresh_from_db()
    assert (draft.state, draft.published_at) == (Round.State.DRAFT, None)
    assert (the_bye(draft).outcome, the_bye(draft).points) == ("", None)
    assert Tournament.objects.get().state == Tournament.State.OPEN
    assert Event.objects.get(verb="round.unpublish").why == "wrong list"


def test_unpublish_with_a_result_in_is_refused(draft: Round) -> None:
    publish_round(draft, by=None)
    write_result(draft.pairings.get(table__number=1), 0)
    with pytest.raises(Refused) as refused:
        unpublish_round(draft, by=None)
    assert refused.value.code == "results-in"


def test_unpublish_of_a_draft_is_a_conflict(draft: Round) -> None:
    with pytest.raises(Conflict) as conflict:
        unpublish_round(draft, by=None)
    assert conflict.value.code == "round-draft"
