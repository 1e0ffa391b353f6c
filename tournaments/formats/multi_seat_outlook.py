"""What an event at larger tables will look like, before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.designs import Design
from tournaments.formats.individual_options import IndividualOptions
from tournaments.formats.model import ParamValue, Reason
from tournaments.formats.multi_seat_bound import least_in_event
from tournaments.formats.multi_seat_design import designs_for
from tournaments.formats.multi_seat_options import MeetBy, MultiSeatOptions, seating


@dataclass(frozen=True, slots=True)
class Outlook:
    """Sizes of tables, byes, and how often entries will have to meet again."""

    sizes: tuple[int, ...]
    """Entries at each table in each round, largest first. Empty: too few for one table."""
    byes: int
    """Who is left over in each round."""
    rounds: int
    """Rounds the rest is about: those planned, else those of the design, else 1."""
    design: str
    """Name of the design that will be followed; empty where rounds are searched for."""
    design_rounds: int
    """Rounds of the design; those after it are searched for."""
    spotless_rounds: int
    """So many first rounds of the design in which nobody meets again."""
    least_repeats: int
    """No event of so many rounds has fewer: two meeting a second time count one, a third time
    two."""
    least_known: bool
    """The design reaches that number, or there is but one round."""
    reasons: tuple[Reason, ...]
    """The same as data for sentences: those of `seating`, then `design_laid_down` or
    `no_design`, then `event_repeats`."""


def outlook(entries: int, options: MultiSeatOptions | IndividualOptions) -> Outlook:
    """What to expect when so many take part throughout."""
    if isinstance(options, IndividualOptions):
        options = options.at_tables()
    plan = seating(entries, options)
    if not plan.sizes:
        return Outlook((), plan.byes, 0, "", 0, 0, 0, False, plan.reasons)
    designs = designs_for(entries, options) if options.meet_by is MeetBy.DESIGN else ()
    design = designs[0] if designs else None
    rounds = options.rounds or (len(design.rounds) if design else 1)
    least = least_in_event(entries, plan.sizes, plan.byes, rounds)
    repeats = _repeats(design, rounds) if design else None
    how = Reason("no_design", {"entries": entries})
    if design:
        params: dict[str, ParamValue] = {
            "design": design.name,
            "rounds": len(design.rounds),
            "spotless": _spotless(design),
        }
        how = Reason("design_laid_down", params)
    known = rounds == 1 or (repeats is not None and repeats <= least)
    expected: dict[str, ParamValue] = {"rounds": rounds, "least": least, "known": known}
    return Outlook(
        sizes=plan.sizes,
        byes=plan.byes,
        rounds=rounds,
        design=design.name if design else "",
        design_rounds=len(design.rounds) if design else 0,
        spotless_rounds=_spotless(design) if design else 0,
        least_repeats=least,
        least_known=known,
        reasons=(*plan.reasons, how, Reason("event_repeats", expected)),
    )


def _repeats(design: Design, rounds: int) -> int | None:
    """Second and further meetings in so many rounds; None where the design has not so many."""
    if len(design.rounds) < rounds:
        return None
    return sum(times - 1 for times in design.first(rounds).meetings().values())


def _spotless(design: Design) -> int:
    """So many first rounds have no second meeting."""
    rounds = len(design.rounds)
    while rounds and _repeats(design, rounds):
        rounds -= 1
    return rounds
