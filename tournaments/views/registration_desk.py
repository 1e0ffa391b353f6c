"""The desk's side of registration: who has signed up, the settings, and who has paid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import Action, desk_page, key_of, staff, user_of, why_of
from tournaments.domain.errors import Conflict, Refused
from tournaments.follows import follows
from tournaments.forms.registration_settings import RegistrationForm
from tournaments.models import Entry, Registration, SignUp, Tournament
from tournaments.names import players_beside
from tournaments.queries.players import player_names
from tournaments.registration.by_hand import move_to_list
from tournaments.registration.cancel import cancel
from tournaments.registration.confirm import confirm
from tournaments.registration.edit_registration import FIELDS, edit_registration, stamp
from tournaments.registration.listed import rows_of
from tournaments.registration.move_up import offer
from tournaments.registration.pay import mark_payment
from tournaments.registration.pay import undo_payment as take_payment_back
from tournaments.registration.places import Phase
from tournaments.registration.rows import phase_of, registration_of
from tournaments.registration.send_anew import send_anew
from tournaments.views.registration import FOLDER, facts_of

State = SignUp.State
#: What the desk does to a sign-up, and what is said afterwards.
VERBS: Final[dict[str, tuple[Callable[..., SignUp], str | Promise]]] = {
    "confirm": (confirm, gettext_lazy("It is confirmed.")),
    "enter": (move_to_list, gettext_lazy("They are in the list.")),
    "offer": (offer, gettext_lazy("The place is offered, and a letter is under way.")),
    "cancel": (cancel, gettext_lazy("It is cancelled, and a letter is under way.")),
    "resend": (send_anew, gettext_lazy("A new link is under way.")),
}


@staff(Action.EDIT_ENTRIES)
@require_safe
@follows("signups entries tournament staff", pieces="#page")
def sign_ups(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Everybody who has signed up, by where they stand."""
    rows = rows_of(tournament)
    counts = {state.value: 0 for state in State}
    for row in rows:
        counts[row.state] += 1
    state = request.GET.get("state", "")
    if state not in counts:
        state = ""
    context = facts_of(tournament, registration_of(tournament)) | {
        "rows": [row for row in rows if row.state == state] if state else rows,
        "state": state,
        "states": [(one.value, one.label, counts[one]) for one in State if counts[one]],
        "all": len(rows),
        "section": "entries",
        "address": request.build_absolute_uri(reverse("sign-up", args=[tournament.slug])),
    }
    return desk_page(request, tournament, "entries", f"{FOLDER}/desk.html", context)


@staff(Action.EDIT_ENTRIES)
@require_POST
def do(request: HttpRequest, tournament: Tournament, number: int, verb: str) -> HttpResponseBase:
    """One press on one of them."""
    if verb not in VERBS:
        raise Http404(verb)
    sign_up = get_object_or_404(tournament.sign_ups.select_related("entry"), pk=number)
    sign_up.tournament = tournament
    act, words = VERBS[verb]
    why = {"why": why_of(request)} if verb == "cancel" else {}
    try:
        act(sign_up, by=user_of(request), key=key_of(request), **why)
        messages.success(request, str(words))
    except Refused as refused:
        messages.error(request, str(refused.message))
    state = request.POST.get("state", "")
    address = reverse("desk-registration", args=[tournament.slug])
    return redirect(f"{address}?state={state}" if state in State.values else address)


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """When people may sign up, and what the page says. Times by the tournament's own clock."""
    registration = registration_of(tournament)
    made_from = request.POST.get("stamp") or stamp(registration)
    status = 200
    with timezone.override(tournament.zone):
        form = RegistrationForm(
            request.POST or None, instance=registration or Registration(tournament=tournament)
        )
        if request.method == "POST" and form.is_valid():
            try:
                edit_registration(
                    tournament,
                    by=user_of(request),
                    seen=made_from,
                    key=key_of(request),
                    **{name: form.cleaned_data[name] for name in FIELDS},
                )
                if phase_of(tournament) is Phase.CLOSED:
                    messages.warning(
                        request,
                        _("Saved. The time it closes has gone: nobody can sign up online now."),
                    )
                else:
                    messages.success(request, _("The settings are saved."))
                return redirect("desk-registration", slug=tournament.slug)
            except Conflict as conflict:
                form.add_error(None, str(conflict.message))
                made_from, status = stamp(registration_of(tournament)), 409
        context: dict[str, Any] = {
            "form": form,
            "stamp": made_from,
            "registration": registration,
        }
        return desk_page(
            request,
            tournament,
            "settings",
            f"{FOLDER}/settings.html",
            context,
            status=422 if form.errors and status == 200 else status,
        )


#: Nothing to pay back to those who do not come.
_NOTHING_PAID = (Entry.Payment.UNPAID, Entry.Payment.WAIVED)


@staff(Action.EDIT_ENTRIES)
@require_safe
@follows("entries signups staff", pieces="#page")
def payments(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Who has paid: everybody who comes or has once paid, or those of one kind."""
    gone = Q(state=Entry.State.WITHDRAWN, payment__in=_NOTHING_PAID)
    entries = list(tournament.entries.exclude(gone).order_by("number"))
    names = player_names(tournament)
    counts = dict.fromkeys(Entry.Payment, 0)
    for entry in entries:
        counts[Entry.Payment(entry.payment)] += 1
    shown = request.GET.get("payment", "")
    if shown not in Entry.Payment.values:
        shown = ""
    context = {
        "rows": [
            {"entry": entry, "players": players_beside(entry.name, names.get(entry.pk, ()))}
            for entry in entries
            if not shown or entry.payment == shown
        ],
        "shown": shown,
        "all": len(entries),
        "sums": [(kind.value, kind.label, count) for kind, count in counts.items()],
        "registration": registration_of(tournament),
    }
    return desk_page(request, tournament, "entries", f"{FOLDER}/payments.html", context)


@staff(Action.EDIT_ENTRIES)
@require_POST
def payment(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Mark who has paid; the message takes it back."""
    entry = get_object_or_404(tournament.entries, number=number)
    wanted = request.POST.get("payment", "")
    if wanted not in Entry.Payment.values:
        raise Http404(wanted)
    try:
        event = mark_payment(
            entry,
            wanted,
            by=user_of(request),
            seen=request.POST.get("seen", ""),
            key=key_of(request),
        )
        undo = reverse("desk-entry-payment-undo", args=[tournament.slug, number, event.pk])
        messages.success(
            request,
            _("%(entry)s: %(payment)s.")
            % {"entry": entry.name, "payment": Entry.Payment(wanted).label},
            extra_tags=f"undo:{undo}",
        )
    except Refused as refused:
        messages.error(request, str(refused.message))
    return _back(request, tournament)


@staff(Action.EDIT_ENTRIES)
@require_POST
def undo_payment(
    request: HttpRequest, tournament: Tournament, number: int, pk: int
) -> HttpResponseBase:
    """As it was before."""
    entry = get_object_or_404(tournament.entries, number=number)
    try:
        take_payment_back(entry, pk, by=user_of(request), key=key_of(request))
        messages.success(request, _("%(entry)s is as it was.") % {"entry": entry.name})
    except Refused as refused:
        messages.error(request, str(refused.message))
    return _back(request, tournament)


def _back(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """To the list as it was shown: one payment, or all."""
    shown = request.POST.get("shown", "")
    address = reverse("desk-payments", args=[tournament.slug])
    return redirect(f"{address}?payment={shown}" if shown in Entry.Payment.values else address)
