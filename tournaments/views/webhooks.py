"""The desk's pages of webhooks: who is told of what, what became of each message, trying again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.forms.webhooks import WebhookForm
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.pieces import is_piece
from tournaments.webhooks import change
from tournaments.webhooks.faults import Fault
from tournaments.webhooks.vocabulary import TEST, TYPES

A_PAGE: Final = 50
State = Delivery.State
#: What a delivery shows as, in `tournaments.marks`.
BADGES: Final = {
    State.WAITING: "queued",
    State.SENDING: "sending",
    State.SENT: "sent",
    State.FAILED: "failed",
}
#: What most programs want to know.
FIRST_CHOICE: Final = (
    "round.published", "round.closed", "result.final", "result.corrected", "result.removed",
    "standings.final",
)  # fmt: skip


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """All there are; and a new one, whose secret is shown on this answer alone."""
    form, made = WebhookForm(initial={"types": FIRST_CHOICE}), None
    status = 200
    if request.method == "POST":
        form = WebhookForm(request.POST)
        if form.is_valid():
            try:
                webhook, secret = change.add_webhook(
                    tournament, **form.cleaned_data, by=user_of(request), key=key_of(request)
                )
            except Refused as refused:
                _onto(form, refused)
            else:
                if not secret:
                    messages.info(request, _("It has been made. Its secret was shown once."))
                    return redirect("desk-webhook", slug=tournament.slug, pk=webhook.pk)
                made = {"webhook": webhook, "secret": secret}
                form = WebhookForm(initial={"types": FIRST_CHOICE})
        status = 422 if form.errors else 200
    rows = change.there(tournament).annotate(
        waiting=Count("deliveries", filter=Q(deliveries__state__in=[State.WAITING, State.SENDING])),
        last=Max("deliveries__tried_at"),
    )
    context = {"rows": [_row(one) for one in rows], "form": form, "made": made}
    return _secretive(
        desk_page(
            request, tournament, "settings", "tournaments/webhooks/list.html", context, status
        )
    )


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponseBase:
    """One webhook: what it is, and what was sent."""
    one = get_object_or_404(change.there(tournament), pk=pk)
    form = WebhookForm(initial={"name": one.name, "url": one.url, "types": one.types})
    if request.method == "POST":
        form = WebhookForm(request.POST)
        if form.is_valid():
            try:
                change.edit_webhook(
                    one, **form.cleaned_data, by=user_of(request), key=key_of(request)
                )
            except Refused as refused:
                _onto(form, refused)
            else:
                messages.success(request, _("Saved."))
                return redirect("desk-webhook", slug=tournament.slug, pk=pk)
    return _page(request, tournament, one, form)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    webhook: Webhook,
    form: WebhookForm,
    secret: str | None = None,
) -> HttpResponseBase:
    deliveries = webhook.deliveries.all()
    counts = deliveries.aggregate(
        all=Count("pk"), **{state.value: Count("pk", filter=Q(state=state)) for state in State}
    )
    state = request.GET.get("state", "")
    state = state if state in State.values else ""
    if state:
        deliveries = deliveries.filter(state=state)
    page = Paginator(deliveries.order_by("-created_at", "-sequence", "pk"), A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "row": _row(webhook),
        "webhook": webhook,
        "form": form,
        "secret": secret,
        "page": page,
        "rows": [_delivery(one) for one in page.object_list],
        "total": counts["all"],
        "on_the_way": counts[State.WAITING] + counts[State.SENDING],
        "tabs": [
            (one.value, one.label, counts[one], one is State.FAILED)
            for one in (State.WAITING, State.SENDING, State.SENT, State.FAILED)
            if counts[one] or one == state
        ],
        "state": state,
    }
    piece = is_piece(request, "deliveries")
    template = "tournaments/webhooks/piece.html" if piece else "tournaments/webhooks/one.html"
    status = 422 if form.errors else 200
    return _secretive(desk_page(request, tournament, "settings", template, context, status))


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def webhook_change(
    request: HttpRequest, tournament: Tournament, pk: int, what: str
) -> HttpResponseBase:
    """Switch it on or off, try it, give it another secret, remove it."""
    one = get_object_or_404(change.there(tournament), pk=pk)
    by, key = user_of(request), key_of(request)
    try:
        if what == "secret":
            secret = change.renew_secret(one, by=by, key=key)
            if secret:
                form = WebhookForm(initial={"name": one.name, "url": one.url, "types": one.types})
                return _page(request, tournament, one, form, secret)
            messages.info(request, _("It has been made. Its secret was shown once."))
        elif what == "remove":
            change.remove_webhook(one, by=by, key=key)
            messages.success(request, _("“%(name)s” is told nothing more.") % {"name": one.name})
            return redirect("desk-webhooks", slug=tournament.slug)
        else:
            verb, words = _CHANGES[what]
            verb(one, by=by, key=key)
            messages.success(request, _(words))
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-webhook", slug=tournament.slug, pk=pk)


_CHANGES: Final[dict[str, tuple[Callable[..., object], str]]] = {
    "on": (change.switch_on, gettext_noop("It is told of what happens from now on.")),
    "off": (change.switch_off, gettext_noop("It is told nothing until it is switched on again.")),
    "test": (change.send_test, gettext_noop("A test is on its way.")),
}


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def delivery_again(
    request: HttpRequest, tournament: Tournament, pk: int, delivery_id: UUID
) -> HttpResponseBase:
    """Send a message again."""
    one = get_object_or_404(change.there(tournament), pk=pk)
    row = get_object_or_404(one.deliveries.select_related("webhook"), pk=delivery_id)
    try:
        change.send_again(row, by=user_of(request), key=key_of(request))
        messages.success(request, _("The message is sent again."))
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-webhook", slug=tournament.slug, pk=pk)


def _row(webhook: Webhook) -> dict[str, Any]:
    """A webhook as both pages show it."""
    away = webhook.state == Webhook.State.ON and webhook.failing_since is not None
    badge, word = {
        Webhook.State.ON: ("failed", _("Does not answer")) if away else ("running", _("On")),
        Webhook.State.OFF: ("paused", _("Off")),
        Webhook.State.PAUSED: ("failed", _("Paused")),
    }[Webhook.State(webhook.state)]
    both = webhook.former_until is not None and webhook.former_until > timezone.now()
    return {
        "webhook": webhook,
        "badge": badge,
        "word": word,
        "on": webhook.state == Webhook.State.ON,
        "paused": webhook.state == Webhook.State.PAUSED,
        "away": away,
        "both_hold": both,
        "told": [TYPES[name].words for name in webhook.types if name in TYPES],
    }


def _delivery(row: Delivery) -> dict[str, Any]:
    """A delivery as the list shows it."""
    waits = row.state == State.WAITING and row.attempts > 0
    return {
        "delivery": row,
        "badge": BADGES[State(row.state)],
        "words": _("test") if row.type == TEST else TYPES[row.type].words,
        "word": _("Tried again later") if waits else _state_word(row),
        "waits": waits,
        "fault": Fault(row.error).words if row.error else "",
        "repeatable": waits or row.state in {State.SENT, State.FAILED},
    }


def _state_word(row: Delivery) -> str:
    return {
        State.WAITING: _("Waiting"),
        State.SENDING: _("Being sent"),
        State.SENT: _("Sent"),
        State.FAILED: _("Given up"),
    }[State(row.state)]


def _onto(form: WebhookForm, refused: Refused) -> None:
    form.add_error(refused.field or None, str(refused.message))


def _secretive(response: HttpResponseBase) -> HttpResponseBase:
    """A secret is shown once and kept by no cache."""
    response["Cache-Control"] = "no-store"
    return response
