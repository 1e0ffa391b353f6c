"""What depends on a result that is corrected afterwards, and no longer fits.

Nothing is changed here and nothing is proposed: each thing is listed with what can be done about
it, and somebody decides. What did not fit before the correction (and was kept) is not listed again.

- In a tree: matches in which the wrong entry sits, all the way up.
- Between stages: who would have gone on, and with which seed.
- In formats that draw from results: the rounds drawn since. They were right when they were drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from tournaments.formats.dependents_model import (
    Choice,
    Dependent,
    DependentKind,
    Onward,
    StageFacts,
)
from tournaments.formats.dependents_tree import misfits
from tournaments.formats.knockout_tree import MatchKey, facts_of, has_left
from tournaments.formats.model import (
    DrawError,
    DrawRequest,
    EntryId,
    InvalidRequestError,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
    Reason,
)
from tournaments.formats.registry import get_format
from tournaments.formats.stages import (
    DRAWN_FROM_RESULTS,
    TREES,
    Qualifier,
    Ranked,
    qualifiers,
    stage_ranking,
)

__all__ = [
    "Choice",
    "Dependent",
    "DependentKind",
    "Onward",
    "StageFacts",
    "apply_swaps",
    "corrected",
    "dependents",
    "drawn_differently",
    "gone_on",
    "replace_entries",
]


def dependents(stage: StageFacts, changed: PlayedPairing) -> tuple[Dependent, ...]:
    """All that no longer fits once `changed` stands in place of the pairing it corrects.

    `changed` is a pairing of the history with another result (see `corrected`). Matches come first,
    by round, then rounds, then later stages. Raises `InvalidRequestError` (`pairing_unknown`) for a
    pairing that is not in the history.
    """
    after = corrected(stage.history, changed)
    found: list[Dependent] = []
    if stage.format in TREES:
        before = set(map(_key, _tree_misfits(stage, stage.history)))
        found += [d for d in _tree_misfits(stage, after) if _key(d) not in before]
    elif stage.format in DRAWN_FROM_RESULTS:
        found += _rounds_since(stage, changed)
    if stage.onward:
        rankings = tuple(
            stage_ranking(stage.format, stage.entrants, history, stage.standings, stage.options)
            for history in (stage.history, after)
        )
        for index, onward in enumerate(stage.onward):
            found += _gone_on(index, onward, *rankings)
    return tuple(found)


def corrected(
    history: Sequence[PlayedPairing], changed: PlayedPairing
) -> tuple[PlayedPairing, ...]:
    """The history with the corrected pairing in place of the old one: the same round, group and
    slot, or where there are no slots the same entries."""
    place = _place_of(history, changed)
    return (*history[:place], changed, *history[place + 1 :])


def _place_of(history: Sequence[PlayedPairing], changed: PlayedPairing) -> int:
    for place, pairing in enumerate(history):
        if pairing.round != changed.round or pairing.group != changed.group:
            continue
        if changed.slot is not None:
            if pairing.slot == changed.slot:
                return place
        elif _entries(pairing) == _entries(changed):
            return place
    raise InvalidRequestError("pairing_unknown", round=changed.round, slot=changed.slot or 0)


def _entries(pairing: PlayedPairing) -> frozenset[EntryId]:
    return frozenset(seat.entry for seat in pairing.seats)


def _tree_misfits(stage: StageFacts, history: Sequence[PlayedPairing]) -> list[Dependent]:
    tree = TREES[stage.format].tree(history, stage.options)
    gone = {entrant.id for entrant in stage.entrants if has_left(entrant)}
    return misfits(tree, facts_of(history), gone)


def _key(dependent: Dependent) -> tuple[object, ...]:
    """What makes two of them the same complaint."""
    return (
        dependent.round,
        dependent.group,
        dependent.slot,
        dependent.wrong,
        dependent.right,
        dependent.undecided,
        dependent.entries,
    )


def _rounds_since(stage: StageFacts, changed: PlayedPairing) -> list[Dependent]:
    old = stage.history[_place_of(stage.history, changed)]
    code = _what_changed(old, changed)
    if code is None:
        return []
    played: defaultdict[int, bool] = defaultdict(bool)
    for pairing in stage.history:
        if pairing.round > changed.round:
            played[pairing.round] |= pairing.final and len(pairing.seats) > 1
    return [
        Dependent(
            kind=DependentKind.ROUND,
            reasons=(Reason(code, {"round": number, "changed": changed.round}),),
            choices=(Choice.KEEP,) if played[number] else (Choice.KEEP, Choice.REDRAW),
            round=number,
            played=played[number],
        )
        for number in sorted(played)
    ]


def _what_changed(old: PlayedPairing, new: PlayedPairing) -> str | None:
    def earned(pairing: PlayedPairing) -> object:
        seats = {seat.entry: (seat.outcome, seat.place, seat.points) for seat in pairing.seats}
        return pairing.final, pairing.kind, seats

    if earned(old) != earned(new):
        return "drawn_from_other_points"
    return None if _by_entry(old) == _by_entry(new) else "drawn_from_other_tie_breaks"


def _by_entry(pairing: PlayedPairing) -> dict[EntryId, PlayedSeat]:
    return {seat.entry: seat for seat in pairing.seats}


def _gone_on(
    index: int, onward: Onward, before: Sequence[Ranked], after: Sequence[Ranked]
) -> list[Dependent]:
    was, now = (
        {
            q.entry: q
            for q in qualifiers(
                ranking,
                from_rank=onward.from_rank,
                to_rank=onward.to_rank,
                per_group=onward.per_group,
                tree=onward.tree,
                unavailable=onward.unavailable,
                prefer=onward.prefer,
            ).qualifiers
        }
        for ranking in (before, after)
    )
    there = {q.entry: q for q in onward.gone_on}
    out = [q for entry, q in there.items() if entry in was and entry not in now]
    into = [q for entry, q in now.items() if entry not in was and entry not in there]
    other_seeds = [
        now[entry]
        for entry, stored in there.items()
        if entry in was and entry in now and was[entry].seed == stored.seed != now[entry].seed
    ]
    return _changes(index, onward, out, into, other_seeds)


def gone_on(index: int, onward: Onward, now: Iterable[Qualifier]) -> list[Dependent]:
    """Where those who went on into a later stage are not those who would go on `now`, whatever
    made the difference. `index` is put into `Dependent.stage`."""
    there = {q.entry: q for q in onward.gone_on}
    going = {q.entry: q for q in now}
    return _changes(
        index,
        onward,
        [q for entry, q in there.items() if entry not in going],
        [q for entry, q in going.items() if entry not in there],
        [q for q in going.values() if q.entry in there and there[q.entry].seed != q.seed],
    )


def _changes(
    index: int,
    onward: Onward,
    out: Iterable[Qualifier],
    into: Iterable[Qualifier],
    other_seeds: Iterable[Qualifier],
) -> list[Dependent]:
    seeds = {q.entry: q.seed for q in onward.gone_on}
    choices = [Choice.KEEP, Choice.SWAP]
    if not onward.played:
        choices.insert(1, Choice.REDRAW)
    found = [
        _change(index, onward, one, other, tuple(choices)) for one, other in _pair_up(out, into)
    ]
    for now in other_seeds:
        params = {"entry": now.entry, "seed": seeds[now.entry], "now": now.seed}
        found.append(
            Dependent(
                kind=DependentKind.SEED,
                reasons=(Reason("other_seed", params),),
                choices=tuple(c for c in choices if c is not Choice.SWAP),
                wrong=now.entry,
                right=now.entry,
                played=onward.played,
                seed=now.seed,
                stage=index,
            )
        )
    return found


def _pair_up(
    out: Iterable[Qualifier], into: Iterable[Qualifier]
) -> list[tuple[Qualifier | None, Qualifier | None]]:
    """Who goes out with who comes in, those of one group together."""
    leaving = sorted(out, key=lambda q: (len(q.group), q.group, q.seed))
    coming = sorted(into, key=lambda q: (len(q.group), q.group, q.seed))
    pairs: list[tuple[Qualifier | None, Qualifier | None]] = []
    for one in list(leaving):
        other = next((q for q in coming if q.group == one.group), None)
        if other is not None:
            leaving.remove(one)
            coming.remove(other)
            pairs.append((one, other))
    return [*pairs, *zip_longest(leaving, coming)]


def _change(
    index: int,
    onward: Onward,
    out: Qualifier | None,
    into: Qualifier | None,
    choices: tuple[Choice, ...],
) -> Dependent:
    if out is not None and into is not None:
        reasons = [Reason("other_qualifier", {"entries": (out.entry, into.entry)})]
        if onward.played:
            reasons.append(Reason("results_stay_with_seat", {"entries": (out.entry, into.entry)}))
    elif into is not None:
        reasons = [Reason("qualifier_missing", {"entry": into.entry})]
    else:
        reasons = [Reason("qualifier_too_many", {"entry": out.entry if out is not None else 0})]
    if out is None or into is None:
        choices = tuple(choice for choice in choices if choice is not Choice.SWAP)
    seed = out.seed if out is not None else into.seed if into is not None else None
    return Dependent(
        kind=DependentKind.QUALIFIER,
        reasons=tuple(reasons),
        choices=choices,
        group=into.group if into is not None else "",
        wrong=out.entry if out is not None else None,
        right=into.entry if into is not None else None,
        played=onward.played,
        seed=seed,
        stage=index,
    )


def apply_swaps(
    history: Sequence[PlayedPairing], chosen: Iterable[Dependent]
) -> tuple[PlayedPairing, ...]:
    """What a tree's history is once those seats and matches are put right.

    A result stays with its seat. A game that loses a seat becomes a bye, a bye that gets an
    opponent a game to be played; a match that loses both is dropped, one that was missing is added.
    Only what may be swapped is; the order of the rest stays.
    """
    seats: defaultdict[MatchKey, list[Dependent]] = defaultdict(list)
    added: list[PlayedPairing] = []
    for dependent in chosen:
        if Choice.SWAP in dependent.choices:
            if dependent.kind is DependentKind.SEAT:
                key = MatchKey(dependent.round, dependent.group, dependent.slot)
                seats[key].append(dependent)
            elif dependent.kind is DependentKind.MATCH:
                added.append(_seated(_empty(dependent), dependent.entries))
    swapped: list[PlayedPairing] = []
    for pairing in history:
        key = MatchKey(pairing.round, pairing.group, pairing.slot or 0)
        put_right = _put_right(pairing, seats[key]) if key in seats else pairing
        if put_right.seats:
            swapped.append(put_right)
    return (*swapped, *added)


def _put_right(pairing: PlayedPairing, swaps: Sequence[Dependent]) -> PlayedPairing:
    instead = {swap.wrong: swap.right for swap in swaps if swap.wrong is not None}
    sitting = [instead.get(seat.entry, seat.entry) for seat in pairing.seats]
    sitting += [swap.right for swap in swaps if swap.wrong is None]
    entries = tuple(entry for entry in sitting if entry is not None)
    if len(entries) == len(pairing.seats):
        kept = zip(pairing.seats, entries, strict=True)
        return replace(pairing, seats=tuple(replace(seat, entry=entry) for seat, entry in kept))
    return _seated(pairing, entries)


def _empty(dependent: Dependent) -> PlayedPairing:
    return PlayedPairing(
        round=dependent.round,
        group=dependent.group,
        slot=dependent.slot,
        seats=(),
        final=False,
    )


def _seated(pairing: PlayedPairing, entries: tuple[EntryId, ...]) -> PlayedPairing:
    """The pairing with those in it and no result; one alone has a bye."""
    alone = len(entries) < 2
    return replace(
        pairing,
        seats=tuple(
            PlayedSeat(entry=entry, side=side) for side, entry in enumerate(entries, start=1)
        ),
        kind=PairingKind.BYE if alone else PairingKind.GAME,
        final=alone,
    )


def replace_entries(
    history: Sequence[PlayedPairing], instead: Mapping[EntryId, EntryId]
) -> tuple[PlayedPairing, ...]:
    """A later stage's history with others in the seats of those who should not have gone on, all
    results staying with the seats."""
    return tuple(
        replace(
            pairing,
            seats=tuple(
                replace(seat, entry=instead.get(seat.entry, seat.entry)) for seat in pairing.seats
            ),
        )
        for pairing in history
    )


def drawn_differently(
    format_code: str, request: DrawRequest, drawn: Sequence[PlayedPairing]
) -> bool:
    """Whether a round would have other pairings if it were drawn from `request`, which holds the
    corrected history, the seed and the settings of then. Takes as long as a draw. Errors of the
    draw mean that it would not have been drawn at all: True."""
    try:
        draw = get_format(format_code).draw(request)
    except DrawError:
        return True
    sides = {
        frozenset((seat.entry, seat.side) for seat in pairing.seats) for pairing in draw.pairings
    }
    return sides != {
        frozenset((seat.entry, seat.side) for seat in pairing.seats) for pairing in drawn
    }
