"""Where messages may go, and where not."""

from __future__ import annotations

import ipaddress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.errors import Refused
from tournaments.webhooks.address import NotAllowed, is_allowed, parse, resolve


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("https://example.org/told", "https://example.org/told"),
        (" https://Example.org ", "https://example.org/"),
        ("https://example.org:8443/a b".replace(" ", "%20"), "https://example.org:8443/a%20b"),
        ("https://example.org:443/?key=å", "https://example.org/?key=%C3%A5"),
        ("https://blåbær.dk/", "https://xn--blbr-roah.dk/"),
        ("https://[2606:4700::1111]/x", "https://[2606:4700::1111]/x"),
        ("https://example.org/#part", "https://example.org/"),
    ],
)
def test_address_is_kept_as_it_is_asked(typed: str, url: str) -> None:
    assert parse(typed).url == url


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "address"),
        ("example.org", "address"),
        ("ftp://example.org/", "address"),
        ("https://", "address"),
        ("https://exa mple.org/", "address"),
        ("https://example.org/\r\nX: y", "address"),
        ("https://example.org:99999/", "address"),
        ("https://a..b/", "address"),
        ("https://[::1/", "address"),
        ("http://example.org/", "address-http"),
        ("https://bente:hemmeligt@example.org/", "address-user"),
        ("https://example.org:25/", "address-port"),
        ("https://example.org/" + "x" * 500, "address-long"),
        ("https://127.0.0.1/", "address-network"),
        ("https://10.1.2.3:8443/", "address-network"),
        ("https://192.168.1.1/", "address-network"),
        ("https://169.254.169.254/latest/", "address-network"),
        ("https://100.64.0.1/", "address-network"),
        ("https://0.0.0.0/", "address-network"),
        ("https://224.0.0.1/", "address-network"),
        ("https://[::1]/", "address-network"),
        ("https://[fe80::1]/", "address-network"),
        ("https://[fd00::1]/", "address-network"),
        ("https://[::ffff:10.0.0.1]/", "address-network"),
        ("https://[64:ff9b::10.0.0.1]/", "address-network"),
        ("https://[2002:a00:1::]/", "address-network"),
    ],
)
def test_address_that_nothing_is_sent_to_is_refused(typed: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(typed)
    assert (refused.value.code, refused.value.field) == (code, "url")


@pytest.mark.parametrize(
    ("https", "networks", "url", "allowed"),
    [
        (False, ["192.168.0.0/16"], "http://192.168.1.9:8000/", True),
        (False, ["192.168.0.0/16"], "https://192.168.1.9:8000/", True),
        (False, ["192.168.0.0/16"], "http://10.0.0.1/", False),
        # Out of the house nothing goes that others on the way can read.
        (False, ["192.168.0.0/16"], "http://93.184.216.34/", False),
        (False, [], "http://192.168.1.9:8000/", False),
        (True, ["192.168.0.0/16"], "http://192.168.1.9:8000/", False),
        (True, ["192.168.0.0/16"], "https://192.168.1.9:8000/", True),
        (True, ["fd00::/8"], "https://[fd00::1]/", True),
    ],
)
def test_network_of_the_hall_is_open_where_the_installation_says_so(
    settings: Any, https: bool, networks: list[str], url: str, allowed: bool
) -> None:
    settings.HTTPS, settings.WEBHOOK_NETWORKS = https, networks
    try:
        parse(url)
    except Refused:
        assert not allowed
    else:
        assert allowed


@pytest.mark.parametrize("host", ["localhost", "127.1", "2130706433", "0x7f000001", "0"])
def test_name_of_this_machine_in_any_dress_is_found_out(host: str) -> None:
    with pytest.raises(NotAllowed):
        resolve(parse(f"https://{host}/"))


@given(st.ip_addresses(v=4))
def test_address_inside_another_is_judged_as_itself(ip: ipaddress.IPv4Address) -> None:
    inside = [f"::ffff:{ip}", f"64:ff9b::{ip}"]
    plain = is_allowed(ip, "https")
    assert [is_allowed(ipaddress.ip_address(one), "https") for one in inside] == [plain] * 2
    assert plain is (ip.is_global and not ip.is_multicast)
    assert not is_allowed(ip, "http")
