"""What keeps machines from filling the public form in. None of it goes by the sender's address:
a whole hall or company shares one."""

from __future__ import annotations

import secrets
import time
from typing import Final

from django.core import signing
from django.utils.translation import gettext_lazy as _

from tournaments.counters import count
from tournaments.domain.errors import Refused

_SALT: Final = "tournaments.registration.form"
#: Nobody writes two names and an address faster.
LEAST_SECONDS: Final = 3
#: A form left open for longer is given a new code; what is typed stays.
MOST_SECONDS: Final = 24 * 3600
#: How often one form may be sent, faults and all.
TRIES: Final = 20


def form_code() -> str:
    """A signed code for one form: which it is, and when it was made."""
    return signing.dumps([secrets.token_urlsafe(9), time.time()], salt=_SALT)


def check_form(code: str, trap: str, *, filled: bool) -> None:
    """Refuse a form that no person can have sent. What they typed is shown again, and sending it
    once more is all a person has to do. `trap` is a field people do not see; `filled`: whether it
    could be taken as it is. One that cannot, such as an empty one, may come as fast as it likes:
    what is missing in it is said instead."""
    try:
        nonce, made = signing.loads(code, salt=_SALT)
    except signing.BadSignature as error:
        raise Refused(
            "form-stale", _("This page was too old. Look it over and send it again.")
        ) from error
    age = time.time() - made
    key = f"sign-up-form:{nonce}"
    if age > MOST_SECONDS or count(key, MOST_SECONDS) > TRIES:
        raise Refused("form-stale", _("This page was too old. Look it over and send it again."))
    if trap:
        raise Refused(
            "form-trap",
            _("A field that nobody sees was filled in, as machines do. Send it once more."),
        )
    if filled and age < LEAST_SECONDS:
        raise Refused(
            "form-fast",
            _("That went faster than anybody types. Wait a moment and send it once more."),
        )
