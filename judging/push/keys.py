"""Who we are to a push service: RFC 8292. The key is made once and kept beside the database."""

from __future__ import annotations

import json
import os
import time
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from django.conf import settings

from judging.push.encrypt import CURVE, base64_of, raw

#: Seconds for which a push service may take us at our word; it allows a day at most.
VALID: Final = 12 * 3600


def public_key() -> str:
    """What a browser subscribes with: nobody else can then push to it."""
    return base64_of(raw(_key(Path(settings.DATA_DIR)).public_key()))


def authorization(endpoint: str, now: float | None = None) -> str:
    """The header that proves who sends, to the service of `endpoint`."""
    where = urlsplit(endpoint)
    claims = {
        "aud": f"{where.scheme}://{where.netloc}",
        "exp": int((time.time() if now is None else now) + VALID),
        "sub": settings.PUSH_CONTACT,
    }
    signed = ".".join(
        base64_of(json.dumps(part, separators=(",", ":")).encode())
        for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    signature = _key(Path(settings.DATA_DIR)).sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    r, s = decode_dss_signature(signature)
    both = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    return f"vapid t={signed}.{base64_of(both)}, k={public_key()}"


@cache
def _key(folder: Path) -> ec.EllipticCurvePrivateKey:
    """Two processes that start at once agree: the file appears whole or not at all, and the one
    that comes second reads what the first wrote."""
    path = folder / "push-key.pem"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"push-key.{os.getpid()}")
        made = ec.generate_private_key(CURVE).private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
        )
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(made)
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    key = load_pem_private_key(path.read_bytes(), password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key
