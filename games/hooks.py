"""What floors above may have a say in. They connect in their app's `ready`."""

from __future__ import annotations

from django.dispatch import Signal

#: Sent with `pairing` and `payload` inside the transaction that makes a result the table's own,
#: before it is written. A receiver raises `Refused` when it may not stand.
result_deciding = Signal()
