"""Webhooks: which program is told of what. A secret is shown once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from rest_framework import serializers

from tournaments.access import Action
from tournaments.models import Tournament, User, Webhook
from tournaments.webhooks import change
from tournaments.webhooks.address import LONGEST
from tournaments.webhooks.vocabulary import TYPES

from .described import described
from .endpoint import Endpoint, Read
from .found import done_before, the_tournament
from .pages import PageQuery, page_of, paged
from .shapes import choice
from .verb_table import Subject, VerbRow, verbs_on


class WebhookBody(serializers.Serializer):
    """Which program is told of what."""

    name = serializers.CharField(max_length=80)
    url = serializers.CharField(max_length=LONGEST, help_text="It begins with https://.")
    types = serializers.ListField(
        child=choice(list(TYPES)), min_length=1, max_length=100, help_text="What it is told of."
    )


class WebhookEdit(WebhookBody):
    """The same; what is left out stays as it is."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """None of them has to be sent."""
        fields: dict[str, serializers.Field] = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class WebhookShape(serializers.Serializer):
    """A webhook."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    url = serializers.CharField(allow_blank=True)
    types = serializers.ListField(child=serializers.CharField())
    state = choice(Webhook.State.values)
    failures = serializers.IntegerField(help_text="Messages in a row that nobody took.")
    answered_at = serializers.DateTimeField(allow_null=True)


class SecretWebhookShape(WebhookShape):
    """The same, with its secret."""

    secret = serializers.CharField(
        allow_blank=True, help_text="Shown this once: empty where the request is sent again."
    )


def _webhook(_view: Endpoint | None, row: Webhook) -> dict[str, Any]:
    plain = ("name", "url", "types", "state", "failures", "answered_at")
    return {"id": row.pk, **{name: getattr(row, name) for name in plain}}


def _with_secret(view: Endpoint, made: tuple[Webhook, str]) -> dict[str, Any]:
    return _webhook(view, made[0]) | {"secret": made[1]}


def _webhook_of(view: Endpoint, pk: int) -> Webhook:
    """One that was not removed, or has just been."""
    row = view.tournament.webhooks.filter(pk=pk).first()
    if row is None:
        raise Http404(str(pk))
    row.tournament = view.tournament
    return row


@described("webhooks_list", "webhooks", "All webhooks that are there.", page_of(WebhookShape))
class Webhooks(Read):
    access = Action.EDIT_TOURNAMENT
    query = PageQuery

    def stamp(self, **kwargs: Any) -> str:
        """None: a worker counts without an event."""
        return ""

    def read(self) -> dict[str, Any]:
        return paged(self.request, self.asked, change.there(self.tournament), self._shaped)

    def _shaped(self, rows: Sequence[Webhook]) -> list[dict[str, Any]]:
        return [_webhook(self, row) for row in rows]


WEBHOOK = Subject(
    tag="webhooks",
    address="webhooks/<int:pk>/",
    find=_webhook_of,
    answer=WebhookShape,
    shaped=_webhook,
)
SECRET = Subject(
    tag="webhooks",
    address="webhooks/",
    find=the_tournament,
    answer=SecretWebhookShape,
    shaped=_with_secret,
)


def _add(tournament: Tournament, **sent: Any) -> tuple[Webhook, str]:
    return change.add_webhook(tournament, **sent)


def _edit(webhook: Webhook, *, by: User, key: str, **sent: Any) -> None:
    if not done_before(webhook.tournament, key):
        said = {name: getattr(webhook, name) for name in ("name", "url", "types")}
        change.edit_webhook(webhook, **said | sent, by=by, key=key)


def _renew(webhook: Webhook, **sent: Any) -> tuple[Webhook, str]:
    return webhook, change.renew_secret(webhook, **sent)


_EDIT = Action.EDIT_TOURNAMENT

urlpatterns = [
    *verbs_on(
        SECRET,
        VerbRow(
            "webhook_add",
            "",
            _EDIT,
            "Have a program told of what happens from now on.",
            _add,
            WebhookBody,
            answers=SECRET,
            status=201,
            once=("secret",),
            beside=Webhooks,
            route="api-webhooks",
        ),
    ),
    *verbs_on(
        WEBHOOK,
        VerbRow(
            "webhook_edit", "edit/", _EDIT, "Another name, address or choice.", _edit, WebhookEdit
        ),
        VerbRow("webhook_on", "on/", _EDIT, "Tell of what happens from now on.", change.switch_on),
        VerbRow("webhook_off", "off/", _EDIT, "Send nothing more.", change.switch_off),
        VerbRow("webhook_remove", "remove/", _EDIT, "It is no more.", change.remove_webhook),
        VerbRow(
            "webhook_secret",
            "new-secret/",
            _EDIT,
            "Another secret. For a day messages are signed with the one before, too.",
            _renew,
            answers=SECRET,
            once=("secret",),
        ),
        VerbRow("webhook_test", "test/", _EDIT, "Send a message about nothing.", change.send_test),
    ),
]
