"""The other side's answer, and one's own word taken back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.domain.claims.model import Said
from games.domain.claims.table import (
    AGREE,
    DIFFER,
    already,
    changed_meanwhile,
    open_for_claims,
    say,
)
from games.domain.result_words import called, told
from games.models import Claim
from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Pairing


def confirm_claim(
    pairing: Pairing, entry: Entry, claim_id: int, *, device: str, key: str = ""
) -> Said:
    """The side of `entry` says the same as the claim it was shown, instead of what it may have
    said before.

    Refused for a claim of its own side: nobody confirms themselves. Conflict when that is not what
    is said any more, or the table has its result.
    """
    with act("claim.enter", pairing, by=None, key=key, or_else=(DIFFER, AGREE)) as doing:
        if doing.already:
            return already(doing)
        table = open_for_claims(doing)
        side = table.side_of(entry)
        theirs = next((one for one in table.standing.values() if one.pk == claim_id), None)
        if theirs is None:
            raise changed_meanwhile()
        if theirs.side == side:
            raise Refused(
                "own-claim", _("That is what you said yourselves. The other side confirms it.")
            )
        return say(doing, table, entry, theirs.payload, device=device)


def withdraw_claim(
    pairing: Pairing, entry: Entry, claim_id: int, *, device: str, key: str = ""
) -> Said:
    """The side of `entry` has said nothing. Conflict once the table has its result, and when what
    it says now is not what it was shown."""
    with act("claim.withdraw", pairing, by=None, key=key) as doing:
        if doing.already:
            return already(doing)
        table = open_for_claims(doing)
        side = table.side_of(entry)
        own = table.standing.get(side)
        if own is None or own.pk != claim_id:
            raise changed_meanwhile()
        own.state = Claim.State.WITHDRAWN
        own.save(update_fields=["state"])
        before = told(doing, own.payload, table.results.seats)
        doing.log(before=before, after={"side": table.names(side)}, called=called(doing))
        return Said(None)
