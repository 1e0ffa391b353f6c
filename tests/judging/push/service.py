"""A push service on this machine, with a browser behind it that reads what arrives."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


def unpad(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def pad(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """Its keys, and what a browser does with a message (RFC 8291, section 4)."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.secret = bytes(range(16))
        self.point = self.key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": pad(self.point), "auth": pad(self.secret)}

    def read(self, body: bytes) -> bytes:
        salt, (size, length) = body[:16], struct.unpack("!IB", body[16:21])
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert size >= len(sealed)
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
        )
        info = b"WebPush: info\x00" + self.point + theirs
        key = HKDF(hashes.SHA256(), 32, self.secret, info).derive(shared)
        parts = [
            HKDF(hashes.SHA256(), many, salt, b"Content-Encoding: " + name + b"\x00").derive(key)
            for name, many in ((b"aes128gcm", 16), (b"nonce", 12))
        ]
        opened = AESGCM(parts[0]).decrypt(parts[1], sealed, None).rstrip(b"\x00")
        assert opened[-1:] == b"\x02"
        return opened[:-1]


class Service:
    """What it was sent, and what it answers next."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.answers: list[int] = []
        self.got: list[tuple[str, dict[str, str], bytes]] = []


@contextmanager
def push_service() -> Iterator[Service]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.got.append((self.path, dict(self.headers), body))
            self.send_response(service.answers.pop(0) if service.answers else 201)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            """Says nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    service = Service(f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def signed_by(header: str) -> tuple[dict[str, Any], str]:
    """The claims of a VAPID header and the key it names; fails where that key has not signed."""
    words = dict(part.split("=", 1) for part in header.removeprefix("vapid ").split(", "))
    signed, _dot, signature = words["t"].rpartition(".")
    r, s = (int.from_bytes(half, "big") for half in (unpad(signature)[:32], unpad(signature)[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpad(words["k"]))
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(unpad(signed.split(".")[1])), words["k"]
