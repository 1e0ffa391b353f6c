"""Letters: what was sent, what was not and why, and trying it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import Http404
from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain.mails import send_again, send_all_failed
from tournaments.mail.faults import Fault
from tournaments.models import Mail, Tournament

from .described import described
from .endpoint import Endpoint, Read
from .found import the_tournament
from .pages import PageQuery, page_of, paged
from .shapes import choice
from .verb_table import Subject, VerbRow, verbs_on


class MailShape(serializers.Serializer):
    """A letter, without its text: that holds links which act for whoever gets it."""

    id = serializers.UUIDField()
    kind = serializers.CharField(help_text="What it is about.")
    to = serializers.CharField(allow_blank=True, help_text="Empty once it is erased.")
    subject = serializers.CharField()
    state = choice(Mail.State.values)
    attempts = serializers.IntegerField()
    due_at = serializers.DateTimeField(help_text="Not tried before.")
    fault = serializers.CharField(allow_blank=True, help_text="Why it was not sent, for programs.")
    created_at = serializers.DateTimeField()
    sent_at = serializers.DateTimeField(allow_null=True)


class MailsQuery(PageQuery):
    """Which letters."""

    state = choice(Mail.State.values, required=False)


def _mail(_view: Endpoint | None, row: Mail) -> dict[str, Any]:
    fault = Fault.from_stored(row.error)
    plain = ("kind", "to", "subject", "state", "attempts", "due_at", "created_at", "sent_at")
    return {
        "id": row.pk,
        **{name: getattr(row, name) for name in plain},
        "fault": fault.code if fault is not None else "",
    }


def _mail_of(view: Endpoint, mail_id: UUID) -> Mail:
    row = view.tournament.mails.filter(pk=mail_id).first()
    if row is None:
        raise Http404(str(mail_id))
    return row


@described("mails_list", "letters", "All letters, the newest first.", page_of(MailShape))
class Mails(Read):
    access = Action.EDIT_TOURNAMENT
    query = MailsQuery

    def stamp(self, **kwargs: Any) -> str:
        """None: a worker sends letters without an event."""
        return ""

    def read(self) -> dict[str, Any]:
        rows = self.tournament.mails.order_by("-created_at", "pk")
        if "state" in self.asked:
            rows = rows.filter(state=self.asked["state"])
        return paged(self.request, self.asked, rows, self._shaped)

    def _shaped(self, rows: Sequence[Mail]) -> list[dict[str, Any]]:
        return [_mail(self, row) for row in rows]


class MailsState(serializers.Serializer):
    """How many letters are in which state."""

    waiting = serializers.IntegerField()
    sending = serializers.IntegerField()
    sent = serializers.IntegerField()
    failed = serializers.IntegerField()


def _counts(_view: Endpoint, row: Tournament) -> dict[str, int]:
    return {state: row.mails.filter(state=state).count() for state in Mail.State.values}


urlpatterns = [
    *verbs_on(
        Subject(
            tag="letters",
            address="mails/<uuid:mail_id>/",
            find=_mail_of,
            answer=MailShape,
            shaped=_mail,
        ),
        VerbRow(
            "mail_again", "again/", Action.EDIT_TOURNAMENT, "Send a letter once more.", send_again
        ),
    ),
    *verbs_on(
        Subject(
            tag="letters",
            address="mails/",
            find=the_tournament,
            answer=MailsState,
            shaped=_counts,
        ),
        VerbRow(
            "mails_again",
            "again/",
            Action.EDIT_TOURNAMENT,
            "Try all letters again that failed.",
            send_all_failed,
        ),
    ),
]
