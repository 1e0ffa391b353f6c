"""The invitation: the other half of a pair opens the link and says who they are."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import key_of, public
from tournaments.domain.errors import Refused
from tournaments.forms.registration import JoinForm
from tournaments.models import Tournament
from tournaments.registration import links
from tournaments.registration.guard import form_code
from tournaments.registration.join import join as join_sign_up
from tournaments.registration.links import BadLink
from tournaments.registration.rows import registration_of
from tournaments.views.registration import FOLDER, check_form_of, facts_of, known_field

#: What a browser remembers of the invitation it took.
JOINED = "joined"


@public
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponseBase:
    """Who invites to what, and the form for one person."""
    registration = registration_of(tournament)
    form = JoinForm(request.POST or None, registration=registration)
    code = request.POST.get("code", "") or form_code()
    namesake = bool(request.POST.get("others"))
    try:
        sign_up, given = links.read_invitation(tournament, token)
        if request.method == "POST":
            try:
                check_form_of(request, form)
                if form.is_valid():
                    done = join_sign_up(
                        sign_up,
                        form.person(1),
                        invitation=given.invitation,
                        initials=form.cleaned_data["initials1"],
                        agreed=bool(form.cleaned_data.get("consent")),
                        others=form.cleaned_data["others"],
                        key=key_of(request),
                    )
                    entry = done.entry
                    request.session[JOINED] = {
                        "state": done.state,
                        "number": entry.number if entry else None,
                    }
                    return redirect("sign-up-joined", slug=tournament.slug)
            except Refused as refused:
                form.is_valid()
                form.add_error(known_field(form, refused.field), str(refused.message))
                namesake = namesake or refused.code == "namesake"
                code = form_code() if refused.code == "form-stale" else code
    except BadLink as bad:
        if request.method == "POST" and request.session.get(JOINED):
            # The same press twice: the first one took it.
            return redirect("sign-up-joined", slug=tournament.slug)
        return render(
            request,
            f"{FOLDER}/bad_invitation.html",
            {
                "tournament": tournament,
                "section": "sign-up",
                "trouble": bad.trouble.value,
                "registration": registration,
            },
            status=404 if bad.trouble is links.Trouble.BROKEN else 410,
        )
    return render(
        request,
        f"{FOLDER}/join.html",
        {
            **facts_of(tournament, registration),
            "form": form,
            "code": code,
            "given": given,
            "inviter": given.first.name,
            "namesake": namesake,
        },
        status=422 if form.errors else 200,
    )


@public
@never_cache
@require_safe
def joined(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """They play together."""
    context = facts_of(tournament, registration_of(tournament))
    context["joined"] = request.session.get(JOINED) or {}
    return render(request, f"{FOLDER}/joined.html", context)
