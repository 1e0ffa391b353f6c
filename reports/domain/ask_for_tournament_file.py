"""Somebody wants the tournament as a file: a row is written, and a worker is woken."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from reports.models import Job
from reports.tasks import wake
from reports.tournament_file import CONTACTS, TOURNAMENT_FILE
from tournaments.domain.errors import Refused
from tournaments.models import Event, Tournament, User


def ask_for_tournament_file(
    tournament: Tournament,
    *,
    contacts: bool = True,
    language: str = settings.LANGUAGE_CODE,
    by: User | None,
    key: str = "",
) -> Job:
    """A waiting job for the file, with contact details or without; what goes wrong is said in
    `language`.

    It leaves no event: the log gets one when the file is written, after it. An event of before
    would be in the file, and the file that is made of it elsewhere would be another. Refused:
    `key-reused`, and `being-made` while the same is on its way.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        mine = Job.objects.filter(tournament=locked, document=TOURNAMENT_FILE)
        if key and (already := mine.filter(key=key).first()) is not None:
            return already
        if key and Event.objects.filter(tournament=locked, key=key).exists():
            raise Refused("key-reused", _("This page is out of date. Load it again."))
        params = {CONTACTS: contacts}
        if mine.filter(params=params, state__in=Job.ON_ITS_WAY).exists():
            raise Refused(
                "being-made", _("This is being made already. It stands in the list in a moment.")
            )
        job = Job.objects.create(
            tournament=locked,
            document=TOURNAMENT_FILE,
            params=params,
            language=language,
            asked_by=by,
            key=key,
        )
        transaction.on_commit(wake)
    return job
