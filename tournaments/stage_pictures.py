"""A stage as pictures: its bracket, or cross tables of its groups and rounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.draw_words import group_words, points_text
from tournaments.formats.bracket import BracketMatch, BracketSeat, MatchState, bracket
from tournaments.formats.double_elimination import FINAL, LOSERS, WINNERS
from tournaments.formats.knockout import CONSOLATION, THIRD_PLACE
from tournaments.formats.knockout_tree import MatchKey, TreeFormat, Way
from tournaments.formats.model import (
    EntryId,
    Outcome,
    PairingKind,
    PlayedPairing,
    PlayedSeat,
)
from tournaments.formats.registry import get_format
from tournaments.models import Entry
from tournaments.pictures import (
    Bracket,
    CrossTable,
    Match,
    Meeting,
    Placing,
    Player,
    Side,
    State,
    Tree,
    TreeRound,
    bracket_html,
    bracket_parts,
    bracket_svg,
    cross_table_html,
    cross_table_parts,
    cross_table_svg,
    places_table,
    round_robin_table,
    swiss_table,
)
from tournaments.pictures.words import LANGUAGES
from tournaments.queries.played import counted_from, pairings_from, rows_of_stages
from tournaments.queries.stage_standings import GroupTable, StageRanking
from tournaments.queries.stages import StageFacts, options_of
from tournaments.queries.standings import StageField

#: A cross table of more entries than these is no picture one can read.
MOST_ROWS = 64
#: Pixels of the widest picture that is still read when it is as narrow as the page of a desk.
WIDEST = 1600
_WIDTH = re.compile(r'<svg[^>]*? width="([0-9.]+)"')
#: Matches in a column and columns of a bracket, and rows of a cross table, on one sheet.
PAPER_MATCHES, PAPER_ROUNDS, PAPER_ROWS = 8, 5, 24
#: Matches in a column and columns of a bracket that are read from 15 m.
WALL_MATCHES, WALL_ROUNDS = 4, 3


@dataclass(frozen=True)
class Picture:
    """A picture and the same in words, for those who cannot see it."""

    title: str
    svg: SafeString
    words: SafeString

    @property
    def fits(self) -> bool:
        """Whether it may be made as narrow as the page of a desk and still be read."""
        width = _WIDTH.search(self.svg)
        return width is not None and float(width[1]) <= WIDEST


def pictures_of(
    ranking: StageRanking, field: StageField, entries: Mapping[EntryId, Entry]
) -> list[Picture]:
    """The pictures of a stage, at their natural size."""
    return [_drawn(one, None) for one in _shapes(ranking, field, entries)]


def wall_pictures_of(
    ranking: StageRanking,
    field: StageField,
    entries: Mapping[EntryId, Entry],
    shape: tuple[float, float],
) -> list[Picture]:
    """The same in parts that can be read from afar, each filling a frame of those proportions."""
    language = _language()
    parts: list[Bracket | CrossTable] = []
    for one in _shapes(ranking, field, entries):
        if isinstance(one, Bracket):
            parts += bracket_parts(
                as_it_stands(one),
                most_matches=WALL_MATCHES,
                most_rounds=WALL_ROUNDS,
                language=language,
            )
        else:
            parts += cross_table_parts(one, most_rows=16, language=language)
    return [_drawn(one, shape) for one in parts]


def paper_pictures_of(
    ranking: StageRanking,
    field: StageField,
    entries: Mapping[EntryId, Entry],
    shape: tuple[float, float],
) -> list[Picture]:
    """The whole stage in parts for sheets of those proportions, black on white."""
    language = _language()
    parts: list[Bracket | CrossTable] = []
    for one in _shapes(ranking, field, entries):
        if isinstance(one, Bracket):
            parts += bracket_parts(
                one, most_matches=PAPER_MATCHES, most_rounds=PAPER_ROUNDS, language=language
            )
        else:
            parts += cross_table_parts(one, most_rows=PAPER_ROWS, language=language)
    return [_draw(one, shape, language, paper=True) for one in parts]


def as_it_stands(shown: Bracket) -> Bracket:
    """A bracket from the last round played on: what was decided before that makes the rest too
    small to read, and stands on the page and on paper."""

    def since(tree: Tree | None) -> Tree | None:
        if tree is None:
            return None
        played = 0
        while played < len(tree.rounds) and _is_played(tree.rounds[played]):
            played += 1
        first = max(0, min(played, len(tree.rounds)) - 1)
        return replace(tree, rounds=tree.rounds[first:])

    return replace(
        shown,
        main=since(shown.main) or shown.main,
        losers=since(shown.losers),
        consolation=since(shown.consolation),
    )


def _is_played(round_: TreeRound) -> bool:
    return all(
        match is None or match.state in (State.DECIDED, State.WALKOVER, State.BYE)
        for match in round_.matches
    )


def _language() -> str:
    language = (get_language() or "da")[:2]
    return language if language in LANGUAGES else "da"


def _drawn(shown: Bracket | CrossTable, shape: tuple[float, float] | None) -> Picture:
    return _draw(shown, shape, _language())


# What is drawn is escaped by the pictures themselves.
@lru_cache(maxsize=32)
def _draw(
    shown: Bracket | CrossTable,
    shape: tuple[float, float] | None,
    language: str,
    *,
    paper: bool = False,
) -> Picture:
    scale = 1.0 if shape is None else None
    if isinstance(shown, Bracket):
        svg = bracket_svg(shown, language=language, paper=paper, shape=shape, scale=scale)
        words = bracket_html(shown, language=language)
    else:
        svg = cross_table_svg(shown, language=language, paper=paper, shape=shape, scale=scale)
        words = cross_table_html(shown, language=language)
    return Picture(shown.title, SafeString(svg), SafeString(words))


def _shapes(
    ranking: StageRanking, field: StageField, entries: Mapping[EntryId, Entry]
) -> list[Bracket | CrossTable]:
    facts = ranking.facts
    own = counted_from(pairings_from(rows_of_stages(field.rows, (facts.stage.pk,))), facts.offset)
    if not own:
        return []
    if facts.row.tree:
        seeds = {one.id: one.seed for one in field.entrants}
        found = _Bracket(facts, own, entries, seeds).drawn()
        return [] if found is None else [found]
    return [
        table
        for group in ranking.tables
        if (table := _cross_table(facts, group, own, entries)) is not None
    ]


class _Bracket:
    """A tree's matches as the picture shows them."""

    def __init__(
        self,
        facts: StageFacts,
        history: tuple[PlayedPairing, ...],
        entries: Mapping[EntryId, Entry],
        seeds: Mapping[EntryId, int],
    ) -> None:
        self.facts = facts
        self.entries = entries
        tree = cast(TreeFormat, get_format(facts.stage.format))
        self.matches = bracket(tree, history, options_of(facts.stage))
        self.played = {MatchKey(one.round, one.group, one.slot or 0): one for one in history}
        first = sorted(
            (seat.entry for one in history if one.round == 1 for seat in one.seats),
            key=lambda entry: (seeds.get(entry, 0), entry),
        )
        self.seeds = {entry: place for place, entry in enumerate(first, start=1)}

    def drawn(self) -> Bracket | None:
        if not self.matches:
            return None
        double = any(match.key.group == WINNERS for match in self.matches)
        finals = self._rounds(FINAL, named=False)
        third = self._rounds(THIRD_PLACE, named=False)
        consolation = self._rounds(CONSOLATION, named=False)
        losers = self._rounds(LOSERS, named=False)
        return Bracket(
            title=self.facts.name,
            main=Tree(
                group_words(WINNERS) if double else "",
                self._rounds(WINNERS if double else "", named=not double),
            ),
            losers=Tree(group_words(LOSERS), losers) if losers else None,
            finals=tuple(
                TreeRound(_("Final") if place == 0 else _("Second final"), one.matches)
                for place, one in enumerate(finals)
            ),
            third_place=TreeRound(group_words(THIRD_PLACE), third[0].matches) if third else None,
            consolation=Tree(group_words(CONSOLATION), consolation) if consolation else None,
        )

    def _rounds(self, group: str, *, named: bool) -> tuple[TreeRound, ...]:
        matches = [match for match in self.matches if match.key.group == group]
        numbers = sorted({match.key.round for match in matches})
        rounds: list[TreeRound] = []
        for number in numbers:
            there = {match.key.slot: match for match in matches if match.key.round == number}
            # A match beside the tree keeps the number it has in its round.
            first = min(there) if group == THIRD_PLACE else 1
            shown = tuple(
                self._match(there[slot]) if slot in there else None
                for slot in range(first, max(there) + 1)
            )
            name = round_name(len(shown)) if named else self._number(number)
            rounds.append(TreeRound(name, shown))
        return tuple(rounds)

    def _number(self, number: int) -> str:
        return _("Round %(number)s") % {"number": self.facts.offset + number}

    def _match(self, match: BracketMatch) -> Match | None:
        if match.state is MatchState.LEFT_OUT:
            return None
        pairing = self.played.get(match.key)
        states = {
            MatchState.PLAYED: State.DECIDED,
            MatchState.OPEN: State.PLAYING,
            MatchState.BYE: State.BYE,
            MatchState.TO_COME: State.TO_COME,
        }
        state = states[match.state]
        if pairing is not None and pairing.kind is PairingKind.WALKOVER:
            state = State.WALKOVER
        return Match(
            sides=tuple(self._side(match, seat, pairing) for seat in match.seats),
            state=state,
            table=match.table,
            if_needed=match.key.group == FINAL
            and state is State.TO_COME
            and match.key.round == max(one.key.round for one in self.matches)
            and sum(one.key.group == FINAL for one in self.matches) > 1,
        )

    def _side(self, match: BracketMatch, seat: BracketSeat, pairing: PlayedPairing | None) -> Side:
        if seat.entry is None:
            return Side(hint=self._hint(seat))
        played = next(
            (one for one in pairing.seats if one.entry == seat.entry) if pairing else iter(()),
            None,
        )
        return Side(
            name=self.entries[seat.entry].name,
            seed=self.seeds.get(seat.entry),
            score=score_text(played, pairing) if match.state is MatchState.PLAYED else "",
            won=match.winner == seat.entry,
        )

    def _hint(self, seat: BracketSeat) -> str:
        if seat.source is None:
            return ""
        key = seat.source.key
        pairing = self.played.get(key)
        winner = seat.source.way is Way.WINNER
        if pairing is not None and pairing.table is not None:
            text = _("Winner of table %(table)s") if winner else _("Loser of table %(table)s")
            return text % {"table": pairing.table}
        text = (
            _("Winner of match %(slot)s, round %(round)s")
            if winner
            else _("Loser of match %(slot)s, round %(round)s")
        )
        return text % {"slot": key.slot, "round": self.facts.offset + key.round}


