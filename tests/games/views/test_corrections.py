"""The page of a correction: what follows is asked, by those who may; one press does it all."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from tests import factories
from tests.games.domain.test_corrections import play
from tests.tournaments.domain.test_correct_misfits import KNOCKOUT, game, make, sitting
from tournaments.domain.stages import StageSetup
from tournaments.models import Role, Round, Tournament, User
from tournaments.queries.misfits import misfits_of

ClientOf = Callable[[User], Client]
WANTED = {"score_0": "5", "score_1": "8", "ended": "played"}


def organiser(tournament: Tournament, kind: str = Role.Kind.ORGANISER) -> User:
    return factories.make_user(role=kind, tournament=tournament)


def address(tournament: Tournament, what: str = "correct") -> str:
    table = game(tournament, 1).table
    return f"/desk/{tournament.slug}/rounds/1/tables/{table}/{what}/"


@pytest.fixture
def cup(db: None) -> Tournament:
    return play(make(KNOCKOUT, entries=8), 3)


def test_correction_asks_what_to_do_and_does_it(cup: Tournament, client_of: ClientOf) -> None:
    client = client_of(organiser(cup))
    page = client.get(address(cup), WANTED)
    questions = page.context["asked"]
    assert [[offer.value for offer in one.offered] for one in questions] == [["keep", "swap"]] * 2
    sent = WANTED | {"seen": "1", "follows": page.context["follows"].stamp, "why": "Byttet om"}
    choices = {f"choice-{one.key}": "swap" for one in questions}
    answer = client.post(address(cup), sent | choices)
    assert answer.status_code == 302
    assert misfits_of(cup) == []
    assert sitting(game(cup, 1))[1] in sitting(game(cup, 3))
    (told,) = get_messages(answer.wsgi_request)
    undo = told.extra_tags.removeprefix("undo:")
    client.post(undo)
    assert sitting(game(cup, 1))[0] in sitting(game(cup, 3))


def test_refused_correction_keeps_what_was_chosen(cup: Tournament, client_of: ClientOf) -> None:
    client = client_of(organiser(cup))
    page = client.get(address(cup), WANTED)
    choices = {f"choice-{one.key}": "swap" for one in page.context["asked"]}
    answer = client.post(address(cup), WANTED | {"seen": "1"} | choices)
    assert (answer.status_code, answer.context["why_error"] != "") == (422, True)
    chosen = [
        offer.value for one in answer.context["asked"] for offer in one.offered if offer.chosen
    ]
    assert chosen == ["swap", "swap"]


def test_desk_corrects_and_leaves_the_rest_to_the_organiser(
    cup: Tournament, client_of: ClientOf
) -> None:
    client = client_of(organiser(cup, Role.Kind.DESK))
    page = client.get(address(cup), WANTED)
    assert 'type="radio"' not in page.content.decode()
    sent = WANTED | {"seen": "1", "follows": page.context["follows"].stamp, "why": "x"}
    choice = {f"choice-{page.context['asked'][0].key}": "swap"}
    assert client.post(address(cup), sent | choice).status_code == 403
    assert client.post(address(cup), sent).status_code == 302
    assert len(misfits_of(cup)) == 2


def test_round_drawn_again_has_no_undo(client_of: ClientOf, db: None) -> None:
    cup = play(make(KNOCKOUT, entries=8), 2, last="published")
    client = client_of(organiser(cup))
    page = client.get(address(cup), WANTED)
    (question,) = page.context["asked"]
    sent = WANTED | {"seen": "1", "follows": page.context["follows"].stamp, "why": "x"}
    answer = client.post(address(cup), sent | {f"choice-{question.key}": "redraw"})
    assert cup.rounds.get(number=2).state == Round.State.DRAFT
    (told,) = get_messages(answer.wsgi_request)
    assert "undo:" not in told.extra_tags


def test_removal_tells_what_nobody_can_tell_any_more(cup: Tournament, client_of: ClientOf) -> None:
    page = client_of(organiser(cup)).get(address(cup, "remove"))
    assert {len(one.offered) for one in page.context["asked"]} == {1}
    assert page.context["follows"].misfits[0].dependent.undecided


def test_swiss_page_says_whether_rounds_would_differ_when_asked(
    client_of: ClientOf, db: None
) -> None:
    tournament = play(make(StageSetup("swiss"), entries=8), 2)
    table = tournament.rounds.get(number=1).pairings.order_by("table__number").first()
    assert table is not None
    client = client_of(organiser(tournament))
    there = f"/desk/{tournament.slug}/rounds/1/tables/{table.table}/correct/"
    page = client.get(there, WANTED)
    assert [line.differs for one in page.context["asked"] for line in one.what] == [None]
    page = client.get(there, WANTED | {"differs": "1"})
    assert [line.differs for one in page.context["asked"] for line in one.what] == [True]


def test_groups_are_ranked_in_their_group(client_of: ClientOf, db: None) -> None:
    tournament = play(make(StageSetup("groups", {"groups": 2}), entries=8), 1)
    pairing = tournament.rounds.get(number=1).pairings.order_by("table__number").first()
    assert pairing is not None
    there = f"/desk/{tournament.slug}/rounds/1/tables/{pairing.table}/correct/"
    follows = client_of(organiser(tournament)).get(there, WANTED).context["follows"]
    assert {change.rank[0] for change in follows.table} <= {1, 2, 3, 4}
    assert {pairing.group for pairing in [pairing]} == {"A"}
    members = set(
        tournament.rounds.get(number=1)
        .pairings.filter(group="A")
        .values_list("seats__entry", flat=True)
    )
    assert {change.entry.pk for change in follows.others} <= members
