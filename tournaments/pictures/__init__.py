"""Pictures of an event, drawn from data: brackets and cross tables, for page, wall and paper.

    bracket_svg(bracket), bracket_html(bracket), bracket_parts(bracket)
    cross_table_svg(table), cross_table_html(table), cross_table_parts(table)

What goes in are the small dataclasses of `model.py`; what comes out is text, an SVG that needs
nothing but itself or the same content as HTML for those who cannot see it. Nothing here knows a
format of play, a database or Django: `tables.py` makes cross tables from plain meetings, and the
shell fills in the rest.
"""

from tournaments.pictures.bracket import bracket_svg
from tournaments.pictures.bracket_html import bracket_html
from tournaments.pictures.bracket_parts import bracket_parts
from tournaments.pictures.cross_table import cross_table_svg
from tournaments.pictures.cross_table_html import cross_table_html
from tournaments.pictures.cross_table_parts import cross_table_parts
from tournaments.pictures.model import (
    Bracket,
    Cell,
    CrossTable,
    Mark,
    Match,
    Row,
    Side,
    State,
    Tree,
    TreeRound,
)
from tournaments.pictures.tables import (
    Meeting,
    Placing,
    Player,
    places_table,
    round_robin_table,
    swiss_table,
)

__all__ = [
    "Bracket",
    "Cell",
    "CrossTable",
    "Mark",
    "Match",
    "Meeting",
    "Placing",
    "Player",
    "Row",
    "Side",
    "State",
    "Tree",
    "TreeRound",
    "bracket_html",
    "bracket_parts",
    "bracket_svg",
    "cross_table_html",
    "cross_table_parts",
    "cross_table_svg",
    "places_table",
    "round_robin_table",
    "swiss_table",
]
