"""The tournament as a file among the jobs: made by a worker as papers are, and no paper.

It is listed on a page of its own, for those who edit the tournament: everybody's contact details
may be in it.
"""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: What `reports.Job.document` says of it.
TOURNAMENT_FILE: Final = "tournament-file"
TITLE: Final[str | Promise] = _("The tournament as a file")
#: Its one parameter: whether contact details are in it.
CONTACTS: Final = "contacts"
