"""A result comes in the very moment something happens to its round: one of them waits."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event as Moment
from threading import Thread

import pytest
from django.db import connection

from games.domain.game_results import Typed
from games.domain.record_result import record_result
from tests import factories
from tests.results import make_round
from tournaments.domain.create_tournament import edit_tournament
from tournaments.domain.errors import Refused
from tournaments.domain.publish_round import unpublish_round
from tournaments.hooks import unpublishing
from tournaments.models import Event, Pairing, Round, Seat, Tournament

#: Seconds that a busy machine may take.
PATIENCE = 120
#: How long the first verb dawdles under its lock, so that the second would slip through.
DAWDLE = 0.5


def while_it_runs(first: Callable[[], object], second: Callable[[], object], go: Moment) -> str:
    """Runs `first`, and `second` once `go` is set; "done" or the code of `second`'s refusal."""
    outcomes: list[str] = []

    def run() -> None:
        go.wait(PATIENCE)
        try:
            second()
            outcomes.append("done")
        except Refused as refused:
            outcomes.append(refused.code)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    first()
    thread.join(PATIENCE)
    return outcomes[0]


@pytest.mark.usefixtures("shared_database")
def test_result_while_the_publication_is_taken_back_is_refused() -> None:
    tournament = factories.make_tournament()
    make_round(tournament, 1, [factories.make_entries(tournament, 2)])
    go = Moment()

    def dawdle(**_more: object) -> None:
        go.set()
        Moment().wait(DAWDLE)

    unpublishing.connect(dawdle)
    try:
        outcome = while_it_runs(
            lambda: unpublish_round(Round.objects.get(), by=None),
            lambda: record_result(Pairing.objects.get(), Typed(scores=(8, 5)), seen=0, by=None),
            go,
        )
    finally:
        unpublishing.disconnect(dawdle)

    assert (outcome, Round.objects.get().state) == ("round-draft", "draft")
    assert set(Seat.objects.values_list("outcome", flat=True)) == {""}


@pytest.mark.usefixtures("shared_database")
def test_result_while_the_points_change_counts_by_the_new_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament = factories.make_tournament()
    organiser = factories.make_user()
    make_round(tournament, 1, [factories.make_entries(tournament, 2)])
    go = Moment()
    save = Event.save

    def slow_save(self: Event, *args: object, **kwargs: object) -> None:
        if self.verb == "tournament.edit":
            go.set()
            Moment().wait(DAWDLE)
        save(self, *args, **kwargs)

    monkeypatch.setattr(Event, "save", slow_save)
    outcome = while_it_runs(
        lambda: edit_tournament(
            Tournament.objects.get(),
            by=organiser,
            table_count=8,
            points_scheme=tournament.points_scheme | {"win": "3"},
        ),
        lambda: record_result(Pairing.objects.get(), Typed(scores=(8, 5)), seen=0, by=None),
        go,
    )

    assert outcome == "done"
    assert [int(seat.points or 0) for seat in Seat.objects.order_by("side")] == [3, 0]
