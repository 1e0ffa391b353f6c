"""The letters of registration. Each goes with the event it tells of, once."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from typing import Any

from tournaments.domain.errors import Refused
from tournaments.mail import write_mail
from tournaments.models import Event, SignUp
from tournaments.queries.stages import players_in_entry

from . import links
from .facts import Given
from .rows import place_in_queue, registration_of


def tell(
    event: Event,
    sign_up: SignUp,
    given: Given,
    kind: str,
    *,
    due_at: dt.datetime | None = None,
    **more: Any,
) -> None:
    """Write to who signed up. `kind` is a template, `templates/mail/sign-up-<kind>.txt`. Sent as
    soon as may be, not before `due_at`."""
    _write(event, sign_up, given, kind, sign_up.email, given.first.name, more, due_at)


def tell_partners(event: Event, sign_up: SignUp, given: Given, kind: str) -> None:
    """Write to the others who left an address. They get no link: it is the first one's."""
    for person in given.entry.players[1:]:
        if person.email and person.email.casefold() != sign_up.email.casefold():
            # An address that the desk has mistyped keeps nobody out of the list.
            with suppress(Refused):
                _write(event, sign_up, given, kind, person.email, person.name, {})


def tell_state(event: Event, sign_up: SignUp, given: Given) -> None:
    """Write what has become of it: an entry, a place held, a place in the waiting list."""
    match sign_up.state:
        case SignUp.State.ENTERED:
            tell(event, sign_up, given, "entered")
            tell_partners(event, sign_up, given, "partner")
        case SignUp.State.INVITING:
            tell(event, sign_up, given, "inviting")
        case SignUp.State.WAITING:
            tell(event, sign_up, given, "waiting", place=place_in_queue(sign_up))
        case SignUp.State.OFFERED:
            tell(event, sign_up, given, "offer")


def _write(
    event: Event,
    sign_up: SignUp,
    given: Given,
    kind: str,
    to: str,
    name: str,
    more: dict[str, Any],
    due_at: dt.datetime | None = None,
) -> None:
    tournament = sign_up.tournament
    write_mail(
        tournament,
        kind=f"sign-up-{kind}",
        to=to,
        language=sign_up.language,
        context={
            "name": name,
            "called": given.entry.name,
            "players": [person.name for person in given.entry.players if person.name],
            "in_entry": players_in_entry(tournament),
            "number": sign_up.entry.number if sign_up.entry else None,
            "answer_by": sign_up.answer_by,
            "registration": registration_of(tournament),
            "link": links.own_link(sign_up),
            "invitation": "" if given.complete else links.invitation_link(sign_up, given),
            **more,
        },
        key=f"{event.pk}:{kind}:{to}"[:120],
        sign_up=sign_up,
        due_at=due_at,
    )
