"""What is asked about that which does not fit: one question for things that are decided together.

A round of which nothing is played is one question, since it can be drawn again; in a round that is
being played or was, each match is one. So is each one who should have gone on, or the whole list of
a stage that has not been played in. What nothing can be done about is told together.

What a later stage needs can depend on what is chosen for an earlier one; then both cases are asked
about, and what is chosen for the one that does not come about does nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.domain.errors import Refused
from tournaments.domain.rounds import games_with_results
from tournaments.formats.dependents_model import Choice, DependentKind
from tournaments.hooks import unpublishing
from tournaments.models import Round

from .misfits import Misfit, MisfitFacts, find_misfits, stamp_of
from .misfits_onward import if_put_right
from .played import SeatRow
from .stages import StageFacts

_OF_A_STAGE = frozenset({DependentKind.QUALIFIER, DependentKind.SEED})


class When(StrEnum):
    """In which case something does not fit."""

    ANYWAY = "anyway"
    LEFT = "left"
    """If what comes before it is left as it is."""
    RIGHT = "right"
    """If what comes before it is put right."""


@dataclass(frozen=True)
class Question:
    """What is decided at once."""

    misfits: tuple[Misfit, ...]
    choices: tuple[Choice, ...]
    """What can be done, KEEP first. Alone, there is nothing to choose."""
    when: When = When.ANYWAY

    @property
    def key(self) -> str:
        """Names it in a form."""
        return self.misfits[0].key

    @property
    def first(self) -> Misfit:
        return self.misfits[0]

    @property
    def kind(self) -> DependentKind:
        return self.first.dependent.kind

    @property
    def wrong(self) -> bool:
        """Whether any of it should be put right."""
        return any(one.wrong for one in self.misfits)

    @property
    def swaps(self) -> tuple[Misfit, ...]:
        """Those that putting right would put right."""
        return tuple(one for one in self.misfits if Choice.SWAP in one.dependent.choices)


def may_redraw(round_: Round | None) -> bool:
    """Whether a round can be drawn again: nobody has begun to play it, and no judge, clock or
    result has to do with it. Writes nothing."""
    if round_ is None or round_.state == Round.State.CLOSED:
        return False
    if round_.state == Round.State.DRAFT:
        return True
    if games_with_results(round_):
        return False
    try:
        unpublishing.send(sender=Round, round_=round_)
    except Refused:
        return False
    return True


def questions_of(
    facts: MisfitFacts,
    misfits: Iterable[Misfit],
    then: Iterable[Misfit] = (),
    void: Collection[str] = (),
) -> list[Question]:
    """The misfits as questions, stage by stage and else in their order; with those there are only
    if what comes before is put right (`then`), and those there are not in that case (`void`, by
    key). A few queries, for the one round that is open."""
    asking = _Asking(facts)
    groups: dict[tuple[When, tuple[object, ...]], list[Misfit]] = {}
    cases = [(When.LEFT if one.key in void else When.ANYWAY, one) for one in misfits]
    cases += [(When.RIGHT, one) for one in then]
    if then or void:
        cases.sort(key=lambda case: case[1].stage.stage.number)
    for when, one in cases:
        groups.setdefault((when, asking.together(one)), []).append(one)
    return [
        Question(tuple(group), asking.choices(group), when)
        for (when, _together), group in groups.items()
    ]


@dataclass(frozen=True)
class Following:
    """Everything that does not fit, or would not in turn, and what is asked about it."""

    misfits: tuple[Misfit, ...]
    """What does not fit as it is."""
    then: tuple[Misfit, ...]
    """What would not, if all that was put right."""
    questions: tuple[Question, ...]

    @property
    def stamp(self) -> str:
        """What a page that shows it showed."""
        return stamp_of((*self.misfits, *self.then))


def following(
    facts: MisfitFacts,
    rows: tuple[SeatRow, ...] | None = None,
    known: Collection[str] = (),
) -> Following:
    """What does not fit in `rows` (None: in the seats as they are), but for what is `known` by its
    key, and what is asked about it."""
    rows = facts.rows if rows is None else rows
    found = [one for one in find_misfits(facts, rows) if one.key not in known]
    onward = if_put_right(facts, rows, found, known)
    questions = questions_of(facts, found, onward.then, onward.void)
    return Following(tuple(found), onward.then, tuple(questions))


class _Asking:
    """What can be drawn again, found out once."""

    def __init__(self, facts: MisfitFacts) -> None:
        self.facts = facts
        self.redrawable: dict[int, bool] = {}

    def round(self, number: int) -> bool:
        if number not in self.redrawable:
            self.redrawable[number] = may_redraw(self.facts.rounds.get(number))
        return self.redrawable[number]

    def stage(self, stage: StageFacts) -> bool:
        """Whether its list can be made again: no round is drawn, or one that can be again."""
        return stage.rounds == 0 or (stage.rounds == 1 and self.round(stage.last))

    def again(self, one: Misfit) -> bool:
        if one.dependent.kind in _OF_A_STAGE:
            return self.stage(one.stage)
        return one.round is not None and self.round(one.round)

    def together(self, one: Misfit) -> tuple[object, ...]:
        """What is equal for things that are decided together."""
        kind, stage = one.dependent.kind, one.stage.stage.pk
        if kind in _OF_A_STAGE:
            if kind is DependentKind.SEED or self.again(one):
                return stage, "list", self.again(one)
            return stage, one.key
        if self.again(one):
            return stage, one.round, kind is DependentKind.ROUND
        if kind is DependentKind.ROUND:
            return stage, "drawn"
        return stage, one.round, one.dependent.group, one.dependent.slot

    def choices(self, group: list[Misfit]) -> tuple[Choice, ...]:
        choices = [Choice.KEEP]
        if self.again(group[0]):
            choices.append(Choice.REDRAW)
        if any(Choice.SWAP in one.dependent.choices for one in group):
            choices.append(Choice.SWAP)
        return tuple(choices)
