"""The tables of the hall with who sits there, whose they are, and what taking one out means."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.draw_words import BRACKETS
from tournaments.formats.groups import GroupsOptions, group_name
from tournaments.models import Entry, Pairing, Round, Stage, Table, Tournament

from .rounds import with_seats
from .stages import options_of, stages_of


@dataclass(frozen=True)
class HallTable:
    """A table, with what concerns it now."""

    table: Table
    game: Pairing | None
    """The game of the open round there."""
    over: bool
    fixed: Entry | None
    """Whose fixed table it is."""
    group: str
    """The group or bracket it is kept for."""

    @property
    def concerns(self) -> bool:
        """Whether somebody is touched if it is taken out of service."""
        return (self.game is not None and not self.over) or self.fixed is not None


@dataclass(frozen=True)
class Hall:
    tables: tuple[HallTable, ...]
    round: Round | None
    """The round that is open; a draft only to those who may see it."""

    @property
    def in_service(self) -> int:
        return sum(one.table.in_service for one in self.tables)

    def find(self, number: int) -> HallTable | None:
        return next((one for one in self.tables if one.table.number == number), None)


def hall_of(tournament: Tournament, *, drafts: bool) -> Hall:
    """Five queries, whatever the size."""
    round_ = tournament.rounds.exclude(state=Round.State.CLOSED).first()
    if round_ is not None and round_.state == Round.State.DRAFT and not drafts:
        round_ = None
    games = {}
    if round_ is not None:
        games = {
            one.table_id: one
            for one in with_seats(Pairing.objects.filter(round=round_, table__isnull=False))
        }
    gone = (Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED)
    holders = tournament.entries.filter(fixed_table__isnull=False).exclude(state__in=gone)
    fixed = {entry.fixed_table_id: entry for entry in holders}
    kept: dict[int, str] = {}
    for ranges in tournament.stages.order_by("-number").values_list("table_ranges", flat=True):
        kept |= {number: group for group, numbers in ranges.items() for number in numbers}
    return Hall(
        tables=tuple(
            HallTable(
                table=table,
                game=(game := games.get(table.pk)),
                over=game is not None
                and all(seat.outcome or seat.place is not None for seat in game.seats.all()),
                fixed=fixed.get(table.pk),
                group=kept.get(table.number, ""),
            )
            for table in tournament.tables.order_by("number")
        ),
        round=round_,
    )


def stages_with_groups(tournament: Tournament) -> list[tuple[Stage, list[str]]]:
    """Stages whose groups or brackets can have tables of their own, with what these are called."""
    found = []
    for facts in stages_of(tournament):
        options = options_of(facts.stage)
        if isinstance(options, GroupsOptions):
            groups = [group_name(index) for index in range(options.groups)]
        else:
            groups = [name for name in _brackets(facts.stage.format, options) if name in BRACKETS]
        if groups:
            found.append((facts.stage, groups))
    return found


def _brackets(code: str, options: object) -> list[str]:
    if code == Stage.Format.DOUBLE_ELIMINATION:
        return ["winners", "losers", "final"]
    if code != Stage.Format.KNOCKOUT:
        return []
    names = ["third_place"] if getattr(options, "third_place", False) else []
    return names + (["consolation"] if getattr(options, "consolation", 0) else [])
