"""What floors above may have a say in. They connect in their app's `ready`."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

#: Sent with the `event` that is to be taken back, under the lock. A receiver raises `Refused` when
#: something of its own rests on it (a ruling on the extra time it gave).
taking_back: Final = Signal()
