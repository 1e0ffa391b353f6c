"""Who works at a tournament: roles, log-ins, invitations.

Nobody gets an account here, or a password: whoever has none is invited by a link and chooses both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.access import Action
from tournaments.domain import people as verbs
from tournaments.domain.errors import Refused
from tournaments.models import Invitation, Role, Tournament, User
from tournaments.people.invitations import MOST_HOURS, MOST_USES, invite, link_of, revoke

from .described import described
from .endpoint import Endpoint, Read
from .found import done_before, the_tournament
from .pages import PageQuery, page_of, paged
from .shapes import choice
from .verb_table import Subject, VerbRow, verbs_on


class PersonShape(serializers.Serializer):
    """Somebody who works here."""

    username = serializers.CharField()
    name = serializers.CharField()
    role = choice(Role.Kind.values)


class PeopleShape(serializers.Serializer):
    """Everybody who works here."""

    people = PersonShape(many=True)


class UsernameBody(serializers.Serializer):
    """Who."""

    username = serializers.CharField(max_length=150, help_text="The log-in of an account.")


class RoleBody(UsernameBody):
    """Who is what."""

    role = choice(Role.Kind.values)


def _people(_view: Endpoint, row: Tournament) -> dict[str, Any]:
    order = list(Role.Kind.values)
    roles = sorted(
        row.roles.select_related("user"),
        key=lambda role: (order.index(role.kind), role.user.username),
    )
    return {
        "people": [
            {
                "username": role.user.username,
                "name": role.user.display_name,
                "role": role.kind,
            }
            for role in roles
        ]
    }


@described("people_list", "people", "Everybody who works here, by role.", PeopleShape)
class People(Read):
    access = Action.EDIT_TOURNAMENT

    def read(self) -> dict[str, Any]:
        return _people(self, self.tournament)


PEOPLE = Subject(
    tag="people", address="people/", find=the_tournament, answer=PeopleShape, shaped=_people
)


def _give(tournament: Tournament, *, username: str, role: str, by: User, key: str) -> None:
    name = username.strip().lower()
    user = User.objects.filter(username=name).first()
    there = tournament.roles.select_related("user", "tournament").filter(user=user).first()
    if user is None:
        raise Refused(
            "no-account", _("Nobody has that log-in. Invite them by a link."), field="username"
        )
    if there is not None:
        verbs.change_role(there, role, by=by, key=key)
    else:
        verbs.give_again(tournament, user, role, by=by, key=key)


def _role(tournament: Tournament, username: str) -> Role:
    roles = tournament.roles.select_related("user", "tournament")
    row = roles.filter(user__username=username.strip().lower()).first()
    if row is None:
        raise Refused("no-role", _("Nobody with that log-in works here."), field="username")
    return row


def _take(tournament: Tournament, *, username: str, by: User, key: str) -> None:
    if not done_before(tournament, key):
        verbs.take_role(_role(tournament, username), by=by, key=key)


def _log_out(tournament: Tournament, *, username: str, by: User, key: str) -> None:
    verbs.end_log_ins(_role(tournament, username), by=by, key=key)


class InvitationShape(serializers.Serializer):
    """A link that gives whoever opens it a role."""

    id = serializers.IntegerField()
    role = choice(Role.Kind.values)
    note = serializers.CharField(allow_blank=True)
    expires_at = serializers.DateTimeField()
    uses = serializers.IntegerField()
    max_uses = serializers.IntegerField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class NewInvitationShape(InvitationShape):
    """The same, with its link."""

    link = serializers.CharField(
        allow_blank=True,
        help_text="Shown this once, and kept nowhere: empty where the request is sent again.",
    )


class InviteBody(serializers.Serializer):
    """Whom to invite, and for how long."""

    role = choice(Role.Kind.values)
    note = serializers.CharField(
        max_length=80, allow_blank=True, default="", help_text="Whom it is for."
    )
    hours = serializers.IntegerField(min_value=1, max_value=MOST_HOURS, default=72)
    max_uses = serializers.IntegerField(min_value=1, max_value=MOST_USES, default=1)


def _invitation(_view: Endpoint | None, row: Invitation) -> dict[str, Any]:
    plain = ("note", "expires_at", "uses", "max_uses", "revoked_at")
    return {"id": row.pk, "role": row.kind, **{name: getattr(row, name) for name in plain}}


def _new_invitation(view: Endpoint, made: tuple[Invitation, str]) -> dict[str, Any]:
    row, token = made
    return _invitation(view, row) | {"link": link_of(token) if token else ""}


def _invite(tournament: Tournament, *, role: str, **sent: Any) -> tuple[Invitation, str]:
    return invite(tournament, kind=role, **sent)


def _invitation_of(view: Endpoint, pk: int) -> Invitation:
    row = view.tournament.invitations.select_related("tournament").filter(pk=pk).first()
    if row is None:
        raise Http404(str(pk))
    return row


@described(
    "invitations_list", "people", "All invitations, the newest first.", page_of(InvitationShape)
)
class Invitations(Read):
    access = Action.EDIT_TOURNAMENT
    query = PageQuery

    def read(self) -> dict[str, Any]:
        rows = self.tournament.invitations.order_by("-pk")
        return paged(self.request, self.asked, rows, self._shaped)

    def _shaped(self, rows: Sequence[Invitation]) -> list[dict[str, Any]]:
        return [_invitation(self, row) for row in rows]


INVITATIONS = Subject(
    tag="people",
    address="invitations/",
    find=the_tournament,
    answer=NewInvitationShape,
    shaped=_new_invitation,
)

_EDIT = Action.EDIT_TOURNAMENT

urlpatterns = [
    *verbs_on(
        PEOPLE,
        VerbRow(
            "role_give",
            "",
            _EDIT,
            "Let an account work here, or give it another role.",
            _give,
            RoleBody,
            beside=People,
            route="api-people",
        ),
        VerbRow("role_take", "take/", _EDIT, "Somebody no longer works here.", _take, UsernameBody),
        VerbRow(
            "role_log_out",
            "log-out/",
            _EDIT,
            "Log somebody who works here out, on all devices.",
            _log_out,
            UsernameBody,
        ),
    ),
    *verbs_on(
        INVITATIONS,
        VerbRow(
            "invitation_make",
            "",
            _EDIT,
            "Make a link that gives whoever opens it a role.",
            _invite,
            InviteBody,
            answers=INVITATIONS,
            status=201,
            once=("link",),
            beside=Invitations,
            route="api-invitations",
        ),
    ),
    *verbs_on(
        Subject(
            tag="people",
            address="invitations/<int:pk>/",
            find=_invitation_of,
            answer=InvitationShape,
            shaped=_invitation,
        ),
        VerbRow("invitation_revoke", "revoke/", _EDIT, "The link opens nothing any more.", revoke),
    ),
]
