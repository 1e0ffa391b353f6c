"""What no longer fits is left, put right, or drawn again, as somebody decides; and taken back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.formats.dependents_model import Choice, DependentKind
from tournaments.hooks import game_dropped, game_returned, unpublishing
from tournaments.misfit_words import misfit_sentence
from tournaments.models import Event, Pairing, Round, Tournament, User
from tournaments.queries.misfit_questions import Question, following, questions_of
from tournaments.queries.misfits import (
    Misfit,
    MisfitFacts,
    find_misfits,
    misfit_facts,
)
from tournaments.queries.stages import stages_of

from .act import act
from .correct_plan import Plan, plan_swaps
from .correct_rows import (
    PairingState,
    pairing_state,
    read_list,
    read_states,
    touch_rounds,
    write_list,
    write_states,
)
from .draft_rows import create_rows, delete_rows
from .draw_round import make_draw, slots_of
from .errors import Conflict, Refused
from .imported import keep_imported
from .plan import keep_plan

RESOLVE = "tournament.set-right"
TAKE_BACK = "tournament.set-right-undo"


@dataclass(frozen=True)
class Decided:
    """What somebody chose on a page, and what the page showed."""

    stamp: str = ""
    """The stamp of what was shown (`Following.stamp`); empty: it is not looked at, and all is left
    as it is."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """By key of the question; what is not there is left."""

    @property
    def redraws(self) -> bool:
        """Whether something is drawn again, which cannot be taken back."""
        return Choice.REDRAW in self.choices.values()


@dataclass
class Done:
    """What was done, for the event that holds it."""

    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)


def names_of(tournament: Tournament) -> dict[int, str]:
    """Names of all entries. One query."""
    return dict(tournament.entries.values_list("pk", "name"))


def apply_decisions(
    tournament: Tournament,
    facts: MisfitFacts,
    known: Collection[str],
    decided: Decided,
    *,
    by: User | None,
    why: str,
) -> Done:
    """Does what was decided about all that does not fit, but for what is `known` (by key) and
    stays. Stage by stage: what is chosen for a later one is about those who go on once the one
    before it is as it was chosen to be. Called by a verb that has the tournament alone.

    Raises `Conflict` when a page showed other things; `Refused` for a choice that cannot be made
    (`no-choice`), two seats for one in a round (`sits-twice`), a game without a table
    (`no-free-table`), or a draw that cannot be made.
    """
    follow = following(facts, known=known)
    if decided.stamp and decided.stamp != follow.stamp:
        raise Conflict(
            "follows-changed",
            _("What follows is something else by now. Look at it again, then decide."),
        )
    chosen = {
        one.key: choice
        for question in follow.questions
        for choice in [_choice(question, decided)]
        for one in question.misfits
    }
    if set(chosen.values()) <= {Choice.KEEP}:
        return _told(tournament, {"kept": list(follow.misfits)}, Made())
    made = Made()
    told: dict[str, list[Misfit]] = {"kept": [], "put_right": [], "drawn_again": []}
    seen = set(known)
    for number in [one.stage.number for one in facts.stages if one.begun]:
        while here := [
            one
            for one in find_misfits(facts)
            if one.stage.stage.number == number and one.key not in seen
        ]:
            seen.update(one.key for one in here)
            swaps, again = [], []
            for one in here:
                choice = chosen.get(one.key, Choice.KEEP)
                if choice is Choice.REDRAW:
                    again.append(one)
                elif choice is Choice.SWAP and choice in one.dependent.choices:
                    swaps.append(one)
                else:
                    told["kept"].append(one)
            if not (swaps or again):
                break
            told["put_right"] += swaps
            told["drawn_again"] += again
            plan = plan_swaps(tournament, facts, swaps)
            _write(plan, by=by, why=why)
            redrawn = _draw_again(tournament, facts, questions_of(facts, again), plan)
            made.add(plan, redrawn)
            facts = misfit_facts(tournament, with_rounds=True)
    return _told(tournament, told, made)


def _told(tournament: Tournament, told: Mapping[str, Sequence[Misfit]], made: Made) -> Done:
    done = Done()
    names = names_of(tournament) if any(told.values()) else {}
    for name, misfits in told.items():
        if misfits:
            done.after[name] = [misfit_sentence(one, names) for one in misfits]
    if told.get("put_right") or told.get("drawn_again"):
        done.before["corrected"] = _kept(
            list(made.before.values()), {k: v[0] for k, v in made.lists.items()}
        )
        done.after["corrected"] = _kept(
            list(made.after.values()), {k: v[1] for k, v in made.lists.items()}
        )
        done.after["corrected"] |= {
            "redrawn": sorted(set(made.redrawn)),
            "dropped": made.dropped,
        }
    return done


@dataclass
class Made:
    """What was written by one plan after another: as it was before the first, as it is now."""

    before: dict[int, PairingState] = field(default_factory=dict)
    after: dict[int, PairingState] = field(default_factory=dict)
    lists: dict[int, tuple[list[Any], list[Any]]] = field(default_factory=dict)
    dropped: list[int] = field(default_factory=list)
    redrawn: list[int] = field(default_factory=list)

    def add(self, plan: Plan, redrawn: Sequence[int]) -> None:
        """One that was written."""
        self.before |= {
            one.pk: one for one in plan.before if one.pk is not None and one.pk not in self.after
        }
        self.after |= {one.pk: one for one in plan.after if one.pk is not None}
        for stage, (before, after) in plan.lists.items():
            self.lists[stage] = (self.lists.get(stage, (before, after))[0], after)
        self.dropped += plan.dropped
        self.redrawn += redrawn


def _choice(question: Question, decided: Decided) -> Choice:
    said = decided.choices.get(question.key, Choice.KEEP.value)
    if said not in [choice.value for choice in question.choices]:
        raise Refused(
            "no-choice",
            _("That cannot be chosen here any more. Look at what follows again, then decide."),
        )
    return Choice(said)


def _kept(states: Sequence[PairingState], lists: Mapping[int, Any]) -> dict[str, Any]:
    return {
        "pairings": [state.to_json() for state in states],
        "lists": [[stage, rows] for stage, rows in lists.items()],
    }


def _write(plan: Plan, *, by: User | None, why: str) -> None:
    for pairing in Pairing.objects.filter(pk__in=plan.dropped):
        game_dropped.send(sender=Pairing, pairing=pairing, by=by, why=why)
    plan.after = write_states(plan.before, plan.after)
    for stage, (_before, rows) in plan.lists.items():
        write_list(stage, rows)
    touch_rounds({state.round for state in (*plan.before, *plan.after)})


def _draw_again(
    tournament: Tournament, facts: MisfitFacts, again: Sequence[Question], plan: Plan
) -> list[int]:
    """Numbers of the rounds drawn again; lists made again are added to the plan."""
    numbers: set[int] = set()
    listed = False
    for question in again:
        if question.kind in {DependentKind.QUALIFIER, DependentKind.SEED}:
            stage = question.first.stage
            index = next(i for i, one in enumerate(facts.stages) if one is stage) - 1
            going = facts.qualifiers(index, facts.rows)
            rows: list[Any] = [[one.entry, one.seed, one.rank, one.group] for one in going]
            plan.lists[stage.stage.pk] = (read_list(stage.stage), rows)
            write_list(stage.stage.pk, rows)
            listed = True
            if stage.rounds:
                numbers.add(stage.last)
        elif question.first.round is not None:
            numbers.add(question.first.round)
    for number in sorted(numbers):
        _redraw(Round.objects.select_for_update().get(pk=facts.rounds[number].pk))
    if listed:
        keep_plan(tournament)
    return sorted(numbers)


def _redraw(row: Round) -> None:
    """The round is a draft, drawn from the facts of now with the seed of then. Where the stage
    does not need it any more, it is gone."""
    if row.state == Round.State.PUBLISHED:
        unpublishing.send(sender=Round, round_=row)
    stages = stages_of(row.tournament)
    facts = next(one for one in stages if one.stage.pk == row.stage_id)
    try:
        draw, record, seed = make_draw(facts, row.number, row.seed)
    except Refused as refused:
        if refused.code != "stage_finished":
            raise
        delete_rows(row)
        row.delete()
        return
    attempt = row.draw.get("attempt", 0)
    delete_rows(row)
    create_rows(row, slots_of(draw))
    row.state = Round.State.DRAFT
    row.published_at = None
    row.seed = seed
    row.draw = record | {"attempt": attempt}
    row.drawn_at = timezone.now()
    row.version += 1
    row.save(update_fields=["state", "published_at", "seed", "draw", "drawn_at", "version"])


def resolve_misfits(
    tournament: Tournament, decided: Decided, *, by: User | None, why: str = "", key: str = ""
) -> Event:
    """Does what was decided about all that does not fit now; answers the event.

    Raises as `apply_decisions`; `Refused("nothing-chosen")` when all was left as it is and
    `Refused("finished")` once the tournament is finished.
    """
    with act(RESOLVE, tournament, by=by, key=key) as doing:
        if doing.already:
            return doing.already
        row = doing.row
        if row.state == Tournament.State.FINISHED:
            raise Refused("finished", _("The tournament is finished. Take the finish back first."))
        facts = misfit_facts(row, with_rounds=True)
        done = apply_decisions(row, facts, (), decided, by=by, why=why)
        if "corrected" not in done.after:
            raise Refused("nothing-chosen", _("Everything was left as it is: nothing was changed."))
        return doing.log(before=done.before, after=done.after, why=why, called=row.name)


def undo_resolve(tournament: Tournament, event: Event, *, by: User | None, key: str = "") -> Event:
    """Takes back what `resolve_misfits` did, while nothing has happened to it since."""
    with act(TAKE_BACK, tournament, by=by, key=key) as doing:
        if doing.already:
            return doing.already
        undone = Event.objects.filter(tournament=doing.row, verb=TAKE_BACK, after__undoes=event.pk)
        if event.verb != RESOLVE or undone.exists():
            raise Refused("nothing-to-undo", _("That was taken back already."))
        take_back(event, by=by)
        return doing.log(after={"undoes": event.pk}, called=doing.row.name)


def take_back(event: Event, *, by: User | None) -> None:
    """Seats and lists as they were before `event`. Called by a verb that has the tournament alone.

    Raises `Refused`: `drawn-again` where a round was drawn again, `changed-since` where any of it
    is not as it was left.
    """
    before, after = event.before.get("corrected"), event.after.get("corrected")
    if not after:
        return
    keep_imported(event)
    if after["redrawn"]:
        raise Refused(
            "drawn-again",
            _(
                "Round %(numbers)s was drawn again then, and the draw before is gone. Correct the "
                "result instead: that page shows what follows."
            )
            % {"numbers": ", ".join(map(str, after["redrawn"]))},
        )
    was = [pairing_state(stored) for stored in before["pairings"]]
    left = [pairing_state(stored) for stored in after["pairings"]]
    if _unlike(event.tournament, left, after["lists"]):
        raise Refused(
            "changed-since",
            _(
                "Something has happened since at a table that was put right then. Correct the "
                "result instead: that page shows what follows."
            ),
        )
    write_states([state for state in left if state.seats], was)
    for stage, rows in before["lists"]:
        write_list(stage, rows)
    for pairing in Pairing.objects.filter(pk__in=after["dropped"]):
        game_returned.send(sender=Pairing, pairing=pairing, by=by)
    touch_rounds({state.round for state in (*was, *left)})


def _unlike(
    tournament: Tournament, left: Sequence[PairingState], lists: Sequence[Sequence[Any]]
) -> bool:
    """Whether pairings or lists are not as they were left."""
    now = read_states(Pairing.objects.filter(pk__in=[state.pk for state in left]))
    for state in left:
        there = now.get(state.pk or 0)
        if state.seats and state != there:
            return True
        if not state.seats and there is not None and there.seats:
            return True
    stages = {one.stage.pk: one.stage for one in stages_of(tournament)}
    return any(stage not in stages or read_list(stages[stage]) != rows for stage, rows in lists)
