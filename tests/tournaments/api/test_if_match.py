"""If-Match: a verb is done only while what it is about is the version that was read."""

from __future__ import annotations

import pytest

from games.domain.game_results import Typed
from games.domain.record_result import correct_result
from judging.domain.long_game import take_step
from tests.tournaments.api.asking import ask, key_of, send
from tests.tournaments.api.verb_cases import Setting, drafted, entered, one_result, running
from tournaments.api.endpoint import tag_of, versions_named
from tournaments.domain.check_in import change_state
from tournaments.domain.create_tournament import edit_tournament
from tournaments.domain.edit_draft import swap_entries
from tournaments.models import ApiAnswer, Entry, Pairing, Tournament, User


def swapped(tournament: Tournament, organiser: User) -> None:
    one, two = tournament.entries.filter(number__in=[2, 4])
    swap_entries(tournament.rounds.get(), one, two, by=organiser)


def corrected(tournament: Tournament, organiser: User) -> None:
    pairing = Pairing.objects.get(round__tournament=tournament, order=1)
    correct_result(pairing, Typed(scores=(8, 4)), seen=1, why="talfejl", by=organiser)


def left(tournament: Tournament, organiser: User) -> None:
    change_state(tournament.entries.get(number=1), Entry.State.ABSENT, by=organiser)


def renamed(tournament: Tournament, organiser: User) -> None:
    edit_tournament(tournament, by=organiser, table_count=8, venue="Torvet")


def stepped(tournament: Tournament, organiser: User) -> None:
    pairing = Pairing.objects.get(round__tournament=tournament, order=1)
    take_step(pairing, "over-time", seen=0, by=organiser)


PUBLISH: dict[str, object] = {"despite_warnings": True, "why": "ønske"}
TABLE = "rounds/1/tables/1/"
#: What is read, what is sent, what came before, what somebody else does meanwhile.
CASES: dict[str, tuple[str, str, dict[str, object], Setting, Setting]] = {
    "draft": ("rounds/1/draft/", "rounds/1/draft/swap/", {"one": 1, "other": 3}, drafted, swapped),
    "publish": ("rounds/1/draft/", "rounds/1/publish/", PUBLISH, drafted, swapped),
    "result": (
        TABLE,
        f"{TABLE}correct/",
        {"scores": [8, 6], "seen": 2, "why": "talfejl"},
        one_result,
        corrected,
    ),
    "entry": ("contacts/1/", "entries/1/edit/", {"city": "Vejle"}, entered, left),
    "state": ("contacts/1/", "entries/1/withdraw/", {}, entered, left),
    "settings": ("settings/", "settings/", {"name": "DM"}, entered, renamed),
    "long game": (
        f"{TABLE}long-game/",
        f"{TABLE}long-game/step/",
        {"target": "ten-minutes", "seen": 1},
        running,
        stepped,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_verb_is_done_only_on_the_version_that_was_read(
    name: str, tournament: Tournament, organiser: User
) -> None:
    read, path, body, before, meanwhile = CASES[name]
    before(tournament, organiser)
    key = key_of(organiser)
    read, path = (f"tournaments/{tournament.slug}/{end}" for end in (read, path))
    old = ask(read, key=key).headers["ETag"]
    meanwhile(tournament, organiser)
    events = tournament.events.count()

    late = send(path, body, key=key, **{"If-Match": old})
    assert (late.status_code, late.json()["code"]) == (412, "changed-meanwhile")
    assert late.json()["state"]
    assert tournament.events.count() == events

    now = ask(read, key=key).headers["ETag"]
    assert now != old
    done = send(path, body, key=key, once="request-2", **{"If-Match": now})
    assert done.status_code == 200, done.content
    assert tournament.events.count() == events + 1
    # What was answered names the version for the next one; the same sent again is not late.
    assert versions_named(done.headers["ETag"]) != versions_named(now)
    ApiAnswer.objects.update(status=None, body=None)
    lost = send(path, body, key=key, once="request-2", **{"If-Match": now})
    assert (lost.status_code, lost.json()) == (200, done.json())


def test_etag_of_an_answer_is_taken_by_the_next_verb(
    tournament: Tournament, organiser: User
) -> None:
    drafted(tournament, organiser)
    key = key_of(organiser)
    path = f"tournaments/{tournament.slug}/rounds/1/"
    first = send(f"{path}draft/swap/", {"one": 1, "other": 3}, key=key, **{"If-Match": "*"})
    tag = {"If-Match": first.headers["ETag"]}
    done = send(f"{path}publish/", PUBLISH, key=key, once="request-2", **tag)
    assert done.json().get("state") == "published", done.json()
    # The version of the round that everybody reads is that of the draft it was.
    public = versions_named(ask(path).headers["ETag"])
    assert public == versions_named(done.headers["ETag"]) == {"3"}


@pytest.mark.parametrize(
    ("path", "header", "expected"),
    [
        ("rounds/1/draft/swap/", "1", (400, "if-match")),
        ("rounds/1/draft/swap/", '"7", W/"x.8"', (412, "changed-meanwhile")),
        ("entries/1/keep-apart/", '"1"', (400, "no-version")),
    ],
)
def test_if_match_that_does_not_fit_is_refused(
    path: str,
    header: str,
    expected: tuple[int, str],
    tournament: Tournament,
    organiser: User,
) -> None:
    drafted(tournament, organiser)
    body = {"other": 3, "why": "brødre"} | ({"one": 1} if "swap" in path else {})
    path = f"tournaments/{tournament.slug}/{path}"
    response = send(path, body, key=key_of(organiser), **{"If-Match": header})
    assert (response.status_code, response.json()["code"]) == expected
    assert tournament.events.count() == 0


def test_versions_named_are_what_follows_the_dot() -> None:
    assert versions_named(None) is None
    assert versions_named(" * ") is None
    assert versions_named(f'{tag_of("abc", "3")}, "4", {tag_of("", "5")}') == {"3", "4", "5"}
    assert tag_of("abc", "") == 'W/"abc"'
