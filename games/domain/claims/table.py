"""A table under the lock, as a side that wants to say something about it finds it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.domain.claims.model import Said, agree, complete, seated
from games.domain.game_results import GameResults, Payload, in_words
from games.domain.result_words import called, conflict, told
from games.domain.table_results import TableResults, add_version, open_for_results, rules_at
from games.game_settings import players_hand_in
from games.models import Claim, Result
from tournaments.domain.act import Act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Entry, Pairing, Round, Tournament

#: What a claim may turn out to be.
DIFFER, AGREE = "claim.differ", "result.agree"


@dataclass(frozen=True, slots=True)
class ClaimTable:
    """What is there, read under the lock."""

    results: TableResults
    rules: GameResults
    #: Side -> what it says now.
    standing: dict[int, Claim]

    def side_of(self, entry: Entry) -> int:
        """Where the entry sits; Refused when it sits elsewhere."""
        for seat in self.results.seats:
            if seat.entry_id == entry.pk:
                return seat.side
        raise Refused(
            "not-seated",
            _("%(entry)s does not sit at this table any more. Look at your own page.")
            % {"entry": entry.name},
        )

    def names(self, side: int) -> str:
        """Who sits on a side."""
        return " + ".join(seat.entry.name for seat in self.results.seats if seat.side == side)


def standing_claims(pairing: Pairing) -> QuerySet[Claim]:
    """What the sides of a table say now."""
    return Claim.objects.filter(pairing=pairing, state=Claim.State.STANDING)


def open_for_claims(doing: Act[Pairing]) -> ClaimTable:
    """The table under the lock; Refused where its players cannot hand in anything, Conflict
    where the result is there."""
    if not players_hand_in(doing.tournament):
        raise Refused(
            "switched-off",
            _("In this tournament the desk enters the results. Hand in your score sheet there."),
        )
    results = open_for_results(doing)
    if results.latest is not None and results.latest.current:
        raise conflict(doing, results.latest)
    if doing.row.round.state == Round.State.CLOSED:
        raise Refused(
            "round-closed",
            _("Round %(number)s is closed. Tell the desk how your game ended.")
            % {"number": doing.row.round.number},
        )
    standing = seated(standing_claims(doing.row), results.seats)
    return ClaimTable(results, rules_at(doing), standing)


def say(
    doing: Act[Pairing],
    table: ClaimTable,
    entry: Entry,
    payload: Payload,
    *,
    device: str,
    how: str = Claim.How.PHONE,
) -> Said:
    """The side of `entry` says `payload` from now on. When with that all say the same, it is the
    result, in the same transaction and in the same event."""
    side = table.side_of(entry)
    own = table.standing.get(side)
    valid = [one.pk for one in table.standing.values() if one.side != side]
    others = standing_claims(doing.row).exclude(pk__in=valid)
    others.filter(side=side).update(state=Claim.State.REPLACED)
    # Of those who do not sit here any more.
    others.exclude(side=side).update(state=Claim.State.WITHDRAWN)
    claim = Claim.objects.create(
        pairing=doing.row, side=side, entry=entry, payload=payload, device=device[:32], how=how
    )
    standing = table.standing | {side: claim}
    seats = table.results.seats
    before = told(doing, own.payload, seats) if own is not None else {}
    after = told(doing, payload, seats) | {"side": table.names(side), "claim": claim.pk}
    if how == Claim.How.SIGNED:
        after["signed"] = True
    if complete(table.rules, seats, standing):
        # Who was first knew best how long it took.
        first = min(standing.values(), key=lambda one: one.pk)
        result = add_version(doing, first.payload, table.results, why="", by_players=True)
        after |= told(doing, first.payload, seats) | {"version": result.version}
        doing.log(after=after, called=called(doing), verb=AGREE)
        return Said(claim, result)
    differing = not agree(table.rules, standing.values())
    doing.log(before=before, after=after, called=called(doing), verb=DIFFER if differing else "")
    return Said(claim)


def already(doing: Act[Pairing]) -> Said:
    """What the first request with this key left."""
    event = doing.already
    assert event is not None
    if event.subject_id != doing.row.pk:
        raise Refused("key-reused", _("This page is out of date. Load it again."))
    claim = Claim.objects.filter(pk=event.after.get("claim")).first()
    result = Result.objects.filter(pairing=doing.row, version=event.after.get("version")).first()
    return Said(claim, result)


def claim_words(claim: Claim, tournament: Tournament) -> dict[str, str]:
    """`result` and `at` of a claim as people say them, the time in the hall's zone."""
    at = timezone.localtime(claim.at, tournament.zone)
    return {
        "result": in_words(tournament.game, claim.payload),
        "at": date_format(at, "TIME_FORMAT"),
    }


def changed_meanwhile() -> Conflict:
    """What was confirmed or taken back is not what is said now."""
    return Conflict(
        "claim-changed",
        _("That has been changed meanwhile. Look at what is said now, and answer again."),
    )
