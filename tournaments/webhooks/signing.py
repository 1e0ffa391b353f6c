"""How a message is signed: as Standard Webhooks has it, so that ready-made libraries verify it.

The secret has to sign, so it cannot be a digest: it is kept encrypted, with a key made of
SECRET_KEY. A copy of the database alone signs nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

#: How every secret begins, by the standard.
PREFIX: Final = "whsec_"
_BYTES: Final = 32


class SecretLost(Exception):
    """The secret cannot be read: it was encrypted with another SECRET_KEY."""


def new_secret() -> str:
    """A secret as its receiver keeps it: 256 bits by chance."""
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def lock(secret: str) -> str:
    """What the database keeps of a secret."""
    return _fernet().encrypt(secret.encode()).decode()


def unlock(locked: str) -> str:
    """The secret again. `SecretLost` when SECRET_KEY is another one by now."""
    try:
        return _fernet().decrypt(locked.encode()).decode()
    except InvalidToken as error:
        raise SecretLost from error


def _fernet() -> Fernet:
    key = hashlib.sha256(b"tournaments.webhooks:" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


def signature(secret: str, message: str, timestamp: int, body: bytes) -> str:
    """`v1,…` over id, time and body."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def headers(keys: Iterable[str], message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The three headers of the standard. `keys` are the secrets that hold, the newest first."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signature(key, message, timestamp, body) for key in keys),
    }
