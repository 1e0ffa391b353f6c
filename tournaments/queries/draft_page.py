"""A draft as its page shows it: each pairing with its why and what speaks against it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.draw_words import points_text, reason_sentence
from tournaments.models import Entry, Pairing, Seat, Table

from .draft import DraftFacts, Past, Problem, problems_in
from .standings import points_before


@dataclass(frozen=True)
class SeatRow:
    seat: Seat
    entry: Entry
    points: str
    #: Tables it sat at and byes it had, as a sentence.
    past: str


@dataclass(frozen=True)
class PairingRow:
    pairing: Pairing
    table: Table | None
    seats: list[SeatRow]
    problems: list[Problem]
    #: Why these two meet here, and where they have sat: sentences in a line.
    why: str
    #: What the row is found by.
    find: str


@dataclass(frozen=True)
class DraftPage:
    rows: list[PairingRow]
    #: About the draft as a whole.
    problems: list[Problem]
    #: How many things speak against it, all told.
    warnings: int
    stops: int
    by_hand: int
    #: What was said of the draw as a whole, in sentences.
    about: list[str]

    @property
    def all_problems(self) -> list[Problem]:
        return [*self.problems, *(one for row in self.rows for one in row.problems)]

    @property
    def problem_count(self) -> int:
        return self.warnings + self.stops


def draft_page(facts: DraftFacts) -> DraftPage:
    """What the page shows, from facts already read."""
    problems = problems_in(facts)
    by_pairing: dict[int | None, list[Problem]] = defaultdict(list)
    for problem in problems:
        by_pairing[problem.pairing].append(problem)
    points = points_before(facts.request)
    names = facts.names
    return DraftPage(
        rows=[_row(facts, one, by_pairing[one.pk], points, names) for one in facts.pairings],
        problems=by_pairing[None],
        warnings=sum(not problem.stops for problem in problems),
        stops=sum(problem.stops for problem in problems),
        by_hand=sum(one.by_hand for one in facts.pairings),
        about=about_draw(facts.round.draw, names),
    )


#: How it is known that no better draw exists.
_OPTIMALITY = {
    "complete": gettext_lazy("Every possible pairing was weighed: there is no better draw."),
    "bounded": gettext_lazy("Proven: there is no better draw."),
    "stable": gettext_lazy(
        "A wider search changed nothing: a better draw is unlikely, but not ruled out."
    ),
    "constructed": gettext_lazy("The format lays this round down; nothing was weighed."),
}


def about_draw(draw: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    """A stored draw in sentences: what it was made of, how good it is, what it had to take."""
    said = [*draw.get("reasons", []), *draw.get("warnings", [])]
    optimality = _OPTIMALITY.get(draw.get("optimality", ""))
    return [
        *(reason_sentence(reason, names) for reason in said),
        *([str(optimality)] if optimality else []),
        _("Drawn by %(engine)s.") % {"engine": draw.get("engine", "?")},
    ]


def _row(
    facts: DraftFacts,
    pairing: Pairing,
    problems: list[Problem],
    points: dict[int, Decimal],
    names: dict[int, str],
) -> PairingRow:
    seats = [
        SeatRow(
            seat=seat,
            entry=seat.entry,
            points=points_text(points.get(seat.entry_id, Decimal(0))),
            past=_past(facts.past, seat.entry),
        )
        for seat in pairing.seats.all()
    ]
    why = [_("Changed by hand.")] if pairing.by_hand else []
    why += [reason_sentence(reason, names) for reason in pairing.reasons]
    if not pairing.reasons:
        why.append(_score_sentence(seats, points))
    why += [seat.past for seat in seats]
    return PairingRow(
        pairing=pairing,
        table=pairing.table,
        seats=seats,
        problems=problems,
        why=" ".join(sentence for sentence in why if sentence),
        find=str(pairing.table.number) if pairing.table else "",
    )


def _score_sentence(seats: list[SeatRow], points: dict[int, Decimal]) -> str:
    if len(seats) < 2:
        return ""
    values = [points.get(seat.entry.pk, Decimal(0)) for seat in seats]
    if len(set(values)) == 1:
        return _("Both have score %(points)s.") % {"points": seats[0].points}
    high, low = (
        f(seats, key=lambda seat: points.get(seat.entry.pk, Decimal(0))) for f in (max, min)
    )
    return _("%(high)s (score %(high_points)s) meets %(low)s (%(low_points)s).") % {
        "high": high.entry.name,
        "high_points": high.points,
        "low": low.entry.name,
        "low_points": low.points,
    }


def _past(past: Past, entry: Entry) -> str:
    tables = past.tables.get(entry.pk, [])
    sentences = []
    if tables:
        sentences.append(
            ngettext(
                "%(entry)s sat at table %(tables)s.",
                "%(entry)s sat at tables %(tables)s.",
                len(tables),
            )
            % {"entry": entry.name, "tables": ", ".join(map(str, tables))}
        )
    byes = past.byes.get(entry.pk, [])
    if byes:
        sentences.append(
            _("%(entry)s had the bye in round %(rounds)s.")
            % {"entry": entry.name, "rounds": ", ".join(map(str, byes))}
        )
    return " ".join(sentences)
