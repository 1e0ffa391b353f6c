"""Sizes of paper and groups of documents, as the desk calls them."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from reports.documents import Group, Paper

PAPERS: Final[dict[str, str | Promise]] = {
    Paper.A4: _("A4"),
    Paper.A5: _("A5, two on a sheet of A4"),
    Paper.LETTER: _("Letter"),
}

#: In the order of the page.
GROUPS: Final[dict[Group, str | Promise]] = {
    Group.ROUND: _("For a round"),
    Group.HALL: _("For the hall and the door"),
    Group.BEFORE: _("To hand out before the first round"),
    Group.JUDGES: _("For the judges"),
    Group.AFTER: _("When it is over, and when something goes wrong"),
}
