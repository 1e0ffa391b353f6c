"""A stage as pictures: its bracket, or cross tables of its groups and rounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.safestring import SafeString

from tournaments import spoken
from tournaments.formats.model import EntryId
from tournaments.models import Entry
from tournaments.pictures import (
    Bracket,
    CrossTable,
    State,
    Tree,
    TreeRound,
    bracket_html,
    bracket_parts,
    bracket_svg,
    cross_table_html,
    cross_table_parts,
    cross_table_svg,
)
from tournaments.queries.played import counted_from, pairings_from, rows_of_stages
from tournaments.queries.stage_standings import StageRanking
from tournaments.queries.standings import StageField
from tournaments.stage_bracket import StageBracket
from tournaments.stage_cross_tables import cross_table

#: Pixels of the widest picture that is still read when it is as narrow as the page of a desk.
WIDEST = 1600


_WIDTH = re.compile(r'<svg[^>]*? width="([0-9.]+)"')
_BOX = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


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

    def scale_in(self, frame: tuple[float, float]) -> float:
        """How large a unit of it is where it fills `frame`."""
        box = _BOX.search(self.svg)
        assert box is not None, "a picture says how large it is"
        return min(frame[0] / float(box[1]), frame[1] / float(box[2]))


def pictures_of(
    ranking: StageRanking, field: StageField, entries: Mapping[EntryId, Entry]
) -> list[Picture]:
    """The pictures of a stage, at their natural size."""
    return [_drawn(one, None) for one in shapes_of(ranking, field, entries)]


def wall_pictures_of(
    ranking: StageRanking,
    field: StageField,
    entries: Mapping[EntryId, Entry],
    shape: tuple[float, float],
) -> list[Picture]:
    """The same in parts that can be read from afar, each filling a frame of those proportions.
    Their titles stand above them on the wall, not in them."""
    language = spoken.language()
    parts: list[Bracket | CrossTable] = []
    for one in shapes_of(ranking, field, entries):
        if isinstance(one, Bracket):
            parts += bracket_parts(
                as_it_stands(one),
                most_matches=WALL_MATCHES,
                most_rounds=WALL_ROUNDS,
                language=language,
            )
        else:
            parts += cross_table_parts(one, most_rows=16, language=language)
    return [replace(_drawn(replace(one, title=""), shape), title=one.title) for one in parts]


def paper_pictures_of(
    ranking: StageRanking,
    field: StageField,
    entries: Mapping[EntryId, Entry],
    shape: tuple[float, float],
) -> list[Picture]:
    """The whole stage in parts for sheets of those proportions, black on white."""
    language = spoken.language()
    parts: list[Bracket | CrossTable] = []
    for one in shapes_of(ranking, field, entries):
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


def _drawn(shown: Bracket | CrossTable, shape: tuple[float, float] | None) -> Picture:
    return _draw(shown, shape, spoken.language())


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


def shapes_of(
    ranking: StageRanking, field: StageField, entries: Mapping[EntryId, Entry]
) -> list[Bracket | CrossTable]:
    """What is drawn of a stage, as data: its bracket, or a cross table for each group."""
    facts = ranking.facts
    own = counted_from(pairings_from(rows_of_stages(field.rows, (facts.stage.pk,))), facts.offset)
    if not own:
        return []
    if facts.row.tree:
        seeds = {one.id: one.seed for one in field.entrants}
        found = StageBracket(facts, own, entries, seeds).drawn()
        return [] if found is None else [found]
    return [
        table
        for group in ranking.tables
        if (table := cross_table(facts, group, own, entries)) is not None
    ]
