"""What the sides of a table have said of their game, as pages show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext

from games.domain.claims.model import agree, seated, sides_asked
from games.domain.game_results import ENDINGS, PLAYED, GameResults, game_results, in_words
from games.game_settings import settings_of
from games.models import Claim
from games.queries import SideState, TableState
from tournaments.models import Pairing, Round, Seat, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class SideSaid:
    """One side, and what it says."""

    side: SideState
    claim: Claim | None
    asked: bool
    """Whether the result waits for this side."""
    result: str = ""
    """What it says as scores: "8-5"; empty while it says nothing."""
    winner: str = ""
    ended: str = ""
    """How it ended, in words; empty for a game played out."""
    at: str = ""

    @property
    def name(self) -> str:
        return " + ".join(entry.name for entry in self.side.entries)


@dataclass(frozen=True, slots=True)
class TableSaid:
    """A table without a result, and what its sides say."""

    sides: tuple[SideSaid, ...]
    disputed: bool

    @property
    def saying(self) -> tuple[SideSaid, ...]:
        """Those who say something."""
        return tuple(one for one in self.sides if one.claim is not None)

    @property
    def silent(self) -> tuple[SideSaid, ...]:
        """Those it waits for."""
        return tuple(one for one in self.sides if one.claim is None and one.asked)

    @property
    def silent_names(self) -> str:
        """They by name."""
        return ", ".join(one.name for one in self.silent)

    @property
    def state(self) -> str:
        """The key of its badge: reported or disputed; empty while nobody says anything."""
        return "disputed" if self.disputed else "reported" if self.saying else ""

    @property
    def versions(self) -> tuple[SideSaid, ...]:
        """Each thing that is said once: by the first who said it."""
        seen: dict[tuple[str, str, str], SideSaid] = {}
        for one in self.saying:
            seen.setdefault((one.result, one.winner, one.ended), one)
        return tuple(seen.values())

    def of(self, index: int) -> SideSaid:
        """The side with this index."""
        return next(one for one in self.sides if one.side.index == index)

    def others(self, index: int) -> tuple[SideSaid, ...]:
        """All sides but this."""
        return tuple(one for one in self.sides if one.side.index != index)


def said_at(
    table: TableState, claims: Iterable[Claim], rules: GameResults, tournament: Tournament
) -> TableSaid:
    """What is said at a table: `claims` are those that stand there."""
    seats = [Seat(side=side.index, entry=entry) for side in table.sides for entry in side.entries]
    standing = seated(claims, seats)
    asked = sides_asked(seats) if seats else frozenset()
    return TableSaid(
        tuple(
            _said(table, side, standing.get(side.index), side.index in asked, rules, tournament)
            for side in table.sides
        ),
        disputed=not agree(rules, standing.values()),
    )


def _said(
    table: TableState,
    side: SideState,
    claim: Claim | None,
    asked: bool,
    rules: GameResults,
    tournament: Tournament,
) -> SideSaid:
    if claim is None:
        return SideSaid(side=side, claim=None, asked=asked)
    first = {n for n, given in enumerate(rules.given(claim.payload)) if given.place == 1}
    ended = claim.payload["ended"]
    return SideSaid(
        side=side,
        claim=claim,
        asked=asked,
        result=in_words(tournament.game, claim.payload),
        winner=", ".join(
            entry.name for one in table.sides if one.index in first for entry in one.entries
        ),
        ended="" if ended == PLAYED else str(ENDINGS[ended]),
        at=date_format(timezone.localtime(claim.at, tournament.zone), "TIME_FORMAT"),
    )


def standing_in(round_: Round) -> dict[int, list[Claim]]:
    """Pairing -> what its sides say now. One query."""
    return _by_pairing(
        Claim.objects.filter(pairing__round=round_, state=Claim.State.STANDING).order_by("side")
    )


def standing_at(pairing: Pairing) -> list[Claim]:
    """What the sides of one table say now."""
    return list(pairing.claims.filter(state=Claim.State.STANDING).order_by("side"))


def open_words(pairings: Sequence[Pairing]) -> str:
    """Of games without a result: which have one side's word, and which two that differ. Empty when
    nobody has said anything there."""
    tables: dict[int, list[Claim]] = _by_pairing(
        Claim.objects.filter(pairing__in=pairings, state=Claim.State.STANDING)
    )
    if not tables:
        return ""
    disputed: list[str] = []
    reported: list[str] = []
    played: dict[int, GameResults] = {}
    for pairing in pairings:
        claims = tables.get(pairing.pk, [])
        if claims:
            round_ = pairing.round
            if round_.pk not in played:
                played[round_.pk] = game_results(round_.tournament.game, settings_of(round_))
            rules = played[round_.pk]
            (reported if agree(rules, claims) else disputed).append(str(pairing.table))
    return _words(disputed, reported)


def _words(disputed: list[str], reported: list[str]) -> str:
    sentences = []
    if disputed:
        words = ngettext(
            "At table %(tables)s the players say different things.",
            "At tables %(tables)s the players say different things.",
            len(disputed),
        )
        sentences.append(words % {"tables": ", ".join(disputed)})
    if reported:
        words = ngettext(
            "At table %(tables)s one side has handed in a result that is not confirmed yet.",
            "At tables %(tables)s one side has handed in a result that is not confirmed yet.",
            len(reported),
        )
        sentences.append(words % {"tables": ", ".join(reported)})
    return " ".join(sentences)


def _by_pairing(claims: Iterable[Claim]) -> dict[int, list[Claim]]:
    grouped: dict[int, list[Claim]] = {}
    for claim in claims:
        grouped.setdefault(claim.pairing_id, []).append(claim)
    return grouped
