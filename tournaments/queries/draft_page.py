"""A draft as its page shows it: each pairing with its why and what speaks against it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import Any, TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.draw_words import group_order, group_words, points_text, reason_sentence
from tournaments.formats.model import PairingKind, PlayedSeat, Seat
from tournaments.formats.scoring import ZERO
from tournaments.models import Pairing
from tournaments.stage_formats import row_of

from .draft import DraftFacts, Past, Problem, problems_in
from .standings import points_before


# Rows are dictionaries: a template looks hundreds of them up, and finds a key several times
# faster than an attribute.
class SeatRow(TypedDict):
    pk: int
    """Key of the entry."""
    name: str
    points: str


class PairingRow(TypedDict):
    order: int
    bye: bool
    table: int | None
    """Number of the table."""
    seats: list[SeatRow]
    sides: list[list[SeatRow]]
    """The same, side by side; one of several players is shown together."""
    partners: bool
    """Some side has more than one entry."""
    head: str
    """Group or bracket, where the row is the first of it."""
    match: str
    """Number of the match in its round, in a tree."""
    by_hand: bool
    problems: list[Problem]
    why: str
    """Why these two meet here, and where they have sat: sentences in a line."""


@dataclass(frozen=True)
class Repeats:
    """Meetings of a draft that are not the first of the two."""

    now: int
    """In the draft as it is, changed by hand or not."""
    least: int
    """No draw of this round has fewer."""
    known: bool
    """Some draw has as few as that."""
    drawn: int
    """In the draft as it was drawn."""
    partners: int
    """Partners for a round who have been partners before."""

    @property
    def what(self) -> str:
        if not self.now:
            return _("Nobody meets anybody again.")
        return ngettext(
            "%(count)s meeting is a repeat.", "%(count)s meetings are repeats.", self.now
        ) % {"count": self.now}

    @property
    def compared(self) -> str:
        """Against what is possible."""
        if self.now <= self.least:
            return _("Fewer is impossible.") if self.now else ""
        numbers = {"least": self.least}
        if self.known and self.now <= self.drawn:
            # All rounds were tried: what has fewer repeats is worse in what weighs more.
            return _("Fewer is possible only where some meet more often still.")
        if self.known:
            return _("%(least)s is possible: draw again for fewer.") % {"least": self.drawn}
        return _("At least %(least)s in any draw; whether so few can be is not known.") % numbers

    @property
    def partners_again(self) -> str:
        if not self.partners:
            return ""
        return ngettext(
            "%(count)s couple has been partners before.",
            "%(count)s couples have been partners before.",
            self.partners,
        ) % {"count": self.partners}


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
    #: How many meet again, and how few could, where tables are of several; else empty.
    repeats: Repeats | None = None

    @property
    def all_problems(self) -> list[Problem]:
        return [*self.problems, *(one for row in self.rows for one in row["problems"])]

    @property
    def problem_count(self) -> int:
        return self.warnings + self.stops


def draft_page(facts: DraftFacts) -> DraftPage:
    """What the page shows, from facts already read."""
    problems = problems_in(facts)
    by_pairing: dict[int | None, list[Problem]] = defaultdict(list)
    for problem in problems:
        by_pairing[problem.pairing].append(problem)
    tree = row_of(facts.round.stage).tree
    points = {} if tree else points_before(facts.request)
    names = facts.names
    return DraftPage(
        rows=_with_heads(
            [
                _row(facts, one, by_pairing[one.pk], points, names, tree=tree)
                for one in by_group(facts.pairings)
            ],
            [one.group for one in by_group(facts.pairings)],
        ),
        problems=by_pairing[None],
        warnings=sum(not problem.stops for problem in problems),
        stops=sum(problem.stops for problem in problems),
        by_hand=sum(one.by_hand for one in facts.pairings),
        about=about_draw(facts.round.draw, names),
        repeats=repeats_of(facts),
    )


def repeats_of(facts: DraftFacts) -> Repeats | None:
    """Meetings again in a draft at larger tables or of changing partners. No query."""
    said = {one["code"]: one["params"] for one in facts.round.draw.get("reasons", [])}
    if "repeats" not in said:
        return None
    games = [played for played in facts.request.history if played.kind is PairingKind.GAME]
    drawn = [pairing for pairing in facts.drawn if pairing.kind is PairingKind.GAME]
    met = {pair for played in games for pair in _at_table(played.seats)}
    partnered = {pair for played in games for pair in _on_side(played.seats)}
    return Repeats(
        now=sum(pair in met for pairing in drawn for pair in _at_table(pairing.seats)),
        least=int(said["repeats"]["least"]),
        known=bool(said["repeats"].get("known")),
        drawn=int(said["repeats"]["repeats"]),
        partners=sum(pair in partnered for one in drawn for pair in _on_side(one.seats)),
    )


def _at_table(seats: Sequence[Seat | PlayedSeat]) -> list[frozenset[int]]:
    """Everybody with everybody else there, as opponent or partner."""
    return [frozenset((one.entry, other.entry)) for one, other in combinations(seats, 2)]


def _on_side(seats: Sequence[Seat | PlayedSeat]) -> list[frozenset[int]]:
    return [
        frozenset((one.entry, other.entry))
        for one, other in combinations(seats, 2)
        if one.side == other.side
    ]


def by_group(pairings: list[Pairing]) -> list[Pairing]:
    """In the order of the draw, group by group where there are groups."""
    if not any(pairing.group for pairing in pairings):
        return pairings
    return sorted(pairings, key=lambda one: (group_order(one.group), one.order))


def _with_heads(rows: list[PairingRow], groups: list[str]) -> list[PairingRow]:
    """Each first row of a group says which group it is."""
    if len(set(groups)) > 1:
        for place, (row, group) in enumerate(zip(rows, groups, strict=True)):
            if place == 0 or group != groups[place - 1]:
                row["head"] = group_words(group) or _("Main tree")
    return rows


#: How it is known that no better draw exists.
_OPTIMALITY = {
    "complete": gettext_lazy("Every possible pairing was weighed: there is no better draw."),
    "bounded": gettext_lazy("Proven: there is no better draw."),
    "stable": gettext_lazy(
        "A wider search changed nothing: a better draw is unlikely, but not ruled out."
    ),
    "constructed": gettext_lazy("The format lays this round down; nothing was weighed."),
}


def _kept_apart(draw: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    """Who was not to meet when it was drawn, of those who are in it."""
    pairs = [
        " – ".join(names[entry] for entry in pair)
        for pair in draw.get("request", {}).get("forbidden", ())
        if all(entry in names for entry in pair)
    ]
    return [_("Kept apart: %(pairs)s.") % {"pairs": ", ".join(pairs)}] if pairs else []


def about_draw(draw: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    """A stored draw in sentences: what it was made of, how good it is, what it had to take."""
    said = [*draw.get("reasons", []), *draw.get("warnings", [])]
    optimality = _OPTIMALITY.get(draw.get("optimality", ""))
    return [
        *(reason_sentence(reason, names) for reason in said),
        *_kept_apart(draw, names),
        *([str(optimality)] if optimality else []),
        _("Drawn by %(engine)s.") % {"engine": draw.get("engine", "?")},
    ]


def _row(
    facts: DraftFacts,
    pairing: Pairing,
    problems: list[Problem],
    points: dict[int, Decimal],
    names: dict[int, str],
    *,
    tree: bool,
) -> PairingRow:
    seats: list[SeatRow] = []
    sides: dict[int, list[SeatRow]] = {}
    for seat in facts.seats[pairing.pk]:
        shown: SeatRow = {
            "pk": seat.entry_id,
            "name": seat.entry.name,
            "points": "" if tree else points_text(points.get(seat.entry_id, ZERO)),
        }
        seats.append(shown)
        sides.setdefault(seat.side, []).append(shown)
    why = [_("Changed by hand.")] if pairing.by_hand else []
    why += [reason_sentence(reason, names) for reason in pairing.reasons]
    if not pairing.reasons and not tree and len(seats) == 2:
        why += [_score_sentence(seats, points), _meeting_sentence(facts, seats, names)]
    why += [_past(facts.past, seat["pk"], seat["name"]) for seat in seats]
    return {
        "order": pairing.order,
        "bye": pairing.kind == Pairing.Kind.BYE,
        "table": pairing.table.number if pairing.table else None,
        "seats": seats,
        "sides": list(sides.values()),
        "partners": any(len(side) > 1 for side in sides.values()),
        "head": "",
        "match": "" if pairing.slot is None else str(pairing.slot),
        "by_hand": pairing.by_hand,
        "problems": problems,
        "why": " ".join(sentence for sentence in why if sentence),
    }


def _score_sentence(seats: list[SeatRow], points: dict[int, Decimal]) -> str:
    if len(seats) < 2:
        return ""
    by_score = sorted(seats, key=lambda seat: points.get(seat["pk"], ZERO))
    low, high = by_score[0], by_score[-1]
    if low["points"] == high["points"]:
        return _("Both have score %(points)s.") % {"points": low["points"]}
    return _("%(high)s (score %(high_points)s) meets %(low)s (%(low_points)s).") % {
        "high": high["name"],
        "high_points": high["points"],
        "low": low["name"],
        "low_points": low["points"],
    }


def _meeting_sentence(facts: DraftFacts, seats: list[SeatRow], names: dict[int, str]) -> str:
    """As the draw says it, for two that nobody drew together. That they have met is a finding of
    its own."""
    both = {seat["pk"] for seat in seats}
    met = any(
        both <= {seat.entry for seat in played.seats}
        for played in facts.request.history
        if played.kind is PairingKind.GAME
    )
    return "" if met else reason_sentence({"code": "first_meeting", "params": {}}, names)


def _past(past: Past, entry: int, name: str) -> str:
    tables = past.tables.get(entry, [])
    sentences = []
    if tables:
        sentences.append(
            ngettext(
                "%(entry)s sat at table %(tables)s.",
                "%(entry)s sat at tables %(tables)s.",
                len(tables),
            )
            % {"entry": name, "tables": ", ".join(map(str, tables))}
        )
    byes = past.byes.get(entry, [])
    if byes:
        sentences.append(
            _("%(entry)s had the bye in round %(rounds)s.")
            % {"entry": name, "rounds": ", ".join(map(str, byes))}
        )
    return " ".join(sentences)
