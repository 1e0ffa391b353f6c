"""The signed links in letters: whose they are, and whether they still hold.

A link names its row and the count of links given out when it was made. Raising the count
(`SignUp.link_version`, `Given.invitation`) makes all earlier ones worthless. A link of a sign-up
that is not confirmed holds for 48 hours from when its letter is sent; afterwards it holds until the
tournament is over.
"""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import timezone

from tournaments.models import SignUp, Tournament

from .facts import Given

#: How long somebody has to confirm.
TO_CONFIRM: Final = dt.timedelta(hours=48)
_OWN: Final = "tournaments.registration.own"
_INVITATION: Final = "tournaments.registration.invitation"


class Trouble(StrEnum):
    """Why a link opens nothing."""

    #: It is none of ours, or was cut in two by a mail program.
    BROKEN = "broken"
    #: A newer one was given out.
    REPLACED = "replaced"
    #: Not confirmed in 48 hours.
    LATE = "late"
    #: The tournament is over, or what was sent in is erased.
    OVER = "over"


class BadLink(Exception):
    """A link that opens nothing. `sign_up` is whose it was, if it was genuine."""

    def __init__(self, trouble: Trouble, sign_up: SignUp | None = None) -> None:
        super().__init__(trouble)
        self.trouble = trouble
        self.sign_up = sign_up


def own_token(sign_up: SignUp) -> str:
    return signing.dumps([sign_up.pk, sign_up.link_version], salt=_OWN)


def invitation_token(sign_up: SignUp, given: Given) -> str:
    return signing.dumps([sign_up.pk, given.invitation], salt=_INVITATION)


def own_path(sign_up: SignUp) -> str:
    """The page of a sign-up, for whoever has its link."""
    return reverse("sign-up-own", args=[sign_up.tournament.slug, own_token(sign_up)])


def own_link(sign_up: SignUp) -> str:
    return settings.SITE_URL + own_path(sign_up)


def invitation_link(sign_up: SignUp, given: Given) -> str:
    """What the first sends to the one they want to play with."""
    token = invitation_token(sign_up, given)
    return settings.SITE_URL + reverse("sign-up-join", args=[sign_up.tournament.slug, token])


def read_own(tournament: Tournament, token: str) -> SignUp:
    """The sign-up of a link in a letter. Raises `BadLink`."""
    sign_up, version, late = _read(tournament, token, _OWN)
    if tournament.state == Tournament.State.FINISHED or Given.from_json(sign_up.facts) is None:
        raise BadLink(Trouble.OVER)
    if version != sign_up.link_version:
        raise BadLink(Trouble.REPLACED, sign_up)
    if _unconfirmed_too_long(sign_up, late=late):
        raise BadLink(Trouble.LATE, sign_up)
    return sign_up


def _unconfirmed_too_long(sign_up: SignUp, *, late: bool) -> bool:
    """`late`: the link was written more than 48 hours ago. Its letter may have waited."""
    if sign_up.state == SignUp.State.UNCONFIRMED:
        return late and (sign_up.answer_by is None or sign_up.answer_by <= timezone.now())
    return late and sign_up.state == SignUp.State.EXPIRED and sign_up.queued_at is None


def read_invitation(tournament: Tournament, token: str) -> tuple[SignUp, Given]:
    """Who invites, by the link they passed on. Raises `BadLink`, which names nobody."""
    sign_up, count, _late = _read(tournament, token, _INVITATION)
    given = Given.from_json(sign_up.facts)
    if given is None or tournament.state != Tournament.State.OPEN:
        raise BadLink(Trouble.OVER)
    gone = {SignUp.State.CANCELLED, SignUp.State.EXPIRED}
    if count != given.invitation or given.complete or sign_up.state in gone:
        raise BadLink(Trouble.REPLACED)
    return sign_up, given


def _read(tournament: Tournament, token: str, salt: str) -> tuple[SignUp, int, bool]:
    late = False
    try:
        said = signing.loads(token, salt=salt, max_age=TO_CONFIRM)
    except signing.SignatureExpired:
        late, said = True, signing.loads(token, salt=salt)
    except signing.BadSignature as error:
        raise BadLink(Trouble.BROKEN) from error
    pk, count = said
    sign_up = tournament.sign_ups.select_related("entry").filter(pk=pk).first()
    if sign_up is None:
        raise BadLink(Trouble.BROKEN)
    sign_up.tournament = tournament
    return sign_up, count, late
