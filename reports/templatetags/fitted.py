"""What stands in the columns of a list: names in the largest type that takes few lines, figures."""

from __future__ import annotations

from django import template

from reports.documents.fitting import Column
from reports.signs import real_minus

register = template.Library()
register.filter(real_minus)


@register.filter
def size_in(name: str, column: Column) -> str:
    """The type `name` is set in within `column`, as CSS has it: "12pt"."""
    return f"{column.size_of(name):g}pt"
