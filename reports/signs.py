"""Signs as paper has them."""

from __future__ import annotations


def real_minus(figure: str) -> str:
    """A number, or an engine's name of a card, with the sign of subtraction for a hyphen: it is as
    wide as a digit, and stands beside that of "Buchholz −1"."""
    return figure.replace("-", "−")
