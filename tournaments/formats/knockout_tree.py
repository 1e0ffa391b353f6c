"""Trees of matches: what a knockout and a double elimination are made of.

A tree says for each match in which round it is played and where its two seats come from. Who sits
there is never stored in the tree: it is read from the results, so a corrected result moves the
right entry on when a round is drawn anew, and nothing is seeded twice.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Protocol

from tournaments.formats.model import (
    DrawnPairing,
    DrawRequest,
    Entrant,
    EntrantStatus,
    EntryId,
    FormatOptions,
    InvalidRequestError,
    NoDrawError,
    Outcome,
    PairingKind,
    PlayedPairing,
    Reason,
    Seat,
)


class MatchKey(NamedTuple):
    """Where a match is: the pairing with the same three values is its record."""

    round: int
    group: str
    """The bracket: empty for the main tree of a knockout."""
    slot: int
    """Number within round and bracket, 1 at the top."""


WAITING = "waiting"
"""`group` of the byes in a round in which no match is left to play, since all who should have
played it are gone. They are in no match of the tree."""


class Way(StrEnum):
    """Which of the two goes on."""

    WINNER = "winner"
    LOSER = "loser"


class Source(NamedTuple):
    """Where a seat comes from."""

    key: MatchKey
    way: Way


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One match of a tree."""

    key: MatchKey
    sources: tuple[Source, ...] = ()
    """One for each seat; none in round 1, which is seeded."""
    loser_place: int
    """Place of a loser who plays on nowhere, were the tree full: the first of those shared."""
    winner_place: int | None = None
    """Place of the winner where the bracket ends."""
    second_final: bool = False
    """Played only when the one without a loss has lost the match before."""


@dataclass(frozen=True)
class Tree:
    """Matches by round, each round in the order it is listed."""

    matches: tuple[Match, ...]

    @cached_property
    def rounds(self) -> int:
        """The last round, a second final included."""
        return max((match.key.round for match in self.matches), default=0)

    @cached_property
    def by_key(self) -> Mapping[MatchKey, Match]:
        return {match.key: match for match in self.matches}

    @cached_property
    def _next(self) -> Mapping[Source, MatchKey]:
        return {source: match.key for match in self.matches for source in match.sources}

    def at(self, round_number: int) -> tuple[Match, ...]:
        """The matches of a round."""
        return tuple(match for match in self.matches if match.key.round == round_number)

    def next_of(self, key: MatchKey, way: Way) -> MatchKey | None:
        """The match that the winner or loser plays next; None where it plays on nowhere."""
        return self._next.get(Source(key, way))


class TreeFormat(Protocol):
    """A format whose rounds are those of a tree."""

    code: str

    def tree(self, history: Sequence[PlayedPairing], options: FormatOptions | None = None) -> Tree:
        """The tree that round 1 of the history laid down; empty without one."""
        ...


def tree_order(size: int) -> list[int]:
    """Seeds from the top of the tree to the bottom, for a power of two: in every round the best
    seeds left meet the worst as late as can be, and 1 and 2 only in the final."""
    order = [1]
    while len(order) < size:
        width = 2 * len(order) + 1
        order = [seed for pair in ((s, width - s) for s in order) for seed in pair]
    return order


def tree_rounds(entries: int) -> int:
    """Rounds until one is left."""
    return max(entries - 1, 0).bit_length()


def winners_of(key: MatchKey) -> tuple[Source, Source]:
    """The two matches of the round and bracket before that lead into a slot."""
    return _both(MatchKey(key.round - 1, key.group, key.slot), Way.WINNER)


def losers_of(round_number: int, group: str, slot: int) -> tuple[Source, Source]:
    """The losers of two neighbouring matches, those that lead into `slot`."""
    return _both(MatchKey(round_number, group, slot), Way.LOSER)


def _both(key: MatchKey, way: Way) -> tuple[Source, Source]:
    first, second = (key._replace(slot=slot) for slot in (2 * key.slot - 1, 2 * key.slot))
    return Source(first, way), Source(second, way)


def dropped_slot(slot: int, winners_round: int, slots: int) -> int:
    """Which match of the losers' bracket the loser of a match of the winners' bracket drops into.

    Slots count from 1; there are as many, a power of two, on both sides. Seen from 0, the bits of
    the slot are flipped where the number of winners' rounds before has a one, the lowest of them
    deciding about the halves. So the losers of two rounds running go into different halves, those
    of every second one into different quarters of the same half, and so on: whoever met lately
    meets again as late as can be.
    """
    bits = slots.bit_length() - 1
    mask = sum(((winners_round - 1) >> bit & 1) << (bits - 1 - bit) for bit in range(bits))
    return ((slot - 1) ^ mask) + 1


