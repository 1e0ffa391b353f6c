"""Letters to players: written in the transaction of what they tell of, sent by a worker."""

from .write import write_mail

__all__ = ["write_mail"]
