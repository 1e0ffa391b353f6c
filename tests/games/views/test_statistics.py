"""Statistics and the front page of a tournament that is over."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.models import Result
from tests import factories
from tournaments.models import Round, Tournament


def play(tournament: Tournament, pairs: int, rounds: int = 2) -> list[Round]:
    """Rounds in which the first named wins 8-(table number), the last time 8-7 for the other."""
    entries = list(tournament.entries.order_by("number")) or factories.make_entries(
        tournament, 2 * pairs
    )
    played = []
    for number in range(1, rounds + 1):
        pairing = list(zip(entries[::2], entries[1::2], strict=True))
        upset = number == rounds
        scores = [(7, 8) if upset else (8, table % 8) for table in range(1, len(pairing) + 1)]
        round_ = factories.make_round(
            tournament, pairing, number=number, state=Round.State.CLOSED, scores=scores
        )
        for row, score in zip(round_.pairings.order_by("order"), scores, strict=True):
            winner = score.index(8)
            Result.objects.create(
                pairing=row,
                version=1,
                payload={
                    "sides": [
                        {"colours": ["yellow", "blue"], "locked": score[0]},
                        {"colours": ["red", "green"], "locked": score[1]},
                    ],
                    "winner": winner,
                    "ended": "played",
                    "minutes": 30 + 5 * row.order,
                },
            )
        played.append(round_)
    tournament.state = Tournament.State.FINISHED
    tournament.save()
    return played


def test_statistics_tell_of_every_game(tournament: Tournament) -> None:
    play(tournament, 4)
    page = Client().get(reverse("statistics", args=[tournament.slug]))
    figures = page.context["figures"]
    assert (figures.games, figures.rounds, figures.stopped, figures.level) == (8, 2, 0, 0)
    assert (figures.shortest.minutes, figures.longest.minutes) == (35, 50)
    assert [chart.code for chart in page.context["charts"]] == ["lengths", "beaten", "margins"]
    text = page.content.decode()
    assert (text.count('<svg class="chart"'), text.count('<svg class="chart duels"')) == (3, 1)
    first = figures.closest[0]
    assert f"Runde {first.round} · bord {first.table}</text>" in text
    assert text.count("<caption>") == 3


def test_without_results_the_page_says_when_there_will_be_some(tournament: Tournament) -> None:
    page = Client().get(reverse("statistics", args=[tournament.slug]))
    assert (page.status_code, page.context["figures"].games, page.context["charts"]) == (200, 0, [])


def test_walkovers_and_byes_are_no_games(tournament: Tournament) -> None:
    (round_, *_rest) = play(tournament, 2)
    result = Result.objects.filter(pairing__round=round_).first()
    assert result is not None
    result.payload["ended"] = "walkover"
    result.save()
    figures = Client().get(reverse("statistics", args=[tournament.slug])).context["figures"]
    assert figures.games == 3


def test_front_page_of_a_finished_tournament_leads_to_everything(tournament: Tournament) -> None:
    play(tournament, 4)
    page = Client().get(reverse("tournament", args=[tournament.slug]))
    archive = page.context["archive"]
    assert [stage.rounds for stage in archive.stages] == [(1, 2)]
    assert all(step.place <= 3 for step in archive.podium)
    text = page.content.decode()
    slug = tournament.slug
    for name, args in (("standings", []), ("statistics", []), ("round", [1]), ("round", [2])):
        assert f'href="{reverse(name, args=[slug, *args])}"' in text


def test_players_who_asked_for_initials_have_them(tournament: Tournament) -> None:
    play(tournament, 2)
    entry = tournament.entries.get(number=1)
    entry.name = "Anna 1"
    entry.save()
    entry.players.filter(position=1).update(initials_only=True)
    for name in ("statistics", "tournament"):
        text = Client().get(reverse(name, args=[tournament.slug])).content.decode()
        assert "Anna 1" not in text


@pytest.mark.parametrize("pairs", [2, 10])
def test_pages_take_the_same_queries_at_any_size(
    db: None, django_assert_num_queries: DjangoAssertNumQueries, pairs: int
) -> None:
    big = factories.make_tournament(tables=20)
    play(big, pairs)
    with django_assert_num_queries(7):
        Client().get(reverse("statistics", args=[big.slug]))
    with django_assert_num_queries(12):
        Client().get(reverse("tournament", args=[big.slug]))
