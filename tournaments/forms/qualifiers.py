"""What is sent from the page of qualifiers, read."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.qualifiers.bring import Choice
from tournaments.typed_number import whole

#: Wild cards that one tournament may have.
MOST_BY_HAND = 200


def choices_from(sent: QueryDict, sources: Iterable[Tournament]) -> list[Choice]:
    """The tournaments that are ticked, each with its rule. `Refused("number")` for a wild card
    that is no number of an entry."""
    return [
        Choice(
            source=source,
            rule=sent.get(f"rule-{source.pk}", ""),
            number=whole(sent.get(f"number-{source.pk}")) or 0,
            by_hand=_numbers(sent.get(f"hand-{source.pk}", ""), source),
        )
        for source in sources
        if f"source-{source.pk}" in sent
    ]


def _numbers(text: str, source: Tournament) -> tuple[int, ...]:
    words = text.replace(",", " ").replace(";", " ").split()[:MOST_BY_HAND]
    numbers = [whole(word) for word in words]
    known = set(source.entries.values_list("number", flat=True)) if words else set()
    for word, number in zip(words, numbers, strict=True):
        if number not in known:
            raise Refused(
                "number",
                _("%(name)s has no entry number %(number)s.")
                % {"name": source.name, "number": word[:12]},
            )
    return tuple(number for number in numbers if number is not None)
