"""The public page of registration: what, when, where, the form, and what happens next."""

from __future__ import annotations

import datetime as dt
import time
from contextlib import suppress
from typing import Any, Final

from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import key_of, public
from tournaments.domain.errors import Refused
from tournaments.follows import follows, is_other, open_anew
from tournaments.forms.registration import LostLinkForm, SignUpForm
from tournaments.models import Registration, SignUp, Tournament
from tournaments.queries.news import news_stamp
from tournaments.registration.guard import check_form, form_code
from tournaments.registration.known import sign_ups_of
from tournaments.registration.pace import sender_of
from tournaments.registration.rows import places_of, registration_of, times_of
from tournaments.registration.send_anew import send_anew
from tournaments.registration.send_in import send_in

FOLDER = "tournaments/registration"
#: Where a browser remembers which address the letter went to.
SENT_TO = "signed_up_from"
#: What people wait for a letter without a word.
SOON: Final = dt.timedelta(minutes=2)
#: … and when it is sent, as seconds, where that is not at once.
SENT_AT = "letter_sent_at"


def facts_of(tournament: Tournament, registration: Registration | None) -> dict[str, Any]:
    """What every page of registration shows: four queries at most."""
    times = times_of(tournament, registration)
    return {
        "tournament": tournament,
        "section": "sign-up",
        "registration": registration,
        "phase": times.phase(timezone.now()).value,
        "ends_at": times.ends_at,
        "places": places_of(tournament),
    }


#: What pages of registration show: places left, and how one's own stands.
SIGN_UP_NEWS = "signups entries tournament"


def sign_up_stamp(request: HttpRequest, tournament: Tournament, **_of: Any) -> str:
    """Registration opens and closes by the clock, without anybody doing anything."""
    phase = times_of(tournament, registration_of(tournament)).phase(timezone.now())
    return f"{news_stamp(tournament, SIGN_UP_NEWS)}-{phase.value}"


@public
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@follows(SIGN_UP_NEWS, pieces="#sign-up-head,#sign-up-facts", stamp=sign_up_stamp)
def sign_up(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """What the tournament is, and the form while it is open."""
    registration = registration_of(tournament)
    if registration is None:
        return render(
            request,
            f"{FOLDER}/none.html",
            {"tournament": tournament, "section": "sign-up"},
            status=404,
        )
    context = facts_of(tournament, registration)
    posted = request.method == "POST"
    if not posted and is_other(request, context["phase"]):
        # With the form there, or without it, it is another page. What was typed is kept.
        return open_anew()
    if context["phase"] != "open" and not posted:
        return render(request, f"{FOLDER}/sign_up.html", context)
    form = SignUpForm(request.POST or None, tournament=tournament, registration=registration)
    code = request.POST.get("code", "") or form_code()
    namesake = False
    if posted:
        try:
            check_form_of(request, form)
            if form.is_valid():
                done = send_in(
                    tournament,
                    form.given,
                    agreed=bool(form.cleaned_data.get("consent")),
                    others=form.cleaned_data["others"],
                    sender=sender_of(request.META.get("REMOTE_ADDR", "")),
                    key=key_of(request),
                )
                request.session[SENT_TO] = form.given.first.email
                request.session[SENT_AT] = sent_at(done)
                return redirect("sign-up-sent", slug=tournament.slug)
        except Refused as refused:
            form.is_valid()
            form.add_error(known_field(form, refused.field), str(refused.message))
            namesake = refused.code == "namesake"
            code = form_code() if refused.code == "form-stale" else code
    context |= {
        "form": form,
        "code": code,
        "namesake": namesake or bool(request.POST.get("others")),
    }
    return render(request, f"{FOLDER}/sign_up.html", context, status=422 if form.errors else 200)


def check_form_of(request: HttpRequest, form: Form) -> None:
    """The guards of `check_form`, of a form as it was sent."""
    sent = request.POST
    check_form(sent.get("code", ""), sent.get("website", ""), filled=form.is_valid())


def known_field(form: Any, field: str) -> str | None:
    """The field a refusal belongs beside, if the form has it."""
    return field if field in form.fields else None


@public
@never_cache
@require_safe
def sent(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """A letter is under way."""
    return render(
        request,
        f"{FOLDER}/sent.html",
        {
            "tournament": tournament,
            "section": "sign-up",
            "email": request.session.get(SENT_TO, ""),
            "later": _later(request),
            "lost": "lost" in request.GET,
            "registration": registration_of(tournament),
        },
    )


def sent_at(sign_up: SignUp) -> float:
    """When its newest letter is due: seconds, 0 for at once."""
    due = sign_up.mails.order_by("-created_at").values_list("due_at", flat=True).first()
    return due.timestamp() if due and due - timezone.now() > SOON else 0


def _later(request: HttpRequest) -> dt.datetime | None:
    """When the letter goes out, if that is still to come."""
    at = request.session.get(SENT_AT) or 0
    return dt.datetime.fromtimestamp(at, dt.UTC) if at > time.time() else None


@public
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lost_link(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the links of an address to that address. The answer is the same whoever asks."""
    form = LostLinkForm(request.POST if request.method == "POST" else None)
    code = request.POST.get("code", "") or form_code()
    if request.method == "POST":
        try:
            check_form_of(request, form)
            if form.is_valid():
                email = form.cleaned_data["email"]
                key = key_of(request)[:40]
                for one in sign_ups_of(tournament, email):
                    # A refusal said aloud would tell who has signed up.
                    with suppress(Refused):
                        send_anew(one, by=None, key=key and f"{key}-{one.pk}")
                request.session[SENT_TO] = email
                request.session.pop(SENT_AT, None)
                return redirect(reverse("sign-up-sent", args=[tournament.slug]) + "?lost")
        except Refused as refused:
            form.is_valid()
            form.add_error(known_field(form, refused.field), str(refused.message))
            code = form_code() if refused.code == "form-stale" else code
    return render(
        request,
        f"{FOLDER}/lost_link.html",
        {
            "tournament": tournament,
            "section": "sign-up",
            "form": form,
            "code": code,
            "title": _("Get your link again"),
        },
        status=422 if form.errors else 200,
    )
