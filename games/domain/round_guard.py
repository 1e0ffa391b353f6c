"""What a round that has begun forbids: `tournaments` asks by its hooks, `games` answers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from games.models import Claim, Clock, Extension, Result
from tournaments.domain.errors import Refused
from tournaments.models import Round


def game_has_begun(
    sender: object, *, round_: Round, pairings: Collection[int], **_more: Any
) -> bool:
    """Whether any of those games (keys) has begun: the round's clock runs, or something was handed
    in or noted for one of them."""
    if Clock.objects.filter(round=round_).exists():
        return True
    return any(
        kind.objects.filter(pairing__in=pairings).exists() for kind in (Result, Claim, Extension)
    )


def keep_begun_round(sender: object, *, round_: Round, **_more: Any) -> None:
    """Refuses to take a publication back once the clock runs or a result was handed in."""
    if Clock.objects.filter(round=round_).exists():
        raise Refused(
            "clock-started",
            _(
                "Round %(number)s stays published: its clock has started. "
                "Take the start back first, if nobody has played."
            )
            % {"number": round_.number},
        )
    touched = Result.objects.filter(pairing__round=round_).exists()
    touched = touched or Claim.objects.filter(pairing__round=round_).exists()
    if touched or Extension.objects.filter(pairing__round=round_).exists():
        raise Refused(
            "results-in",
            _(
                "Round %(number)s stays published: results or extra time are noted for some of "
                "its tables."
            )
            % {"number": round_.number},
        )
