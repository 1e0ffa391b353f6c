"""An account's tokens: made and shown once, listed, revoked."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import user_of
from tournaments.api.scopes import READ
from tournaments.domain.api_tokens import make_token, revoke_token
from tournaments.domain.errors import Refused
from tournaments.forms.tokens import SCOPE_WORDS, TokenForm
from tournaments.models import ApiToken


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponseBase:
    """What there is; and a new one, whose key is shown on this answer alone."""
    user = user_of(request)
    form = TokenForm(user, request.POST if request.method == "POST" else None)
    made: dict[str, str] = {}
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        try:
            token, key = make_token(
                user,
                name=fields["name"],
                scopes=[READ, *fields["scopes"]],
                tournament=fields["tournament"],
                days=fields["days"],
            )
            made, form = {"name": token.name, "key": key}, TokenForm(user)
        except Refused as refused:
            form.add_error(refused.field or None, str(refused.message))
    return _page(request, form, made)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """From now on it opens nothing."""
    token = get_object_or_404(ApiToken, pk=pk, user=user_of(request))
    revoke_token(token)
    messages.success(request, _("“%(name)s” opens nothing any more.") % {"name": token.name})
    return redirect("desk-tokens")


def _page(request: HttpRequest, form: TokenForm, made: dict[str, str]) -> HttpResponse:
    now = timezone.now()
    rows = [
        {
            "token": token,
            "scopes": [SCOPE_WORDS[scope] for scope in token.scopes if scope in SCOPE_WORDS],
            "state": "revoked"
            if token.revoked_at is not None
            else "expired"
            if token.expires_at <= now
            else "",
        }
        for token in ApiToken.objects.filter(user=user_of(request)).select_related("tournament")
    ]
    response = render(
        request,
        "tournaments/api/tokens.html",
        {"form": form, "made": made, "rows": rows},
        status=422 if form.errors else 200,
    )
    # A key is shown once and kept by no cache.
    response["Cache-Control"] = "no-store"
    return response