def round_name(matches: int) -> str:
    """What a round of a knockout with so many matches is called."""
    if matches == 1:
        return _("Final")
    if matches == 2:
        return _("Semi-finals")
    if matches == 4:
        return _("Quarter-finals")
    return ngettext("Last %(count)s", "Last %(count)s", 2 * matches) % {"count": 2 * matches}


def score_text(seat: PlayedSeat | None, pairing: PlayedPairing | None) -> str:
    """What a side scored, shortly; "" where the game has no score or was not played."""
    if seat is None or pairing is None or pairing.kind is PairingKind.WALKOVER:
        return ""
    return "" if seat.score is None else points_text(seat.score)


def _cross_table(
    facts: StageFacts,
    group: GroupTable,
    own: tuple[PlayedPairing, ...],
    entries: Mapping[EntryId, Entry],
) -> CrossTable | None:
    standings = group.standings
    if not 2 <= len(standings.rows) <= MOST_ROWS:
        return None
    players = [
        Player(
            key=row.entry,
            number=place,
            name=entries[row.entry].name,
            totals=(points_text(row.points),),
        )
        for place, row in enumerate(standings.rows, start=1)
    ]
    title = group_words(group.name) or facts.name
    pairings = [one for one in own if one.group == group.name or not group.name]
    heads = (_("Points"),)
    language = _language()
    if facts.row.several or facts.row.partners:
        placings = [placing for one in pairings for placing in _placings(one, entries)]
        return places_table(title, players, placings, total_heads=heads, language=language)
    meetings = [_meeting(one) for one in pairings]
    if facts.row.fixed_rounds:
        return round_robin_table(title, players, meetings, total_heads=heads, language=language)
    return swiss_table(title, players, meetings, total_heads=heads, language=language)


