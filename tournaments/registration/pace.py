"""When the letter of a public form goes out: at once, or a little later where very many come.

Nobody is turned away because others sign up too, be they five hundred honest pairs or a machine
that fills forms in. What has a limit is how many letters leave the house within an hour; those
beyond it wait. The limit follows the number of places. Many from one sender wait in a line of
their own, so that a machine holds up itself and not the others; a club that signs up from one
address is only a little later.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Final

from tournaments.counters import count
from tournaments.models import Tournament

HOUR: Final = dt.timedelta(hours=1)
#: Letters within any hour: as many for each place, and never fewer than …
FOR_EACH_PLACE, AT_LEAST = 2, 200
#: Letters that one sender has at once within an hour; each further one a step later.
AT_ONCE: Final = 60
STEP: Final = dt.timedelta(minutes=1)
#: Letters that forms make us write to people who have proved nothing yet.
KINDS: Final = ("sign-up-confirm", "sign-up-already")


def sender_of(address: str) -> str:
    """Whom a form came from, by its network address. One that is not of the whole network (a proxy
    on this machine, the hall's own Wi-Fi) may stand for everybody, and so for nobody."""
    try:
        return address if ip_address(address).is_global else ""
    except ValueError:
        return ""


def due_at(tournament: Tournament, sender: str, now: dt.datetime) -> dt.datetime:
    """When the next such letter is to be sent; `sender` is the address a form came from, empty
    where nobody knows. One query. The sender is kept as a digest, for an hour, in the cache."""
    before = 0
    if sender:
        digest = hashlib.sha256(f"{tournament.pk} {sender}".encode()).hexdigest()[:32]
        before = count(f"sign-up-letters:{digest}", int(HOUR.total_seconds())) - 1
    earliest = now + STEP * max(0, before + 1 - AT_ONCE)
    dues = sorted(
        tournament.mails.filter(kind__in=KINDS, due_at__gt=now - HOUR).values_list(
            "due_at", flat=True
        )
    )
    return free_from(dues, earliest, max(AT_LEAST, FOR_EACH_PLACE * tournament.capacity))


def free_from(dues: Sequence[dt.datetime], earliest: dt.datetime, most: int) -> dt.datetime:
    """The first time from `earliest` on with fewer than `most` of `dues` (sorted) in the hour up
    to it. Pure."""
    at = earliest
    while True:
        end = bisect_right(dues, at)
        within = dues[bisect_right(dues, at - HOUR) : end]
        if len(within) < most:
            return at
        at = within[len(within) - most] + HOUR
