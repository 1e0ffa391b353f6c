"""The rows of an import's plan as its preview shows them, and the ticks that come back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import QueryDict
from django.utils.text import Truncator

from tournaments.import_words import field_label, hint_words, problem_words
from tournaments.imports.hints import hints
from tournaments.imports.plan import Plan
from tournaments.names import players_beside
from tournaments.typed_number import whole

#: Letters of a faulty row's cell that the preview shows.
CELL = 40


def rows_in(texts: Iterable[str]) -> set[int]:
    """The row numbers among the values of ticks; anything else is passed over."""
    return {number for text in texts if (number := whole(text)) is not None}


def plan_rows(plan: Plan, players: int, chosen: QueryDict | None) -> dict[str, Any]:
    """The plan's rows in words. `chosen` are ticks of a form that was refused."""

    def words(problems: Iterable[Any]) -> list[str]:
        return [problem_words(problem, players) for problem in problems]

    repairs = rows_in(chosen.getlist("repair")) if chosen else set()
    unwanted = (
        rows_in(chosen.getlist("shown-change")) - rows_in(chosen.getlist("change"))
        if chosen
        else set()
    )
    return {
        "creations": [
            {
                "row": creation.row,
                "facts": creation.facts,
                "players": players_beside(
                    creation.facts.name, [person.name for person in creation.facts.players], ", "
                ),
                "hints": [hint_words(hint) for hint in hints(creation.facts.notes)],
                "warnings": words(creation.warnings),
            }
            for creation in plan.creations
        ],
        "changes": [
            {
                "row": change.row,
                "number": change.number,
                "name": change.name,
                "fields": [
                    (field_label(field.at, players), field.old, field.new)
                    for field in change.fields
                ],
                "warnings": words(change.warnings),
                "wanted": change.row not in unwanted,
            }
            for change in plan.changes
        ],
        "unchanged": [{"row": same, "warnings": words(same.warnings)} for same in plan.unchanged],
        "faulty": [
            {
                "row": faulty.row,
                "cells": " · ".join(
                    cell if len(cell) <= CELL else Truncator(cell).chars(CELL)
                    for cell in faulty.cells
                    if cell.strip()
                ),
                "name": faulty.name,
                "faults": words(faulty.faults),
                "repairable": faulty.repairable,
                "repair": faulty.row in repairs,
            }
            for faulty in plan.faulty
        ],
        "repairable": sum(1 for faulty in plan.faulty if faulty.repairable),
        "despite_faults": bool(chosen and chosen.get("despite_faults")),
    }
