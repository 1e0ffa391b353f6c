"""Who works at a tournament: give a role, take it back, set a new password."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.domain.act import Act, act
from tournaments.domain.errors import Refused
from tournaments.models import Role, Tournament, User
from tournaments.people.invitations import revoke_all_of
from tournaments.people.log_ins import end, end_after_password, end_in

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
        role = _set(tournament, user, kind, by=by, doing=doing)
    return role, password


def give_again(tournament: Tournament, user: User, kind: str, *, by: User, key: str = "") -> Role:
    """Give an account a role it had before. Raises `Refused`."""
    with act("role.give", tournament, by=by, key=key) as doing:
        there = Role.objects.filter(tournament=tournament, user=user).first()
        if doing.already and there is not None:
            return there
        return _set(tournament, user, kind, by=by, doing=doing)


def change_role(role: Role, kind: str, *, by: User, key: str = "") -> Role:
    """Give somebody who works here another role. Raises `Refused`."""
    with act("role.give", role.tournament, by=by, key=key) as doing:
        current = _still_there(role)
        if doing.already:
            return current
        if current.kind == kind:
            raise Refused("role-same", _("They have that role already."))
        return _set(role.tournament, role.user, kind, by=by, doing=doing)


def _set(
    tournament: Tournament, user: User, kind: str, *, by: User, doing: Act[Tournament]
) -> Role:
    """The role of `user` is `kind` now; whoever was an organiser takes open invitations along."""
    role = Role.objects.filter(tournament=tournament, user=user).first()
    before = {"role": role.kind} if role else {}
    if user == by and role is not None and role.kind != Role.Kind.ORGANISER:
        raise Refused("own-role", _("Nobody changes their own role. Ask an organiser."))
    after: dict[str, object] = {"role": kind}
    if role is not None and role.kind != kind:
        after |= _step_down(role)
    role, _made = Role.objects.update_or_create(
        tournament=tournament, user=user, defaults={"kind": kind}
    )
    doing.log(user, before=before, after=after, called=user.display_name)
    end_in(tournament, user)
    return role


def take_role(role: Role, *, by: User, key: str = "") -> None:
    """End an account's work at a tournament. The account stays. Raises `Refused`.

    Invitations that they made and that nobody has used open nothing any more.
    """
    with act("role.take", role.tournament, by=by, key=key) as doing:
        if doing.already:
            return
        current = _still_there(role)
        after = _step_down(current)
        user = current.user
        doing.log(user, before={"role": current.kind}, after=after, called=str(user))
        current.delete()
        end_in(role.tournament, user)


def _still_there(role: Role) -> Role:
    current = Role.objects.select_related("user").filter(pk=role.pk).first()
    if current is None:
        raise Refused("role-gone", _("Somebody else has already taken this role away."))
    return current


def _step_down(role: Role) -> dict[str, object]:
    """An organiser goes: another must be there, and what they invited with is withdrawn."""
    _keep_an_organiser(role)
    if role.kind != Role.Kind.ORGANISER:
        return {}
    withdrawn = revoke_all_of(role.tournament, role.user)
    return {"withdrawn": len(withdrawn)} if withdrawn else {}


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
        end_after_password(user)
        doing.log(user, called=user.display_name)
    return password


def end_log_ins(role: Role, *, by: User, only: Collection[Any] | None = None, key: str = "") -> int:
    """Log somebody who works here out, at once: on the devices with the ids in `only` (None: on
    all). How many there were."""
    with act("role.log-out", role.tournament, by=by, key=key) as doing:
        if doing.already:
            return int(doing.already.after.get("log_ins", 0))
        how_many = end(role.user, only=only)
        doing.log(role.user, after={"log_ins": how_many}, called=role.user.display_name)
    return how_many


def _keep_an_organiser(role: Role) -> None:
    others = Role.objects.filter(tournament=role.tournament, kind=Role.Kind.ORGANISER).exclude(
        pk=role.pk
    )
    if role.kind == Role.Kind.ORGANISER and not others.exists():
        raise Refused(
            "last-organiser",
            _("A tournament needs an organiser. Make somebody else organiser first."),
        )
