"""Two that are not to meet: no draw pairs them, a hand that does is told, and it is taken back."""

from __future__ import annotations

import pytest

from tests import factories
from tests.results import play_round
from tests.tournaments.domain.leaving import again, entry, played
from tournaments.domain.draw_round import draw_round, redraw_round
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.keep_apart import keep_apart, let_meet
from tournaments.domain.merge_entries import merge_entries
from tournaments.domain.recheck import recheck
from tournaments.domain.stages import StageSetup
from tournaments.models import Event, KeptApart, Round, Tournament
from tournaments.queries.draft import draft_problems
from tournaments.queries.draft_page import about_draw
from tournaments.queries.kept_apart import forbidden_pairs, kept_apart_from


def met(round_: Round) -> set[frozenset[int]]:
    games = round_.pairings.filter(kind="game")
    return {frozenset(game.seats.values_list("entry__number", flat=True)) for game in games}


@pytest.fixture
def eight(db: None) -> Tournament:
    return played(8, 0)


def test_two_kept_apart_do_not_meet_and_the_draft_says_so(eight: Tournament) -> None:
    draft = draw_round(eight, by=None)
    pair = sorted(min(met(draft), key=sorted))
    one, other = (entry(eight, number) for number in pair)
    keep_apart(one, other, by=None, why="brothers")
    assert "forbidden_pair" in [problem.code for problem in draft_problems(draft)]
    draft = redraw_round(draft, by=None, seed=draft.seed)
    assert frozenset(pair) not in met(draft)
    assert draft_problems(draft) == []
    said = about_draw(draft.draw, {one.pk: "Ravn", other.pk: "Krage"})
    assert any("Ravn" in line and "Krage" in line for line in said)
    assert recheck(draft).differences == ()
    event = Event.objects.get(verb="entry.keep-apart")
    assert (event.why, event.after["apart"]) == ("brothers", other.name)


def test_they_may_meet_again_and_once_is_enough(eight: Tournament) -> None:
    one, other = entry(eight, 3), entry(eight, 5)
    for _twice in range(2):
        keep_apart(other, one, by=None, why="x", key="k")
    with pytest.raises(Conflict):
        keep_apart(one, other, by=None, why="x")
    ((row, there),) = kept_apart_from(one)
    assert (there, forbidden_pairs(eight)) == (other, {frozenset({one.pk, other.pk})})
    let_meet(one, row.pk, by=None)
    assert forbidden_pairs(eight) == frozenset()
    with pytest.raises(Conflict):
        let_meet(one, row.pk, by=None)


@pytest.mark.parametrize(
    ("other", "why", "code"),
    [(1, "x", "same-entry"), (2, "", "why-missing"), (3, "x", "gone")],
)
def test_what_makes_no_sense_is_refused(eight: Tournament, other: int, why: str, code: str) -> None:
    eight.entries.filter(number=3).update(state="withdrawn")
    with pytest.raises(Refused) as refused:
        keep_apart(entry(eight, 1), entry(eight, other), by=None, why=why)
    assert (refused.value.code, KeptApart.objects.count()) == (code, 0)


def test_one_that_is_merged_stands_for_the_other(eight: Tournament) -> None:
    one, other = entry(eight, 1), entry(eight, 2)
    (doubled,) = factories.make_entries(eight, 1)
    keep_apart(doubled, other, by=None, why="x")
    keep_apart(doubled, one, by=None, why="x")
    merge_entries(one, doubled, by=None)
    assert forbidden_pairs(eight) == {frozenset({one.pk, other.pk})}


def test_a_round_that_is_laid_down_does_not_heed_it(db: None) -> None:
    tournament = played(4, 0, StageSetup("round_robin"))
    keep_apart(entry(tournament, 1), entry(tournament, 2), by=None, why="x")
    rounds = [play_round(again(tournament)) for _round in range(3)]
    assert frozenset({1, 2}) in set().union(*map(met, rounds))


def test_where_nothing_is_left_no_round_is_drawn(db: None) -> None:
    tournament = played(2, 0)
    keep_apart(entry(tournament, 1), entry(tournament, 2), by=None, why="x")
    with pytest.raises(Refused) as refused:
        draw_round(tournament, by=None)
    assert refused.value.code == "forbidden_pairs_leave_no_draw"
