"""A stored draw is made again and compared; `check_draw` says where it differs."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests import factories
from tests.results import play_round, write_result
from tournaments.domain.act import act
from tournaments.domain.draft_rows import create_rows, delete_rows
from tournaments.domain.draw_record import draw_to_json, request_from_json
from tournaments.domain.draw_round import draw_round, slots_of
from tournaments.domain.edit_draft import swap_entries
from tournaments.domain.recheck import recheck
from tournaments.formats.registry import get_format
from tournaments.models import Entry, Round, Seat, Tournament
from tournaments.stage_formats import options_from_json


def test_draws_come_out_as_stored(tournament: Tournament) -> None:
    factories.make_entries(tournament, 9)
    for _round in range(3):
        assert recheck(play_round(tournament)).differences == ()
    out = StringIO()
    call_command("check_draw", tournament.slug, stdout=out)
    assert out.getvalue().count("same") == 4


def test_draw_does_not_change_with_what_happened_after_it(tournament: Tournament) -> None:
    entries = factories.make_entries(tournament, 8)
    play_round(tournament)
    round_ = play_round(tournament)
    with act("tournament.edit", tournament, by=None) as doing:
        Seat.objects.filter(round__number=1).update(outcome="loss", points=0)
        doing.log()
    Entry.objects.filter(pk=entries[0].pk).update(state=Entry.State.WITHDRAWN)
    Tournament.objects.update(points_scheme={"win": "3"}, tie_breaks=["lot"])
    round_.refresh_from_db()
    assert recheck(round_).differences == ()


def test_tampered_seed_input_and_outcome_are_found(draft: Round) -> None:
    def differs() -> bool:
        return bool(recheck(draft).differences)

    sound = draft.draw
    assert not differs()
    draft.seed += 1
    assert differs()
    draft.seed -= 1
    draft.draw = sound | {"pairings": sound["pairings"][::-1]}
    assert differs()
    request = sound["request"]
    draft.draw = sound | {"request": request | {"tables": request["tables"][1:]}}
    assert differs()
    draft.draw = sound | {"costs": [["bye_repeat", 1]]}
    assert differs()
    draft.draw = {}
    assert differs()


def test_history_forged_together_with_all_that_follows_from_it_is_found(
    tournament: Tournament,
) -> None:
    factories.make_entries(tournament, 8)
    play_round(tournament)
    round_ = draw_round(tournament, by=None)
    request = round_.draw["request"]
    forged = [list(played) for played in request["history"]]
    *facts, seats = forged[0]
    # The loser of a game has won it, and the round is what comes of that.
    won, lost = seats
    swapped = [[won[0], won[1], *lost[2:]], [lost[0], lost[1], *won[2:]]]
    forged[0] = [*facts, swapped]
    round_.draw["request"] = request | {"history": forged}
    options = options_from_json(round_.draw["format"], round_.draw["options"])
    draw = get_format("swiss").draw(request_from_json(round_.draw["request"], options))
    round_.draw |= draw_to_json(draw)
    delete_rows(round_)
    create_rows(round_, slots_of(draw))
    round_.save()
    (difference,) = recheck(round_).differences
    assert "read another result of round 1, table" in difference
    # A game that never was: nobody plays two in one round.
    round_.draw["request"] = request | {"history": [*request["history"], [*facts, swapped]]}
    assert recheck(round_).differences != ()


def test_result_changed_by_the_log_is_a_note_not_a_difference(tournament: Tournament) -> None:
    factories.make_entries(tournament, 8)
    first = play_round(tournament)
    round_ = draw_round(tournament, by=None)
    pairing = first.pairings.get(table__number=1)
    won = pairing.seats.get(outcome="win").side
    write_result(pairing, 1 - won)
    assert len(recheck(round_).differences) == 1
    with act("result.correct", pairing, by=None) as doing:
        doing.log()
    check = recheck(round_)
    assert (check.differences, len(check.notes)) == ((), 1)


def test_row_changed_behind_the_log_is_found(draft: Round) -> None:
    pairing = draft.pairings.get(table__number=1)
    pairing.seats.update(side=0)
    assert len(recheck(draft).differences) == 1


def test_change_by_hand_is_a_note_not_a_difference(draft: Round) -> None:
    one, other = (
        draft.pairings.get(table__number=number).seats.get(side=0).entry for number in (1, 2)
    )
    swap_entries(draft, one, other, by=None)
    check = recheck(draft)
    assert (check.differences, len(check.notes)) == ((), 1)


def test_command_fails_when_a_draw_differs(tournament: Tournament) -> None:
    factories.make_entries(tournament, 4)
    round_ = draw_round(tournament, by=None)
    Round.objects.filter(pk=round_.pk).update(seed=1)
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("check_draw", tournament.slug, stdout=out)
    assert error.value.returncode == 1
    assert "differs" in out.getvalue()


def test_command_names_what_it_cannot_find(tournament: Tournament) -> None:
    for args in (["nothing"], [tournament.slug]):
        with pytest.raises(CommandError):
            call_command("check_draw", *args, stdout=StringIO())