Facts = Mapping[MatchKey, PlayedPairing]


def facts_of(history: Iterable[PlayedPairing]) -> Facts:
    """The pairings of a tree by match. Raises `InvalidRequestError` for one without a slot, or two
    with the same (`slot_unclear`)."""
    facts: dict[MatchKey, PlayedPairing] = {}
    for pairing in history:
        key = MatchKey(pairing.round, pairing.group, pairing.slot or 0)
        if pairing.slot is None or key in facts:
            raise InvalidRequestError("slot_unclear", round=pairing.round, slot=pairing.slot or 0)
        facts[key] = pairing
    return facts


def first_round_size(history: Iterable[PlayedPairing], group: str) -> int:
    """Places of the tree that round 1 laid down, a power of two; 0 without a round 1."""
    slots = [p.slot or 0 for p in history if p.round == 1 and p.group == group]
    return 2 << tree_rounds(max(slots)) if slots else 0


class Passed(NamedTuple):
    """Who came out of a match: the winner, and the loser where there was one."""

    winner: EntryId | None
    loser: EntryId | None


NOBODY = Passed(None, None)


def passed(pairing: PlayedPairing) -> Passed | None:
    """Who came out; None while the result is open or nobody has won. Where all have lost (did not
    come, were disqualified) nobody comes out."""
    if len(pairing.seats) == 1:
        return Passed(pairing.seats[0].entry, None)
    if not pairing.final:
        return None
    ahead = [s.entry for s in pairing.seats if s.outcome is Outcome.WIN or s.place == 1]
    if len(ahead) == 1:
        return Passed(ahead[0], next(s.entry for s in pairing.seats if s.entry != ahead[0]))
    if all(seat.outcome is Outcome.LOSS for seat in pairing.seats):
        return NOBODY
    return None


def has_left(entrant: Entrant) -> bool:
    """True when nobody is to meet it any more. One who is only absent keeps its seat."""
    return entrant.struck or entrant.status is EntrantStatus.WITHDRAWN


def first_round(request: DrawRequest, group: str, seeded: int | None) -> list[DrawnPairing]:
    """Round 1: all who are here in a tree by seed, byes for the best. Only the first `seeded` are
    placed by seed and the others by lot; None: all by seed. Raises `NoDrawError` for fewer than
    two."""
    here = sorted(
        (entrant for entrant in request.entrants if entrant.available(1)),
        key=lambda entrant: (entrant.seed, entrant.id),
    )
    if len(here) < 2:
        raise NoDrawError("too_few_entries", entries=len(here))
    known = len(here) if seeded is None else max(seeded, 0)
    entries = [entrant.id for entrant in here]
    drawn = entries[known:]
    random.Random(f"knockout\x00{request.seed}").shuffle(drawn)
    entries[known:] = drawn
    order = tree_order(2 ** tree_rounds(len(entries)))
    pairings = []
    for slot, pair in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
        top, bottom = min(pair), max(pair)
        key = MatchKey(1, group, slot)
        if bottom > len(entries):
            code = "bye_by_seed" if top <= known else "bye_by_lot"
            reason = Reason(code, {"entry": entries[top - 1], "place": top})
            pairings.append(_pairing(key, (entries[top - 1],), reason))
        else:
            code = "knockout_seeds" if bottom <= known else "knockout_lot"
            reason = Reason(code, {"places": (top, bottom)})
            pairings.append(_pairing(key, (entries[top - 1], entries[bottom - 1]), reason))
    return pairings


def left_out(request: DrawRequest, pairings: Sequence[DrawnPairing]) -> tuple[Reason, ...]:
    """A warning of those who came after round 1 was drawn: the tree has no place for them."""
    placed = {seat.entry for played in request.history for seat in played.seats}
    placed.update(entry for pairing in pairings for entry in pairing.entries)
    out = tuple(
        entrant.id
        for entrant in sorted(request.entrants, key=lambda e: (e.seed, e.id))
        if entrant.status is EntrantStatus.ACTIVE
        and not entrant.struck
        and entrant.id not in placed
    )
    return (Reason("not_in_the_tree", {"entries": out}),) if out else ()


