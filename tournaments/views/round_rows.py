"""The games of a round as rows of a page: by table, or by name."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.draw_words import group_order, group_words, points_text
from tournaments.models import Pairing
from tournaments.names import sort_key
from tournaments.table_words import moved_words, wishes_words
from tournaments.templatetags.look import state


def is_over(pairing: Pairing) -> bool:
    """Whether every seat has its outcome; from seats that were read before."""
    return all(seat.outcome or seat.place is not None for seat in pairing.seats.all())


def result_text(pairing: Pairing) -> str:
    """The sides' scores, such as 8–5; points where a game has no score; "" before the result."""
    sides = {seat.side: seat for seat in pairing.seats.all()}
    if len(sides) < 2 or not is_over(pairing):
        return ""
    scores = [seat.score for _side, seat in sorted(sides.items())]
    if None in scores:
        return " – ".join(points_text(seat.points) for _side, seat in sorted(sides.items()))
    return "–".join(map(str, scores))


def state_of(pairing: Pairing) -> str:
    """The key of a pairing's badge."""
    if pairing.kind == Pairing.Kind.BYE:
        return "bye"
    return "done" if is_over(pairing) else "waiting"


def rows_by_table(pairings: list[Pairing]) -> list[dict[str, Any]]:
    """Games by table, group by group where there are groups; byes last."""
    marks = {key: state(key) for key in ("bye", "done", "waiting")}
    rows: list[dict[str, Any]] = [
        {
            "pairing": pairing,
            "table": "" if pairing.table is None else str(pairing.table.number),
            "order": str(pairing.order),
            "who": who_text(pairing),
            "by_hand": pairing.by_hand,
            "moved": moved_words(seat.moved_from for seat in pairing.seats.all()),
            "wishes": wishes_words(seat.entry for seat in pairing.seats.all()),
            "over": is_over(pairing),
            "result": result_text(pairing),
            "mark": marks[state_of(pairing)],
            "group": group_words(pairing.group),
        }
        for pairing in pairings
    ]
    rows.sort(
        key=lambda row: (
            group_order(row["pairing"].group),
            row["pairing"].table.number if row["pairing"].table else 1_000_000,
        )
    )
    if len({row["group"] for row in rows}) > 1:
        for row, before in zip(rows, [None, *rows[:-1]], strict=True):
            if before is None or before["group"] != row["group"]:
                row["head"] = row["group"] or _("Main tree")
    return rows


def who_text(pairing: Pairing) -> str:
    """The sides, partners together: "Ane + Bo – Carl + Dorte"."""
    sides: dict[int, list[str]] = {}
    for seat in pairing.seats.all():
        sides.setdefault(seat.side, []).append(seat.entry.name)
    return " – ".join(" + ".join(names) for _side, names in sorted(sides.items()))


def rows_by_name(pairings: list[Pairing]) -> list[dict[str, Any]]:
    marks = {key: state(key) for key in ("bye", "done", "waiting")}
    rows = []
    for pairing in pairings:
        seats = list(pairing.seats.all())
        table = "" if pairing.table is None else str(pairing.table.number)
        mark = marks[state_of(pairing)]
        for seat in seats:
            others = [other for other in seats if other.side != seat.side]
            partners = [other for other in seats if other.side == seat.side and other.pk != seat.pk]
            rows.append(
                {
                    "pairing": pairing,
                    "seat": seat,
                    "table": table,
                    "number": str(seat.entry.number),
                    "name": seat.entry.name,
                    "partners": " + ".join(other.entry.name for other in partners),
                    "others": ", ".join(other.entry.name for other in others),
                    "moved": moved_words([seat.moved_from]),
                    "wishes": wishes_words([seat.entry]),
                    "mark": mark,
                }
            )
    return sorted(rows, key=lambda row: sort_key(row["seat"].entry.name))
