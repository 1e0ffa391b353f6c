"""The pages of stages: set up, a usual plan, and who goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.results import play_round
from tournaments.domain.begin_stage import begin_stage
from tournaments.domain.stage_presets import set_stages
from tournaments.domain.stages import StageSetup, add_stage, stages_stamp
from tournaments.models import Event, StageEntry, Tournament, User
from tournaments.queries.stages import players_in_entry

ClientOf = Callable[[User], Client]


def address(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


def posted(tournament: Tournament, **fields: object) -> dict[str, object]:
    return {
        "key": "k",
        "stamp": stages_stamp(Tournament.objects.get(pk=tournament.pk)),
        "format": "knockout",
        "name": "",
        "from_rank": 1,
        "to_rank": 8,
        "carry": "nothing",
        "knockout-third_place": "on",
        "knockout-consolation": "0",
        **fields,
    }


def formats(tournament: Tournament) -> list[str]:
    return list(tournament.stages.order_by("number").values_list("format", flat=True))


def test_stage_is_added_once_by_its_form(
    client_of: ClientOf, tournament: Tournament, organiser: User
) -> None:
    client = client_of(organiser)
    sent = posted(tournament)
    for _again in range(2):
        assert client.post(address("desk-stage-new", tournament), sent).status_code == 302
    assert formats(tournament) == ["swiss", "knockout"]
    assert Event.objects.filter(verb="stage.add").count() == 1
    assert tournament.stages.get(number=2).settings == {"third_place": True, "consolation": 0}


def test_form_keeps_what_was_typed_and_says_beside_the_field_what_is_wrong(
    client_of: ClientOf, tournament: Tournament, organiser: User
) -> None:
    answer = client_of(organiser).post(
        address("desk-stage-new", tournament),
        posted(tournament, name="Slutspil", from_rank=5, to_rank=4),
    )
    assert (answer.status_code, formats(tournament)) == (422, ["swiss"])
    form = answer.context["form"]
    assert list(form.errors) == ["to_rank"]
    assert form["name"].value() == "Slutspil"


def test_what_was_typed_for_another_format_does_not_matter(
    client_of: ClientOf, tournament: Tournament, organiser: User
) -> None:
    answer = client_of(organiser).post(
        address("desk-stage-new", tournament), posted(tournament, **{"groups-groups": "mange"})
    )
    assert (answer.status_code, formats(tournament)) == (302, ["swiss", "knockout"])


def test_option_out_of_range_is_told_at_its_field(
    client_of: ClientOf, tournament: Tournament, organiser: User
) -> None:
    answer = client_of(organiser).post(
        address("desk-stage-new", tournament),
        posted(tournament, format="groups", **{"groups-groups": "0"}),
    )
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["groups-groups"])


def test_second_organiser_sees_that_the_first_was_there(
    client_of: ClientOf, tournament: Tournament, organiser: User
) -> None:
    sent = posted(tournament)
    add_stage(tournament, StageSetup("round_robin"), by=None)
    answer = client_of(organiser).post(address("desk-stage-new", tournament), sent)
    assert (answer.status_code, formats(tournament)) == (409, ["swiss", "round_robin"])


def test_stage_is_changed_moved_and_removed(
    client_of: ClientOf, tournament: Tournament, organiser: User
) -> None:
    client = client_of(organiser)
    client.post(address("desk-stage-new", tournament), posted(tournament))
    client.post(
        address("desk-stage", tournament, 2),
        posted(tournament, key="e", name="Slutspil", to_rank=4),
    )
    stage = tournament.stages.get(number=2)
    assert (stage.name, stage.to_rank) == ("Slutspil", 4)
    for name, more in (("desk-stage-move", {"to": "up"}), ("desk-stage-remove", {})):
        now = Tournament.objects.get(pk=tournament.pk)
        sent = {"key": name, "stamp": stages_stamp(now), **more}
        client.post(address(name, tournament, 2), sent)
    assert formats(tournament) == ["knockout"]


def test_plan_replaces_the_stages(
    client_of: ClientOf, tournament: Tournament, organiser: User
) -> None:
    client = client_of(organiser)
    page = client.get(address("desk-stages", tournament))
    assert "groups-knockout" in page.context["presets"]
    sent = {"key": "k", "stamp": page.context["stamp"], "preset": "groups-knockout"}
    client.post(address("desk-stage-preset", tournament), sent)
    assert formats(tournament) == ["groups", "knockout"]
    page = client.get(address("desk-stages", tournament))
    assert [stage["name"] for stage in page.context["stages"]] == [
        str(row.get_format_display()) for row in tournament.stages.order_by("number")
    ]


def test_pages_are_for_organisers(
    client_of: ClientOf, tournament: Tournament, judge: User, desk: User
) -> None:
    for user in (judge, desk):
        client = client_of(user)
        for name in ("desk-stages", "desk-stage-new", "desk-begin-stage"):
            assert client.get(address(name, tournament)).status_code == 403


@pytest.fixture
def played(tournament: Tournament) -> Tournament:
    set_stages(tournament, (StageSetup("round_robin"), StageSetup("knockout", to_rank=2)))
    factories.make_entries(tournament, 4)
    for _round in range(3):
        play_round(Tournament.objects.get(pk=tournament.pk))
    return Tournament.objects.get(pk=tournament.pk)


def test_who_goes_on_is_shown_and_begun_by_one_press(
    client_of: ClientOf, played: Tournament, organiser: User
) -> None:
    client = client_of(organiser)
    page = client.get(address("desk-begin-stage", played))
    assert [row["seed"] for row in page.context["rows"]] == [1, 2]
    sent = {"key": "k", "seen": page.context["found"].stamp}
    for _again in range(2):
        answer = client.post(address("desk-begin-stage", played), sent)
        assert answer.status_code == 302
    assert StageEntry.objects.count() == 2
    rounds = client.get(address("desk-rounds", played))
    assert [block["name"] for block in rounds.context["blocks"]] == [
        str(row.get_format_display()) for row in played.stages.order_by("number")
    ]
    client.post(address("desk-unbegin", played), {"key": "u"})
    assert StageEntry.objects.count() == 0


def test_begin_without_a_next_stage_leads_back(
    client_of: ClientOf, tournament: Tournament, organiser: User
) -> None:
    answer = client_of(organiser).get(address("desk-begin-stage", tournament))
    assert answer.headers["Location"] == address("desk-rounds", tournament)


def test_draw_page_of_a_played_stage_leads_to_the_next(
    client_of: ClientOf, played: Tournament, organiser: User
) -> None:
    page = client_of(organiser).get(address("desk-draw", played))
    assert [note.code for note in page.context["checks"].stops] == ["stage-played"]
    assert address("desk-begin-stage", played) in page.content.decode()


def test_standings_have_a_stage_switch_and_a_list_of_everybody(
    client: Client, played: Tournament
) -> None:
    begin_stage(played, by=None)
    play_round(Tournament.objects.get(pk=played.pk))
    page = client.get(address("standings", played))
    assert (page.context["stage"], len(page.context["tree"])) == (2, 2)
    first = client.get(address("standings", played), {"stage": "1"})
    assert (first.context["stage"], len(first.context["tables"][0]["rows"])) == (1, 4)
    whole = client.get(address("standings", played), {"stage": "all"})
    assert [row["place"] for row in whole.context["whole"]] == ["1", "2", "3", "4"]
    assert client.get(address("standings", played), {"stage": "9"}).status_code == 404
    assert client.get(address("standings", played), {"stage": "1", "round": "4"}).status_code == 404


def test_bracket_is_on_the_page_and_on_the_wall(client: Client, played: Tournament) -> None:
    assert client.get(address("wall-bracket", played)).status_code == 200
    begin_stage(played, by=None)
    play_round(Tournament.objects.get(pk=played.pk))
    for name in ("standings", "wall-bracket"):
        text = client.get(address(name, played)).content.decode()
        assert text.count("<svg") > 0 and "Par 1" in text


@pytest.mark.parametrize("pairs", [4, 20])
def test_pages_of_stages_take_a_constant_number_of_queries(
    client_of: ClientOf, db: None, pairs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = factories.make_tournament(tables=20)
    user = factories.make_user(role="organiser", tournament=own)
    set_stages(own, (StageSetup("groups", {"groups": 2}), StageSetup("knockout", to_rank=1)))
    factories.make_entries(own, pairs)
    play_round(Tournament.objects.get(pk=own.pk))
    client = client_of(user)
    for name, more, queries in (
        ("desk-stages", [], 8),
        ("desk-stage", [2], 8),
        ("desk-begin-stage", [], 12),
        ("standings", [], 13),
    ):
        with django_assert_num_queries(queries):
            client.get(address(name, own, *more))


def test_schedule_is_typed_by_numbers_and_told_what_is_wrong(
    client_of: ClientOf, tournament: Tournament, organiser: User
) -> None:
    entries = factories.make_entries(tournament, 4)
    client, url = client_of(organiser), address("desk-stage", tournament, 1)
    sent = posted(tournament, format="schedule", **{"schedule-rounds": "1-2, 3-9"})
    answer = client.post(url, sent)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["schedule-rounds"])
    typed = {"schedule-rounds": "1-2, 3-4\n1-3, 2-4"}
    client.post(url, posted(tournament, format="schedule", **typed))
    a, b, c, d = (entry.pk for entry in entries)
    stage = tournament.stages.get()
    assert stage.settings["rounds"] == [[[a, b], [c, d]], [[a, c], [b, d]]]
    assert client.get(url).context["form"]["schedule-rounds"].value() == "1-2, 3-4\n1-3, 2-4"


@pytest.fixture
def kroket(tournament: Tournament) -> Tournament:
    tournament.game = "kroket"
    tournament.save()
    set_stages(tournament, (StageSetup("multi_seat"),))
    return tournament


def test_sizes_of_tables_are_typed_and_kept(
    client_of: ClientOf, kroket: Tournament, organiser: User
) -> None:
    client, url = client_of(organiser), address("desk-stage", kroket, 1)
    assert "multi_seat-per_side" not in client.get(url).context["form"].fields
    sent = {"format": "multi_seat", "multi_seat-sides": "4", "multi_seat-meet_by": "design"}
    sent["multi_seat-rounds"] = "6"
    client.post(url, posted(kroket, **sent, **{"multi_seat-sizes": "6, 3 4"}))
    assert kroket.stages.get().settings["sizes"] == [3, 4, 6]
    assert client.get(url).context["form"]["multi_seat-sizes"].value() == "3, 4, 6"
    for typed in ("tre", "2, 4", "3, 5", "4, 7"):
        answer = client.post(url, posted(kroket, **sent, **{"multi_seat-sizes": typed}))
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == ["multi_seat-sizes"]
    client.post(url, posted(kroket, **sent, **{"multi_seat-sizes": ""}))
    assert kroket.stages.get().settings["sizes"] == []


def test_partners_for_one_round_are_offered_where_pairs_meet_at_larger_tables(
    client_of: ClientOf, tournament: Tournament, organiser: User
) -> None:
    tournament.game = "partners-plus-pairs"
    tournament.save()
    set_stages(tournament, (StageSetup("multi_seat"),))
    client, url = client_of(organiser), address("desk-stage", tournament, 1)
    fields = client.get(url).context["form"].fields
    # Three pairs are at every table: nothing else is to be chosen about its size.
    sizes = {"multi_seat-sides", "multi_seat-smaller_tables", "multi_seat-sizes"}
    assert sizes.isdisjoint(fields)
    sent = {"format": "multi_seat", "multi_seat-meet_by": "design", "multi_seat-rounds": "6"}
    client.post(url, posted(tournament, **sent, **{"multi_seat-per_side": "2"}))
    stage = tournament.stages.get()
    assert {name: stage.settings[name] for name in ("sides", "smaller_tables", "per_side")} == {
        "sides": 3,
        "smaller_tables": False,
        "per_side": 2,
    }
    assert players_in_entry(tournament) == 1


def test_outlook_follows_what_is_typed(
    client_of: ClientOf, kroket: Tournament, organiser: User
) -> None:
    factories.make_entries(kroket, 11)
    client, url = client_of(organiser), address("desk-stage-outlook", kroket)
    page = client.get(address("desk-stage", kroket, 1))
    assert page.context["outlook"][0].startswith("Med 11") or "11" in page.context["outlook"][0]
    typed = {"stage": "1", "format": "multi_seat", "multi_seat-meet_by": "design"}
    typed |= {"multi_seat-rounds": "4", "multi_seat-sides": "4", "multi_seat-sizes": "4"}
    said = client.get(url, typed)
    assert (said.status_code, "3" in said.context["outlook"][0]) == (200, True)
    for wrong in ({"multi_seat-sizes": "x"}, {"multi_seat-sides": "9"}, {"format": "swiss"}):
        assert client.get(url, typed | wrong).context["outlook"] == []


def test_tables_and_byes_are_said_before_the_draw(
    client_of: ClientOf, kroket: Tournament, organiser: User
) -> None:
    factories.make_entries(kroket, 11)
    page = client_of(organiser).get(address("desk-draw", kroket))
    notes = {note.code: note for note in page.context["checks"].notes}
    assert "11" in notes["seating"].what and "bye" not in notes


def test_wall_begins_a_bracket_with_the_last_round_played(
    client: Client, tournament: Tournament
) -> None:
    set_stages(tournament, (StageSetup("knockout"),))
    factories.make_entries(tournament, 16)
    url = address("wall-bracket", tournament)
    pages: list[int] = []
    for _round in range(3):
        play_round(Tournament.objects.get(pk=tournament.pk))
        pages.append(len(client.get(url).context["deck"].screens))
    # Halves and the final; then the whole tree from the last round played, large enough.
    assert pages == [3, 1, 1]
    assert client.get(address("standings", tournament)).content.decode().count("Par 1<") > 0
