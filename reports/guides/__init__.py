"""The rule guides: what a player reads, from the same rules that the engines play by.

`text/` holds the guides as plain text (see `source`), `examples/` the positions they show, which
the engines are asked about whenever they are drawn. `facts` says for which game, rule set and
tournament a guide is; `shown` makes it ready for a page or for paper.
"""

from reports.guides.facts import FAMILIES, LANGUAGES, RULESETS, Facts, facts_for, facts_of
from reports.guides.model import GuideError
from reports.guides.shown import Shown, guide_for, shown
from reports.guides.worked.answer import Style

__all__ = [
    "FAMILIES",
    "LANGUAGES",
    "RULESETS",
    "Facts",
    "GuideError",
    "Shown",
    "Style",
    "facts_for",
    "facts_of",
    "guide_for",
    "shown",
]
