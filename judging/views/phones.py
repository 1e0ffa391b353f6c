"""The phones that are told of calls while no page is open: which, one more, one less."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from judging.models import PushDevice
from judging.push.devices import add_device, remove_device
from judging.push.keys import public_key
from tournaments.access import Action, staff, user_of
from tournaments.domain.errors import Refused
from tournaments.models import Tournament, User
from tournaments.typed_number import whole


def of_account(user: User) -> dict[str, Any]:
    """What the page of calls shows: our key, and the account's own devices. One query."""
    return {"push_key": public_key(), "devices": list(PushDevice.objects.filter(user=user))}


@staff(Action.JUDGE)
@require_POST
def phones(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """The browser subscribes (`endpoint`, `p256dh`, `auth`), says that it has stopped (`gone`), or
    somebody takes a device out of the list (`remove`)."""
    user = user_of(request)
    if request.POST.get("gone"):
        remove_device(user, endpoint=request.POST["gone"])
        return HttpResponse(status=204)
    if "remove" in request.POST:
        remove_device(user, pk=whole(request.POST["remove"]) or 0)
        messages.success(request, _("It is told no more."))
        return redirect("desk-calls", tournament.slug)
    try:
        add_device(
            user,
            endpoint=request.POST.get("endpoint", ""),
            p256dh=request.POST.get("p256dh", ""),
            auth=request.POST.get("auth", ""),
            agent=request.headers.get("User-Agent", ""),
        )
    except Refused as refused:
        return HttpResponse(str(refused.message), status=422, content_type="text/plain")
    return HttpResponse(status=204)
