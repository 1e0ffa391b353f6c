"""The tie-breaks written down once more, as their texts say and as slowly as they please.

Nothing of the engine is used but what an event, a scheme and a rule are as data. Articles are those
of FIDE's tie-break regulations (Handbook C.07). Tables of two only; all results are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product

from tournaments.formats.model import Entrant, Outcome, PairingKind, PlayedPairing, PlayedSeat
from tournaments.formats.scoring import PointsScheme, TieBreak, UnplayedRule

Key = Callable[["Naive", int], Fraction | None]


@dataclass(frozen=True)
class Cell:
    """What one entry has in one round of a cross table."""

    kind: str
    """`game`, `walkover`, `bye`, `requested`, `absent`."""
    points: Fraction
    opponent: int = 0
    outcome: Outcome | None = None
    own: PlayedSeat | None = None
    other: PlayedSeat | None = None

    @property
    def played(self) -> bool:
        return self.kind == "game"

    @property
    def voluntary(self) -> bool:
        """Article 16.2: by its own doing."""
        stayed_away = self.kind == "walkover" and self.outcome is Outcome.LOSS
        return self.kind in ("requested", "absent") or stayed_away


class Naive:
    """An event, asked for one number at a time."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        pairings: Iterable[PlayedPairing],
        scheme: PointsScheme,
        rule: UnplayedRule,
    ) -> None:
        self.entrants = {one.id: one for one in entrants}
        self.scheme, self.rule = scheme, rule
        pairings = list(pairings)
        self.rounds = range(1, max((one.round for one in pairings), default=0) + 1)
        self.cells = {
            entry: [self._cell(entry, number, pairings) for number in self.rounds]
            for entry in self.entrants
        }

    def _cell(self, entry: int, number: int, pairings: Sequence[PlayedPairing]) -> Cell:
        one = self.entrants[entry]
        scheme = self.scheme
        here = [p for p in pairings if p.round == number and entry in [s.entry for s in p.seats]]
        if one.struck:
            return Cell("absent", Fraction(0))
        if not here:
            late = number < one.available_from_round and one.missed_points is not None
            given = one.missed_points if late and one.missed_points is not None else scheme.absent
            return Cell("absent", Fraction(given))
        (pairing,) = here
        own = next(seat for seat in pairing.seats if seat.entry == entry)
        others = [seat for seat in pairing.seats if seat.entry != entry]
        if any(self.entrants[seat.entry].struck for seat in others):
            return Cell("bye", Fraction(scheme.bye))
        if not others:
            asked = pairing.kind is PairingKind.REQUESTED_BYE
            worth = scheme.requested_bye if asked else scheme.bye
            return Cell("requested" if asked else "bye", Fraction(worth))
        (other,) = others
        won = own.outcome is Outcome.WIN
        if pairing.kind is PairingKind.WALKOVER:
            nobody = not won and other.outcome is not Outcome.WIN
            worth = scheme.both_absent if nobody else scheme.walkover_loss
            points = scheme.walkover_win if won else worth
            return Cell("walkover", Fraction(points), other.entry, own.outcome, own, other)
        points = {
            Outcome.WIN: scheme.win,
            Outcome.DRAW: scheme.draw,
            Outcome.LOSS: scheme.loss,
        }[own.outcome or Outcome.LOSS]
        if own.score is not None:
            points += scheme.per_score * own.score
        if won and own.in_time:
            points += scheme.win_in_time
        return Cell("game", Fraction(points), other.entry, own.outcome, own, other)

    def points(self, entry: int) -> Fraction:
        return sum((cell.points for cell in self.cells[entry]), Fraction(0))

    @property
    def draw(self) -> Fraction:
        """What a draw is worth, or where points come piece by piece, the middle of a walkover."""
        scheme = self.scheme
        middle = Fraction(scheme.walkover_win + scheme.walkover_loss) / 2
        return max(Fraction(scheme.draw), middle) if scheme.per_score else Fraction(scheme.draw)

    # Of the entry's own rounds -------------------------------------------------------------------

    def wins(self, entry: int) -> Fraction:
        """7.1: rounds in which it got, playing or not, what a win gives: piece by piece, what it
        gives without playing."""
        scheme = self.scheme
        win = Fraction(scheme.walkover_win if scheme.per_score else scheme.win)
        loss = Fraction(scheme.loss)
        count = 0
        for cell in self.cells[entry]:
            if cell.played:
                count += cell.outcome is Outcome.WIN
            elif cell.outcome is not Outcome.LOSS:
                count += cell.points >= win and cell.points > loss
        return Fraction(count)

    def games_won(self, entry: int) -> Fraction:
        """7.2: games won at a table."""
        won = [c for c in self.cells[entry] if c.played and c.outcome is Outcome.WIN]
        return Fraction(len(won))

    def progressive(self, entry: int) -> Fraction:
        """7.5: the points after round 1, after round 2, and so on, added up."""
        cells = self.cells[entry]
        return sum((cell.points for number in self.rounds for cell in cells[:number]), Fraction(0))

    def games_in_time(self, entry: int) -> Fraction:
        games = [c for c in self.cells[entry] if c.played and c.own and c.own.in_time]
        return Fraction(len(games))

    def _pairs(self, entry: int, name: str) -> list[tuple[Fraction, Fraction]]:
        """Own and other number of the games in which both are known."""
        found = []
        for cell in self.cells[entry]:
            if cell.played:
                own, other = getattr(cell.own, name), getattr(cell.other, name)
                if own is not None and other is not None:
                    found.append((Fraction(own), Fraction(other)))
        return found

    def piece_difference(self, entry: int) -> Fraction:
        return sum((own - other for own, other in self._pairs(entry, "score")), Fraction(0))

    def pieces(self, entry: int) -> Fraction:
        scores = [cell.own.score for cell in self.cells[entry] if cell.played and cell.own]
        return sum((Fraction(score) for score in scores if score is not None), Fraction(0))

    def steps_difference(self, entry: int) -> Fraction:
        return sum((own - other for own, other in self._pairs(entry, "steps")), Fraction(0))

    def average_place(self, entry: int) -> Fraction | None:
        """First, second, or between the two."""
        places = {Outcome.WIN: 2, Outcome.DRAW: 3, Outcome.LOSS: 4}
        halves = [places[c.outcome] for c in self.cells[entry] if c.played and c.outcome]
        return Fraction(sum(halves), 2 * len(halves)) if halves else None

    # Of the opponents' ---------------------------------------------------------------------------

    def opponents_points(self, entry: int) -> Fraction:
        met = [cell.opponent for cell in self.cells[entry] if cell.played]
        return sum((self.points(other) for other in met), Fraction(0))

    def _as_opponent(self, entry: int) -> Fraction:
        """16.3: what an opponent's tie-breaks take its points for."""
        cells = self.cells[entry]
        if self.rule is UnplayedRule.PLAYED_ONLY:
            return sum((cell.points for cell in cells if cell.played), Fraction(0))
        if self.rule in (UnplayedRule.AS_SCORED, UnplayedRule.AS_PLAYED):
            return self.points(entry)
        total = Fraction(0)
        for index, cell in enumerate(cells):
            for_good = all(later.voluntary for later in cells[index + 1 :])
            gone = cell.kind in ("requested", "absent") and for_good
            total += self.draw if gone else cell.points
        return total

    def lines(self, entry: int) -> list[tuple[Fraction, Cell]]:
        """Rounds with what each brings to Buchholz: an opponent, or the dummy of 16.4."""
        found = []
        most = self.draw * len(self.rounds)
        for cell in self.cells[entry]:
            as_played = self.rule is UnplayedRule.AS_PLAYED and cell.kind == "walkover"
            if cell.played or as_played:
                found.append((self._as_opponent(cell.opponent), cell))
            elif self.rule is UnplayedRule.FIDE_2024:
                found.append((self.points(entry), cell))
            elif self.rule is UnplayedRule.FIDE_2026:
                walkover = cell.kind == "walkover"
                limit = self._as_opponent(cell.opponent) if walkover else most
                found.append((min(self.points(entry), limit), cell))
        return found

    def buchholz(self, entry: int, lowest: int = 0, highest: int = 0) -> Fraction:
        """8.1, 14: without the lowest (those unplayed by its own doing first, 16.5) and highest."""
        left = list(self.lines(entry))
        for _cut in range(lowest):
            own = [line for line in left if line[1].voluntary and self._dummy(line[1])]
            if left:
                left.remove(min(own or left, key=lambda line: line[0]))
        for _cut in range(highest):
            if left:
                left.remove(max(left, key=lambda line: line[0]))
        return sum((value for value, _cell in left), Fraction(0))

    def _dummy(self, cell: Cell) -> bool:
        return not (self.rule is UnplayedRule.AS_PLAYED and cell.kind == "walkover")

    def sonneborn_berger(self, entry: int) -> Fraction:
        """9.1: each opponent's points times what was taken from it."""
        return sum((value * cell.points for value, cell in self.lines(entry)), Fraction(0))

    # Among those who are level -------------------------------------------------------------------

    def _met(self, entry: int, other: int) -> list[Fraction]:
        kinds = ("game", "walkover") if self.rule is UnplayedRule.AS_PLAYED else ("game",)
        cells = self.cells[entry]
        return [cell.points for cell in cells if cell.kind in kinds and cell.opponent == other]

    def direct_encounter(self, level: Sequence[int]) -> list[set[int]]:
        """6: those on equal points, best first; sets of those it leaves level."""
        worlds = list(self._worlds(level))
        if len(worlds) == 1:
            points = sorted(set(worlds[0].values()), reverse=True)
            parts = [{one for one in level if worlds[0][one] == value} for value in points]
        else:
            parts, left = [], set(level)
            while first := [
                one
                for one in left
                if len(left) > 1
                and all(world[one] > world[b] for world in worlds for b in left - {one})
            ]:
                parts.append({first[0]})
                left -= parts[-1]
            parts.append(left)
        if len(parts) == 1:
            return parts
        return [small for part in parts for small in self._again(part)]

    def _again(self, part: set[int]) -> list[set[int]]:
        return self.direct_encounter(sorted(part)) if len(part) > 1 else [part]

    def _worlds(self, level: Sequence[int]) -> Iterable[Mapping[int, Fraction]]:
        """The small table, for every way the games that were not played could have ended."""
        points = dict.fromkeys(level, Fraction(0))
        open_games = []
        for index, one in enumerate(level):
            for other in level[index + 1 :]:
                if not self._met(one, other):
                    open_games.append((one, other))
                    continue
                for a, b in ((one, other), (other, one)):
                    points[a] += sum(self._met(a, b), Fraction(0)) / len(self._met(a, b))
        best, loss = Fraction(self.scheme.best), Fraction(0)
        for ends in product(((best, loss), (loss, best)), repeat=len(open_games)):
            world = dict(points)
            for (one, other), (mine, theirs) in zip(open_games, ends, strict=True):
                world[one] += mine
                world[other] += theirs
            yield world


