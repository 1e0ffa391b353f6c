"""One's own account: where it is logged in, and its password."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import PasswordChangeView
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import user_of
from tournaments.people.log_ins import end, end_after_password, log_ins_of


@login_required
@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Where the account is logged in."""
    user = user_of(request)
    found = log_ins_of([user], request.session.session_key).get(user.pk, [])
    context = {
        "log_ins": sorted(found, key=lambda one: not one.this),
        "others": [one for one in found if not one.this],
    }
    return render(request, "tournaments/people/account.html", context)


@login_required
@require_POST
def end_log_ins(request: HttpRequest) -> HttpResponseBase:
    """End the log-in that is named, or all but this one. Twice changes nothing more."""
    named = request.POST.get("log_in", "")
    try:
        only = [uuid.UUID(named)] if named else None
    except ValueError as error:
        raise Http404(named) from error
    how_many = end(user_of(request), only=only, keep=request.session.session_key)
    said = ngettext("%(n)d log-in ended.", "%(n)d log-ins ended.", how_many)
    messages.success(request, said % {"n": how_many})
    return redirect("account")


class PasswordChange(PasswordChangeView):
    """A new password; whoever is logged in elsewhere with the old one no longer is."""

    success_url = reverse_lazy("account")

    def form_valid(self, form: Any) -> HttpResponse:
        old = self.request.session.session_key
        response = super().form_valid(form)
        end_after_password(form.user, old=old, new=self.request.session.session_key)
        messages.success(
            self.request, _("Your password is changed. You are logged out everywhere else.")
        )
        return response
