"""The first round an entry plays in, and what the rounds before it give: late entries."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _

from tournaments.models import Entry, Seat, User
from tournaments.queries.played import settings_of

from .act import act
from .check_in import GONE, Changed, meanwhile, read_entry, seen_of, write_state
from .errors import Conflict, Refused

MOST_ROUNDS = 99
HUNDREDTH = Decimal("0.01")


def set_first_round(
    entry: Entry,
    from_round: int,
    missed_points: Decimal | None,
    *,
    by: User | None,
    seen: str = "",
    why: str = "",
    key: str = "",
) -> Changed:
    """`entry` is drawn from `from_round` on, and has `missed_points` for each round before it;
    None: what the points scheme gives for an absence.

    Raises `Conflict` when somebody changed the entry since `seen` or nothing would change;
    `Refused` when it has played before that round, when the points are more than a round can
    give, when it has left, and when the tournament is over.
    """
    with act("entry.first-round", entry.tournament, by=by, key=key) as doing:
        entry = read_entry(doing, entry)
        if doing.already:
            return Changed(entry, doing.already)
        if seen and seen != first_round_seen(entry):
            raise Conflict("entry-changed", meanwhile(entry))
        if missed_points is not None and _fine(missed_points):
            # As the database keeps it, so that the log says the same.
            missed_points = missed_points.quantize(HUNDREDTH)
        if (entry.from_round, entry.missed_points) == (from_round, missed_points):
            raise Conflict("entry-changed", _("It is so already. Nothing was changed."))
        _refuse(entry, from_round, missed_points)
        event = write_state(doing, entry, why, from_round=from_round, missed_points=missed_points)
    return Changed(entry, event)


def first_round_seen(entry: Entry) -> str:
    """What the form was made from."""
    return f"{seen_of(entry)}/{entry.missed_points}"


def _refuse(entry: Entry, from_round: int, missed_points: Decimal | None) -> None:
    if entry.state in GONE:
        raise Refused("gone", _("%(entry)s has left. Bring it back first.") % {"entry": entry.name})
    if not 1 <= from_round <= MOST_ROUNDS:
        raise Refused(
            "no-such-round", _("Write a round from 1 to %(most)s.") % {"most": MOST_ROUNDS},
            field="from_round",
        )  # fmt: skip
    played = (
        Seat.objects.filter(entry=entry, round__number__lt=from_round)
        .order_by("round__number")
        .values_list("round__number", flat=True)
        .first()
    )
    if played is not None:
        raise Refused(
            "played-before",
            _("%(entry)s is in round %(round)s already, so it does not come later than that.")
            % {"entry": entry.name, "round": played},
            field="from_round",
        )
    if missed_points is None:
        return
    best = settings_of(entry.tournament).points.best
    if missed_points < 0 or missed_points > min(best, Decimal(999)):
        raise Refused(
            "points-out-of-reach",
            _("A round gives from 0 to %(best)s points.") % {"best": best}
            if best.is_finite()
            else _("Write points from 0 up."),
            field="missed_points",
        )
    if not _fine(missed_points):
        raise Refused(
            "points-too-fine", _("Points have two decimals at most."), field="missed_points"
        )


def _fine(points: Decimal) -> bool:
    return abs(points) < 1_000_000 and points == points.quantize(HUNDREDTH)
