"""A message that only the browser it is for can read: RFC 8291, in the coding of RFC 8188.

Pure. The push service between us and the phone sees how long a message is, and nothing else.
"""

from __future__ import annotations

import base64
import os
import struct
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
#: A message is one record; this is how long it may be, and more than a push service takes.
RECORD: Final = 4096
_LAST: Final = b"\x02"


def encrypt(
    message: bytes,
    *,
    p256dh: str,
    auth: str,
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body of a request with "Content-Encoding: aes128gcm". `p256dh` and `auth` are the
    subscription's, as the browser gave them; salt and sender's key are new each time unless given.

    ValueError for keys that are none.
    """
    receiver = point_of(p256dh)
    secret = unbase64(auth)
    if len(secret) != 16:
        raise ValueError("an authentication secret has 16 bytes")
    salt = os.urandom(16) if salt is None else salt
    sender = ec.generate_private_key(CURVE) if sender is None else sender
    theirs, ours = raw(receiver), raw(sender.public_key())
    shared = sender.exchange(ec.ECDH(), receiver)
    key = _derive(shared, secret, b"WebPush: info\x00" + theirs + ours, 32)
    content = _derive(key, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(key, salt, b"Content-Encoding: nonce\x00", 12)
    head = salt + struct.pack("!IB", RECORD, len(ours)) + ours
    return head + AESGCM(content).encrypt(nonce, message + _LAST, None)


def point_of(text: str) -> ec.EllipticCurvePublicKey:
    """A public key as browsers write it. ValueError for what is none."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unbase64(text))


def raw(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def unbase64(text: str) -> bytes:
    """Base64 for addresses, with or without its padding. ValueError for anything else."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def base64_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
