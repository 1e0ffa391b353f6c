"""Where `make run` serves: which address and port, and that no other Startfelt is there already.

The standard library alone; nothing here knows Django.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  (what is asked about, not what is bound)  # nosec B104
#: Linux: "the IPv4 address of the interface called …".
SIOCGIFADDR = 0x8915

#: Seconds that a process which was killed may take until it is gone, on a machine that is busy.
GOING = 20.0
#: Open for as long as the process lives: closing it would give the folder up.
_claimed: list[IO[str]] = []


class AddressError(Exception):
    """It cannot serve there; the text says why and what to do."""


@dataclass(frozen=True)
class Where:
    """Host and port to listen at, and the addresses others reach them by."""

    host: str
    port: int
    #: What phones in the hall type; empty when only this machine is let in.
    reached: tuple[str, ...] = ()
    #: Certificate and its key, where it speaks TLS itself.
    certificate: tuple[str, str] | None = None

    @property
    def url(self) -> str:
        """The address on this machine."""
        return self._url("127.0.0.1" if self.host in EVERYWHERE else self.host)

    @property
    def site_url(self) -> str:
        """The address on paper: the hall's when it is let in, else this machine's."""
        return self._url(self.reached[0]) if self.reached else self.url

    def lines(self) -> list[str]:
        """What to say when it is ready."""
        lines = [
            f"  Players and the wall:  {self.url}/",
            f"  The desk, to log in:   {self.url}/desk/",
        ]
        lines += [f"  Phones in the hall:    {self._url(one)}/" for one in self.reached]
        if self.host in EVERYWHERE and not self.reached:
            lines.append("  No network was found: connect this machine to the Wi-Fi, start again.")
        if self.host in {"127.0.0.1", "localhost", "::1"}:
            lines.append("  Only this machine gets in; `make run HOST=0.0.0.0` lets the hall in.")
        return lines

    def _url(self, host: str) -> str:
        scheme = "https" if self.certificate else "http"
        return (
            f"{scheme}://[{host}]:{self.port}" if ":" in host else f"{scheme}://{host}:{self.port}"
        )


def where_to_serve(environ: Mapping[str, str]) -> Where:
    """HOST and PORT as asked for, with the certificate of CERTFILE and KEYFILE if they are given;
    raises AddressError for a port that is none, and for half a certificate."""
    host, port = environ.get("HOST") or "127.0.0.1", environ.get("PORT") or "8000"
    if not (port.isdecimal() and 1 <= int(port) <= 65535):
        raise AddressError(f"PORT={port} is no port; take a number from 1024 to 65535.")
    reached: tuple[str, ...] = ()
    if host in EVERYWHERE:
        reached = tuple(own_addresses())
    elif host not in {"127.0.0.1", "localhost", "::1"}:
        reached = (host,)
    return Where(host, int(port), reached, _certificate(environ))


def _certificate(environ: Mapping[str, str]) -> tuple[str, str] | None:
    files = environ.get("CERTFILE", ""), environ.get("KEYFILE", "")
    if not any(files):
        return None
    if not all(files):
        raise AddressError("CERTFILE and KEYFILE belong together; `make certificate` makes both.")
    for file in files:
        if not os.access(file, os.R_OK):
            raise AddressError(f"{file} cannot be read; `make certificate` makes one.")
    return files


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses in its network: the one with the way out, or all there are."""
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
    ):
        probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way it would go
        return [str(probe.getsockname()[0])]
    return sorted(set(_interface_addresses()))


def _interface_addresses() -> Iterator[str]:
    """Of a machine whose access point leads nowhere. Only Linux tells this way."""
    try:
        import fcntl
    except ImportError:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                asked = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, asked)
                address = socket.inet_ntoa(answer[20:24])
                if not address.startswith("127."):
                    yield address


def claim_folder(folder: Path, url: str) -> None:
    """Keep `folder` for this process until it ends, however it ends.

    Two processes would migrate one database under each other. Raises AddressError naming the
    address of the other one, OSError when the folder cannot be written. What was killed a moment
    ago may leave a child that is still going: that is waited for.
    """
    for path in folder.glob("startfelt.sqlite3*"):
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    file = (folder / "serving").open("a+")
    until = time.monotonic() + GOING
    while not _lock(file):
        file.seek(0)
        there, _, pid = (file.read().strip() or "somewhere").partition("\n")
        if pid and not _is_there(int(pid)) and time.monotonic() < until:
            time.sleep(0.05)
            continue
        file.close()
        raise AddressError(
            f"it is already running: {there}/\nOpen that, or stop it first (Ctrl-C where it was "
            f"started). Another one beside it needs a folder of its own: DATA_DIR=… and PORT=…"
        )
    file.truncate(0)
    file.write(f"{url}\n{os.getpid()}")
    file.flush()
    _claimed.append(file)


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _lock(file: IO[str]) -> bool:
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def listen(where: Where) -> socket.socket:
    """A listening socket at `where`; raises AddressError when that cannot be had."""
    family = socket.AF_INET6 if ":" in where.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((where.host, where.port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise AddressError(_why_not(error, where)) from error
    return listening


def _why_not(error: OSError, where: Where) -> str:
    if error.errno == errno.EADDRINUSE:
        free = where.port + 1
        return f"port {where.port} is taken by another program. Try: make run PORT={free}"
    if error.errno == errno.EACCES:
        return f"port {where.port} is for the system alone. Try: make run PORT=8000"
    return f"HOST={where.host} is not an address of this machine. Try: make run HOST=0.0.0.0"