def later_round(request: DrawRequest, tree: Tree) -> list[DrawnPairing]:
    """A round after the first, read from the results of those before.

    An entry without an opponent (it has withdrawn, or nobody came out of its match) has a bye and
    moves on; a match without anybody is left out. Where that leaves no match though two are still
    in, they wait a round. Raises `NoDrawError` while results that lead
    into the round are open (`results_missing`) or undecided (`no_winner`), and when fewer than two
    are left (`stage_finished`); `InvalidRequestError` without the round before.
    """
    facts = facts_of(request.history)
    if not any(key.round == request.round - 1 for key in facts):
        raise InvalidRequestError("round_before_missing", round=request.round - 1)
    matches = [match for match in tree.at(request.round) if due(match, facts, tree)]
    _check_decided(matches, facts)
    there = {entrant.id for entrant in request.entrants if not has_left(entrant)}
    known = {entrant.id for entrant in request.entrants}
    pairings: list[DrawnPairing] = []
    for match in matches:
        seats = [comes_from(source, facts) for source in match.sources]
        unknown = next((entry for entry in seats if entry is not None and entry not in known), None)
        if unknown is not None:
            raise InvalidRequestError("unknown_entry", entry=unknown, round=request.round - 1)
        entries = tuple(entry for entry in seats if entry in there and entry is not None)
        if needs_pairing(match, len(entries)):
            pairings.append(_pairing(match.key, entries, _reason(match, entries)))
    if pairings:
        return pairings
    waiting = sorted(
        entry for entry in _still_to_come(request.round, facts, tree) if entry in there
    )
    if len(waiting) < 2:
        raise NoDrawError("stage_finished", rounds=request.round - 1)
    return [
        _pairing(
            MatchKey(request.round, WAITING, slot), (entry,), Reason("waits", {"entry": entry})
        )
        for slot, entry in enumerate(waiting, start=1)
    ]


def _still_to_come(after: int, facts: Facts, tree: Tree) -> set[EntryId]:
    """Who is known to play a match of a later round."""
    return {
        entry
        for match in tree.matches
        if match.key.round > after and due(match, facts, tree)
        for source in match.sources
        if (entry := comes_from(source, facts)) is not None
    }


def needs_pairing(match: Match, entries: int) -> bool:
    """Whether that many make a pairing. One alone has a bye that takes it on, or makes it the
    champion; for a place behind that nobody is called in."""
    return entries > 1 or (entries == 1 and match.winner_place in (None, 1))


def due(match: Match, facts: Facts, tree: Tree) -> bool:
    """False for a second final that the first one has made needless."""
    if not match.second_final:
        return True
    final = match.sources[0].key
    sources = tree.by_key[final].sources
    result = passed(facts[final]) if final in facts else None
    if result is None:
        return True
    return result.loser is not None and result.loser == comes_from(sources[0], facts)


def comes_from(source: Source, facts: Facts) -> EntryId | None:
    """Who comes out of a match that way; None where nobody does, or not yet."""
    pairing = facts.get(source.key)
    result = passed(pairing) if pairing is not None else None
    if result is None:
        return None
    return result.winner if source.way is Way.WINNER else result.loser


def _check_decided(matches: Sequence[Match], facts: Facts) -> None:
    before = {source.key for match in matches for source in match.sources}
    undecided = sorted(key for key in before if key in facts and passed(facts[key]) is None)
    still_open = [key for key in undecided if not facts[key].final]
    if still_open:
        number = still_open[0].round
        slots = tuple(sorted(key.slot for key in still_open if key.round == number))
        raise NoDrawError("results_missing", round=number, slots=slots)
    if undecided:
        raise NoDrawError("no_winner", round=undecided[0].round, slot=undecided[0].slot)


def _reason(match: Match, entries: tuple[EntryId, ...]) -> Reason:
    """Why these meet: where they come from."""
    sources = match.sources
    slots = tuple(source.key.slot for source in sources)
    if len(entries) == 1:
        return Reason("opponent_out", {"entry": entries[0], "slots": slots})
    if match.second_final:
        return Reason("second_final", {"entry": entries[0], "opponent": entries[1]})
    ways = {source.way for source in sources}
    if ways == {Way.LOSER}:
        return Reason("losers_meet", {"round": sources[0].key.round, "slots": slots})
    if ways == {Way.WINNER}:
        if len({source.key.group for source in sources}) == 1:
            return Reason("from_slots", {"slots": slots})
        return Reason("bracket_winners_meet", {"entry": entries[0], "opponent": entries[1]})
    down = 0 if sources[0].way is Way.LOSER else 1
    params = {
        "entry": entries[down],
        "opponent": entries[1 - down],
        "round": sources[down].key.round,
        "slot": sources[down].key.slot,
    }
    return Reason("drops_in", params)


def _pairing(key: MatchKey, entries: tuple[EntryId, ...], reason: Reason) -> DrawnPairing:
    return DrawnPairing(
        seats=tuple(Seat(entry, side) for side, entry in enumerate(entries, start=1)),
        kind=PairingKind.GAME if len(entries) == 2 else PairingKind.BYE,
        group=key.group,
        slot=key.slot,
        reasons=(reason,),
    )
