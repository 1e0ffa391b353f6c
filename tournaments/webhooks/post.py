"""One request, within one span of time from the name to the answer, and sent on to nowhere."""

from __future__ import annotations

import io
import socket
import ssl
import time
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from typing import Final, cast

from django.conf import settings

from .address import Address, NotAllowed, resolve
from .faults import Fault, fault_of_status

#: So much of an answer is read, so that whoever sends it is not cut off; nothing of it is kept.
MOST_READ: Final = 4096


def post(address: Address, body: bytes, headers: dict[str, str]) -> tuple[int | None, Fault | None]:
    """Send `body`: the status that was answered, if any, and what went wrong."""
    end = time.monotonic() + settings.WEBHOOK_TIMEOUT
    try:
        status = _ask(address, body, headers, end)
    except NotAllowed:
        return None, Fault("not-allowed")
    except socket.gaierror:
        return None, Fault("no-name")
    except TimeoutError:
        return None, Fault("too-slow")
    except ssl.SSLError:
        return None, Fault("not-safe")
    except HTTPException:
        return None, Fault("no-http" if time.monotonic() < end else "too-slow")
    except OSError:
        return None, Fault("no-answer")
    return status, fault_of_status(status)


def _ask(address: Address, body: bytes, headers: dict[str, str], end: float) -> int:
    line = _connect(address, end)
    try:
        if address.scheme == "https":
            line.settimeout(_left(end))
            line = ssl.create_default_context().wrap_socket(line, server_hostname=address.host)
        line.settimeout(_left(end))
        line.sendall(_head(address, len(body), headers) + body)
        answer = HTTPResponse(cast(socket.socket, _Timed(line, end)), method="POST")
        answer.begin()
        status = answer.status
        # It has answered; what else it wants to say is its own affair.
        with suppress(OSError, HTTPException):
            answer.read(MOST_READ)
        return status
    finally:
        line.close()


def _connect(address: Address, end: float) -> socket.socket:
    last: OSError = OSError("no address")
    for family, place in resolve(address):
        line = socket.socket(family, socket.SOCK_STREAM)
        try:
            line.settimeout(_left(end))
            line.connect(place)
            return line
        except OSError as error:
            line.close()
            last = error
    raise last


def _head(address: Address, length: int, headers: dict[str, str]) -> bytes:
    lines = [f"POST {address.path} HTTP/1.1"] + [
        f"{name}: {value}"
        for name, value in {
            "Host": address.netloc,
            "User-Agent": "Startfelt",
            "Content-Type": "application/json",
            "Content-Length": str(length),
            "Connection": "close",
            **headers,
        }.items()
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _Timed(io.RawIOBase):
    """A line that is read until `end` and no longer, however slowly it drips."""

    def __init__(self, line: socket.socket, end: float) -> None:
        self._line, self._end = line, end

    def makefile(self, _mode: str) -> io.BufferedReader:
        """What `HTTPResponse` reads from."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        self._line.settimeout(_left(self._end))
        return self._line.recv_into(buffer)
