"""Who is a judge, and who the head judge. The pages ask `access`; verbs ask again, under the lock,
where it is not the address but what was typed that needs the head judge."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.access import ALLOWED, Action, actions_of
from tournaments.domain.errors import Refused
from tournaments.models import Role, Tournament, User

JUDGING_ROLES = [kind for kind, actions in ALLOWED.items() if Action.JUDGE in actions]


def is_head(user: User | None, tournament: Tournament) -> bool:
    """Whether `user` may decide as head judge. The program itself (None) may."""
    return user is None or Action.HEAD_JUDGE in actions_of(user, tournament)


def refuse_all_but_head(user: User | None, tournament: Tournament) -> None:
    if not is_head(user, tournament):
        raise Refused("head-judge-only", _("The head judge decides this. Send for them."))


def judges_of(tournament: Tournament) -> list[User]:
    """Everybody who may take a call, by name: the judges first, then the organisers."""
    roles = Role.objects.filter(tournament=tournament, kind__in=JUDGING_ROLES)
    rows = sorted(
        roles.select_related("user"),
        key=lambda role: (role.kind == Role.Kind.ORGANISER, role.user.display_name.casefold()),
    )
    return [role.user for role in rows]
