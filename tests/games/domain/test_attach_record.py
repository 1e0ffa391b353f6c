"""The record of a game beside its result: replayed first, refused when it proves something else."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from django.utils import translation

from games.domain.attach_record import attach_record
from games.domain.game_results import Typed
from games.domain.record_result import correct_result, record_result
from games.models import GameRecord
from games.rules.partners import DM_2018, DM_2023, PARTNERS, PARTNERS_PLUS_PAIRS, Game, Rules
from games.rules.partners.bots import SensibleBot
from games.rules.partners.conduct import Setup
from games.rules.partners.playing import Played, play_game
from games.rules.partners.record import Record, Turn
from tournaments.domain.errors import Refused
from tournaments.models import Event, Pairing, User


@cache
def game(kind: Game = PARTNERS, rules: Rules = DM_2018) -> Played:
    seats = len(kind.board.colours)
    return play_game(Setup(kind, rules), [SensibleBot(most=4)] * seats, "a")


def typed(played: Played) -> Typed:
    result = played.state.result()
    return Typed(scores=tuple(side["locked"] for side in result["sides"]))


def refused(pairing: Pairing, text: str, by: User) -> Refused:
    with pytest.raises(Refused) as refusal:
        attach_record(pairing, text, by=by)
    assert not GameRecord.objects.exists()
    return refusal.value


def test_attach_record_keeps_the_text_beside_the_result(pairing: Pairing, desk: User) -> None:
    result = record_result(pairing, typed(game()), seen=0, by=desk)

    record = attach_record(pairing, game().record.text, by=desk)

    assert (record.result, record.text) == (result, game().record.text)
    event = Event.objects.get(verb="record.attach")
    assert event.actor == desk
    assert event.after == {"record": record.pk, "version": 1}


def test_attach_record_twice_with_one_key_attaches_once(pairing: Pairing, desk: User) -> None:
    record_result(pairing, typed(game()), seen=0, by=desk)
    first = attach_record(pairing, game().record.text, by=desk, key="k")
    assert attach_record(pairing, game().record.text, by=desk, key="k") == first
    assert Event.objects.filter(verb="record.attach").count() == 1


def test_attach_record_needs_a_result(pairing: Pairing, desk: User) -> None:
    assert refused(pairing, game().record.text, desk).code == "no-result"


def test_attach_record_refuses_a_second_one(pairing: Pairing, desk: User) -> None:
    record_result(pairing, typed(game()), seen=0, by=desk)
    attach_record(pairing, game().record.text, by=desk)
    with pytest.raises(Refused) as refusal:
        attach_record(pairing, game().record.text, by=desk)
    assert refusal.value.code == "record-there"


def test_attach_record_names_line_and_rule_of_an_illegal_move(pairing: Pairing, desk: User) -> None:
    record_result(pairing, typed(game()), seen=0, by=desk)
    with translation.override("en"):
        why = refused(pairing, thrown_at_once(game().record).text, desk)
    assert (why.code, why.field) == ("record-illegal", "record")
    assert re.fullmatch(
        r"Line 11 of the record: Green may not throw the hand .* \(rule B5\)", str(why.message)
    )


def thrown_at_once(record: Record) -> Record:
    """The record with a first hand thrown that could have been used."""
    entries = list(record.entries)
    index = next(
        index for index, entry in enumerate(entries) if isinstance(entry, Turn) and entry.card
    )
    turn = entries[index]
    assert isinstance(turn, Turn)
    entries[index] = Turn(turn.colour)
    return replace(record, entries=tuple(entries))


def test_attach_record_refuses_what_cannot_be_read(pairing: Pairing, desk: User) -> None:
    record_result(pairing, typed(game()), seen=0, by=desk)
    assert refused(pairing, "8-5", desk).code == "record-illegal"


def test_attach_record_refuses_another_result(pairing: Pairing, desk: User) -> None:
    scores = typed(game()).scores
    other = Typed(scores=tuple(reversed(scores)))
    record_result(pairing, other, seen=0, by=desk)
    assert refused(pairing, game().record.text, desk).code == "record-disagrees"


def test_attach_record_refuses_another_game(pairing: Pairing, desk: User) -> None:
    record_result(pairing, typed(game()), seen=0, by=desk)
    text = game(PARTNERS_PLUS_PAIRS).record.text
    assert refused(pairing, text, desk).code == "record-of-other-game"


def test_attach_record_refuses_other_rules(pairing: Pairing, desk: User) -> None:
    record_result(pairing, typed(game()), seen=0, by=desk)
    text = game(PARTNERS, DM_2023).record.text
    assert refused(pairing, text, desk).code == "record-of-other-rules"


def test_correction_leaves_the_record_with_the_old_version(pairing: Pairing, desk: User) -> None:
    first = record_result(pairing, typed(game()), seen=0, by=desk)
    record = attach_record(pairing, game().record.text, by=desk)
    scores = tuple(reversed(typed(game()).scores))
    correct_result(pairing, Typed(scores=scores), seen=1, why="swapped", by=desk)
    record.refresh_from_db()
    assert record.result_id == first.pk
    with pytest.raises(Refused) as refusal:
        attach_record(pairing, game().record.text, by=desk)
    assert refusal.value.code == "record-disagrees"
