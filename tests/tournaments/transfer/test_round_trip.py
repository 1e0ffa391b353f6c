"""Written, brought in, written again: the same bytes."""

from __future__ import annotations

import io
import os

import pytest
from django.core.management import call_command

from games.models import Result
from judging.models import Ruling
from reports.models import Job
from tests.factories import make_user
from tests.tournaments.transfer.made import (
    PDF,
    WRITTEN,
    by_chance,
    everything,
    files_of,
    moved,
    rows_of,
    written,
)
from tournaments.domain.errors import Refused
from tournaments.domain.recheck import recheck
from tournaments.domain.seal_log import seal_log, verify_log
from tournaments.log_words import told
from tournaments.models import (
    Event,
    Import,
    Player,
    Role,
    Round,
    Tournament,
    User,
)
from tournaments.queries.stage_standings import tournament_ranking
from tournaments.transfer.bring_in import import_tournament
from tournaments.transfer.kinds import all_kinds

pytestmark = pytest.mark.django_db

#: Tournaments made by chance.
TRIPS = int(os.environ.get("STARTFELT_ROUND_TRIPS", "4"))


def test_tournament_with_everything_comes_back_byte_for_byte() -> None:
    tournament = everything()
    before = written(tournament)
    assert [kind.name for kind in all_kinds() if not rows_of(before, kind.name)] == []

    there = moved(tournament, before)

    assert written(there) == before


def test_brought_in_twice_it_is_still_the_same() -> None:
    tournament = everything()
    before = written(tournament)
    assert written(moved(moved(tournament, before))) == before


def test_file_without_contacts_has_none_and_comes_back_byte_for_byte() -> None:
    tournament = everything()
    before = written(tournament, contacts=False)
    text = b"".join(files_of(before).values()).decode()
    for secret in ("@example.org", "12345678", "ringer i morgen", "%PDF"):
        assert secret not in text
    assert written(moved(tournament, before), contacts=False) == before


def test_no_secret_is_in_the_file() -> None:
    tournament = everything()
    text = b"".join(files_of(written(tournament)).values()).decode()
    secrets = [*tournament.entries.values_list("code", flat=True), "a1b2"]
    secrets += User.objects.values_list("password", flat=True)
    assert [secret for secret in secrets if secret in text] == []


def test_keys_are_those_of_the_new_rows_and_order_is_kept() -> None:
    tournament = everything()
    there = moved(tournament)

    entries = {entry.number: entry for entry in there.entries.all()}
    stage = there.stages.get(number=1)
    assert entries[1].adjusted_in == {str(stage.pk): "-1"}
    assert entries[6].merged_into == entries[1]
    assert entries[1].fixed_table == there.tables.get(number=1)
    assert there.stages.get(number=2).settings == {
        "rounds": [[[entries[1].pk, entries[2].pk], [entries[3].pk]]]
    }
    round_ = there.rounds.get()
    draw = Round.objects.values_list("draw", flat=True).get(pk=round_.pk)
    assert draw["request"]["forbidden"] == [[entries[1].pk, entries[2].pk]]
    old = {entry.number: entry.pk for entry in tournament.entries.all()}
    assert [(row[0], row[-1]) for row in draw["request"]["entrants"]] == [
        (entries[1].pk, old[1]),
        (entries[2].pk, old[2]),
    ]
    reasons = round_.pairings.get(order=1).reasons
    assert [one["params"].get("entries", one["params"].get("entry")) for one in reasons] == [
        [entries[1].pk, entries[2].pk],
        entries[2].pk,
        6,
    ]
    assert Ruling.objects.get(tournament=there, number=2).amends == Ruling.objects.get(
        tournament=there, number=1
    )
    assert Result.objects.get(pairing__round=round_, version=2).entered_by != User.objects.get(
        username="bente"
    )


def test_codes_are_new_and_nobody_can_log_in_as_those_who_are_named() -> None:
    tournament = everything()
    there = moved(tournament)
    codes = set(tournament.entries.values_list("code", flat=True))
    assert codes.isdisjoint(there.entries.values_list("code", flat=True))
    actor = Event.objects.filter(tournament=there, verb="table.service").get().actor
    assert actor is not None
    assert (actor.display_name, actor.is_active, actor.has_usable_password()) == (
        "Bente Marie Holm",
        False,
        False,
    )


