"""How a round is drawn by hand, format by format, and the sheets of the pack it is done with."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Stage


class Sheet(Enum):
    """A list of the pack that the steps send somebody to, by what stands above it."""

    STANDINGS = _("Standings")
    MET = _("Who has met whom")
    PICTURES = _("Bracket and cross tables")
    PLAN = _("Rounds to come, as laid down")
    BLANK_LIST = _("Pairings by hand")
    RULINGS = _("Rulings and what they took")

    @property
    def title(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Step:
    """Something to do, and the sheets it is done with."""

    words: str | Promise
    sheets: tuple[Sheet, ...] = ()


_WHO_PLAYS: Final = Step(
    _("Take the standings. Cross out those who do not play."), (Sheet.STANDINGS,)
)
_WRITE_ON: Final = Step(_("Write the names into the next column before you call them out."))
_BRACKET: Final = Step(
    _("Take the bracket. The winners of two neighbouring games meet."), (Sheet.PICTURES,)
)

#: Who meets whom is known: also the first round of a tree, which has no bracket yet.
AS_LAID_DOWN: Final = (
    Step(
        _("Who meets whom was laid down before the first round: take the printed plan."),
        (Sheet.PLAN,),
    ),
    Step(_("Write down who did not come: the others have won.")),
)

#: By the format of the stage; each has its own.
BY_HAND: Final[dict[str, tuple[Step, ...]]] = {
    Stage.Format.SWISS: (
        _WHO_PLAYS,
        Step(_("An odd number? The lowest who has not sat out yet sits out."), (Sheet.MET,)),
        Step(
            _(
                "From the top: each meets the next below whom it has not met. Look it up under "
                "“Who has met whom”."
            ),
            (Sheet.STANDINGS, Sheet.MET),
        ),
        Step(_("If the last ones have all met, undo the pairing above and try again.")),
        Step(_("Fixed tables first; then give the top game the lowest free number.")),
    ),
    Stage.Format.ROUND_ROBIN: AS_LAID_DOWN,
    Stage.Format.GROUPS: AS_LAID_DOWN,
    Stage.Format.SCHEDULE: AS_LAID_DOWN,
    Stage.Format.KNOCKOUT: (_BRACKET, _WRITE_ON),
    Stage.Format.DOUBLE_ELIMINATION: (
        _BRACKET,
        Step(
            _(
                "Who loses for the first time goes on in the losers’ bracket, at the place that "
                "names the game; who loses there is out."
            ),
            (Sheet.PICTURES,),
        ),
        _WRITE_ON,
        Step(_("The final: who comes from the losers’ bracket has to win twice, the other once.")),
    ),
    Stage.Format.MULTI_SEAT: (
        _WHO_PLAYS,
        Step(
            _("Fill table after table from the top, without two who have met, if you can."),
            (Sheet.STANDINGS, Sheet.MET),
        ),
        Step(_("Let those who began last time sit at another place.")),
    ),
    Stage.Format.INDIVIDUAL: (
        _WHO_PLAYS,
        Step(
            _(
                "Four at a table, two on a side. Who is left over sits out: nobody twice before "
                "all have once."
            ),
            (Sheet.MET,),
        ),
        Step(
            _(
                "Partners first: no two who have been partners. “Who has met whom” names those of "
                "each."
            ),
            (Sheet.MET,),
        ),
        Step(_("Then set pairs against each other who have met least.")),
    ),
}


def steps_of(format_: str, *, tree: bool, begun: bool) -> tuple[Step, ...]:
    """The steps of a format; a tree that has not begun has its first round laid down."""
    steps = BY_HAND[format_]
    return (*AS_LAID_DOWN, *steps) if tree and not begun else steps
