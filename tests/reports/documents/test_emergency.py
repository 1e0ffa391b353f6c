"""The emergency pack: steps for every format, and every list that its text sends somebody to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from html import unescape
from pathlib import Path

import pytest
from django.utils import timezone, translation

from judging.models import Ruling
from reports.documents.emergency_steps import BY_HAND, Sheet, steps_of
from tests.reports.paper import order_of, outside_of, print_here, texts_of
from tests.results import play_round
from tests.tournaments.domain.test_stages_played import FORMATS, make
from tournaments.domain.draw_round import draw_round
from tournaments.domain.stages import StageSetup, edit_stage
from tournaments.models import Seat, Stage, Tournament
from tournaments.stage_formats import STAGE_FORMATS


def begun(name: str, rounds: int = 1) -> Tournament:
    """A tournament in the format, with so many rounds played."""
    if name == "schedule":
        tournament = make(StageSetup("swiss"), entries=4)
        a, b, c, d = tournament.entries.order_by("number").values_list("pk", flat=True)
        laid = [[[a, b], [c, d]], [[a, c], [b, d]]]
        edit_stage(tournament.stages.get(), StageSetup("schedule", {"rounds": laid}), by=None)
    else:
        setup, game, entries, _rounds = FORMATS[name]
        tournament = make(setup, entries=entries, game=game)
    for _ in range(rounds):
        play_round(Tournament.objects.get(pk=tournament.pk))
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def words_of(tournament: Tournament) -> str:
    """All that the pack says, without its marks."""
    order = order_of("emergency-pack", tournament)
    html = " ".join(part.html for part in order.parts)
    html = re.sub(r"<style>.*?</style>", "", html, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def headings_of(tournament: Tournament) -> set[str]:
    order = order_of("emergency-pack", tournament)
    html = " ".join(part.html for part in order.parts)
    found = re.findall(r'<h1>(.*?)</h1>(?:<p class="subtitle">(.*?)</p>)?', html)
    return {unescape(words) for pair in found for words in pair if words}


def test_every_format_has_its_own_steps() -> None:
    assert set(BY_HAND) == set(Stage.Format.values) == set(STAGE_FORMATS)
    assert min(len(steps) for steps in BY_HAND.values()) >= 2


def test_only_what_is_laid_down_is_said_to_be() -> None:
    """A format whose rounds hang on results never sends anybody to a plan of all of them."""
    planned = {
        code for code, steps in BY_HAND.items() if any(Sheet.PLAN in step.sheets for step in steps)
    }
    assert planned == {
        code for code, row in STAGE_FORMATS.items() if row.fixed_rounds and not row.tree
    }


@pytest.mark.django_db
@pytest.mark.parametrize("rounds", [0, 1])
@pytest.mark.parametrize("name", [*FORMATS, "schedule"])
def test_pack_has_every_list_its_text_names(name: str, rounds: int, english: None) -> None:
    tournament = begun(name, rounds)
    row = STAGE_FORMATS[tournament.stages.get().format]
    steps = steps_of(row.code, tree=row.tree, begun=rounds > 0)
    wanted = {sheet for step in steps for sheet in step.sheets}
    if row.tree and not rounds:
        # There is nothing to draw a bracket of; the first round stands in the plan.
        wanted -= {Sheet.PICTURES}
    assert {sheet.title for sheet in wanted} - headings_of(tournament) == set()
    text = words_of(tournament)
    assert [str(step.words) for step in steps if str(step.words) not in text] == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["round robin", "groups", "schedule", "knockout"])
def test_rounds_of_the_plan_are_those_the_program_draws(name: str) -> None:
    tournament = begun(name)
    text = words_of(tournament)
    drawn = draw_round(tournament, by=None, despite_missing=True)
    for pairing in drawn.pairings.all():
        sides = [
            f"{seat.entry.number} {seat.entry.name}"
            for seat in pairing.seats.select_related("entry").order_by("side")
        ]
        assert " – ".join(sides) in text


@pytest.mark.django_db
def test_individual_pack_names_the_partners_of_each() -> None:
    tournament = begun("individual")
    assert "Partners so far" in words_of(tournament)
    row = Seat.objects.filter(round__tournament=tournament, entry__number=1).get()
    mate = Seat.objects.filter(pairing=row.pairing, side=row.side).exclude(pk=row.pk).get()
    html = "".join(part.html for part in order_of("emergency-pack", tournament).parts)
    found = re.search(rf'"name">{re.escape(row.entry.name)}</td><td>(.*?)</td>', html)
    assert found is not None and found[1] == str(mate.entry.number)


@pytest.mark.django_db
def test_pack_names_rulings_and_the_points_they_took(tmp_path: Path, english: None) -> None:
    tournament = begun("swiss")
    assert Sheet.RULINGS.title not in headings_of(tournament)
    entry = tournament.entries.get(number=2)
    common = {
        "tournament": tournament,
        "happened": "Talte med naboen.",
        "decision": "Et point.",
        "language": "da",
        "given_at": timezone.now(),
    }
    first = Ruling.objects.create(
        number=1, consequence="penalty", points=Decimal("0.5"), entry=entry, **common
    )
    assert "Penalty points: 0.5" in words_of(tournament)
    Ruling.objects.create(
        number=2, consequence="penalty", points=Decimal(10), entry=entry, amends=first, **common
    )
    text = words_of(tournament)
    assert ("Penalty points: 0.5" in text, "Penalty points: 10" in text) == (False, True)
    assert {Sheet.RULINGS.title, "Rulings"} <= headings_of(tournament)
    # All of it is printed, and looked through, in test_every_document; here the sheet of rulings.
    order = order_of("emergency-pack", tournament)
    rulings = tuple(part for part in order.parts if "Penalty points: 10" in part.html)
    path = print_here(replace(order, parts=rulings), tmp_path)
    assert (len(rulings), outside_of(path), "" in texts_of(path)) == (1, [], False)