TEXT: Mapping[TieBreak, Key] = {
    TieBreak.POINTS: Naive.points,
    TieBreak.WINS: Naive.wins,
    TieBreak.GAMES_WON: Naive.games_won,
    TieBreak.BUCHHOLZ: Naive.buchholz,
    TieBreak.BUCHHOLZ_CUT_1: lambda event, entry: event.buchholz(entry, 1),
    TieBreak.BUCHHOLZ_CUT_2: lambda event, entry: event.buchholz(entry, 2),
    TieBreak.BUCHHOLZ_MEDIAN: lambda event, entry: event.buchholz(entry, 1, 1),
    TieBreak.SONNEBORN_BERGER: Naive.sonneborn_berger,
    TieBreak.PROGRESSIVE: Naive.progressive,
    TieBreak.SCORE_FOR: Naive.pieces,
    TieBreak.SCORE_DIFFERENCE: Naive.piece_difference,
    TieBreak.STEPS_DIFFERENCE: Naive.steps_difference,
    TieBreak.AVERAGE_PLACE: Naive.average_place,
    TieBreak.GAMES_IN_TIME: Naive.games_in_time,
    TieBreak.OPPONENTS_POINTS: Naive.opponents_points,
}
"""Every tie-break that is a number of the entry alone, but for the lot and the rulings, which are
given, and the cut of Sonneborn-Berger, which the published cross tables hold."""


def exact(value: Decimal | None) -> Fraction | None:
    return None if value is None else Fraction(value)
