"""How steps about people are taken back."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.access import Action
from tournaments.domain.errors import Conflict, Refused
from tournaments.domain.people import change_role, give_again, take_role
from tournaments.models import Invitation, Role, User
from tournaments.people import invitations
from tournaments.undo.registry import Step, Way


def _role_back(step: Step) -> None:
    """The role is the one before the step; without one before, there is none."""
    assert step.by is not None
    event = step.event
    user = User.objects.get(pk=event.subject_id)
    now = Role.objects.filter(tournament=step.tournament, user=user).first()
    was = event.before.get("role", "")
    left = "" if event.verb == "role.take" else event.after.get("role", "")
    if (now.kind if now else "") != left:
        raise Conflict("changed-since", _("Somebody has changed it since. Load the page again."))
    if now is None:
        give_again(step.tournament, user, was, by=step.by, key=step.key)
    elif was:
        change_role(now, was, by=step.by, key=step.key)
    else:
        take_role(now, by=step.by, key=step.key)


def _invitation(step: Step) -> Invitation:
    row = step.tournament.invitations.filter(pk=step.event.subject_id).first()
    if row is None:
        raise Refused("no-invitation", _("That invitation is gone."))
    return row


def _revoke(step: Step) -> None:
    assert step.by is not None
    invitations.revoke(_invitation(step), by=step.by, key=step.key)


def _restore(step: Step) -> None:
    assert step.by is not None
    invitations.restore(_invitation(step), by=step.by, key=step.key)


_ROLE: Final = Way(
    do=_role_back,
    action=Action.EDIT_TOURNAMENT,
    aspect="role",
    becomes=gettext_lazy("What %(subject)s may do here is as it was before."),
)
_GONE: Final = Way(
    do=_revoke,
    action=Action.EDIT_TOURNAMENT,
    aspect="invitation",
    becomes=gettext_lazy("The invitation opens nothing any more: %(subject)s."),
)

WAYS: Final[dict[str, Way]] = {
    **dict.fromkeys(("role.give", "role.take", "role.join"), _ROLE),
    **dict.fromkeys(("role.invite", "role.restore-invitation"), _GONE),
    "role.revoke-invitation": Way(
        do=_restore,
        action=Action.EDIT_TOURNAMENT,
        aspect="invitation",
        becomes=gettext_lazy("The same link holds again: %(subject)s."),
    ),
}

NEVER: Final[dict[str, str | Promise]] = {
    "role.password": gettext_lazy("A password is kept by nobody. Set another under People."),
    "role.log-out": gettext_lazy("They log in again themselves."),
}
