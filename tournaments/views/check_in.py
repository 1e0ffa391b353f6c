"""The check-in: a desk with a queue, several at once."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import Action, can_of, desk_page, key_of, may, sees_drafts, staff, user_of
from tournaments.domain.check_in import VERBS, change_state, undo
from tournaments.domain.errors import Refused
from tournaments.domain.mark_rest_absent import mark_rest_absent, undo_rest_absent
from tournaments.entry_words import consequences, done_words
from tournaments.models import Entry, Event, Round, Tournament
from tournaments.pieces import is_piece
from tournaments.queries.entries import Situation, list_of, situation_of
from tournaments.typed_number import whole
from tournaments.views.check_in_rows import counts_context, in_order, in_round, rows_context
from tournaments.views.entries import row_of

#: Pages that a press may lead back to.
_BACK = {"desk-check-in", "desk-entries", "desk-entry"}
LATE_CHOICES = 4
#: Verbs after which the list differs in more than single rows.
_LIST_VERBS = ("entries.", "entry.register", "round.", "tournament.")


def _newest(tournament: Tournament) -> int:
    newest = tournament.events.order_by("-id").values_list("id", flat=True).first()
    return newest or 0


@staff(Action.CHECK_IN)
@require_safe
def check_in(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Everybody, those waited for first; `?state=` shows only those in one state."""
    # Asked first: an event that comes while the page is made is then told again, not missed.
    newest = _newest(tournament)
    situation = situation_of(tournament, drafts=sees_drafts(request))
    everyone = list_of(tournament)
    state = request.GET.get("state", "")
    shown = [entry for entry in everyone if state in {"", entry.state}]
    shown.sort(key=in_order)
    return desk_page(
        request,
        tournament,
        "check-in",
        "tournaments/entries/check_in.html",
        {
            **rows_context(tournament, shown, situation, newest),
            "check_in_counts": counts_context(everyone),
            "situation": situation,
            "state": state,
        },
    )


def _back(request: HttpRequest, tournament: Tournament) -> str:
    """Where a press without htmx leads: the page it came from, if it is one of ours."""
    wanted = request.POST.get("next", "")
    parts = urlsplit(wanted)
    try:
        match = resolve(parts.path)
    except Resolver404:
        match = None
    ours = match is not None and match.kwargs.get("slug") == tournament.slug
    if match is not None and ours and match.url_name in _BACK:
        return f"{parts.path}?{parts.query}" if parts.query else parts.path
    return reverse("desk-check-in", args=[tournament.slug])


def _answer(
    request: HttpRequest, tournament: Tournament, number: int, text: str, *, undo_url: str = "",
    level: str = "success", status: int = 200,
) -> HttpResponseBase:  # fmt: skip
    """The entry's row as it is now, the counts and a message; or, without htmx, the page."""
    if not is_piece(request):
        tags = f"undo:{undo_url}" if undo_url else ""
        messages.add_message(
            request, messages.SUCCESS if level == "success" else messages.WARNING, text, tags
        )
        return redirect(_back(request, tournament))
    situation = situation_of(tournament, drafts=sees_drafts(request))
    everyone = list_of(tournament)
    return render(
        request,
        "tournaments/entries/check_in_answer.html",
        {
            "tournament": tournament,
            **rows_context(
                tournament,
                [entry for entry in everyone if entry.number == number],
                situation,
                _newest(tournament),
            ),
            "check_in_counts": counts_context(everyone),
            "situation": situation,
            "text": text,
            "undo": undo_url,
            "level": level,
            "can": can_of(request),
        },
        status=status,
    )


@staff(Action.CHECK_IN)
@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """One entry: every state it could be in and what each brings about; a tap brings it there."""
    rows = tournament.entries.select_related("fixed_table").prefetch_related("players")
    entry = get_object_or_404(rows, number=number)
    if request.method == "POST":
        return _set_state(request, tournament, entry)
    situation = situation_of(tournament, drafts=sees_drafts(request))
    return desk_page(
        request,
        tournament,
        "check-in",
        "tournaments/entries/check_in_one.html",
        {
            "row": row_of(entry, situation) | {"in_round": in_round(entry, situation)},
            "choices": _choices(entry, situation, tournament.rounds_planned),
            "situation": situation,
            "over": tournament.state == Tournament.State.FINISHED,
        },
    )


def _choices(entry: Entry, situation: Situation, rounds_planned: int) -> list[dict[str, Any]]:
    """Every state but the one it is in, with what follows; one line for each round to come in."""
    first_late = situation.next_draw + 1
    last_late = min(first_late + LATE_CHOICES - 1, rounds_planned)
    states: list[tuple[str, int, str]] = [
        (Entry.State.PRESENT, entry.from_round, _("Here")),
        *(
            (Entry.State.LATE, number, _("Comes from round %(round)s") % {"round": number})
            for number in range(first_late, last_late + 1)
        ),
        (Entry.State.ABSENT, entry.from_round, _("Absent")),
        (Entry.State.REGISTERED, entry.from_round, _("Waited for")),
    ]
    return [
        {
            "state": state,
            "late": number if state == Entry.State.LATE else None,
            "label": label,
            "consequences": consequences(entry, state, number, situation),
        }
        for state, number, label in states
        if state != entry.state or (state == Entry.State.LATE and number != entry.from_round)
    ]


