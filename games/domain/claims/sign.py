"""Both sides on one phone: the second signs with the end of its own code."""

from __future__ import annotations

import re
from typing import Final

from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.domain.claims.model import Said
from games.domain.claims.table import (
    AGREE,
    DIFFER,
    ClaimTable,
    already,
    changed_meanwhile,
    open_for_claims,
    say,
)
from games.models import Claim
from tournaments.counters import count, counted
from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Pairing
from tournaments.models.entry import CODE_LENGTH

#: Characters at the end of a code that sign: they prove that somebody has it, and typed on another
#: side's phone they do not give the whole of it away.
SIGNATURE: Final = 4
#: Wrong signatures at one table within `WRONG_WITHIN` seconds; then it takes a phone of one's own.
MOST_WRONG: Final = 5
WRONG_WITHIN: Final = 15 * 60


def sign_claim(
    pairing: Pairing, entry: Entry, claim_id: int, signature: str, *, device: str, key: str = ""
) -> Said:
    """Another side says the same as `entry`'s claim, on the phone of `entry`.

    `signature` is the end of that side's own code (or all of it). Refused when no other side at
    the table has such a code, and after several that were wrong; else as `confirm_claim`.
    """
    signature = re.sub(r"[^0-9A-Z]", "", signature.upper())[:CODE_LENGTH]
    with act("claim.enter", pairing, by=None, key=key, or_else=(DIFFER, AGREE)) as doing:
        if doing.already:
            return already(doing)
        table = open_for_claims(doing)
        own = table.standing.get(table.side_of(entry))
        if own is None or own.pk != claim_id:
            raise changed_meanwhile()
        signer = _signer(doing.row, table, own.side, signature)
        return say(doing, table, signer, own.payload, device=device, how=Claim.How.SIGNED)


def _signer(pairing: Pairing, table: ClaimTable, own: int, signature: str) -> Entry:
    counter = f"wrong-signature:{pairing.pk}"
    if counted(counter) >= MOST_WRONG:
        raise Refused(
            "too-many-codes",
            _(
                "Too many wrong codes at this table. Confirm on a phone of your own, or give the "
                "desk your score sheet."
            ),
            field="signature",
        )
    length = CODE_LENGTH if len(signature) > SIGNATURE else SIGNATURE
    others = [seat.entry for seat in table.results.seats if seat.side != own]
    signing = [other for other in others if constant_time_compare(other.code[-length:], signature)]
    if len({seat.side for seat in table.results.seats if seat.entry in signing}) != 1:
        count(counter, WRONG_WITHIN)
        raise Refused(
            "signature-wrong",
            _(
                "Nobody else at this table has a code that ends so. Type the last %(length)s "
                "characters of the code on your own slip."
            )
            % {"length": SIGNATURE},
            field="signature",
        )
    return signing[0]
