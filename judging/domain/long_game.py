"""A long game's steps: the clock proposes, a judge decides, the head judge may take one back.

What may follow upon what stands in `judging.escalation.TRANSITIONS`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Result
from judging.domain.impartial import refuse_own_game
from judging.domain.offices import refuse_all_but_head
from judging.domain.place_call import called, clean, refuse_idle_table
from judging.domain.result_guard import ruling_for
from judging.escalation import BEFORE, MINUTES_TO_OPEN, TRANSITIONS, Office, Step
from judging.escalation_words import STEPS
from judging.models import LongGame, LongGameStep, Willingness
from tournaments.domain.act import Act, act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Pairing, User


def take_step(
    pairing: Pairing,
    target: str,
    *,
    seen: int,
    why: str = "",
    by: User,
    key: str = "",
) -> LongGame:
    """The table's game is at `target` from now on.

    `seen` is the version of the long game that the judge saw, 0 where there was none. Without
    `why` the step is taken for its usual reason. Refused for every step but the one that
    `TRANSITIONS` has, and for the last, which is a ruling.
    """
    with act("escalation.step", pairing, by=by, key=key) as doing:
        if doing.already:
            return LongGame.objects.get(pairing=doing.row)
        game = open_step(doing, target, seen=seen)
        transition = TRANSITIONS[Step(game.step)]
        if transition.ruled:
            raise Refused("needs-a-ruling", _("Only a ruling names the winner (H4)."))
        why = clean(why) or str(STEPS[transition.target].why)
        if not why:
            raise Refused(
                "why-missing", _("Say what you decided, so that the table plays it."), field="why"
            )
        return make_step(doing, game, target, why=why)


def take_step_back(
    pairing: Pairing, *, seen: int, why: str, by: User | None, key: str = ""
) -> LongGame:
    """The head judge takes the last step back, with a reason.

    A game that was decided goes back only when its result has been taken away.
    """
    with act("escalation.take-back", pairing, by=by, key=key) as doing:
        if doing.already:
            return LongGame.objects.get(pairing=doing.row)
        refuse_all_but_head(by, doing.tournament)
        refuse_own_game(by, doing.row)
        game = _game(doing.row)
        _refuse_other_version(game, seen)
        before = BEFORE.get(Step(game.step))
        if before is None:
            raise Refused("nothing-to-take-back", _("There is no step to take back."))
        if not clean(why):
            raise Refused(
                "why-missing",
                _("Say why, so that the table and the log understand it."),
                field="why",
            )
        if Result.objects.filter(pairing=doing.row, current=True).exists():
            raise Refused(
                "result-in",
                _("Take the result of table %(table)s away first; then the step can go back.")
                % {"table": doing.row.table or "–"},
            )
        if ruling_for(doing.row) is not None:
            raise Refused(
                "ruling-stands",
                _("A ruling has decided this game. Amend the ruling first."),
            )
        return make_step(doing, game, before, why=clean(why), takes_back=True)


def set_position(pairing: Pairing, position: dict[str, Any], *, by: User, key: str = "") -> None:
    """Keep the position at the table; `position` has been read by the game's engine."""
    with act("escalation.position", pairing, by=by, key=key) as doing:
        if doing.already:
            return
        refuse_idle_table(doing.row)
        refuse_own_game(by, doing.row)
        game = _game(doing.row)
        _keep(game)
        LongGame.objects.filter(pk=game.pk).update(position=position)
        doing.log(called=called(doing.row))


def record_willingness(
    pairing: Pairing, *, side: int, grade: str, note: str = "", by: User, key: str = ""
) -> Willingness:
    """What the judge saw of a side's will to open. The newest word on a side counts."""
    with act("escalation.willingness", pairing, by=by, key=key) as doing:
        if doing.already:
            return Willingness.objects.filter(long_game__pairing=doing.row).latest("id")
        refuse_own_game(by, doing.row)
        if grade not in Willingness.Grade.values:
            raise Refused("grade-unknown", _("Choose what you saw."), field="grade")
        seats = [seat for seat in doing.row.seats.select_related("entry") if seat.side == side]
        if not seats:
            raise Refused("no-such-side", _("Choose one of the sides of the table."), field="side")
        game = _game(doing.row)
        _keep(game)
        willingness = Willingness.objects.create(
            long_game=game,
            side=side,
            grade=grade,
            note=clean(note)[:300],
            by=by,
            at=timezone.now(),
        )
        doing.log(
            after={
                "pair": " + ".join(seat.entry.name for seat in seats),
                "willingness": str(willingness.get_grade_display()),
            },
            why=willingness.note,
            called=called(doing.row),
        )
        return willingness


# The steps, for the verb that decides a game, too ---------------------------------------------


def open_step(doing: Act[Pairing], target: str, *, seen: int) -> LongGame:
    """The table's long game, if `target` may follow now and `doing.by` may take it."""
    refuse_idle_table(doing.row)
    refuse_own_game(doing.by, doing.row)
    game = _game(doing.row)
    _refuse_other_version(game, seen)
    transition = TRANSITIONS.get(Step(game.step))
    if transition is None or transition.target != target:
        raise Refused(
            "no-such-step",
            _("This cannot follow now. The table is at: %(step)s.")
            % {"step": STEPS[Step(game.step)].name},
        )
    if transition.office is Office.HEAD_JUDGE:
        refuse_all_but_head(doing.by, doing.tournament)
    return game


def make_step(
    doing: Act[Pairing],
    game: LongGame,
    target: str,
    *,
    why: str,
    takes_back: bool = False,
    after: dict[str, Any] | None = None,
) -> LongGame:
    """Write the step and the event of it."""
    now = timezone.now()
    origin = game.step
    game.step = Step(target)
    game.since = now
    game.until = _until(game, target, now, takes_back=takes_back)
    game.version += 1
    game.save()
    LongGameStep.objects.create(
        long_game=game,
        version=game.version,
        origin=origin,
        target=target,
        takes_back=takes_back,
        by=doing.by,
        at=now,
        why=why,
    )
    doing.log(
        before={"step": str(STEPS[Step(origin)].name)},
        after={"step": str(STEPS[Step(target)].name)} | (after or {}),
        why=why,
        called=called(doing.row),
    )
    return game


def _until(game: LongGame, target: str, now: datetime, *, takes_back: bool) -> datetime | None:
    """Minutes to open begin with their step; taken back to, they ended when they ended."""
    if target != Step.TEN_MINUTES:
        return None if target != Step.OPENING else game.until
    if takes_back and game.until is not None:
        return game.until
    return now + timedelta(minutes=MINUTES_TO_OPEN)


def _game(pairing: Pairing) -> LongGame:
    """The table's long game; an unsaved one, running, where there is none. Under the lock."""
    there = LongGame.objects.filter(pairing=pairing).first()
    return there or LongGame(
        round=pairing.round, pairing=pairing, step=Step.RUNNING, since=timezone.now()
    )


def _keep(game: LongGame) -> None:
    if game.pk is None:
        game.save()


def _refuse_other_version(game: LongGame, seen: int) -> None:
    if game.version == seen:
        return
    last = game.steps.select_related("by").last() if game.pk else None
    raise Conflict(
        "step-taken",
        _("%(who)s was quicker. The table is at: %(step)s.")
        % {
            "who": last.by.display_name if last is not None and last.by else _("Somebody"),
            "step": STEPS[Step(game.step)].name,
        },
    )
