"""A table whose sides say how their game ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from games.domain.claims import claim_result, confirm_claim, sign_claim, withdraw_claim
from games.domain.game_results import Typed
from games.models import Claim
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Pairing

WON, LOST = Typed(scores=(8, 5)), Typed(scores=(5, 8))


@dataclass
class Table:
    pairing: Pairing
    sides: list[Entry]

    def says(self, side: int, typed: Typed, **more: Any) -> Any:
        more = {"device": f"phone {side}"} | more
        return claim_result(self.pairing, self.sides[side], typed, **more)

    def confirms(self, side: int, claim: Claim | int, **more: Any) -> Any:
        pk = claim if isinstance(claim, int) else claim.pk
        return confirm_claim(self.pairing, self.sides[side], pk, device=f"phone {side}", **more)

    def withdraws(self, side: int, claim: Claim, **more: Any) -> Any:
        return withdraw_claim(self.pairing, self.sides[side], claim.pk, device="", **more)

    def signs(self, claim: Claim, signature: str) -> Any:
        """Somebody types the end of a code on the phone of the first side."""
        return sign_claim(self.pairing, self.sides[0], claim.pk, signature, device="phone 0")

    @property
    def standing(self) -> dict[int, str]:
        claims = self.pairing.claims.filter(state=Claim.State.STANDING)
        return {one.side: words(one.payload) for one in claims}

    @property
    def result(self) -> str:
        current = self.pairing.results.filter(current=True).first()
        return words(current.payload) if current is not None else ""


def words(payload: dict[str, Any]) -> str:
    return "-".join(str(side["locked"]) for side in payload["sides"])


def refused(do: Callable[[], object]) -> str:
    """The code with which `do` is refused."""
    with pytest.raises(Refused) as error:
        do()
    return error.value.code
