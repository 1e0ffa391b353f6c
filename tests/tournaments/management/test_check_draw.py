"""`manage.py check_draw` in every format: clean as played, and what was tampered with is found."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.results import play_round
from tests.tournaments.domain.test_stages_played import FORMATS, make
from tournaments.domain.stages import StageSetup, edit_stage
from tournaments.models import Entry, Pairing, Round, Seat, Stage, Tournament

#: Rounds that are played before it is looked at: one that was drawn from results is among them.
ROUNDS = 2
#: Formats that draw the second round from the results of the first: those are looked at, too.
READ = {"swiss", "individual", "tables of three", "tables of four"}


def checked(tournament: Tournament) -> tuple[int, str]:
    """How many differ, and what was said."""
    out = StringIO()
    try:
        call_command("check_draw", tournament.slug, stdout=out, no_color=True)
    except CommandError as error:
        return int(str(error).split()[0]), out.getvalue()
    return 0, out.getvalue()


def played(name: str) -> Tournament:
    if name == "schedule":
        tournament = make(StageSetup("swiss"), entries=4)
        a, b, c, d = tournament.entries.order_by("number").values_list("pk", flat=True)
        rounds = [[[a, b], [c, d]], [[a, c], [b, d]]]
        edit_stage(tournament.stages.get(), StageSetup("schedule", {"rounds": rounds}), by=None)
    else:
        setup, game, entries, _rounds = FORMATS[name]
        tournament = make(setup, entries=entries, game=game)
    for winner in range(ROUNDS):
        play_round(Tournament.objects.get(pk=tournament.pk), winner=winner)
    return Tournament.objects.get(pk=tournament.pk)


def test_every_format_is_looked_at() -> None:
    codes = {setup.format for setup, *_more in FORMATS.values()} | {"schedule"}
    assert codes == set(Stage.Format.values)


@pytest.mark.django_db
@pytest.mark.parametrize("name", [*FORMATS, "schedule"])
def test_clean_as_played_and_what_was_tampered_with_is_found(name: str) -> None:
    tournament = played(name)
    assert checked(tournament) == (
        0,
        "".join(
            f"Round {round_.number} (seed {round_.seed}): same\n"
            for round_ in Round.objects.filter(tournament=tournament).order_by("number")
        )
        + "Points and standings: same\n",
    )
    _swap_in_the_rows(tournament)
    differ, said = checked(tournament)
    assert (differ, "Round 2" in said, "the draw says" in said) == (1, True, True)
    _swap_in_the_rows(tournament)
    assert checked(tournament)[0] == 0

    _swap_in_the_draw(tournament)
    differ, said = checked(tournament)
    assert (differ, "place 1: stored" in said) == (1, True)
    _swap_in_the_draw(tournament)

    seat = Seat.objects.filter(round__tournament=tournament, points__isnull=False).first()
    assert seat is not None and seat.points is not None
    Seat.objects.filter(pk=seat.pk).update(points=seat.points + 1)
    differ, said = checked(tournament)
    assert (differ, "the scheme gives" in said) == (2 if name in READ else 1, True)


def _two_tables(tournament: Tournament) -> list[Seat]:
    """The first seat of each of the last round's first two games."""
    last = Round.objects.filter(tournament=tournament).order_by("-number").first()
    games = Pairing.objects.filter(round=last, kind=Pairing.Kind.GAME).order_by("order")[:2]
    return [game.seats.order_by("side", "id")[0] for game in games]


def _swap_in_the_rows(tournament: Tournament) -> None:
    """Two of the last round change places behind the log's back."""
    one, other = _two_tables(tournament)
    one_entry, other_entry = one.entry, other.entry
    idle = Entry.objects.create(tournament=tournament, number=999, name="–", name_key="–")
    for seat, entry in ((one, idle), (other, one_entry), (one, other_entry)):
        Seat.objects.filter(pk=seat.pk).update(entry=entry)
    idle.delete()


def _swap_in_the_draw(tournament: Tournament) -> None:
    """The same in what is stored of the first draw."""
    first = Round.objects.filter(tournament=tournament).order_by("number")[0]
    one, other = first.draw["pairings"][:2]
    one["seats"][0][0], other["seats"][0][0] = other["seats"][0][0], one["seats"][0][0]
    first.save(update_fields=["draw"])
