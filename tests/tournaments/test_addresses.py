"""Addresses of rows, made without looking each of them up."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tournaments.addresses import stem


@pytest.mark.parametrize("name", ["entry", "table", "working", "round"])
def test_stem_and_number_are_the_address(name: str) -> None:
    assert f"{stem(name, 'dm-2027')}512/" == reverse(name, args=["dm-2027", 512])


def test_stem_takes_what_stands_before_the_number() -> None:
    wanted = reverse("desk-table-result", args=["dm-2027", 3, 10])
    assert f"{stem('desk-table-result', 'dm-2027', 3)}10/" == wanted
