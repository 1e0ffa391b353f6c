"""What is drawn or decided and no longer fits the results, as they are or as they would be.

Nothing here is stored: it is found from the facts each time, so what was once kept is still found.
A correction is looked at by reading the same facts twice, with the old result and with the new.

- In a tree: matches where the wrong one sits, or that should be there and are not.
- Between stages: who went on though another should have, and with which seed.
- Where rounds are drawn from results: rounds whose draw read other results. They are not wrong.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from django.db.models import Q

from tournaments.formats.dependents import gone_on
from tournaments.formats.dependents_model import Choice, Dependent, DependentKind, Onward
from tournaments.formats.dependents_tree import misfits as tree_misfits
from tournaments.formats.knockout_tree import facts_of
from tournaments.formats.model import EntryId, InvalidRequestError, PlayedPairing, Reason
from tournaments.formats.stages import DRAWN_FROM_RESULTS, TREES, Qualifier, qualifiers
from tournaments.models import Entry, Event, Pairing, Round, StageEntry, Tournament

from .played import PUBLIC_STATES, SeatRow, counted_from, pairings_from, rows_of_stages, seat_rows
from .results_read import ReadResult, read_result, stored_result
from .stage_standings import rank_stage
from .stages import StageFacts, options_of, stages_of
from .standings import StageField, stage_field

#: Those that somebody should do something about; the others are told and stand.
WRONG = frozenset({DependentKind.SEAT, DependentKind.MATCH, DependentKind.QUALIFIER})


@dataclass(frozen=True)
class Misfit:
    """One thing that does not fit."""

    dependent: Dependent
    stage: StageFacts
    """Where it shows: for who went on, the stage they went into."""
    round: int | None
    """The round of the tournament; None for what concerns a stage as a whole."""
    into: Qualifier | None = None
    """As whom the one who should have gone on would have."""
    changed: tuple[tuple[int, int | None], ...] = ()
    """Rounds and tables (None for a bye) whose results the round's draw read otherwise."""

    @property
    def wrong(self) -> bool:
        """Whether it should be put right, or is merely so."""
        return self.dependent.kind in WRONG

    @cached_property
    def key(self) -> str:
        """What makes two of them the same, as a short name."""
        one = self.dependent
        facts = (
            self.stage.stage.pk, self.round, one.kind.value, one.group, one.slot, one.wrong,
            one.right, one.undecided, one.entries, one.seed, self.changed,
        )  # fmt: skip
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class MisfitFacts:
    """Everything it is found from: one read for any number of results to try."""

    stages: tuple[StageFacts, ...]
    rounds: Mapping[int, Round]
    """By number."""
    rows: tuple[SeatRow, ...]
    """Seats of all rounds, drafts included."""
    fields: Mapping[int, StageField]
    """By key of the stage, for stages that have begun and lead into one that has."""
    gone_on: Mapping[int, tuple[Qualifier, ...]]
    """Who went on into a stage, by its key, as it is written down."""
    away: Mapping[int, frozenset[EntryId]]
    """Who could not go on into it."""
    left: frozenset[EntryId]
    """Those whom nobody is to meet any more."""
    draws: Mapping[int, Any]
    """Stored draws by number of the round, where they were asked for."""
    read: dict[tuple[int, bool], frozenset[ReadResult]] = field(default_factory=dict)

    def read_by(self, number: int, *, points: bool) -> frozenset[ReadResult]:
        """The results that the draw of a round read; found once."""
        if (number, points) not in self.read:
            history = self.draws[number]["request"]["history"]
            self.read[number, points] = frozenset(
                stored_result(stored, points=points) for stored in history
            )
        return self.read[number, points]

    def public(self, rows: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
        """Those of `rows` that count."""
        shown = {number for number, one in self.rounds.items() if one.state in PUBLIC_STATES}
        return tuple(row for row in rows if row[1] in shown)

    def onward(self, index: int, rows: tuple[SeatRow, ...]) -> Onward:
        """How stage `index` + 1 chose, with who went there."""
        facts = self.stages[index + 1]
        stage = facts.stage
        there = self.gone_on[stage.pk]
        return Onward(
            gone_on=there,
            from_rank=stage.from_rank,
            to_rank=stage.to_rank,
            per_group=self.stages[index].row.groups,
            tree=facts.row.tree,
            unavailable=self.away[stage.pk],
            prefer=tuple(one.entry for one in there),
            played=any(row[14] == stage.pk and _has_result(row) for row in rows),
        )

    def qualifiers(self, index: int, rows: tuple[SeatRow, ...]) -> tuple[Qualifier, ...]:
        """Who would go on from stage `index` into the next by these results. Those who are level
        at the line are taken as they were when the stage began."""
        facts = self.stages[index]
        field = replace(
            self.fields[facts.stage.pk], rows=rows_of_stages(self.public(rows), facts.chain)
        )
        onward = self.onward(index, rows)
        found = qualifiers(
            rank_stage(facts, field).ranked,
            from_rank=onward.from_rank,
            to_rank=onward.to_rank,
            per_group=onward.per_group,
            tree=onward.tree,
            unavailable=onward.unavailable,
            prefer=onward.prefer,
        )
        return found.qualifiers


def misfit_facts(
    tournament: Tournament, *, with_rounds: bool = False, only_round: int | None = None
) -> MisfitFacts:
    """Reads what `find_misfits` needs: a few queries a stage, whatever the size. With
    `with_rounds` also the draws of rounds drawn from results (or of `only_round`), which are
    large."""
    stages = tuple(stages_of(tournament))
    wrong = _can_be_wrong(stages)
    if not with_rounds and not wrong:
        return MisfitFacts(stages, {}, (), {}, {}, {}, frozenset(), {})
    rows = seat_rows(tournament, drafts=True)
    begun = [one for one in stages if one.begun]
    left = _left(tournament) if wrong else frozenset()
    there = _gone_on_into(tournament) if len(begun) > 1 else {}
    return MisfitFacts(
        stages=stages,
        rounds={one.number: one for one in tournament.rounds.all()},
        rows=rows,
        fields={one.stage.pk: stage_field(one, rows) for one, _after in pairwise(begun)},
        gone_on=there,
        away={key: _away(tournament, key, left, value) for key, value in there.items()},
        left=left,
        draws=_draws(stages, only_round) if with_rounds else {},
    )


def _left(tournament: Tournament) -> frozenset[EntryId]:
    gone = (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)
    entries = tournament.entries.filter(Q(struck=True) | Q(state__in=gone))
    return frozenset(entries.values_list("pk", flat=True))


def _gone_on_into(tournament: Tournament) -> dict[int, tuple[Qualifier, ...]]:
    there: dict[int, list[Qualifier]] = {}
    for one in StageEntry.objects.filter(stage__tournament=tournament).order_by("seed"):
        there.setdefault(one.stage_id, []).append(
            Qualifier(entry=one.entry_id, seed=one.seed, rank=one.rank, group=one.group)
        )
    return {key: tuple(value) for key, value in there.items()}


def _can_be_wrong(stages: tuple[StageFacts, ...]) -> bool:
    return any(one.begun and (one.row.tree or one.stage.number > 1) for one in stages)


def _away(
    tournament: Tournament, stage: int, left: frozenset[EntryId], there: Iterable[Qualifier]
) -> frozenset[EntryId]:
    """Who was passed over when the stage began, and who has left since without going on."""
    began = (
        Event.objects.filter(tournament=tournament, verb="stage.begin", subject_id=stage)
        .order_by("-id")
        .first()
    )
    passed_over = frozenset((began.after if began else {}).get("passed_over", ()))
    return passed_over | (left - {one.entry for one in there})


def _draws(stages: tuple[StageFacts, ...], only_round: int | None) -> dict[int, Any]:
    """What rounds that are drawn from results were drawn from."""
    keys = [one.stage.pk for one in stages if one.stage.format in DRAWN_FROM_RESULTS]
    if not keys:
        return {}
    rounds = Round.objects.filter(stage__in=keys)
    if only_round is not None:
        rounds = rounds.filter(number=only_round)
    return {
        number: draw
        for number, draw in rounds.values_list("number", "draw")
        if "request" in draw and not _laid_down(draw)
    }


def _laid_down(draw: Any) -> bool:
    """Whether the round is one of a plan for the whole event, which no result changes. A stage
    that asks for a plan has rounds that were searched for by points all the same: where there is
    no plan for so many, where it has come to its end, or where somebody came or left."""
    return any(reason["code"] == "round_of_design" for reason in draw.get("reasons", ()))


def find_misfits(facts: MisfitFacts, rows: tuple[SeatRow, ...] | None = None) -> list[Misfit]:
    """Everything that does not fit, stage by stage and round by round.

    `rows` are the tournament's seats with other results than those there are (None: as they are).
    No query.
    """
    rows = facts.rows if rows is None else rows
    found: list[Misfit] = []
    for index, one in enumerate(facts.stages):
        if not one.begun:
            continue
        if one.row.tree:
            found += _in_the_tree(facts, one, rows)
        found += _drawn_otherwise(facts, one, rows)
        after = facts.stages[index + 1] if index + 1 < len(facts.stages) else None
        if after is not None and after.begun and after.stage.pk in facts.gone_on:
            found += _gone_on(facts, index, rows)
    return found


def misfits_of(tournament: Tournament, *, with_rounds: bool = False) -> list[Misfit]:
    """Everything that does not fit now. One query for a tournament in which nothing can."""
    return find_misfits(misfit_facts(tournament, with_rounds=with_rounds))


def misfits_of_round(round_: Round) -> list[Misfit]:
    """What does not fit in a round: its seats, what it was drawn from, and in the first round of a
    stage who went on into it."""
    facts = misfit_facts(round_.tournament, with_rounds=True, only_round=round_.number)
    return [
        one
        for one in find_misfits(facts)
        if one.round == round_.number
        or (one.round is None and one.wrong and one.stage.offset + 1 == round_.number)
    ]


def misfits_at(pairing: Pairing) -> list[Misfit]:
    """What does not fit at one table: who sits there. One query where nothing can."""
    return [
        one
        for one in misfits_of(pairing.round.tournament)
        if one.round == pairing.round.number
        and (one.dependent.group, one.dependent.slot) == (pairing.group, pairing.slot)
    ]


def stamp_of(misfits: Iterable[Misfit]) -> str:
    """What a page showed: with another list, what was chosen on it was about something else."""
    return hashlib.sha256(":".join(one.key for one in misfits).encode()).hexdigest()[:20]


def _in_the_tree(facts: MisfitFacts, stage: StageFacts, rows: tuple[SeatRow, ...]) -> list[Misfit]:
    own = rows_of_stages(rows, (stage.stage.pk,))
    history = counted_from(pairings_from(own), stage.offset)
    try:
        tree = TREES[stage.stage.format].tree(history, options_of(stage.stage))
        found = tree_misfits(tree, facts_of(history), facts.left)
    except InvalidRequestError:
        # A tree that cannot be read: the next draw says so, with what to do.
        return []
    return [Misfit(one, stage, one.round + stage.offset) for one in found]


def _gone_on(facts: MisfitFacts, index: int, rows: tuple[SeatRow, ...]) -> list[Misfit]:
    now = facts.qualifiers(index, rows)
    by_entry = {one.entry: one for one in now}
    return [
        Misfit(one, facts.stages[index + 1], None, into=by_entry.get(one.right or 0))
        for one in gone_on(facts.onward(index, rows), now)
    ]


def _drawn_otherwise(
    facts: MisfitFacts, stage: StageFacts, rows: tuple[SeatRow, ...]
) -> list[Misfit]:
    """Rounds drawn from other results than these."""
    numbers = [number for number in facts.draws if stage.offset < number <= stage.last]
    if not numbers:
        return []
    now = _results_now(facts, stage, rows)
    found = []
    for number in sorted(numbers):
        last = number - stage.chain_offset
        then = facts.read_by(number, points=False)
        others = [one for one, result in now if one.round < last and result not in then]
        if not others:
            continue
        then = facts.read_by(number, points=True)
        points = [one for one in others if read_result(one, points=True) not in then]
        code = "drawn_from_other_points" if points else "drawn_from_other_tie_breaks"
        places = {(one.round + stage.chain_offset, one.table) for one in points or others}
        changed = tuple(sorted(places, key=lambda place: (place[0], place[1] or 0)))
        played = any(row[1] == number and _has_result(row) for row in rows)
        dependent = Dependent(
            kind=DependentKind.ROUND,
            reasons=(Reason(code, {"round": number, "changed": changed[0][0]}),),
            choices=(Choice.KEEP,) if played else (Choice.KEEP, Choice.REDRAW),
            round=number - stage.offset,
            played=played,
        )
        found.append(Misfit(dependent, stage, number, changed=changed))
    return found


def _results_now(
    facts: MisfitFacts, stage: StageFacts, rows: tuple[SeatRow, ...]
) -> list[tuple[PlayedPairing, ReadResult]]:
    chain = rows_of_stages(facts.public(rows), stage.chain)
    pairings = counted_from(pairings_from(chain), stage.chain_offset)
    return [(one, read_result(one, points=False)) for one in pairings]


def read_and_gone(facts: MisfitFacts, stage: StageFacts, number: int) -> int:
    """How many results the draw of a round read that no pairing of its round has any more, beyond
    those that are others now: games that were taken away since, or never were."""
    if number not in facts.draws:
        return 0
    last = number - stage.chain_offset
    now = [result for one, result in _results_now(facts, stage, facts.rows) if one.round < last]
    then = facts.read_by(number, points=False)
    return len(then.difference(now)) - len(set(now).difference(then))


def _has_result(row: SeatRow) -> bool:
    return row[2] == "game" and bool(row[6] or row[7] is not None)


def seats_with(
    rows: tuple[SeatRow, ...], pairing: int, given: Mapping[EntryId, Mapping[str, Any]]
) -> tuple[SeatRow, ...]:
    """The rows with another result of one pairing: by entry its outcome, place, points, score,
    steps and in_time, as `Seat` keeps them."""
    names = ("outcome", "place", "points", "score", "steps", "in_time")
    return tuple(
        (*row[:6], *(given[row[4]][name] for name in names), *row[12:])
        if row[0] == pairing and row[4] in given
        else row
        for row in rows
    )
