"""A round that was drawn since rests on everything the draw reads."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.models import Event, Round

from .registry import Step

DRAWS = ("round.draw", "round.redraw")


def drawn_since(step: Step) -> QuerySet[Round]:
    """The rounds that were drawn after the step and are there, the first first.

    By the order of the log, not by the clock of the machine.
    """
    draws = Event.objects.filter(
        tournament=step.tournament, pk__gt=step.event.pk, verb__in=DRAWS, subject_kind="round"
    )
    return Round.objects.filter(
        tournament=step.tournament, pk__in=draws.order_by().values("subject_id")
    ).order_by("number")


def nothing_drawn_since(step: Step) -> None:
    """Refused("drawn-since") when a round was drawn from how it is now."""
    round_ = drawn_since(step).first()
    if round_ is None:
        return
    if round_.state == Round.State.DRAFT:
        raise Refused(
            "drawn-since",
            _(
                "Round %(number)s has been drawn since, from how it is now. Discard the draft "
                "first; or change it by hand: that counts from the next draw."
            )
            % {"number": round_.number},
        )
    raise Refused(
        "drawn-since",
        _(
            "Round %(number)s has been drawn and published since, from how it is now. Change it by "
            "hand instead: that counts from the next draw."
        )
        % {"number": round_.number},
    )
