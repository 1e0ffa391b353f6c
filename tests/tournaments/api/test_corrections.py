"""A correction by the API: what follows is asked first, and decided in the same call."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.domain.test_corrections import play
from tests.tournaments.api.asking import ask, key_of, send
from tests.tournaments.domain.misfits import GROUPS, KNOCKOUT, game, make, sitting
from tournaments.domain.stages import StageSetup
from tournaments.formats.dependents_model import Choice
from tournaments.models import Event, Role, StageEntry, Tournament, User
from tournaments.queries.misfits import misfits_of

WHY = {"why": "Byttet om"}
OTHER = {"scores": [5, 8], "seen": 1}


def organised(organiser: User, *stages: StageSetup) -> Tournament:
    tournament = make(*stages, entries=8)
    Role.objects.create(tournament=tournament, user=organiser, kind=Role.Kind.ORGANISER)
    return tournament


@pytest.fixture
def cup(organiser: User) -> Tournament:
    return play(organised(organiser, KNOCKOUT), 3)


def table(tournament: Tournament, what: str = "") -> str:
    return f"tournaments/{tournament.slug}/rounds/1/tables/{game(tournament, 1).table}/{what}"


def went_on(tournament: Tournament) -> set[int]:
    """Who is in the second stage."""
    rows = StageEntry.objects.filter(stage__tournament=tournament, stage__number=2)
    return set(rows.values_list("entry", flat=True))


def follows(tournament: Tournament, query: str, key: str) -> dict[str, Any]:
    answer = ask(table(tournament, f"follows/?{query}"), key=key)
    assert answer.status_code == 200, answer.content
    said: dict[str, Any] = answer.json()
    return said


def chosen(said: dict[str, Any], what: str) -> dict[str, Any]:
    return {
        "follows": said["version"],
        "choices": {
            one["key"]: what
            for one in said["questions"]
            if what in [offer["choice"] for offer in one["choices"]]
        },
    }


def test_correction_and_what_is_done_about_it_are_one_call(
    cup: Tournament, organiser: User
) -> None:
    key = key_of(organiser)
    before = misfits_of(cup)
    said = follows(cup, "scores=5&scores=8", key)
    assert [[offer["choice"] for offer in one["choices"]] for one in said["questions"]] == [
        ["keep", "swap"]
    ] * 2
    assert (misfits_of(cup), before) == ([], [])
    done = Event.objects.filter(tournament=cup).count()

    answer = send(table(cup, "correct/"), OTHER | WHY | chosen(said, "swap"), key=key)
    assert (answer.status_code, answer.json()["result_version"]) == (200, 2)
    assert misfits_of(cup) == []
    assert sitting(game(cup, 1))[1] in sitting(game(cup, 3))
    assert Event.objects.filter(tournament=cup).count() == done + 1


def test_choice_of_a_later_stage_is_sent_with_the_correction(organiser: User) -> None:
    """Who goes on from the groups is another: the cup they went on into is put right."""
    tournament = play(organised(organiser, *GROUPS), 4)
    key, before = key_of(organiser), went_on(tournament)
    for number in range(1, 4):
        for pairing in tournament.rounds.get(number=number).pairings.all():
            path = f"tournaments/{tournament.slug}/rounds/{number}/tables/{pairing.table}/"
            said = ask(f"{path}follows/?scores=0&scores=8", key=key).json()
            swap = chosen(said, "swap")
            if not swap["choices"]:
                continue
            answer = send(f"{path}correct/", {"scores": [0, 8], "seen": 1} | WHY | swap, key=key)
            assert answer.status_code == 200, answer.content
            left = [one for one in misfits_of(tournament) if Choice.SWAP in one.dependent.choices]
            assert (left, went_on(tournament) != before) == ([], True)
            return
    raise AssertionError("nobody else goes on after any correction")


def test_what_follows_is_left_where_nothing_is_chosen(cup: Tournament, organiser: User) -> None:
    assert send(table(cup, "correct/"), OTHER | WHY, key=key_of(organiser)).status_code == 200
    assert len(misfits_of(cup)) == 2


def test_correction_after_which_something_else_follows_is_a_conflict(
    cup: Tournament, organiser: User
) -> None:
    key = key_of(organiser)
    said = follows(cup, "removed=true", key)
    sent = OTHER | WHY | chosen(said, "keep") | {"follows": "another"}
    answer = send(table(cup, "correct/"), sent, key=key)
    assert (answer.status_code, answer.json()["code"]) == (409, "follows-changed")
    assert game(cup, 1).results.count() == 1


def test_removal_takes_what_is_decided_too(cup: Tournament, organiser: User) -> None:
    key = key_of(organiser)
    said = follows(cup, "removed=true", key)
    assert {offer["choice"] for one in said["questions"] for offer in one["choices"]} == {"keep"}
    sent = {"seen": 1} | WHY | chosen(said, "keep")
    answer = send(table(cup, "remove/"), sent, key=key)
    assert (answer.status_code, answer.json()["ended"]) == (200, None)


@pytest.mark.parametrize("what", ["correct/", "remove/"])
def test_what_changes_a_draw_takes_the_scope_of_drawing(
    cup: Tournament, organiser: User, what: str
) -> None:
    key = key_of(organiser, "read", "enter-results")
    said = follows(cup, "scores=5&scores=8", key)
    sent = {"seen": 1} | WHY | chosen(said, "swap")
    if what == "correct/":
        sent |= OTHER
    answer = send(table(cup, what), sent, key=key)
    assert (answer.status_code, answer.json()["code"]) == (403, "not-in-scope")
    assert game(cup, 1).results.count() == 1


def test_result_that_cannot_be_follows_nothing(cup: Tournament, organiser: User) -> None:
    answer = ask(table(cup, "follows/?scores=8&scores=8"), key=key_of(organiser))
    assert (answer.status_code, answer.json()["code"]) == (422, "result-impossible")
    answer = ask(table(cup, "follows/?score=8"), key=key_of(organiser))
    assert answer.status_code in {400, 422}