def test_log_is_whole_where_it_came_and_goes_on() -> None:
    tournament = everything()
    seal_log(tournament)
    before = verify_log(tournament)
    there = moved(tournament)
    assert verify_log(there) == before

    Event.objects.create(
        tournament=there, verb="round.draw", subject_kind="tournament", subject_id=there.pk
    )
    seal_log(there)
    after = verify_log(there)
    assert (after.sealed, after.faults) == (before.sealed + 1, ())
    again = moved(there)
    assert verify_log(again) == after


def test_event_of_before_that_is_changed_is_found() -> None:
    there = moved(everything())
    event = Event.objects.filter(tournament=there, verb="table.service").get()
    Event.objects.filter(pk=event.pk).update(why="noget andet")
    assert [fault.place for fault in verify_log(there).faults] == [event.place]


def test_events_tell_of_their_rows_and_of_who_did_it() -> None:
    there = moved(everything())
    events = {event.verb: event for event in there.events.select_related("actor")}
    table = there.tables.get(number=8)
    assert events["table.service"].subject_id == table.pk
    assert events["round.discard"].subject_id == -987_654
    assert [one.actor for one in told([events["table.service"]])] == ["Bente Marie Holm"]


def test_papers_have_their_files() -> None:
    there = moved(everything())
    jobs = Job.objects.filter(tournament=there)
    assert [(job.state, job.pruned_at, job.file.read()) for job in jobs] == [
        ("done", None, PDF)
    ] * 3
    newest = there.events.order_by("-id").first()
    assert newest is not None
    assert set(jobs.values_list("read_event", flat=True)) == {newest.pk}


def test_who_brings_it_in_is_its_organiser_and_nobody_else_has_a_role() -> None:
    tournament = everything()
    data = written(tournament)
    by = make_user("karen")
    there = import_tournament(io.BytesIO(data), len(data), by=by, slug="et-andet")
    assert [(role.user, role.kind) for role in Role.objects.filter(tournament=there)] == [
        (by, Role.Kind.ORGANISER)
    ]
    came = Import.objects.get(tournament=there)
    assert (came.by, came.address, came.written_at, came.contacts, came.log_whole) == (
        by,
        tournament.slug,
        WRITTEN,
        True,
        True,
    )


def test_address_that_is_taken_asks_for_another() -> None:
    tournament = everything()
    data = written(tournament)
    with pytest.raises(Refused) as refused:
        import_tournament(io.BytesIO(data), len(data), by=None)
    assert (refused.value.code, refused.value.field) == ("slug-taken", "slug")
    assert import_tournament(io.BytesIO(data), len(data), by=None, slug="ny").slug == "ny"


def test_two_of_one_name_without_contacts_stay_two() -> None:
    tournament = everything()
    Player.objects.filter(tournament=tournament, position=1).update(name="Anna")
    there = moved(tournament, written(tournament, contacts=False))
    keys = list(Player.objects.filter(tournament=there).values_list("person_key", flat=True))
    assert len(set(keys)) == len(keys) == 12


def test_lots_and_draws_come_out_as_they_did() -> None:
    tournament = by_chance(3)
    # A list that only lots can put in order.
    tournament.tie_breaks = ["lot"]
    tournament.save()
    there = moved(tournament)

    def places(of: Tournament) -> list[tuple[int | None, int]]:
        numbers = dict(of.entries.values_list("pk", "number"))
        return [(rank.place, numbers[rank.entry]) for rank in tournament_ranking(of)]

    assert places(there) == places(tournament)
    rounds = there.rounds.order_by("number")
    assert [recheck(round_).differences for round_ in rounds] == [()] * len(rounds)


@pytest.mark.parametrize("seed", range(TRIPS))
def test_tournament_made_by_chance_comes_back_byte_for_byte(seed: int) -> None:
    tournament = by_chance(seed)
    before = written(tournament)
    there = moved(tournament, before)
    assert written(there) == before
    assert [recheck(round_).differences for round_ in there.rounds.all()] == [
        recheck(round_).differences for round_ in tournament.rounds.all()
    ]


@pytest.mark.nightly
def test_demo_tournaments_come_back_byte_for_byte(settings: object) -> None:
    settings.LOAD_DEMO = True  # type: ignore[attr-defined]
    call_command("load_demo", verbosity=0)
    for tournament in list(Tournament.objects.order_by("pk")):
        before = written(tournament)
        assert written(moved(tournament, before)) == before, tournament.slug
