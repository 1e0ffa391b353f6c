"""Who works at a tournament: roles, invitations, log-ins."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import Action, desk_page, key_of, staff, user_of
from tournaments.domain import people as verbs
from tournaments.domain.errors import Refused
from tournaments.follows import follows
from tournaments.forms.people import InvitationForm, KindForm, RoleForm
from tournaments.models import Event, Invitation, Role, Tournament, User
from tournaments.people.invitations import invite, link_of, revoke, trouble_with
from tournaments.people.log_ins import Shown, log_ins_of
from tournaments.qr import qr_code
from tournaments.undo.take_back import take_back


@dataclass(frozen=True, slots=True)
class _Person:
    """Somebody who works here, as the page shows them."""

    role: Role
    log_ins: list[Shown]
    kinds: KindForm
    #: Whether it is who asks.
    self: bool


@staff(Action.EDIT_TOURNAMENT)
@require_http_methods(["GET", "HEAD", "POST"])
@follows("staff", pieces="#page")
def people(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Who works here; add somebody."""
    form = RoleForm(request.POST or None)
    told_password: dict[str, str] = {}
    if request.method == "POST" and form.is_valid():
        try:
            role, password = verbs.give_role(
                tournament, by=user_of(request), key=key_of(request), **form.cleaned_data
            )
            if password:
                told_password = {"username": role.user.username, "password": password}
                form = RoleForm()
            else:
                _say(request, tournament, _gave(role))
                return redirect("desk-people", slug=tournament.slug)
        except Refused as refused:
            form.add_error(refused.field or None, str(refused.message))
    return _page(request, tournament, form=form, told=told_password)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def invite_by_link(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Make a link, and show it: this once."""
    form = InvitationForm(request.POST)
    link: dict[str, Any] = {}
    if form.is_valid():
        try:
            invitation, token = invite(
                tournament, by=user_of(request), key=key_of(request), **form.cleaned_data
            )
        except Refused as refused:
            form.add_error(refused.field or None, str(refused.message))
        else:
            if not token:
                messages.info(request, _("That invitation has been made. Its link was shown once."))
                return redirect("desk-people", slug=tournament.slug)
            address = link_of(token)
            link = {"address": address, "qr": qr_code(address), "invitation": invitation}
            form = InvitationForm()
    return _page(request, tournament, invitation_form=form, link=link)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def revoke_invitation(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponseBase:
    """The link opens nothing any more."""
    invitation = get_object_or_404(tournament.invitations.select_related("tournament"), pk=pk)
    try:
        revoke(invitation, by=user_of(request), key=key_of(request))
        _say(request, tournament, _("The invitation is withdrawn."))
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-people", slug=tournament.slug)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def role_change(
    request: HttpRequest, tournament: Tournament, role_id: int, what: str
) -> HttpResponseBase:
    """Give another role, take it away, set a new password, or end log-ins."""
    role = get_object_or_404(tournament.roles.select_related("user", "tournament"), pk=role_id)
    name, by, key = role.user.display_name, user_of(request), key_of(request)
    try:
        if what == "password":
            password = verbs.reset_password(role, by=by, key=key)
            told = {"username": role.user.username, "password": password}
            return _page(request, tournament, told=told)
        if what == "kind":
            form = KindForm(request.POST)
            if not form.is_valid():
                raise Refused("no-kind", _("There is no such role."))
            _say(
                request,
                tournament,
                _gave(verbs.change_role(role, form.cleaned_data["kind"], by=by, key=key)),
            )
        elif what == "log-out":
            how_many = verbs.end_log_ins(role, by=by, only=_one_of(request), key=key)
            said = ngettext("%(n)d log-in ended.", "%(n)d log-ins ended.", how_many)
            messages.success(request, f"{name}: {said % {'n': how_many}}")
        else:
            verbs.take_role(role, by=by, key=key)
            _say(request, tournament, _("%(name)s no longer works here.") % {"name": name})
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-people", slug=tournament.slug)


@staff(Action.EDIT_TOURNAMENT)
@require_POST
def undo(request: HttpRequest, tournament: Tournament, event: int) -> HttpResponseBase:
    """Take back a step of this page."""
    if not tournament.events.filter(pk=event, verb__startswith="role.").exists():
        raise Http404(event)
    try:
        take_back(tournament, event, by=user_of(request), key=key_of(request))
        messages.success(request, _("Taken back."))
    except Refused as refused:
        messages.error(request, str(refused.message))
    return redirect("desk-people", slug=tournament.slug)


def _one_of(request: HttpRequest) -> list[uuid.UUID] | None:
    """The log-in that was named; None: all."""
    named = request.POST.get("log_in", "")
    try:
        return [uuid.UUID(named)] if named else None
    except ValueError as error:
        raise Http404(named) from error


def _gave(role: Role) -> str:
    return _("%(name)s is %(role)s now.") % {
        "name": role.user.display_name,
        "role": role.get_kind_display(),
    }


def _say(request: HttpRequest, tournament: Tournament, text: str) -> None:
    """`text`, with a button that takes back what was just done."""
    mine: Event | None = tournament.events.filter(
        actor=user_of(request), verb__startswith="role."
    ).first()
    address = reverse("desk-people-undo", args=[tournament.slug, mine.pk]) if mine else ""
    messages.success(request, text, extra_tags=f"undo:{address}" if address else "")


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: RoleForm | None = None,
    invitation_form: InvitationForm | None = None,
    told: dict[str, str] | None = None,
    link: dict[str, Any] | None = None,
) -> HttpResponseBase:
    order = list(Role.Kind.values)
    roles = sorted(
        tournament.roles.select_related("user"),
        key=lambda role: (order.index(role.kind), role.user.username),
    )
    found = log_ins_of([role.user for role in roles], request.session.session_key)
    invitations = list(
        Invitation.objects.filter(tournament=tournament, revoked_at__isnull=True)
        .filter(expires_at__gt=timezone.now())
        .select_related("made_by")
    )
    for one in invitations:
        one.tournament = tournament
    forms_with_errors: list[forms.Form] = [
        one for one in (form, invitation_form) if one is not None and one.errors
    ]
    response = desk_page(
        request,
        tournament,
        "settings",
        "tournaments/people/page.html",
        {
            "people": [
                _Person(
                    role=role,
                    log_ins=found.get(role.user_id, []),
                    kinds=KindForm(initial={"kind": role.kind}, auto_id=f"id_{role.pk}_%s"),
                    self=role.user_id == cast(User, request.user).pk,
                )
                for role in roles
            ],
            "invitations": [one for one in invitations if trouble_with(one) is None],
            "form": form or RoleForm(auto_id="id_person_%s"),
            "invitation_form": invitation_form or InvitationForm(auto_id="id_invitation_%s"),
            "told": told,
            "link": link,
        },
        status=422 if forms_with_errors else 200,
    )
    # A password and a link are shown once and kept by no cache.
    response["Cache-Control"] = "no-store"
    return response
