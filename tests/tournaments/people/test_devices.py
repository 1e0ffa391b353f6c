"""Devices and networks in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.people.devices import browser_of, origin_of, system_of

_KHTML = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "browser", "system"),
    [
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_KHTML} Chrome/131.0 Safari/537.36",
            "Chrome",
            "Windows",
        ),
        (
            f"Mozilla/5.0 (Windows NT 10.0) {_KHTML} Chrome/131.0 Safari/537.36 Edg/131.0",
            "Edge",
            "Windows",
        ),
        (
            "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0",
            "Firefox",
            "Android",
        ),
        (
            f"Mozilla/5.0 (Linux; Android 14) {_KHTML} SamsungBrowser/27.0 Chrome/125.0 Safari/537",
            "Samsung Internet",
            "Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1 Version/18.1 "
            "Mobile/15E148 Safari/604.1",
            "Safari",
            "iPhone",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
            "Firefox",
            "Linux",
        ),
        ("curl/8.5", "", ""),
        ("", "", ""),
    ],
)
def test_device_is_told_by_what_the_browser_says(agent: str, browser: str, system: str) -> None:
    assert (browser_of(agent), system_of(agent)) == (browser, system)


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("127.0.0.1", "here"),
        ("::1", "here"),
        ("192.168.1.20", "hall"),
        ("10.0.0.4", "hall"),
        ("fe80::1", "hall"),
        ("::ffff:192.168.1.20", "hall"),
        ("80.62.117.3", "80.62"),
        ("2a02:aa1:1000::5", "2a02:0aa1"),
        ("no address", ""),
        (None, ""),
    ],
)
def test_origin_is_coarse(address: str | None, origin: str) -> None:
    assert origin_of(address) == origin


@given(st.ip_addresses())
def test_no_origin_names_one_machine(address: object) -> None:
    origin = origin_of(str(address))
    assert origin in {"here", "hall"} or len(origin.split(".")) == 2 or len(origin.split(":")) == 2
