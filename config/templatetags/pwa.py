"""`{% app_identity %}`: on the body of a page, whom it acts for. The queue on the device asks."""

from __future__ import annotations

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from config.pwa.identity import account_of, identities, player_of

register = template.Library()


@register.simple_tag(takes_context=True)
def app_identity(context: Context) -> SafeString:
    """Attributes: the account and its name for people, whom the device plays for here, and all
    it acts for anywhere."""
    request: HttpRequest | None = context.get("request")
    if request is None or not hasattr(request, "user"):
        return SafeString("")
    tournament = getattr(context.get("tournament"), "pk", None)
    user = request.user
    return format_html(
        ' data-account="{}" data-account-name="{}" data-player="{}" data-acts-for="{}"',
        account_of(request),
        (user.get_short_name() or user.username) if user.is_authenticated else "",
        player_of(request, tournament) if tournament else "",
        " ".join(identities(request)),
    )
