"""The page an invitation opens: log in or make an account, and have the role."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access import key_of
from tournaments.domain.errors import Refused, status_of
from tournaments.forms.people import AccountForm
from tournaments.models import Invitation, Role, User
from tournaments.people.invitations import (
    WORDS,
    Trouble,
    accept,
    accept_as_new,
    find,
    trouble_with,
)

_BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HttpRequest, token: str) -> HttpResponseBase:
    """What the invitation gives, and by whom it was made. A POST takes it.

    Somebody who is not logged in makes an account with it; somebody who is takes the role.
    """
    invitation = find(token)
    user = request.user if isinstance(request.user, User) else None
    role = _role_of(invitation, user)
    trouble = trouble_with(invitation)
    if invitation is None or (trouble is not None and role is None):
        return _closed(request, invitation, trouble or Trouble.UNKNOWN)
    form = AccountForm(request.POST if request.method == "POST" and user is None else None)
    error: Refused | None = None
    if request.method == "POST" and role is None:
        try:
            if user is not None:
                accept(invitation, user, key=key_of(request))
                return _to_work(invitation)
            if form.is_valid():
                made = accept_as_new(
                    invitation,
                    username=form.cleaned_data["username"],
                    full_name=form.cleaned_data["full_name"],
                    password=form.cleaned_data["password1"],
                    key=key_of(request),
                )
                login(request, made, backend=_BACKEND)
                return _to_work(invitation)
        except Refused as refused:
            error = refused
            if refused.field:
                form.add_error(refused.field, str(refused.message))
    status = 422 if form.errors else status_of(error)
    context = {"invitation": invitation, "role": role, "form": form, "refused": error}
    return render(request, "tournaments/people/invited.html", context, status=status)


def _role_of(invitation: Invitation | None, user: User | None) -> Role | None:
    if invitation is None or user is None:
        return None
    return Role.objects.filter(tournament=invitation.tournament, user=user).first()


def _to_work(invitation: Invitation) -> HttpResponseBase:
    """Where the role is used: a screen shows the wall, everybody else sits at the desk."""
    where = "wall" if invitation.kind == Role.Kind.DISPLAY else "desk-overview"
    return redirect(where, slug=invitation.tournament.slug)


def _closed(request: HttpRequest, invitation: Invitation | None, trouble: Trouble) -> HttpResponse:
    what, now = WORDS[trouble]
    context = {"what": what, "now": now, "invitation": invitation}
    status = 404 if trouble == Trouble.UNKNOWN else 410
    return render(request, "tournaments/people/closed.html", context, status=status)