def _state(pairing: PlayedPairing) -> State:
    if not pairing.final:
        return State.PLAYING
    if pairing.kind is PairingKind.WALKOVER:
        return State.WALKOVER
    return State.DECIDED if pairing.kind is PairingKind.GAME else State.BYE


def _meeting(pairing: PlayedPairing) -> Meeting:
    one, *others = sorted(pairing.seats, key=lambda seat: seat.side)
    if not others:
        return Meeting(round=pairing.round, one=one.entry, state=State.BYE)
    other = others[0]
    winner = next(
        (seat.entry for seat in (one, other) if seat.outcome is Outcome.WIN or seat.place == 1),
        None,
    )
    level = one.outcome is Outcome.DRAW or (one.outcome is None and one.place == other.place)
    return Meeting(
        round=pairing.round,
        one=one.entry,
        other=other.entry,
        scores=(score_text(one, pairing), score_text(other, pairing)),
        winner=None if level else winner,
        state=_state(pairing),
    )


def _placings(pairing: PlayedPairing, entries: Mapping[EntryId, Entry]) -> list[Placing]:
    state = _state(pairing)
    return [
        Placing(
            round=pairing.round,
            key=seat.entry,
            place=_place(seat) if state is State.DECIDED else None,
            shown="" if seat.points is None else points_text(seat.points),
            state=state,
            told=", ".join(
                entries[other.entry].name for other in pairing.seats if other is not seat
            ),
        )
        for seat in pairing.seats
    ]


def _place(seat: PlayedSeat) -> int | None:
    if seat.place is not None:
        return seat.place
    if seat.outcome is None:
        return None
    return 1 if seat.outcome is Outcome.WIN else 2