def _set_state(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponseBase:
    """A button of the list says `tap`, one of the entry's own page `state`, or `late` with the
    first round."""
    number = entry.number
    key = key_of(request)
    seen = request.POST.get("seen", "")
    round_ = request.POST.get("late", "")
    state = Entry.State.LATE if round_ else request.POST.get("state", "")
    if tap := request.POST.get("tap", ""):
        # New state, what the row showed, and the newest event when it was drawn: all rows share
        # the page's key, and are told apart by what is sent with it.
        state, seen = [*tap.split(" "), ""][:2]
    if state not in VERBS or state in {Entry.State.WITHDRAWN, Entry.State.DISQUALIFIED}:
        # A withdrawal has a page of its own, with what follows from it; so has a ruling.
        return HttpResponse(status=422)
    try:
        changed = change_state(
            entry,
            state,
            by=user_of(request),
            seen=seen,
            from_round=whole(round_, 99),
            key=key,
        )
    except Refused as refused:
        status = refused.status
        return _answer(
            request, tournament, number, str(refused.message), level="warning", status=status
        )
    return _answer(
        request,
        tournament,
        number,
        done_words(changed.entry, situation_of(tournament, drafts=sees_drafts(request))),
        undo_url=reverse("desk-check-in-undo", args=[tournament.slug, number, changed.event.pk]),
    )


@staff(Action.CHECK_IN)
@require_POST
def undo_state(
    request: HttpRequest, tournament: Tournament, number: int, pk: int
) -> HttpResponseBase:
    """Take a tap back, if nobody has changed the entry since."""
    entry = get_object_or_404(tournament.entries, number=number)
    if (
        not may(request, Action.HEAD_JUDGE)
        and tournament.events.filter(pk=pk, verb=VERBS[Entry.State.DISQUALIFIED]).exists()
    ):
        raise PermissionDenied(Action.HEAD_JUDGE)
    try:
        changed = undo(entry, pk, by=user_of(request), key=key_of(request))
    except Refused as refused:
        status = refused.status
        return _answer(
            request, tournament, number, str(refused.message), level="warning", status=status
        )
    return _answer(
        request,
        tournament,
        number,
        done_words(changed.entry, situation_of(tournament, drafts=sees_drafts(request))),
    )


@staff(Action.CHECK_IN)
@require_safe
def changes(request: HttpRequest, tournament: Tournament, since: int) -> HttpResponseBase:
    """What other desks have done since event `since`: the rows that differ, and the counts.

    Where more than rows differ (new entries, a new round) the page says that it is out of date.
    """
    events = list(tournament.events.filter(pk__gt=since).order_by("id")[:50])
    if not events:
        return HttpResponse(status=204)
    touched = {event.subject_id for event in events if event.subject_kind == "entry"}
    situation = situation_of(tournament, drafts=sees_drafts(request))
    everyone = list_of(tournament)
    return render(
        request,
        "tournaments/entries/check_in_changes.html",
        {
            "tournament": tournament,
            **rows_context(
                tournament,
                [entry for entry in everyone if entry.pk in touched],
                situation,
                events[-1].pk,
            ),
            "check_in_counts": counts_context(everyone),
            "situation": situation,
            "list_changed": any(event.verb.startswith(_LIST_VERBS) for event in events),
            "can": can_of(request),
        },
    )


@staff(Action.CHECK_IN)
@require_http_methods(["GET", "HEAD", "POST"])
def rest(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """All who are still waited for are absent: who that is and what follows, then the tap."""
    situation = situation_of(tournament, drafts=sees_drafts(request))
    registered = tournament.entries.filter(state=Entry.State.REGISTERED)
    waiting = list(registered.prefetch_related("players").order_by("number"))
    if request.method == "POST":
        numbers = [n for n in map(whole, request.POST.getlist("number")) if n is not None]
        try:
            event = mark_rest_absent(tournament, numbers, by=user_of(request), key=key_of(request))
        except Refused as refused:
            messages.warning(request, str(refused.message))
            return redirect("desk-check-in", slug=tournament.slug)
        absent = len(event.after["absent"])
        text = ngettext("%(count)s is absent.", "%(count)s are absent.", absent) % {"count": absent}
        spared = len(set(numbers)) - absent
        if spared > 0:
            text += " " + ngettext(
                "%(count)s came meanwhile and stays as it is.",
                "%(count)s came meanwhile and stay as they are.",
                spared,
            ) % {"count": spared}
        undo_url = reverse("desk-check-in-rest-undo", args=[tournament.slug, event.pk])
        messages.success(request, text, extra_tags=f"undo:{undo_url}")
        return redirect("desk-check-in", slug=tournament.slug)
    open_round = situation.open_round
    return desk_page(
        request,
        tournament,
        "check-in",
        "tournaments/entries/check_in_rest.html",
        {
            "waiting": waiting,
            "situation": situation,
            "published": open_round is not None and open_round.state == Round.State.PUBLISHED,
        },
    )


@staff(Action.CHECK_IN)
@require_POST
def undo_rest(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponseBase:
    """They are waited for again, if they still are absent."""
    get_object_or_404(Event, tournament=tournament, pk=pk)
    try:
        event = undo_rest_absent(tournament, pk, by=user_of(request), key=key_of(request))
    except Refused as refused:
        messages.warning(request, str(refused.message))
    else:
        count = len(event.after["waiting"])
        messages.success(
            request,
            ngettext(
                "%(count)s is waited for again.",
                "%(count)s are waited for again.",
                count,
            )
            % {"count": count},
        )
    return redirect(_back(request, tournament))
