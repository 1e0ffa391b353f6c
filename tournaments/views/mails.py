"""The desk's page of letters: what was sent, what was not and why, and trying it again."""

from __future__ import annotations

import re
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.domain.mails import send_again, send_all_failed
from tournaments.mail.faults import Fault
from tournaments.mail.lease import ATTEMPTS
from tournaments.mail.send import has_server
from tournaments.models import Mail, Tournament
from tournaments.pieces import is_piece

LETTERS_A_PAGE: Final = 100
State = Mail.State
#: What a letter shows as, in `tournaments.marks`.
BADGES: Final = {
    State.WAITING: "queued",
    State.SENDING: "sending",
    State.SENT: "sent",
    State.FAILED: "failed",
}
_LINK = re.compile(r"https?://\S+")


@staff(Action.EDIT_TOURNAMENT)
@require_safe
def mails(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """All letters, the newest first; some of them by state and by what is searched for."""
    letters = tournament.mails.all()
    counts = letters.aggregate(
        all=Count("pk"), **{state.value: Count("pk", filter=Q(state=state)) for state in State}
    )
    state = request.GET.get("state", "")
    state = state if state in State.values else ""
    asked = request.GET.get("q", "").replace("\0", "").strip()[:100]
    if state:
        letters = letters.filter(state=state)
    if asked:
        letters = letters.filter(
            Q(to__icontains=asked) | Q(subject__icontains=asked) | Q(text__icontains=asked)
        )
    page = Paginator(letters.order_by("-created_at", "pk"), LETTERS_A_PAGE).get_page(
        request.GET.get("page")
    )
    on_the_way = counts[State.WAITING] + counts[State.SENDING]
    context = {
        "page": page,
        "rows": [row_of(one) for one in page.object_list],
        "counts": {"all": counts["all"]},
        "tabs": [
            (one.value, one.label, counts[one], one is State.FAILED)
            for one in (State.WAITING, State.SENDING, State.SENT, State.FAILED)
            if counts[one] or one == state
        ],
        "total": counts["all"],
        "failed": counts[State.FAILED],
        "on_the_way": on_the_way,
        "done": counts["all"] - on_the_way,
        "state": state,
        "asked": asked,
        "server": has_server(),
    }
    piece = is_piece(request, "mails")
    template = "tournaments/mails/piece.html" if piece else "tournaments/mails/list.html"
    return desk_page(request, tournament, "send", template, context)


def row_of(mail: Mail) -> dict[str, Any]:
    """One letter as the list and its own page show it."""
    fault = Fault.from_stored(mail.error)
    on_screen = fault is not None and fault.code == "no-server"
    links = _LINK.findall(mail.text)
    return {
        "mail": mail,
        "badge": BADGES[State(mail.state)],
        "word": _state_word(mail, on_screen=on_screen),
        "fault": fault,
        "on_screen": on_screen,
        "last": mail.attempts >= ATTEMPTS,
        "repeatable": bool(mail.to)
        and mail.state != State.SENDING
        and not (mail.state == State.WAITING and not mail.attempts),
        "link": links[0] if links and on_screen else "",
    }


def _state_word(mail: Mail, *, on_screen: bool) -> str:
    if on_screen:
        return _("On the screen")
    if mail.state == State.WAITING and mail.attempts:
        if mail.due_at > timezone.now():
            return _("Tried again later")
        return _("Tried again in a moment")
    return {
        State.WAITING: _("Waiting"),
        State.SENDING: _("Being sent"),
        State.SENT: _("Sent"),
        State.FAILED: _("Not sent"),
    }[State(mail.state)]


@staff(Action.EDIT_TOURNAMENT)
@require_safe
def mail(request: HttpRequest, tournament: Tournament, mail_id: UUID) -> HttpResponseBase:
    """One letter as it was written."""
    letter = get_object_or_404(tournament.mails, pk=mail_id)
    context = {"row": row_of(letter), "mail": letter, "server": has_server()}
    return desk_page(request, tournament, "send", "tournaments/mails/one.html", context)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def again(request: HttpRequest, tournament: Tournament, mail_id: UUID) -> HttpResponseBase:
    """Send a letter again."""
    letter = get_object_or_404(tournament.mails, pk=mail_id)
    try:
        send_again(letter, by=user_of(request), key=key_of(request))
        messages.success(request, _("The letter to %(to)s is sent again.") % {"to": letter.to})
    except Refused as refused:
        messages.error(request, str(refused.message))
    if "one" in request.POST:
        return redirect("desk-mail", slug=tournament.slug, mail_id=letter.pk)
    return redirect("desk-mails", slug=tournament.slug)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def all_again(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Try all letters again that failed."""
    try:
        count = send_all_failed(tournament, by=user_of(request), key=key_of(request))
        messages.success(
            request,
            ngettext(
                "%(count)d letter is tried again.", "%(count)d letters are tried again.", count
            )
            % {"count": count},
        )
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-mails", slug=tournament.slug)
