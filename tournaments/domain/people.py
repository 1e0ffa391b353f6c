"""Who works at a tournament: give a role, take it back, set a new password."""

from __future__ import annotations

import secrets

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import Role, Tournament, User

#: Letters and digits that nobody mixes up when reading them aloud.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_password() -> str:
    """Three groups of four, such as "k7mq-2xpa-9rtc": about 59 bits."""
    groups = ["".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(3)]
    return "-".join(groups)


def give_role(
    tournament: Tournament,
    *,
    username: str,
    kind: str,
    by: User,
    full_name: str = "",
    key: str = "",
) -> tuple[Role, str]:
    """Let an account work at a tournament, making the account if there is none.

    Returns the role, and the password of an account just made ("" for one that existed; it is
    stored only as a hash, so this is the one time it can be shown). Somebody who has a role
    already gets the new one instead. Raises `Refused("last-organiser")`.
    """
    username = username.strip().lower()
    password = ""
    with act("role.give", tournament, by=by, key=key) as doing:
        if doing.already:
            given = Role.objects.filter(tournament=tournament, user__username=username).first()
            if given is None:
                raise Refused("role-gone", _("Somebody else has already taken this role away."))
            return given, ""
        user = User.objects.filter(username=username).first()
        if user is None:
            password = new_password()
            first, _space, last = full_name.strip().partition(" ")
            try:
                with transaction.atomic():
                    user = User.objects.create_user(
                        username, password=password, first_name=first, last_name=last
                    )
            except IntegrityError as error:
                raise Refused("username-taken", _("That log-in was just taken.")) from error
        role = Role.objects.filter(tournament=tournament, user=user).first()
        before = {"role": role.kind} if role else {}
        if role is not None and kind != Role.Kind.ORGANISER:
            _keep_an_organiser(role)
        role, _made = Role.objects.update_or_create(
            tournament=tournament, user=user, defaults={"kind": kind}
        )
        doing.log(role, before=before, after={"role": kind}, called=user.display_name)
    return role, password


def take_role(role: Role, *, by: User, key: str = "") -> None:
    """End an account's work at a tournament. The account stays. Raises `Refused`."""
    with act("role.take", role.tournament, by=by, key=key) as doing:
        if doing.already:
            return
        current = Role.objects.filter(pk=role.pk).first()
        if current is None:
            raise Refused("role-gone", _("Somebody else has already taken this role away."))
        _keep_an_organiser(current)
        doing.log(current, before={"role": current.kind}, called=str(current.user))
        current.delete()


def reset_password(role: Role, *, by: User, key: str = "") -> str:
    """A new password for somebody who works here, returned to be told to them.

    Refused for accounts that also work where `by` is no organiser, and for support's own.
    """
    with act("role.password", role.tournament, by=by, key=key) as doing:
        if doing.already:
            raise Refused("password-set", _("The password has already been changed. Make another."))
        user = role.user
        own = Role.objects.filter(user=by, kind=Role.Kind.ORGANISER).values("tournament")
        elsewhere = Role.objects.filter(user=user).exclude(tournament__in=own).exists()
        if user.is_staff or user.is_superuser or elsewhere:
            raise Refused(
                "password-elsewhere",
                _("%(name)s also works elsewhere and must change the password themselves.")
                % {"name": user.display_name},
            )
        password = new_password()
        user.set_password(password)
        user.save(update_fields=["password"])
        doing.log(role, called=user.display_name)
    return password


def _keep_an_organiser(role: Role) -> None:
    others = Role.objects.filter(tournament=role.tournament, kind=Role.Kind.ORGANISER).exclude(
        pk=role.pk
    )
    if role.kind == Role.Kind.ORGANISER and not others.exists():
        raise Refused(
            "last-organiser",
            _("A tournament needs an organiser. Make somebody else organiser first."),
        )
