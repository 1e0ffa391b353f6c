"""A result is taken back: what the players had said before it counts again."""

from __future__ import annotations

from games.domain.claims.model import complete, seated
from games.domain.game_results import GameResults
from games.domain.table_results import TableResults
from games.models import Claim


def stand_again(table: TableResults, rules: GameResults) -> None:
    """What was said until a result settled it is said again, now that there is none: `table` as
    it was before the result went.

    Nothing comes back where that alone would be a result: the sides agreed, and what they agreed on
    was taken back on purpose. Nor what somebody said who sits elsewhere now.
    """
    run: list[int] = []
    for version in table.versions:
        run = [] if version.removes else [*run, version.pk]
    settled = Claim.objects.filter(result__in=run, state=Claim.State.SETTLED).order_by("pk")
    said = seated(settled, table.seats)
    if not complete(rules, table.seats, said):
        Claim.objects.filter(pk__in=[claim.pk for claim in said.values()]).update(
            state=Claim.State.STANDING, result=None
        )
