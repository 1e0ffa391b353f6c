"""The certificate of a hall: a device that trusts its authority is let in, and by nobody else's."""

from __future__ import annotations

import datetime as dt
import socket
import ssl
import threading
from pathlib import Path

import pytest
from cryptography import x509

from scripts.address import AddressError, where_to_serve
from scripts.certificate import CERTIFICATE_DAYS, Files, make_certificate

NOW = dt.datetime.now(dt.UTC)


def greeted(files: Files, trusted: Path, name: str) -> str:
    """What a device that trusts `trusted` gets from a server called `name`; or why it does not."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(files.certificate, files.key)
    device = ssl.create_default_context(cafile=str(trusted))
    here, there = socket.socketpair()

    def serve() -> None:
        try:
            with server.wrap_socket(there, server_side=True) as line:
                line.sendall(b"Goddag")
        except OSError:
            there.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        with device.wrap_socket(here, server_hostname=name) as line:
            return line.recv(6).decode()
    except ssl.SSLCertVerificationError as error:
        return str(error.verify_message)
    finally:
        here.close()
        thread.join(10)


def test_device_that_trusts_the_authority_is_let_in_by_every_address(tmp_path: Path) -> None:
    files = make_certificate(tmp_path, ["192.168.1.20"], "Sal.lan", NOW)
    for name in ("192.168.1.20", "127.0.0.1", "localhost", "sal.local"):
        assert greeted(files, files.authority, name) == "Goddag"
    assert "192.168.1.21" in greeted(files, files.authority, "192.168.1.21")


def test_another_authority_is_not_believed(tmp_path: Path) -> None:
    files = make_certificate(tmp_path / "one", ["10.0.0.2"], "sal", NOW)
    other = make_certificate(tmp_path / "other", ["10.0.0.2"], "sal", NOW)
    assert greeted(files, other.authority, "10.0.0.2") != "Goddag"


def test_new_address_gets_a_new_certificate_from_the_same_authority(tmp_path: Path) -> None:
    first = make_certificate(tmp_path, ["192.168.1.20"], "sal", NOW)
    trusted = first.authority.read_bytes()
    again = make_certificate(tmp_path, ["10.1.2.3"], "sal", NOW)
    assert again.authority.read_bytes() == trusted
    assert greeted(again, again.authority, "10.1.2.3") == "Goddag"


def test_keys_are_for_nobody_else_and_the_authority_vouches_for_halls_alone(tmp_path: Path) -> None:
    files = make_certificate(tmp_path, ["172.16.0.9"], "sal", NOW)
    assert [path.stat().st_mode & 0o077 for path in (files.key, files.authority_key)] == [0, 0]
    authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
    may = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert may.critical and may.value.excluded_subtrees is None
    certificate = x509.load_pem_x509_certificate(files.certificate.read_bytes())
    lasts = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert lasts == dt.timedelta(days=CERTIFICATE_DAYS)
    with pytest.raises(ValueError, match=r"8\.8\.8\.8"):
        make_certificate(tmp_path, ["8.8.8.8"], "sal", NOW)


def test_served_with_a_certificate_its_addresses_are_secure(tmp_path: Path) -> None:
    files = make_certificate(tmp_path, ["10.0.0.2"], "sal", NOW)
    asked = {"HOST": "10.0.0.2", "CERTFILE": str(files.certificate), "KEYFILE": str(files.key)}
    where = where_to_serve(asked)
    assert where.certificate == (str(files.certificate), str(files.key))
    assert where.site_url == "https://10.0.0.2:8000"
    for wrong in ({"KEYFILE": ""}, {"CERTFILE": str(tmp_path / "none")}):
        with pytest.raises(AddressError, match="make certificate"):
            where_to_serve(asked | wrong)
