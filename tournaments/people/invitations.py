"""Invitations: a link that gives whoever opens it a role. Made, opened, revoked."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import Invitation, Role, Tournament, User

#: How long a link may hold, in hours, and how many it may let in.
MOST_HOURS: Final = 24 * 60
MOST_USES: Final = 200


class Trouble(StrEnum):
    """Why a link lets nobody in."""

    UNKNOWN = "unknown"
    REVOKED = "revoked"
    EXPIRED = "expired"
    USED = "used"
    OVER = "over"


#: What is wrong, and what to do about it.
WORDS: Final[dict[Trouble, tuple[str | Promise, str | Promise]]] = {
    Trouble.UNKNOWN: (
        _("This invitation does not exist"),
        _("Is the whole link there? Mail programs cut long ones. Otherwise ask for a new one."),
    ),
    Trouble.REVOKED: (
        _("This invitation was withdrawn"),
        _("Ask the organiser who sent it for a new one."),
    ),
    Trouble.EXPIRED: (
        _("This invitation has run out"),
        _("Ask the organiser who sent it for a new one."),
    ),
    Trouble.USED: (
        _("This invitation has been used"),
        _("If it was you, log in to the desk. Otherwise ask the organiser for one of your own."),
    ),
    Trouble.OVER: (
        _("The tournament is over"),
        _("Nobody is let in to work there any more. An organiser can open it again."),
    ),
}


def hash_of(token: str) -> str:
    """What is kept of a link's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def link_of(token: str) -> str:
    """The address that the token opens."""
    return settings.SITE_URL + reverse("invited", args=[token])


def invite(
    tournament: Tournament,
    *,
    kind: str,
    by: User,
    hours: int = 72,
    max_uses: int = 1,
    note: str = "",
    key: str = "",
) -> tuple[Invitation, str]:
    """Make a link that gives `max_uses` accounts the role `kind` within `hours`.

    Returns the invitation and its token, which is kept nowhere ("" when the same request made it
    before: it has been shown). Raises `Refused`.
    """
    if not (1 <= hours <= MOST_HOURS and 1 <= max_uses <= MOST_USES):
        raise Refused("invitation-range", _("That is more than an invitation can be."))
    with act("role.invite", tournament, by=by, key=key) as doing:
        if doing.already:
            return Invitation.objects.get(pk=doing.already.subject_id), ""
        token = secrets.token_urlsafe(24)
        now = timezone.now()
        invitation = Invitation.objects.create(
            tournament=tournament,
            kind=kind,
            note=note.replace("\0", "").strip()[:80],
            token_hash=hash_of(token),
            made_by=by,
            made_at=now,
            expires_at=now + dt.timedelta(hours=hours),
            max_uses=max_uses,
        )
        doing.log(
            invitation,
            after={
                "role": kind,
                "expires": invitation.expires_at.isoformat(timespec="minutes"),
                "uses": max_uses,
            },
            called=invitation.note or str(invitation.get_kind_display()),
        )
    return invitation, token


def trouble_with(invitation: Invitation | None) -> Trouble | None:
    """Why the link lets nobody in; None: it does."""
    if invitation is None:
        return Trouble.UNKNOWN
    if invitation.revoked_at is not None:
        return Trouble.REVOKED
    if invitation.uses >= invitation.max_uses:
        return Trouble.USED
    if invitation.expires_at <= timezone.now():
        return Trouble.EXPIRED
    if invitation.tournament.state == Tournament.State.FINISHED:
        return Trouble.OVER
    return None


def find(token: str) -> Invitation | None:
    """The invitation that a link names."""
    rows = Invitation.objects.select_related("tournament", "made_by")
    return rows.filter(token_hash=hash_of(token)).first()


def revoke(invitation: Invitation, *, by: User, key: str = "") -> None:
    """The link opens nothing any more. Whom it let in stays. Raises `Refused`."""
    with act("role.revoke-invitation", invitation.tournament, by=by, key=key) as doing:
        if doing.already:
            return
        row = Invitation.objects.get(pk=invitation.pk)
        if row.revoked_at is not None:
            raise Refused("invitation-revoked", _("Somebody has withdrawn it already."))
        row.revoked_at = timezone.now()
        row.save(update_fields=["revoked_at"])
        doing.log(row, before={"role": row.kind}, called=row.note or str(row.get_kind_display()))


def restore(invitation: Invitation, *, by: User, key: str = "") -> None:
    """A link that was withdrawn opens its page again. Raises `Refused`."""
    with act("role.restore-invitation", invitation.tournament, by=by, key=key) as doing:
        if doing.already:
            return
        row = Invitation.objects.get(pk=invitation.pk)
        if row.revoked_at is None:
            raise Refused("invitation-holds", _("Somebody has let it hold again already."))
        row.revoked_at = None
        row.save(update_fields=["revoked_at"])
        doing.log(row, after={"role": row.kind}, called=row.note or str(row.get_kind_display()))


def revoke_all_of(tournament: Tournament, user: User) -> list[int]:
    """Withdraw the open invitations that `user` made; their keys. Inside a verb, under its lock."""
    rows = Invitation.objects.filter(
        tournament=tournament, made_by=user, revoked_at__isnull=True, expires_at__gt=timezone.now()
    )
    keys = [row.pk for row in rows if row.uses < row.max_uses]
    Invitation.objects.filter(pk__in=keys).update(revoked_at=timezone.now())
    return keys


def accept(invitation: Invitation, user: User, *, key: str = "") -> Role:
    """Give `user` the role. Raises `Refused` where the link holds no more, for somebody who works
    there already (nobody lifts themselves) and for one it let in before."""
    with act("role.join", invitation.tournament, by=user, key=key) as doing:
        there = Role.objects.filter(tournament=doing.tournament, user=user).first()
        if doing.already and there is not None:
            return there
        row = Invitation.objects.select_related("tournament").get(pk=invitation.pk)
        if row.users.filter(pk=user.pk).exists() and there is None:
            raise Refused(
                "role-gone",
                _(
                    "You were let in by this link before, and your role was taken away. Ask an "
                    "organiser."
                ),
            )
        trouble = trouble_with(row)
        if there is not None:
            raise Refused(
                "works-there",
                _("You already work there. Only an organiser can give you another role."),
            )
        if trouble is not None:
            what, now = WORDS[trouble]
            raise Refused(f"invitation-{trouble}", f"{what}. {now}")
        role = Role.objects.create(tournament=row.tournament, user=user, kind=row.kind)
        row.users.add(user)
        row.uses += 1
        row.save(update_fields=["uses"])
        doing.log(
            role,
            after={"role": role.kind, "invited_by": row.made_by.display_name},
            called=user.display_name,
        )
    return role


def accept_as_new(
    invitation: Invitation, *, username: str, full_name: str, password: str, key: str = ""
) -> User:
    """Make an account and give it the role: both, or neither. Raises `Refused`."""
    first, _space, last = full_name.replace("\0", "").strip().partition(" ")
    with transaction.atomic():
        try:
            with transaction.atomic():
                user = User.objects.create_user(
                    username, password=password, first_name=first[:150], last_name=last[:150]
                )
        except IntegrityError as error:
            raise Refused(
                "username-taken",
                _("That log-in is taken. Choose another, or log in if it is yours."),
                field="username",
            ) from error
        accept(invitation, user, key=key)
    return user
