"""Somebody sends the public form in. It counts once the link in the letter is confirmed."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import spoken
from tournaments.domain.act import act
from tournaments.domain.errors import Refused
from tournaments.models import Entry, SignUp, Tournament
from tournaments.names import name_key
from tournaments.public_names import public_names

from .facts import Given
from .known import already_signed_up, check_namesakes
from .letters import tell
from .links import TO_CONFIRM
from .pace import KINDS, due_at
from .rows import called, check_open, registration_of, told

#: Letters that forms may have us write to one address in an hour: a form is soon filled in by a
#: machine. How many in all only decides when they are sent, see `pace`.
PER_ADDRESS = 4


def send_in(
    tournament: Tournament,
    given: Given,
    *,
    agreed: bool = False,
    others: bool = False,
    sender: str = "",
    now: dt.datetime | None = None,
    key: str = "",
) -> SignUp:
    """A sign-up that waits for its link to be confirmed; the letter with it is written.

    `agreed`: to the tournament's consent text. `others`: players who are called like somebody in
    the list are other people. `sender`: the network address it came from. Who has signed up
    already is sent the link to that, and looks no different from outside. Where very many sign up
    at once, the letter is sent a little later, and the link holds the longer. Refuses when
    registration is not open, when the consent is missing, when the name is taken, and when the
    same e-mail address is written to too often.
    """
    now = now or timezone.now()
    with act("signup.send", tournament, by=None, key=key) as doing:
        row = doing.row
        if doing.already:
            return row.sign_ups.get(pk=doing.already.subject_id)
        check_open(row, now)
        registration = registration_of(row)
        consent = registration.consent if registration else ""
        if consent and not agreed:
            raise Refused(
                "consent",
                _("Tick that you agree. Without it nobody can be signed up."),
                field="consent",
            )
        given = replace(given.named(), others=others)
        check_name(row, given)
        check_namesakes(row, given)
        _check_rate(row, given.first.email, now)
        due = due_at(row, sender, now)
        known = already_signed_up(row, given.first)
        sign_up = known or SignUp(tournament=row)
        if known is None:
            sign_up.facts = given.to_json()
            sign_up.email = given.first.email
            sign_up.language = spoken.language()
            sign_up.consent, sign_up.consented_at = consent, now if consent else None
            sign_up.answer_by = due + TO_CONFIRM
            sign_up.save()
        event = doing.log(
            sign_up, after=told(sign_up) if known is None else {}, called=called(sign_up)
        )
        kind = "already" if known else "confirm"
        tell(event, sign_up, given, kind, due_at=due if due > now else None)
    return sign_up


def check_name(tournament: Tournament, given: Given, entry: Entry | None = None) -> None:
    """Refuses a name that stands in the public list. One that only the desk sees in full is found
    out when the link is confirmed."""
    key = name_key(given.entry.name)
    taken = tournament.entries.filter(name_key=key).values_list("pk", "name").first()
    if taken is None or (entry is not None and taken[0] == entry.pk):
        return
    if name_key(public_names(tournament).entry(*taken)) != key:
        return
    raise Refused(
        "name-elsewhere",
        _("Somebody in the list is called “%(name)s”. Choose another name.")
        % {"name": given.entry.name},
        field="name" if len(given.entry.players) > 1 else "player1",
    )


def _check_rate(tournament: Tournament, email: str, now: dt.datetime) -> None:
    since = Q(created_at__gt=now - dt.timedelta(hours=1))
    sent = tournament.mails.filter(since, kind__in=KINDS)
    if sent.filter(to__iexact=email).count() >= PER_ADDRESS:
        raise Refused(
            "too-many",
            _(
                "We have written to %(email)s several times within an hour. Look in the folder for "
                "unwanted mail, or wait an hour and send this again."
            )
            % {"email": email},
            field="email1",
        )
