"""Reads about rulings: lists, the search, positions alike, the casebook, repeated warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet

from games.rules.errors import RulesError
from games.rules.partners import GAMES, PIECES, Position
from judging import search
from judging.fair_play import template_of
from judging.ledger import Rule, cited
from judging.likeness import Places, likeness
from judging.models import Incident, Ruling
from tournaments.models import Entry, Tournament
from tournaments.public_names import public_names
from tournaments.spoken import language

#: Positions that have less in common than this are not alike.
ALIKE: Final = 0.5
LISTED: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingLine:
    """A ruling as lists and pages show it."""

    ruling: Ruling
    rules: tuple[Rule, ...]
    table: int | None
    round: int | None
    amended_by: int | None
    """The number of the ruling that took its place; None while it stands."""
    alike: int | None = None
    """How alike its position is to the one asked about, per cent."""


def rows() -> QuerySet[Ruling]:
    """Rulings with all that a line shows. One query for any number of them."""
    return Ruling.objects.select_related(
        "tournament", "pairing__table", "pairing__round", "entry", "given_by", "amends",
        "amended_by",
    ).defer("pairing__round__draw", "pairing__reasons")  # fmt: skip


def line(ruling: Ruling, alike: float | None = None) -> RulingLine:
    pairing = ruling.pairing
    newer = getattr(ruling, "amended_by", None)
    return RulingLine(
        ruling=ruling,
        rules=cited(ruling.tournament.game, ruling.rules, language()),
        table=pairing.table.number if pairing is not None and pairing.table is not None else None,
        round=pairing.round.number if pairing is not None else None,
        amended_by=newer.number if newer is not None else None,
        alike=None if alike is None else round(alike * 100),
    )


def public_rulings(tournament: Tournament) -> list[RulingLine]:
    """The tournament's rulings, the newest first, with names as everybody may read them."""
    found = list(rows().filter(tournament=tournament).order_by("-number"))
    public_names(tournament).cover(row.entry for row in found if row.entry is not None)
    return [line(ruling) for ruling in found]


def find_rulings(
    tournament: Tournament,
    *,
    text: str = "",
    rule: str = "",
    everywhere: bool = False,
    like: Ruling | None = None,
) -> list[RulingLine]:
    """Rulings with every word of `text` that cite `rule`; the newest first, at most `LISTED`.

    `everywhere`: in all tournaments of the same game that are public, too. With `like` only those
    whose position is like that one's, the likest first.
    """
    found = rows().exclude(pk=like.pk) if like is not None else rows()
    found = found.filter(_scope(tournament) if everywhere else Q(tournament=tournament))
    keys = search.found(text)
    if keys is not None:
        found = found.filter(pk__in=keys)
    newest: Iterable[Ruling] = found.order_by("-given_at", "-id")
    if rule:
        # A list in JSON: SQLite cannot be asked whether it contains something.
        newest = (row for row in newest if rule in row.rules)
    if like is not None:
        return _alike(newest, like)
    return [line(row) for row, _n in zip(newest, range(LISTED), strict=False)]


def _scope(tournament: Tournament) -> Q:
    return Q(tournament=tournament) | Q(tournament__public=True, tournament__game=tournament.game)


def casebook(tournament: Tournament) -> list[RulingLine]:
    """The rulings of the tournament's year, of all its game's tournaments, in their order.

    Those that were amended are left out: the ruling in their place says what holds.
    """
    found = rows().filter(
        _scope(tournament),
        tournament__date__year=tournament.date.year,
        amended_by__isnull=True,
    )
    return [line(row) for row in found.order_by("tournament__date", "tournament_id", "number")]


def _alike(rulings: Iterable[Ruling], like: Ruling) -> list[RulingLine]:
    wanted = places_of(like.tournament.game, like.position)
    if wanted is None:
        return []
    ring = GAMES[like.tournament.game].board.ring
    scored = []
    for ruling in rulings:
        places = places_of(ruling.tournament.game, ruling.position)
        if places is not None and ruling.tournament.game == like.tournament.game:
            score = likeness(wanted, places, ring=ring)
            if score >= ALIKE:
                scored.append((score, ruling))
    scored.sort(key=lambda pair: (-pair[0], -pair[1].pk))
    return [line(ruling, score) for score, ruling in scored[:LISTED]]


def places_of(game: str, position: Any) -> Places | None:
    """A kept position as `likeness` reads it; None where there is none, or of another game."""
    if game not in GAMES or not position:
        return None
    try:
        found = Position.parse(GAMES[game], position)
    except RulesError:
        return None
    board = GAMES[game].board
    return tuple(
        tuple(sorted(board.progress(seat, code) for code in found.codes(seat)))
        for seat in range(len(found.cells) // PIECES)
    )


# Repeated warnings ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What was ruled against a pair, and noted, so far."""

    entry: Entry
    warnings: tuple[Ruling, ...]
    penalties: tuple[Ruling, ...]
    notes: tuple[tuple[str, int], ...]
    """What was noted and how often; for judges alone."""

    @property
    def repeated(self) -> bool:
        """Whether one more would not be the first."""
        return bool(self.warnings or self.penalties)


def records_of(game: str, entries: Sequence[Entry]) -> list[Record]:
    """The records of `entries`, in their order. Two queries."""
    ruled: dict[int, list[Ruling]] = {}
    against = Ruling.objects.filter(entry__in=entries, amended_by__isnull=True)
    for ruling in against.order_by("number"):
        assert ruling.entry_id is not None
        ruled.setdefault(ruling.entry_id, []).append(ruling)
    noted: dict[int, dict[str, int]] = {}
    for incident in Incident.objects.filter(entry__in=entries, struck_at__isnull=True):
        counts = noted.setdefault(incident.entry_id, {})
        counts[incident.kind] = counts.get(incident.kind, 0) + 1
    kinds = Ruling.Consequence
    return [
        Record(
            entry=entry,
            warnings=tuple(r for r in ruled.get(entry.pk, ()) if r.consequence == kinds.WARNING),
            penalties=tuple(
                r
                for r in ruled.get(entry.pk, ())
                if r.consequence in {kinds.PENALTY, kinds.DISQUALIFICATION}
            ),
            notes=tuple(
                (str(template.name), count)
                for kind, count in sorted(noted.get(entry.pk, {}).items(), key=lambda n: -n[1])
                if (template := template_of(game, kind)) is not None
            ),
        )
        for entry in entries
    ]
