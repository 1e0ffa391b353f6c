"""A question about Kroket from the rule desk to the ruling, the casebook and the paper."""

from __future__ import annotations

import html
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from django.test import Client
from django.urls import reverse

from judging.models import Ruling
from reports.documents import DOCUMENTS, Subject
from tests.factories import make_entries, make_tournament, make_user
from tests.results import make_round
from tournaments.models import Game, Player, Role


@pytest.mark.django_db
def test_question_at_the_rule_desk_becomes_a_ruling_that_everybody_reads(
    client_of: Callable[..., Client],
) -> None:
    tournament = make_tournament(game=Game.KROKET, ruleset="", slug="kroket")
    entries = make_entries(tournament, 4)
    make_round(tournament, 1, [entries])
    Player.objects.filter(name="Anna 1").update(initials_only=True)
    client = client_of(make_user("sofus", role=Role.Kind.JUDGE, tournament=tournament))

    balls = "blue=e4&blue_reached=1&red=start&yellow=start&green=start"
    asked = f"{balls}&player=blue&card=en-lille-stille-en"
    desk = client.get(f"{reverse('desk-rule-desk', args=[tournament.slug])}?{asked}")
    answer = desk.context["answer"]
    assert answer.verdict == "yes" and answer.position is not None
    new = reverse("desk-ruling-new", args=[tournament.slug])
    page = desk.content.decode()
    link = html.unescape(page.split(f'href="{new}?')[1].split('"')[0])
    assert parse_qs(link)["position"] == [answer.query]

    form = client.get(f"{new}?{link}&table=1")
    assert "<svg" in form.content.decode()
    given = client.post(
        new,
        {
            "round": 1, "table": 1, "position": answer.query, "consequence": "warning",
            "entry": "1",
            "happened": "Blå skød mod øst og sagde nord.", "decision": "Skuddet går om.",
            "rules": ["K2", "K4"],
        },
    )  # fmt: skip
    assert given.status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.position, ruling.question["player"]) == (answer.position, "blue")
    assert "<svg" in client.get(given.headers["Location"]).content.decode()

    public = Client().get(reverse("rulings", args=[tournament.slug])).content.decode()
    casebook = client.get(reverse("desk-casebook", args=[tournament.slug])).content.decode()
    paper = DOCUMENTS["rulings-log"].order(Subject(tournament)).parts[0].html
    for told in (public, casebook, paper):
        assert "Blå skød mod øst og sagde nord." in told
        assert "Skuddet går om." in told
        assert "K4" in told
    assert "<svg" in casebook
    alike = client.get(f"{reverse('desk-rulings', args=[tournament.slug])}?like=1&all=1")
    assert alike.context["lines"] == []
