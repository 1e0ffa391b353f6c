"""What a round that has begun forbids: `tournaments` asks by its hooks, `games` answers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from games.models import Claim, Clock, Extension, Result
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, Round


def game_has_begun(
    sender: object, *, round_: Round, pairings: Collection[int], **_more: Any
) -> bool:
    """Whether any of those games (keys) has begun: the round's clock runs, or something was handed
    in or noted for one of them. One query."""
    game = {"pairing": OuterRef("pk")}
    begun = (
        Exists(Clock.objects.filter(round=OuterRef("round")))
        | Exists(Result.objects.filter(**game))
        | Exists(Claim.objects.filter(**game))
        | Exists(Extension.objects.filter(**game))
    )
    return Pairing.objects.filter(begun, round=round_, pk__in=pairings).exists()


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
