"""What other parts of the judges' floor may hear of. Sent in the transaction of what happened."""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

#: A call waits for a judge: it was placed, or came back into the queue. `call`, `by`.
call_waiting: Final = Signal()
