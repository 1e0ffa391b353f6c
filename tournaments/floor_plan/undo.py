"""How an arrangement of the tables is taken back."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from tournaments.access import Action
from tournaments.domain.arrange_tables import put_back
from tournaments.undo.registry import Step, Way


def _back(step: Step) -> None:
    put_back(step.tournament, step.event, by=step.by, key=step.key)


WAYS: Final = {
    "table.arrange": Way(
        do=_back,
        action=Action.EDIT_TOURNAMENT,
        becomes=gettext_lazy("The tables stand on the floor plan as they did before."),
    ),
}
NEVER: Final = {
    "table.arrange-undo": gettext_lazy("Arrange the tables on the floor plan once more."),
}
