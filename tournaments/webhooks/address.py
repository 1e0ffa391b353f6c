"""Where messages may go: the internet over https, and networks that the installation names.

An organiser types an address, and this server asks it: without care, that is a way to reach what
only this server reaches (its own pages, the router, a cloud's data about its machine). So what a
name leads to is looked at when it is sent to, and exactly that is connected to.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain.errors import Refused

IP = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LONGEST: Final = 500
_PORTS: Final = {"https": 443, "http": 80}
#: Below this only the web's own ports: no other service is to be spoken to.
_FREE_PORTS: Final = 1024
_SAFE: Final = "/%:@!$&'()*+,;=~-._"
#: IPv4 addresses inside IPv6 ones, beside those the standard library knows.
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


class NotAllowed(Exception):
    """The name leads to where nothing may be sent."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address in the parts that a request needs."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def netloc(self) -> str:
        """Host and port as they stand in a URL and in the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.netloc}{self.path}"


def parse(text: str) -> Address:
    """An address as it was typed. Refused: `address…`, with what to do."""
    text = text.strip()
    if len(text) > LONGEST:
        raise _refused("address-long", _("The address is too long."))
    if any(not sign.isprintable() or sign.isspace() for sign in text):
        raise _refused("address", _("The address has a space or an odd sign in it."))
    try:
        parts = urlsplit(text)
        scheme, port = parts.scheme, parts.port or _PORTS.get(parts.scheme, 0)
        host = (parts.hostname or "").rstrip(".")
        host = host if ":" in host else host.encode("idna").decode()
    except ValueError as error:
        raise _refused("address", _("This is no address. It begins with https://.")) from error
    if scheme not in _PORTS or not host:
        raise _refused("address", _("This is no address. It begins with https://."))
    if scheme == "http" and not _http_allowed():
        raise _refused(
            "address-http", _("Use https, so that nobody on the way reads or changes it.")
        )
    if parts.username is not None or parts.password is not None:
        raise _refused(
            "address-user", _("Leave user name and password out: each message is signed.")
        )
    if port != _PORTS[scheme] and port < _FREE_PORTS:
        raise _refused("address-port", _("Only 443 and ports from 1024 on are used."))
    query = f"?{quote(parts.query, safe=_SAFE + '?')}" if parts.query else ""
    address = Address(scheme, host, port, (quote(parts.path, safe=_SAFE) or "/") + query)
    if len(address.url) > LONGEST:
        raise _refused("address-long", _("The address is too long."))
    if (ip := _literal(host)) is not None and not is_allowed(ip, scheme):
        raise _refused(
            "address-network",
            _("Nothing is sent to this network. Whoever runs Startfelt here can allow it "
              "(WEBHOOK_NETWORKS)."),
        )  # fmt: skip
    return address


def _refused(code: str, message: str | Promise) -> Refused:
    return Refused(code, message, field="url")


def _http_allowed() -> bool:
    return not settings.HTTPS and bool(settings.WEBHOOK_NETWORKS)


def _literal(host: str) -> IP | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def resolve(address: Address) -> list[tuple[socket.AddressFamily, tuple[str, int]]]:
    """Where a connection is to be made to, in order. `NotAllowed` when any of what the name leads
    to is out of bounds: whoever answers for the name may answer otherwise the next time. OSError
    when there is no such name."""
    found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    places = [(family, str(place[0])) for family, _type, _proto, _name, place in found]
    if not all(is_allowed(ipaddress.ip_address(ip), address.scheme) for _f, ip in places):
        raise NotAllowed(address.host)
    return [(family, (ip, address.port)) for family, ip in dict.fromkeys(places)]


def is_allowed(ip: IP, scheme: str) -> bool:
    """Whether something may be sent there: to the internet over https, and by either way to the
    networks that the installation names."""
    ip = _inner(ip)
    if any(ip in network for network in _networks(tuple(settings.WEBHOOK_NETWORKS))):
        return True
    return scheme == "https" and ip.is_global and not ip.is_multicast


def _inner(ip: IP) -> IP:
    """The IPv4 address that an IPv6 one stands for, if it does."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else ip)


@lru_cache(maxsize=8)
def _networks(named: tuple[str, ...]) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(one.strip(), strict=False) for one in named)
