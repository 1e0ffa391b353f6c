"""Reads about long games: which tables are where, and how they came there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from games.queries import TableState, table_states
from games.timing import State
from judging.escalation import BEFORE, TRANSITIONS, Step, Transition, proposal
from judging.escalation_words import STEPS, StepWords
from judging.models import LongGame, LongGameStep
from tournaments.models import Pairing, Round


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """One step of the chain, as a line of steps shows it."""

    step: Step
    words: StepWords
    mode: str
    """"done", "now" or "next"."""
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LongTable:
    """A table whose game lasts too long, or will in a moment."""

    table: TableState
    game: LongGame | None
    step: Step
    words: StepWords
    following: Transition | None
    following_words: StepWords | None
    proposed: bool
    """Whether the clock proposes the step that follows."""
    can_go_back: bool
    left: float | None
    """Seconds left of the minutes to open; None outside that step."""
    steps: tuple[LongGameStep, ...]
    """How it came here, the newest first."""

    @property
    def version(self) -> int:
        return self.game.version if self.game is not None else 0

    @property
    def opening(self) -> str:
        """What the judges decided to open the game, while that holds."""
        if self.step not in {Step.OPENING, Step.LOCKED_AGAIN, Step.ADJUDICATED}:
            return ""
        taken = (one.why for one in self.steps if one.target == Step.OPENING)
        return next(taken, "")

    @property
    def stops(self) -> tuple[Stop, ...]:
        order = tuple(Step)
        here = order.index(self.step)
        return tuple(
            Stop(
                step=step,
                words=STEPS[step],
                mode="done" if place < here else "now" if place == here else "next",
                number=place + 1,
            )
            for place, step in enumerate(order)
        )


def long_tables(round_: Round, now: datetime | None = None) -> list[LongTable]:
    """Tables over time or already in a later step, furthest on first. Constant queries."""
    now = now or timezone.now()
    games = {game.pairing_id: game for game in LongGame.objects.filter(round=round_)}
    steps = _steps(games.values())
    found = []
    for table in table_states(round_, now):
        game = games.get(table.pairing.pk)
        over = table.result is None and table.face.state is State.OVER_TIME
        if over or (game is not None and game.step != Step.RUNNING):
            found.append(_long_table(table, game, steps, now))
    order = tuple(Step)
    return sorted(
        found,
        key=lambda row: (row.table.result is not None, -order.index(row.step), row.table.number),
    )


def stepped_tables(round_: Round) -> list[LongTable]:
    """Tables at which the judges have taken a step; one query while there is none."""
    if not LongGame.objects.filter(round=round_).exclude(step=Step.RUNNING).exists():
        return []
    return [row for row in long_tables(round_) if row.step is not Step.RUNNING]


def long_table(table: TableState, now: datetime | None = None) -> LongTable:
    """One table, whatever it is at. Two queries."""
    game = LongGame.objects.filter(pairing=table.pairing).first()
    return _long_table(table, game, _steps([game] if game else []), now or timezone.now())


def step_seen(pairing: Pairing) -> LongGame | None:
    """The long game of a table with its steps, for the table itself; None while all is well."""
    game = LongGame.objects.filter(pairing=pairing).prefetch_related("steps").first()
    return game if game is not None and game.step != Step.RUNNING else None


def _steps(games: Iterable[LongGame]) -> dict[int, list[LongGameStep]]:
    grouped: dict[int, list[LongGameStep]] = {}
    rows = LongGameStep.objects.filter(long_game__in=[game.pk for game in games])
    for step in rows.select_related("by").order_by("-version"):
        grouped.setdefault(step.long_game_id, []).append(step)
    return grouped


def _long_table(
    table: TableState, game: LongGame | None, steps: dict[int, list[LongGameStep]], now: datetime
) -> LongTable:
    step = Step(game.step) if game is not None else Step.RUNNING
    following = TRANSITIONS.get(step) if table.result is None else None
    until = game.until if game is not None else None
    return LongTable(
        table=table,
        game=game,
        step=step,
        words=STEPS[step],
        following=following,
        following_words=STEPS[following.target] if following is not None else None,
        proposed=table.result is None
        and proposal(step, over_time=table.face.state is State.OVER_TIME, until=until, now=now)
        is not None,
        can_go_back=step in BEFORE and table.result is None,
        left=(until - now).total_seconds()
        if step is Step.TEN_MINUTES and until is not None
        else None,
        steps=tuple(steps.get(game.pk, ())) if game is not None else (),
    )
