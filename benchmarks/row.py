"""A line of the table of all benchmarks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure, what was promised of it, and how a peer did in the same run.

    `ratio` says how many times as well we did as the `peer`: above 1 we are quicker.
    """

    what: str
    value: float
    unit: str
    limit: float | None = None
    #: Whether more is better, as of games a second; else less is.
    more: bool = False
    peer: str = ""
    ratio: float | None = None
    #: Of the ratio, where that is what was promised.
    least_ratio: float | None = None

    @property
    def over(self) -> bool:
        """Whether a promise is not kept."""
        if self.limit is not None:
            short = self.limit - self.value if self.more else self.value - self.limit
            if short > 0:
                return True
        return self.least_ratio is not None and (self.ratio or 0.0) < self.least_ratio

    @property
    def verdict(self) -> str:
        """PASS or OVER; nothing where nothing was promised."""
        if self.limit is None and self.least_ratio is None:
            return ""
        return "OVER" if self.over else "PASS"

    def __str__(self) -> str:
        limit = "" if self.limit is None else f"{'≥' if self.more else '≤'} {figure(self.limit)}"
        ratio = "" if self.ratio is None else f"{figure(self.ratio)} x {self.peer}"
        if self.least_ratio is not None:
            ratio += f" (≥ {figure(self.least_ratio)})"
        return (
            f"{self.what:48} {figure(self.value):>9} {self.unit:9} {limit:10} {self.verdict:5} "
            f"{ratio}"
        ).rstrip()


def figure(number: float) -> str:
    """Three digits that tell something, or the whole number."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"
