"""The one who was invited opens the link, says who they are, and the sign-up goes on."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.imports.facts import Person
from tournaments.models import SignUp, Tournament, User

from .change import complete
from .known import check_namesakes
from .letters import tell, tell_state
from .links import BadLink, Trouble
from .rows import LIVE, State, called, log, read, registration_of, told


def join(
    sign_up: SignUp,
    person: Person,
    *,
    invitation: int,
    initials: bool = False,
    agreed: bool = False,
    others: bool = False,
    now: dt.datetime | None = None,
    key: str = "",
) -> SignUp:
    """`person` takes the first place that is missing in `sign_up`; `invitation` is the count of
    the link they came by. `agreed` and `others` as in `send_in`.

    Raises `BadLink` when the invitation was withdrawn or somebody else has taken it, `Refused` as
    `send_in` does.
    """
    now = now or timezone.now()
    with act("signup.join", sign_up.tournament, by=None, key=key) as doing:
        sign_up, given = read(doing, sign_up)
        if doing.already:
            return sign_up
        if doing.row.state != Tournament.State.OPEN:
            raise BadLink(Trouble.OVER)
        if sign_up.state not in LIVE or given.complete or invitation != given.invitation:
            raise BadLink(Trouble.REPLACED)
        registration = registration_of(doing.row)
        if registration and registration.consent and not agreed:
            raise Refused(
                "consent",
                _("Tick that you agree. Without it nobody can be signed up."),
                field="consent",
            )
        if person.key in {one.key for one in given.entry.players}:
            raise Refused(
                "twice-in-pair",
                _("You cannot be invited by yourself. Write who you are."),
                field="player1",
            )
        alone = replace(given, entry=replace(given.entry, players=(person,)), initials=(initials,))
        check_namesakes(doing.row, replace(alone, others=others), but=sign_up)
        given = given.with_player(given.missing[0], person, initials=initials)
        given = replace(given, others=given.others or others)
        before = told(sign_up)
        sign_up.facts = given.to_json()
        entry = complete(sign_up, given, now)
        event = doing.log(
            entry or sign_up,
            before=before,
            after=told(sign_up) | ({"number": entry.number} if entry else {}),
            called=entry.name if entry else called(sign_up),
        )
        if entry is not None:
            tell_state(event, sign_up, given)
        else:
            tell(event, sign_up, given, "joined", who=person.name)
    return sign_up


def renew_invitation(sign_up: SignUp, *, by: User | None, key: str = "") -> SignUp:
    """Withdraw the invitation that was passed on: its link is worth nothing, a new one is made."""
    with act("signup.invite-anew", sign_up.tournament, by=by, key=key) as doing:
        sign_up, given = read(doing, sign_up)
        if doing.already:
            return sign_up
        if given.complete or sign_up.state not in {*LIVE} - {State.UNCONFIRMED}:
            raise Refused("nobody-missing", _("Nobody is missing, so there is no invitation."))
        sign_up.facts = replace(given, invitation=given.invitation + 1).to_json()
        sign_up.save()
        log(doing, sign_up, told(sign_up))
    return sign_up
