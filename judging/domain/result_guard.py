"""What rulings forbid on the floors below: `games` and `tournaments` ask by their hooks."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _

from games.domain.game_results import JUDGED, game_results
from judging.models import Call, Incident, LongGame, Ruling
from tournaments.domain.errors import Refused
from tournaments.models import Pairing, Round

#: How a result says that the judges decided it.
BY_JUDGES: Final = JUDGED


def ruling_for(pairing: Pairing) -> Ruling | None:
    """The ruling that decides the table's result, if one that stands does."""
    return (
        Ruling.objects.filter(
            pairing=pairing, consequence=Ruling.Consequence.RESULT, amended_by__isnull=True
        )
        .order_by("-number")
        .first()
    )


def keep_to_the_ruling(
    sender: object, *, pairing: Pairing, payload: dict[str, Any], **_more: Any
) -> None:
    """Refuses a result decided by the judges without the ruling that decides it so, and any other
    result while such a ruling stands: it is final, and only a new ruling takes its place."""
    ruling = ruling_for(pairing)
    table = {"table": pairing.table or "–"}
    if payload.get("ended") != BY_JUDGES:
        if ruling is None:
            return
        raise Refused(
            "ruling-stands",
            _(
                "Ruling %(number)s has decided the game at table %(table)s. "
                "The head judge amends the ruling first."
            )
            % (table | {"number": ruling.number}),
            field="ended",
        )
    if ruling is None:
        raise Refused(
            "ruling-missing",
            _(
                "Only a ruling decides the game at table %(table)s. "
                "A judge gives it under Judges; the result comes with it."
            )
            % table,
            field="ended",
        )
    typed = game_results(pairing.round.tournament.game).typed(payload)
    first = typed.places.index(1) if 1 in typed.places else None
    if (first if typed.winner is None else typed.winner) != ruling.winner:
        raise Refused(
            "ruling-differs",
            _("Ruling %(number)s names the other side at table %(table)s as the winner.")
            % (table | {"number": ruling.number}),
            field="winner",
        )


def keep_judged_round(sender: object, *, round_: Round, **_more: Any) -> None:
    """Refuses to take a publication back once judges have had to do with one of its tables."""
    here = {"pairing__round": round_}
    if any(
        rows.exists()
        for rows in (
            Call.objects.filter(**here),
            LongGame.objects.filter(**here),
            Ruling.objects.filter(**here),
            Incident.objects.filter(**here),
        )
    ):
        raise Refused(
            "judges-called",
            _("Round %(number)s stays published: judges have been called to its tables.")
            % {"number": round_.number},
        )
