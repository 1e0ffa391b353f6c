"""`make certificate`: a certificate for this machine's address in the hall, signed by an authority
of the house's own. No network is needed.

Devices that are to trust it get `hall-ca.crt` once; it may vouch for private addresses and names
ending in .local alone, so that whoever trusts it trusts nobody else's site. The authority is made
the first time and kept; the certificate is made anew whenever the address has changed.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
import socket
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.address import own_addresses  # noqa: E402  (the path is set only now)

#: Phones refuse certificates that are good for longer than 398 days.
CERTIFICATE_DAYS: Final = 397
AUTHORITY_DAYS: Final = 3650
#: What the authority may vouch for.
NETWORKS: Final = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
NAMES: Final = ("local", "localhost")


@dataclass(frozen=True)
class Files:
    """Where everything lies."""

    folder: Path

    @property
    def authority(self) -> Path:
        """For the devices: no secret."""
        return self.folder / "hall-ca.crt"

    @property
    def authority_key(self) -> Path:
        return self.folder / "hall-ca.key"

    @property
    def certificate(self) -> Path:
        return self.folder / "hall.crt"

    @property
    def key(self) -> Path:
        return self.folder / "hall.key"


def make_certificate(folder: Path, addresses: Iterable[str], name: str, now: dt.datetime) -> Files:
    """Write the certificate for `addresses` and the machine's `name`, and the authority if there is
    none. `ValueError` for an address that is not of a private network."""
    files = Files(folder)
    known = [ipaddress.ip_address(one) for one in (*addresses, "127.0.0.1")]
    allowed = [ipaddress.ip_network(one) for one in NETWORKS]
    for one in known:
        if not any(one in network for network in allowed):
            raise ValueError(f"{one} is no address of a hall: get a certificate from Let's Encrypt")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not files.authority.exists():
        _make_authority(files, now)
    authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
    signer = serialization.load_pem_private_key(files.authority_key.read_bytes(), None)
    assert isinstance(signer, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    sites: list[x509.GeneralName] = [x509.IPAddress(one) for one in dict.fromkeys(known)]
    host = name.partition(".")[0].lower()
    sites += [x509.DNSName(one) for one in dict.fromkeys(("localhost", f"{host}.local")) if host]
    certificate = (
        _builder("Startfelt", key.public_key(), now, CERTIFICATE_DAYS)
        .issuer_name(authority.subject)
        .add_extension(x509.SubjectAlternativeName(sites), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
        .sign(signer, hashes.SHA256())
    )
    _write(files.key, _pem(key), 0o600)
    # The authority stands with it, so that nothing is missing on the way.
    chain = (one.public_bytes(serialization.Encoding.PEM) for one in (certificate, authority))
    _write(files.certificate, b"".join(chain), 0o644)
    return files


def _make_authority(files: Files, now: dt.datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    may: list[x509.GeneralName] = [x509.DNSName(one) for one in NAMES]
    may += [x509.IPAddress(ipaddress.ip_network(one)) for one in NETWORKS]
    builder = _builder("Startfelt: this hall", key.public_key(), now, AUTHORITY_DAYS)
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    authority = (
        builder.issuer_name(_name("Startfelt: this hall"))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(may, None), critical=True)
        .sign(key, hashes.SHA256())
    )
    _write(files.authority_key, _pem(key), 0o600)
    _write(files.authority, authority.public_bytes(serialization.Encoding.PEM), 0o644)


def _builder(
    name: str, key: ec.EllipticCurvePublicKey, now: dt.datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        # The clocks of a hall differ.
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=days - 1))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _write(path: Path, content: bytes, mode: int) -> None:
    """Readable for others only from the moment it may be."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)


def main() -> None:
    folder = Path(os.environ.get("DATA_DIR") or ROOT / "var") / "certificate"
    host = os.environ.get("HOST", "")
    chosen = [host] if host not in {"", "0.0.0.0", "127.0.0.1", "localhost"} else own_addresses()  # noqa: S104  (what is asked about, not what is bound)  # nosec B104
    if not chosen:
        sys.exit("startfelt: no network was found. Connect this machine to the Wi-Fi of the hall.")
    try:
        files = make_certificate(folder, chosen, socket.gethostname(), dt.datetime.now(dt.UTC))
    except ValueError as error:
        sys.exit(f"startfelt: {error}.")
    print(f"A certificate for {', '.join(chosen)}, good for {CERTIFICATE_DAYS} days. Serve with:")
    print(f"  make run HOST=0.0.0.0 CERTFILE={files.certificate} KEYFILE={files.key}")
    print(f"Put this file on each device that is to trust it: {files.authority}")
    print(f"Give this one to nobody: {files.authority_key}")


if __name__ == "__main__":
    main()
