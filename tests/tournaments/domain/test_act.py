"""One verb, one transaction, one lock, one event."""

from __future__ import annotations

import pytest

from tournaments.domain.act import act, event_recorded
from tournaments.domain.errors import Refused
from tournaments.models import Event, Tournament


def test_act_records_one_event(tournament: Tournament) -> None:
    with act("test.rename", tournament, by=None) as doing:
        doing.row.venue = "Salen"
        doing.row.save()
        doing.log(before={"venue": "Hallen"}, after={"venue": "Salen"})

    event = Event.objects.get(tournament=tournament)
    assert (event.verb, event.subject_kind, event.before, event.after) == (
        "test.rename",
        "tournament",
        {"venue": "Hallen"},
        {"venue": "Salen"},
    )


def test_act_undoes_everything_when_the_body_fails(tournament: Tournament) -> None:
    with (
        pytest.raises(Refused),
        act("test.rename", tournament, by=None) as doing,
    ):
        doing.row.venue = "Salen"
        doing.row.save()
        doing.log()
        raise Refused("no", "no")

    tournament.refresh_from_db()
    assert (tournament.venue, Event.objects.count()) == ("Hallen", 0)


def test_act_fails_when_the_verb_records_nothing(tournament: Tournament) -> None:
    with pytest.raises(AssertionError), act("test.nothing", tournament, by=None):
        pass


def test_act_knows_the_same_request_again(tournament: Tournament) -> None:
    for _ in range(2):
        with act("test.once", tournament, by=None, key="k1") as doing:
            if doing.already is None:
                doing.log()

    assert Event.objects.filter(key="k1").count() == 1


def test_act_refuses_a_key_used_for_another_verb(tournament: Tournament) -> None:
    with act("test.once", tournament, by=None, key="k1") as doing:
        doing.log()

    with pytest.raises(Refused) as refused, act("test.other", tournament, by=None, key="k1"):
        pass
    assert refused.value.code == "key-reused"


def test_act_tells_listeners_only_after_commit(
    tournament: Tournament, django_capture_on_commit_callbacks: object
) -> None:
    heard: list[str] = []

    def listen(event: Event, **_: object) -> None:
        heard.append(event.verb)

    event_recorded.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
            with act("test.tell", tournament, by=None) as doing:
                doing.log()
            assert heard == []
    finally:
        event_recorded.disconnect(listen)
    assert heard == ["test.tell"]
