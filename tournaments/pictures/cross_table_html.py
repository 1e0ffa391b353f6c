"""The cross table as an HTML table, for those who cannot see the picture."""

from __future__ import annotations

from html import escape

from tournaments.pictures.measure import clean
from tournaments.pictures.model import Cell, CrossTable, Mark, Row, State
from tournaments.pictures.words import Words


def cross_table_html(table: CrossTable, *, language: str = "da") -> str:
    """A table with heads that say what they are; results in words. Escaped."""
    words = Words(language)
    heads = [words("number"), words("name")]
    heads += [f"{table.column_word} {head}".strip() for head in table.columns]
    heads += table.total_heads
    head = "".join(f'<th scope="col">{escape(clean(text))}</th>' for text in heads)
    rows = "".join(_row(table, row, words) for row in table.rows)
    return (
        f"<table><caption>{escape(clean(table.title))}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _row(table: CrossTable, row: Row, words: Words) -> str:
    cells = "".join(
        f"<td>{'; '.join(_cell(cell, words) for cell in column)}</td>" for column in row.cells
    )
    totals = [row.totals[i] if i < len(row.totals) else "" for i in range(len(table.total_heads))]
    sums = "".join(f"<td>{escape(clean(text))}</td>" for text in totals)
    name = f'<th scope="row"><bdi>{escape(clean(row.name))}</bdi></th>'
    return f"<tr><td>{row.number}</td>{name}{cells}{sums}</tr>"


def _cell(cell: Cell, words: Words) -> str:
    told = [cell.text, cell.small, cell.told]
    if cell.state is State.BYE:
        told = [words("bye")]
    elif cell.state is State.PLAYING:
        told.append(words("playing"))
    elif cell.state is State.TO_COME:
        told.append(words("to_come"))
    elif cell.mark not in (Mark.NONE, Mark.FIRST):
        told.append(words(cell.mark.value))
    return escape(", ".join(part for part in map(clean, told) if part))
