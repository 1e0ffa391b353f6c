"""What hangs on results between stages and no longer fits: who went on, and with which seed.

Nothing is changed here and nothing is proposed: each thing is listed with what can be done about
it, and somebody decides. Inside a tree it is `dependents_tree.py` that looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from tournaments.formats.dependents_model import (
    Choice,
    Dependent,
    DependentKind,
    Onward,
)
from tournaments.formats.model import (
    DrawError,
    DrawRequest,
    PlayedPairing,
    Reason,
)
from tournaments.formats.registry import get_format
from tournaments.formats.stages import (
    Qualifier,
)


def gone_on(onward: Onward, now: Iterable[Qualifier]) -> list[Dependent]:
    """Where those who went on into a later stage are not those who would go on `now`, whatever
    made the difference."""
    there = {q.entry: q for q in onward.gone_on}
    going = {q.entry: q for q in now}
    return _changes(
        onward,
        [q for entry, q in there.items() if entry not in going],
        [q for entry, q in going.items() if entry not in there],
        [q for q in going.values() if q.entry in there and there[q.entry].seed != q.seed],
    )


def _changes(
    onward: Onward,
    out: Iterable[Qualifier],
    into: Iterable[Qualifier],
    other_seeds: Iterable[Qualifier],
) -> list[Dependent]:
    seeds = {q.entry: q.seed for q in onward.gone_on}
    choices = [Choice.KEEP, Choice.SWAP]
    if not onward.played:
        choices.insert(1, Choice.REDRAW)
    found = [_change(onward, one, other, tuple(choices)) for one, other in _pair_up(out, into)]
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
