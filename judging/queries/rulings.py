"""Reads about rulings: lists, the search, positions alike, the casebook, repeated warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from judging import search
from judging.cases import case_of, kindred
from judging.fair_play import template_of
from judging.ledger import Rule, cited
from judging.likeness import Case, likeness
from judging.models import Incident, Ruling
from tournaments.access import DESK_ROLES
from tournaments.models import Entry, Player, Role, Tournament, User
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
    """Rulings with all that a line shows, and whether anybody in their tournament asked for
    initials. One query for any number of them."""
    shy = Player.objects.filter(tournament=OuterRef("tournament_id"), initials_only=True)
    return (
        Ruling.objects.select_related(
            "tournament", "pairing__table", "pairing__round", "entry", "given_by", "amends",
            "amended_by",
        )
        .defer("pairing__round__draw", "pairing__reasons")
        .annotate(hides_names=Exists(shy))
    )  # fmt: skip


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


def all_rulings(tournament: Tournament) -> list[RulingLine]:
    """The tournament's rulings, the newest first, as its staff reads them."""
    return [line(row) for row in rows().filter(tournament=tournament).order_by("-number")]


def public_rulings(tournament: Tournament) -> list[RulingLine]:
    """The same with names as everybody may read them."""
    found = all_rulings(tournament)
    entries = [one.ruling.entry for one in found]
    public_names(tournament).cover(entry for entry in entries if entry is not None)
    return found


def find_rulings(
    tournament: Tournament,
    *,
    text: str = "",
    rule: str = "",
    everywhere: User | None = None,
    like: Case | None = None,
    but: Ruling | None = None,
) -> list[RulingLine]:
    """Rulings with every word of `text` that cite `rule`; the newest first, at most `LISTED`.

    `everywhere`: in all tournaments played by the same rules that are public or that this account
    has a role in, too. With `like` only those whose position is like that one, the likest first.
    `but` is left out. Names of another tournament are those that everybody may read.
    """
    found = rows().exclude(pk=but.pk) if but is not None else rows()
    found = found.filter(_scope(tournament, everywhere) if everywhere else Q(tournament=tournament))
    keys = search.found(text)
    if keys is not None:
        found = found.filter(pk__in=keys)
    newest: Iterable[Ruling] = found.order_by("-given_at", "-id")
    if rule:
        # A list in JSON: SQLite cannot be asked whether it contains something.
        newest = (row for row in newest if rule in row.rules)
    chosen: list[tuple[float | None, Ruling]]
    if like is not None:
        chosen = _alike(newest, like)
    else:
        chosen = [(None, row) for row, _n in zip(newest, range(LISTED), strict=False)]
    _cover_others(tournament, [row for _score, row in chosen])
    return [line(row, score) for score, row in chosen]


def _scope(tournament: Tournament, user: User | None) -> Q:
    """Rulings of `tournament`, and of those by the same rules that everybody or `user` may see."""
    seen = Q(tournament__public=True)
    if user is not None:
        works_at = Role.objects.filter(user=user, kind__in=DESK_ROLES).values("tournament")
        seen |= Q(tournament__in=works_at)
    return Q(tournament=tournament) | seen & Q(tournament__game__in=kindred(tournament.game))


def _cover_others(tournament: Tournament, rulings: Iterable[Ruling]) -> None:
    """Pairs of other tournaments are called as everybody may read it: nobody is staff there."""
    others: dict[int, list[Ruling]] = {}
    for ruling in rulings:
        hides = getattr(ruling, "hides_names", True)
        if hides and ruling.tournament_id != tournament.pk and ruling.entry is not None:
            others.setdefault(ruling.tournament_id, []).append(ruling)
    for group in others.values():
        public_names(group[0].tournament).cover(row.entry for row in group if row.entry)


def casebook(tournament: Tournament, user: User | None = None) -> list[RulingLine]:
    """The rulings of the tournament's year, of all tournaments by its rules that are public or
    that `user` has a role in, in their order.

    Those that were amended are left out: the ruling in their place says what holds.
    """
    found = rows().filter(
        _scope(tournament, user),
        tournament__date__year=tournament.date.year,
        amended_by__isnull=True,
    )
    cases = list(found.order_by("tournament__date", "tournament_id", "number"))
    _cover_others(tournament, cases)
    return [line(row) for row in cases]


def _alike(rulings: Iterable[Ruling], like: Case) -> list[tuple[float | None, Ruling]]:
    scored: list[tuple[float, Ruling]] = []
    for ruling in rulings:
        case = case_of(ruling.tournament, ruling.position)
        score = likeness(like, case) if case is not None else 0.0
        if score >= ALIKE:
            scored.append((score, ruling))
    scored.sort(key=lambda pair: (-pair[0], -pair[1].pk))
    return [(score, ruling) for score, ruling in scored[:LISTED]]


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
