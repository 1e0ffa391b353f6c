"""What floors above may have a say in. They connect in their app's `ready`."""

from __future__ import annotations

from django.dispatch import Signal

#: Sent with `round_` inside the transaction that takes a publication back. A receiver raises
#: `Refused` when something of the round has begun (a clock runs, a result was handed in).
unpublishing = Signal()

#: Sent with `pairing` (its table not yet changed) and `table` inside the transaction that moves
#: a published pairing. A receiver raises `Refused` when it may not move now.
moving_table = Signal()
