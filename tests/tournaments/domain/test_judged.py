"""What each change by hand means in each state of a round: every cell of the table, through the
verbs that make the change."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.db import transaction
from django.utils import timezone

from games.models import Clock
from tests.results import write_result, write_results
from tests.tournaments.domain.leaving import entry, played
from tournaments.domain.close_round import close_round
from tournaments.domain.draw_round import discard_draft, draw_round, redraw_round
from tournaments.domain.edit_draft import (
    move_to_bye,
    move_to_table,
    put_in,
    swap_entries,
    take_out,
)
from tournaments.domain.errors import Refused
from tournaments.domain.move_table import move_table
from tournaments.domain.publish_round import publish_round
from tournaments.domain.stages import StageSetup
from tournaments.domain.swap_places import swap_places
from tournaments.draw_words import change_sentence
from tournaments.formats.editing_rules import (
    RULES,
    Change,
    RoundStatus,
    Structure,
    Verdict,
    judge,
)
from tournaments.models import Entry, Event, Pairing, Round, Seat, Table

SETUPS = {
    # entries, the stage, its structure, changes asked for
    "open": (10, StageSetup("swiss"), Structure.OPEN, set(RULES) - {Change.MOVE_GROUP}),
    "table": (10, StageSetup("round_robin"), Structure.TABLE, set(RULES) - {Change.MOVE_GROUP}),
    "groups": (10, StageSetup("groups", {"groups": 2}), Structure.TABLE, {Change.MOVE_GROUP}),
    "tree": (13, StageSetup("knockout"), Structure.TREE, set(RULES) - {Change.MOVE_GROUP}),
}


class Rollback(Exception):
    """What was tried is taken back."""


def game(round_: Round, place: int, group: str | None = None) -> Pairing:
    games = round_.pairings.filter(kind=Pairing.Kind.GAME).order_by("order")
    return games.filter(group=group)[place] if group is not None else games[place]


def first(pairing: Pairing) -> Entry:
    return pairing.seats.order_by("side")[0].entry


def tables(round_: Round, free: bool) -> Table:
    used = game(round_, 1).table
    assert used is not None
    return round_.tournament.tables.get(number=10) if free else used


def verb(change: Change, round_: Round, late: Entry) -> Callable[[], object]:
    """Asks for the change of round_'s first games, by the verb for a round in its state."""
    draft = round_.state == Round.State.DRAFT
    one, other = game(round_, 0), game(round_, 1)
    if change is Change.MOVE_GROUP:
        one, other = game(round_, 0, "A"), game(round_, 0, "B")
    swap = swap_entries if draft or change is Change.MOVE_GROUP else swap_places
    free = change is Change.MOVE_TABLE
    return {
        Change.SWAP_ENTRIES: lambda: swap(round_, first(one), first(other), by=None),
        Change.MOVE_GROUP: lambda: swap(round_, first(one), first(other), by=None),
        Change.GIVE_BYE: lambda: move_to_bye(round_, first(one), by=None),
        Change.MOVE_TABLE: lambda: _to_table(round_, one, free=free),
        Change.SWAP_TABLES: lambda: _to_table(round_, one, free=free),
        Change.PUT_IN: lambda: put_in(round_, late, by=None),
        Change.TAKE_OUT: lambda: take_out(round_, first(one), by=None),
        Change.REDRAW: lambda: redraw_round(round_, by=None),
        Change.DISCARD: lambda: discard_draft(round_, by=None),
    }[change]


def _to_table(round_: Round, pairing: Pairing, *, free: bool) -> object:
    table = tables(round_, free)
    if round_.state == Round.State.DRAFT:
        return move_to_table(round_, pairing.order, table, by=None)
    return move_table(pairing, table, by=None, swap=True)


def outcome(act: Callable[[], object]) -> tuple[Verdict, list[str], str]:
    """What the verb made of it: a verdict, what it said, and the code of a refusal."""
    means: list[str] = []
    try:
        with transaction.atomic():
            act()
            means = Event.objects.order_by("-id")[0].after.get("means", [])
            raise Rollback
    except Rollback:
        return (Verdict.WARNS if means else Verdict.SAFE), means, ""
    except Refused as refused:
        return Verdict.REFUSED, [], refused.code


def states(round_: Round) -> Iterator[tuple[RoundStatus, bool, bool]]:
    """The round in each of its states in turn: status, whether it is played, whether a result is
    in at the tables that are asked about."""
    yield RoundStatus.DRAFT, False, False
    publish_round(round_, by=None, despite_warnings=True)
    yield RoundStatus.PUBLISHED, False, False
    Clock.objects.create(round=round_, seconds=3600, started_at=timezone.now())
    yield RoundStatus.PUBLISHED, True, False
    write_result(game(round_, 0), 0)
    yield RoundStatus.PUBLISHED, True, True
    write_results(round_)
    close_round(round_, by=None)
    yield RoundStatus.CLOSED, False, False


@pytest.mark.django_db
@pytest.mark.parametrize("first_round", [True, False])
@pytest.mark.parametrize("name", SETUPS)
def test_every_cell_of_the_table_is_what_the_verbs_do(name: str, first_round: bool) -> None:
    entries, setup, structure, changes = SETUPS[name]
    tournament = played(entries, 0 if first_round else 1, setup)
    # One that is still in comes only after the round was drawn.
    won = Seat.objects.filter(round__tournament=tournament, outcome=Seat.Outcome.WIN).first()
    late = entry(tournament, 1) if won is None else won.entry
    Entry.objects.filter(pk=late.pk).update(state=Entry.State.ABSENT)
    round_ = draw_round(tournament, by=None)
    Entry.objects.filter(pk=late.pk).update(state=Entry.State.PRESENT)
    wrong = []
    for status, playing, result_in in states(round_):
        round_.refresh_from_db()
        for change in sorted(changes):
            judged = judge(
                change,
                status,
                structure=structure,
                first_round=first_round and structure is not Structure.OPEN,
                playing=playing,
                result_in=result_in,
            )
            found, said, code = outcome(verb(change, round_, late))
            if code in {"not-in-field", "twice"}:
                # Laid down without it, or with it though it is away: no place waits for it,
                # whatever the table allows.
                continue
            refusals = {one.replace("_", "-") for one in judged.codes} | {f"round-{round_.state}"}
            told = [change_sentence(one) for one in judged.codes]
            if (
                found is not judged.verdict
                or (found is Verdict.REFUSED and code not in refusals)
                or (found is not Verdict.REFUSED and said != told)
            ):
                wrong.append((status, playing, result_in, change, judged, found, said, code))
    assert not wrong, "\n".join(map(str, wrong))
