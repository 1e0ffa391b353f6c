"""Hand edits of a draft: what is refused, what is warned of."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.tournaments.formats.building import bye, field_of, game, tournaments
from tournaments.formats.editing import Finding, Severity, check_draft
from tournaments.formats.model import (
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntrantStatus,
    PairingKind,
    Seat,
    Table,
)
from tournaments.formats.swiss import SWISS

REQUEST = DrawRequest(
    round=2,
    entrants=field_of(5),
    seed="",
    history=(game(1, 1, 3), game(1, 2, 4), bye(1, 5)),
    tables=(Table(1), Table(2), Table(3, in_service=False)),
)


def pairing(*entries: int, table: int | None = None) -> DrawnPairing:
    seats = tuple(Seat(entry, side) for side, entry in enumerate(entries, start=1))
    kind = PairingKind.BYE if len(seats) == 1 else PairingKind.GAME
    return DrawnPairing(seats=seats, kind=kind, table=table)


def codes(request: DrawRequest, *pairings: DrawnPairing) -> list[tuple[str, str]]:
    return [(f.severity.value, f.code) for f in check_draft(request, pairings)]


SOUND = (pairing(1, 2, table=1), pairing(3, 5, table=2), pairing(4))


def test_a_sound_draft_has_no_findings() -> None:
    assert check_draft(REQUEST, SOUND) == []


@pytest.mark.parametrize(
    ("pairings", "expected"),
    [
        ((pairing(1, 1), pairing(2, 3), pairing(4, 5)), ["entry_against_itself"]),
        (
            (pairing(1, 2), pairing(1, 5), pairing(3, 4)),
            ["entry_twice_in_round"],
        ),
        ((pairing(1, 2), pairing(4)), ["active_entry_missing", "active_entry_missing"]),
        ((*SOUND, pairing(8, 9)), ["unknown_entry", "unknown_entry"]),
        (
            (pairing(1, 2, table=1), pairing(3, 5, table=1), pairing(4)),
            ["table_twice"],
        ),
        (
            (replace(pairing(1, 2), kind=PairingKind.BYE), pairing(3, 5), pairing(4)),
            ["bye_with_opponent"],
        ),
        (
            (replace(pairing(4), kind=PairingKind.GAME), pairing(1, 2), pairing(3, 5)),
            ["too_few_sides"],
        ),
    ],
)
def test_a_round_that_cannot_be_is_refused(
    pairings: tuple[DrawnPairing, ...], expected: list[str]
) -> None:
    findings = check_draft(REQUEST, pairings)
    assert [f.code for f in findings if f.severity is Severity.REFUSAL] == expected


def test_a_rematch_is_warned_of_with_its_rounds() -> None:
    assert check_draft(REQUEST, (pairing(1, 3), pairing(2, 5), pairing(4))) == [
        Finding(Severity.WARNING, "rematch", {"entries": (1, 3), "rounds": (1,)}, 0)
    ]


def test_a_second_bye_and_several_byes_are_warned_of() -> None:
    findings = check_draft(REQUEST, (pairing(1, 4), pairing(2), pairing(3), pairing(5)))
    assert findings == [
        Finding(Severity.WARNING, "second_bye", {"entry": 5, "rounds": (1,)}, 3),
        Finding(Severity.WARNING, "several_byes", {"entries": (2, 3, 5)}),
    ]


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (Entrant(id=1, seed=1, status=EntrantStatus.ABSENT), "entry_absent"),
        (Entrant(id=1, seed=1, status=EntrantStatus.WITHDRAWN), "entry_withdrawn"),
        (Entrant(id=1, seed=1, available_from_round=3), "entry_not_here_yet"),
    ],
)
def test_an_entry_that_is_not_there_is_warned_of(first: Entrant, code: str) -> None:
    request = replace(REQUEST, entrants=(first, *REQUEST.entrants[1:]))
    assert codes(request, *SOUND) == [("warning", code)]


def test_a_fixed_table_not_kept_and_tables_that_are_not_there_are_warned_of() -> None:
    first, *rest = REQUEST.entrants
    request = replace(REQUEST, entrants=(replace(first, fixed_table=2), *rest))
    assert codes(request, *SOUND) == [("warning", "fixed_table_violated")]
    moved = (pairing(1, 2, table=3), pairing(3, 5, table=9), pairing(4))
    assert codes(REQUEST, *moved) == [
        ("warning", "table_out_of_service"),
        ("warning", "unknown_table"),
    ]


def test_a_forbidden_pair_is_warned_of() -> None:
    request = replace(REQUEST, forbidden=frozenset({frozenset((1, 2))}))
    assert codes(request, *SOUND) == [("warning", "forbidden_pair")]


def test_refusals_come_before_warnings() -> None:
    findings = codes(REQUEST, pairing(1, 3), pairing(2, 2), pairing(4))
    assert findings == [
        ("refusal", "entry_against_itself"),
        ("refusal", "active_entry_missing"),
        ("warning", "rematch"),
    ]


@settings(max_examples=40, deadline=None)
@given(tournaments(most=8))
def test_what_was_drawn_is_never_refused(request_: DrawRequest) -> None:
    draw = SWISS.draw(request_)
    findings = check_draft(request_, draw.pairings)
    assert {f.code for f in findings} <= {"rematch", "second_bye"}
