"""Addresses of hundreds of rows, which differ in nothing but their number."""

from __future__ import annotations

from django.urls import reverse


def stem(name: str, *before: object) -> str:
    """The address of the page `name` up to its number: `stem("entry", slug)` and `f"{number}/"`.

    `before` are the arguments in front of the number. To be used where a list would look up
    the same address for each row.
    """
    return reverse(name, args=[*before, 0]).removesuffix("0/")
