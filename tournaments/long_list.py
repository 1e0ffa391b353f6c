"""A list of hundreds or thousands: shown a page at a time, and searched where all of it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from tournaments.control.search import fold

K = TypeVar("K", bound=Hashable)

#: Lines that a phone still draws, searches and takes over a hall's Wi-Fi at once.
AT_ONCE: Final = 300
#: Of a longer list, a page.
LINES_A_PAGE: Final = 250
#: Letters of what is looked for.
LONGEST: Final = 100


@dataclass(frozen=True, slots=True)
class Stretch:
    """A page: from which line to which, counted from 1."""

    number: int
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first}–{self.last}"


@dataclass(frozen=True, slots=True)
class Part(Generic[K]):
    """What is shown of a list."""

    keys: frozenset[K]
    pages: tuple[Stretch, ...]
    """All pages of what was found; one or none: there is nothing to turn."""
    number: int
    """Which of them is shown, from 1."""
    find: str
    """What is looked for, as it was typed."""
    found: int
    of: int
    """Lines that were found, and lines there are."""

    @property
    def is_long(self) -> bool:
        """Whether the whole list does not come at once."""
        return self.of > AT_ONCE


def part_of(
    lists: Sequence[Sequence[K]],
    text: Callable[[K], str],
    *,
    find: str = "",
    page: int = 1,
    beside: K | None = None,
) -> Part[K]:
    """All lines of `lists`, one after another; where they are more than `AT_ONCE`, a page of those
    whose `text` has every word of `find`.

    Words fit as they do in `static/js/search.js`: "soren" finds "Søren". A list that is shorter
    than a page (a group) is not cut. A `page` beyond the last is the last; `beside` names a line
    whose page is shown instead.
    """
    of = sum(map(len, lists))
    if of <= AT_ONCE:
        every = frozenset(key for keys in lists for key in keys)
        return Part(keys=every, pages=(Stretch(1, 1, of),), number=1, find="", found=of, of=of)
    find = " ".join(find.replace("\0", "").split())[:LONGEST]
    words = fold(find).split()
    found = [[key for key in keys if not words or _fits(words, text(key))] for keys in lists]
    pages = _pages(found)
    number = next((n for n, keys in enumerate(pages, start=1) if beside in keys), page)
    number = max(1, min(number, len(pages)))
    stretches: list[Stretch] = []
    for n, keys in enumerate(pages, start=1):
        before = stretches[-1].last if stretches else 0
        stretches.append(Stretch(n, before + 1, before + len(keys)))
    return Part(
        keys=frozenset(pages[number - 1]) if pages else frozenset(),
        pages=tuple(stretches),
        number=number,
        find=find,
        found=sum(map(len, found)),
        of=of,
    )


def _fits(words: Sequence[str], text: str) -> bool:
    folded = fold(text)
    return all(word in folded for word in words)


def _pages(lists: Sequence[Sequence[K]]) -> list[list[K]]:
    pages: list[list[K]] = []
    for keys in lists:
        for start in range(0, len(keys), LINES_A_PAGE):
            piece = keys[start : start + LINES_A_PAGE]
            if not pages or len(pages[-1]) + len(piece) > LINES_A_PAGE:
                pages.append([])
            pages[-1].extend(piece)
    return pages
