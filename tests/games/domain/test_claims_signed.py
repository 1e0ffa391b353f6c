"""Results by the players: both on one phone, and tables of three sides."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.domain.claims.sign import MOST_WRONG
from games.domain.game_results import Typed
from tests.games.claiming import WON, Table, refused
from tests.games.tables import make_table
from tournaments.models import Entry, Event, Game

pytestmark = pytest.mark.usefixtures("no_wrong_codes_yet")


# Both on one phone --------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [lambda c: c[-4:], lambda c: c[-4:].lower(), lambda c: c])
def test_other_side_signs_with_the_end_of_its_own_code(
    table: Table, how: Callable[[str], str]
) -> None:
    claim = table.says(0, WON).claim
    signature = how(table.sides[1].code)
    said = table.signs(claim, signature)
    assert (table.result, said.claim.side, said.claim.how) == ("8-5", 1, "signed")
    assert Event.objects.get(verb="result.agree").after["signed"] is True


def test_own_code_signs_nothing(table: Table) -> None:
    claim = table.says(0, WON).claim
    own = table.sides[0].code[-4:]
    assert refused(lambda: table.signs(claim, own)) == "signature-wrong"
    assert table.result == ""


@pytest.mark.parametrize("signature", ["", "A", "-", "ÆØÅ"])
def test_what_is_no_end_of_a_code_signs_nothing(table: Table, signature: str) -> None:
    claim = table.says(0, WON).claim
    assert refused(lambda: table.signs(claim, signature)) == "signature-wrong"
    assert table.result == ""


def test_guessing_the_code_of_the_other_side_ends_soon(table: Table) -> None:
    claim = table.says(0, WON).claim

    def sign(signature: str) -> str:
        return refused(lambda: table.signs(claim, signature))

    assert [sign("0000") for _n in range(MOST_WRONG)] == ["signature-wrong"] * MOST_WRONG
    assert sign(table.sides[1].code[-4:]) == "too-many-codes"
    assert table.confirms(1, claim).result is not None


# Three sides --------------------------------------------------------------------------------------


@pytest.fixture
def three(db: None) -> Table:
    pairing = make_table(Game.PARTNERS_PLUS_PAIRS)
    return Table(pairing, [seat.entry for seat in pairing.seats.order_by("side")])


def test_all_three_sides_must_say_the_same(three: Table) -> None:
    claim = three.says(0, Typed(scores=(8, 5, 7))).claim
    assert three.confirms(1, claim).result is None
    assert three.confirms(2, claim).result is not None


def test_majority_decides_nothing(three: Table) -> None:
    claim = three.says(0, Typed(scores=(8, 5, 7))).claim
    three.confirms(1, claim)
    assert three.says(2, Typed(scores=(8, 5, 6))).result is None
    assert (len(three.standing), three.result) == (3, "")


def test_side_that_is_not_there_is_not_asked(three: Table) -> None:
    three.sides[2].state = Entry.State.WITHDRAWN
    three.sides[2].save()
    claim = three.says(0, Typed(scores=(8, 5, 7))).claim
    assert three.confirms(1, claim).result is not None


def test_one_side_alone_never_decides(table: Table) -> None:
    table.sides[1].state = Entry.State.ABSENT
    table.sides[1].save()
    assert table.says(0, WON).result is None
