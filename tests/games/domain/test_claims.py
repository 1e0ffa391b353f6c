"""Results by the players: who may say what, when it is final, and what any order of it leaves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from threading import Barrier, Thread

import pytest
from django.core.cache import cache
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.domain.claims import (
    claim_result,
    sign_claim,
    withdraw_claim,
)
from games.domain.game_results import Typed
from games.domain.record_result import record_result, remove_result, undo_result
from games.domain.table_results import Impossible
from games.models import Claim, Result
from tests import factories
from tests.games.claiming import LOST, WON, Table, refused, words
from tests.results import make_round
from tournaments.domain.close_round import close_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Event, Tournament, User

pytestmark = pytest.mark.usefixtures("no_wrong_codes_yet")


def verbs() -> list[str]:
    return list(Event.objects.order_by("id").values_list("verb", flat=True))


# One says it, the other confirms it ---------------------------------------------------------------


def test_claim_alone_is_no_result(table: Table) -> None:
    said = table.says(0, WON)
    assert (said.claim.payload["winner"], said.result) == (0, None)
    assert (table.standing, table.result, verbs()) == ({0: "8-5"}, "", ["claim.enter"])
    assert list(table.pairing.seats.values_list("points", flat=True)) == [None, None]


def test_confirmed_claim_is_the_result_of_the_players(table: Table) -> None:
    claim = table.says(0, WON).claim
    said = table.confirms(1, claim)

    assert said.result.payload == claim.payload
    assert (said.result.by_players, said.result.entered_by) == (True, None)
    assert list(table.pairing.seats.order_by("side").values_list("points", "score")) == [
        (Decimal(1), 8),
        (Decimal(0), 5),
    ]
    assert [(one.side, one.state, one.result) for one in table.pairing.claims.all()] == [
        (0, "settled", said.result),
        (1, "settled", said.result),
    ]
    assert verbs() == ["claim.enter", "result.agree"]
    event = Event.objects.get(verb="result.agree")
    assert (event.actor, event.after["result"], event.after["side"]) == (None, "8-5", "Par 2")


def test_both_saying_the_same_by_themselves_is_the_result(table: Table) -> None:
    table.says(0, WON)
    assert table.says(1, Typed(winner=0, scores=(None, 5))).result is not None
    assert table.result == "8-5"


def test_minutes_are_those_of_who_was_first(table: Table) -> None:
    table.says(0, Typed(scores=(8, 5), minutes=41))
    said = table.says(1, Typed(scores=(8, 5), minutes=43))
    assert said.result.payload["minutes"] == 41


def test_nobody_confirms_themselves(table: Table) -> None:
    claim = table.says(0, WON).claim
    assert refused(lambda: table.confirms(0, claim)) == "own-claim"
    assert (table.standing, table.result) == ({0: "8-5"}, "")


def test_second_phone_of_the_same_pair_saying_the_same_changes_nothing(table: Table) -> None:
    claim = table.says(0, WON).claim
    assert table.says(0, WON, device="another", key="k").claim == claim
    assert (table.result, verbs()) == ("", ["claim.enter"])


def test_second_phone_saying_otherwise_must_mean_to_change_it(table: Table) -> None:
    claim = table.says(0, WON).claim
    assert refused(lambda: table.says(0, LOST, device="another")) == "said-otherwise"
    assert table.standing == {0: "8-5"}
    assert table.says(0, LOST, device="another", instead_of=claim.pk).claim.device == "another"
    assert table.standing == {0: "5-8"}
    claim.refresh_from_db()
    assert claim.state == Claim.State.REPLACED
    assert refused(lambda: table.says(0, WON, instead_of=claim.pk)) == "said-otherwise"


def test_same_request_twice_is_one_claim(table: Table) -> None:
    first, again = table.says(0, WON, key="k"), table.says(0, WON, key="k")
    assert (first.claim, verbs()) == (again.claim, ["claim.enter"])
    confirmed, twice = (table.confirms(1, first.claim, key="c") for _n in range(2))
    assert (confirmed.result, verbs()) == (twice.result, ["claim.enter", "result.agree"])


# They do not agree --------------------------------------------------------------------------------


def test_different_claims_are_a_dispute_that_either_can_end(table: Table) -> None:
    table.says(0, WON)
    other = table.says(1, LOST)
    assert (other.result, table.standing) == (None, {0: "8-5", 1: "5-8"})
    assert verbs() == ["claim.enter", "claim.differ"]

    said = table.confirms(0, other.claim)
    assert (table.result, said.result.by_players) == ("5-8", True)


def test_desk_decides_a_dispute(table: Table, desk: User) -> None:
    table.says(0, WON)
    table.says(1, LOST)
    result = record_result(table.pairing, Typed(scores=(8, 6)), seen=0, by=desk)
    assert (table.result, result.by_players, table.standing) == ("8-6", False, {})
    assert {one.result for one in table.pairing.claims.all()} == {result}


def test_who_says_something_after_the_desk_is_told_what_stands(table: Table, desk: User) -> None:
    claim = table.says(0, WON).claim
    record_result(table.pairing, LOST, seen=0, by=desk)
    for do in (
        lambda: table.says(1, WON),
        lambda: table.confirms(1, claim),
        lambda: table.withdraws(0, claim),
        lambda: table.signs(claim, "AAAA"),
    ):
        with pytest.raises(Conflict) as error:
            do()
        assert (error.value.code, "5-8" in str(error.value.message)) == ("result-changed", True)


def test_confirming_what_was_changed_meanwhile_is_a_conflict(table: Table) -> None:
    claim = table.says(0, WON).claim
    table.says(0, LOST, instead_of=claim.pk)
    assert refused(lambda: table.confirms(1, claim)) == "claim-changed"
    assert table.result == ""


def test_withdrawn_claim_is_not_said_any_more(table: Table) -> None:
    claim = table.says(0, WON).claim
    table.withdraws(0, claim, key="w")
    table.withdraws(0, claim, key="w")
    assert (table.standing, verbs()) == ({}, ["claim.enter", "claim.withdraw"])
    assert refused(lambda: table.confirms(1, claim)) == "claim-changed"
    assert refused(lambda: table.withdraws(0, claim)) == "claim-changed"


def test_claim_of_the_other_side_is_not_ours_to_withdraw(table: Table) -> None:
    claim = table.says(0, WON).claim
    table.says(1, LOST)
    assert refused(lambda: table.withdraws(1, claim)) == "claim-changed"
    assert table.standing == {0: "8-5", 1: "5-8"}


def test_result_taken_away_lets_the_players_say_it_again(table: Table, desk: User) -> None:
    table.confirms(1, table.says(0, WON).claim)
    remove_result(table.pairing, seen=1, why="Bord 2", by=desk)
    table.confirms(0, table.says(1, LOST).claim)
    assert (table.result, table.pairing.results.count()) == ("5-8", 3)


# What cannot be handed in -------------------------------------------------------------------------


@pytest.mark.parametrize("take_back", ["undo", "remove"])
def test_what_players_said_stands_again_when_the_desk_takes_its_result_back(
    table: Table, desk: User, take_back: str
) -> None:
    mine, theirs = table.says(0, WON).claim, table.says(1, LOST).claim
    made = record_result(table.pairing, LOST, seen=0, by=desk)
    assert table.standing == {}
    if take_back == "undo":
        undo_result(table.pairing, version=made.version, by=desk)
    else:
        remove_result(table.pairing, seen=made.version, why="wrong table", by=desk)
    assert sorted(table.standing) == [0, 1]
    assert list(table.pairing.claims.order_by("pk").values_list("pk", "state", "result")) == [
        (mine.pk, "standing", None),
        (theirs.pk, "standing", None),
    ]
    # And it goes on from there.
    assert table.confirms(1, mine).result is not None


def test_what_players_agreed_on_does_not_come_back_by_itself(table: Table, desk: User) -> None:
    made = table.confirms(1, table.says(0, WON).claim).result
    undo_result(table.pairing, version=made.version, by=desk)
    assert (table.standing, table.result) == ({}, "")
    assert table.says(0, LOST).result is None


def test_impossible_claim_is_refused_with_its_rule(table: Table) -> None:
    with pytest.raises(Impossible) as error:
        table.says(0, Typed(scores=(7, 5)))
    assert error.value.problems[0].rule == "A6"


@pytest.mark.parametrize("ended", ["walkover", "nobody", "adjudicated"])
def test_what_the_desk_decides_is_not_for_players(table: Table, ended: str) -> None:
    assert refused(lambda: table.says(0, Typed(winner=0, ended=ended))) == "not-for-players"


def test_game_stopped_by_time_is_for_players_too(table: Table) -> None:
    typed = Typed(scores=(6, 7), winner=0, ended="timeout")
    table.confirms(1, table.says(0, typed).claim)
    assert table.result == "6-7"


def test_pair_of_another_table_says_nothing_here(table: Table) -> None:
    (other,) = factories.make_entries(table.pairing.round.tournament, 1)
    assert refused(lambda: claim_result(table.pairing, other, WON, device="")) == "not-seated"


def test_closed_round_takes_no_claim(table: Table) -> None:
    close_round(table.pairing.round, by=None, despite_missing=True)
    assert refused(lambda: table.says(0, WON)) == "round-closed"


def test_tournament_that_switched_it_off_takes_no_claim(table: Table) -> None:
    Tournament.objects.update(game_settings={"players_report": False})
    assert refused(lambda: table.says(0, WON)) == "switched-off"


# Any order of it ----------------------------------------------------------------------------------

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["say", "change", "confirm", "withdraw", "sign", "desk", "remove"]),
        st.integers(0, 1),
        st.sampled_from([WON, LOST, Typed(scores=(8, 6))]),
    ),
    max_size=14,
)


def take(table: Table, desk: User, step: str, side: int, typed: Typed) -> object:
    """One step of somebody at the table, or of the desk."""
    standing = {one.side: one.pk for one in table.pairing.claims.filter(state="standing")}
    own, other = standing.get(side, 0), standing.get(1 - side, 0)
    latest = table.pairing.results.order_by("-version").first()
    seen = latest.version if latest else 0
    us, them = table.sides[side], table.sides[1 - side]
    steps: dict[str, Callable[[], object]] = {
        "say": lambda: table.says(side, typed),
        "change": lambda: table.says(side, typed, instead_of=own),
        "confirm": lambda: table.confirms(side, other),
        "withdraw": lambda: withdraw_claim(table.pairing, us, own, device=""),
        "sign": lambda: sign_claim(table.pairing, us, own, them.code, device=""),
        "desk": lambda: record_result(table.pairing, typed, seen=seen, by=desk),
        "remove": lambda: remove_result(table.pairing, seen=seen, why="x", by=desk),
    }
    return steps[step]()


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(STEPS)
def test_any_order_leaves_at_most_one_result_that_all_agreed_to_or_the_desk_entered(
    transactional_steps: None, steps: list[tuple[str, int, Typed]]
) -> None:
    cache.clear()
    tournament = factories.make_tournament()
    desk = factories.make_user(role="desk", tournament=tournament)
    sides = factories.make_entries(tournament, 2)
    table = Table(make_round(tournament, 1, [sides]).pairings.get(), sides)
    for step, side, typed in steps:
        with suppress(Refused):
            take(table, desk, step, side, typed)
        current = list(table.pairing.results.filter(current=True))
        assert len(current) <= 1
        for result in table.pairing.results.exclude(payload={}):
            settled = {one.side: words(one.payload) for one in result.claims.all()}
            agreed = {0: words(result.payload), 1: words(result.payload)}
            assert settled == agreed if result.by_players else result.entered_by == desk
        standing = table.standing
        assert not (current and standing)
        assert len(standing) < 2 or len(set(standing.values())) == 2


@pytest.fixture
def transactional_steps(db: None) -> None:
    """The database, for all examples of a law."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("desk_too", [False, True])
def test_all_at_once_make_one_result(desk_too: bool) -> None:
    tournament = factories.make_tournament()
    desk = factories.make_user(role="desk", tournament=tournament)
    sides = factories.make_entries(tournament, 2)
    table = Table(make_round(tournament, 1, [sides]).pairings.get(), sides)
    claim = table.says(0, WON).claim
    doing: list[Callable[[], object]] = [
        lambda: table.confirms(1, claim),
        lambda: table.confirms(1, claim),
        lambda: table.says(0, LOST, instead_of=claim.pk),
    ]
    if desk_too:
        doing.append(lambda: record_result(table.pairing, LOST, seen=0, by=desk))
    barrier, strange = Barrier(len(doing)), []

    def run(do: Callable[[], object]) -> None:
        try:
            barrier.wait()
            with suppress(Refused):
                do()
        except Exception as error:
            strange.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=[do]) for do in doing]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert strange == []
    results = list(Result.objects.all())
    assert len(results) <= 1
    for result in results:
        told = {(one.side, words(one.payload)) for one in result.claims.all()}
        if result.by_players:
            assert told == {(0, "8-5"), (1, "8-5")}
        else:
            assert (desk_too, result.entered_by) == (True, desk)
