"""Writing a letter: a template in the reader's language becomes a row that waits to be sent."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.template import Context
from django.template.loader import get_template
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from tournaments.domain.errors import Refused
from tournaments.models import Mail, SignUp, Tournament
from tournaments.tasks import wake

#: As long as `Mail.subject` holds.
MAX_SUBJECT: Final = 200
#: Everything that ends a line for some mail program, and what no letter needs.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_CONTROL_IN_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]+")
_BLANK_LINES = re.compile(r"\n{3,}")


def write_mail(
    tournament: Tournament,
    *,
    kind: str,
    to: str,
    language: str,
    context: dict[str, Any],
    key: str = "",
    sign_up: SignUp | None = None,
    due_at: dt.datetime | None = None,
) -> Mail:
    """A letter that waits to be sent, in the caller's transaction; a worker is woken on commit. It
    is not sent before `due_at`, if that is given.

    `templates/mail/<kind>.txt` is rendered in `language` with `context`, `tournament` and
    `site_url`; its first line is the subject, the rest the text. Nothing is escaped, since a letter
    is no page; times are shown by the tournament's clock. With a `key` that has been used in this
    tournament the letter of then is returned, and nothing is written.

    Refused: `bad-address` when `to` is no e-mail address.
    """
    try:
        validate_email(to)
    except ValidationError as error:
        raise Refused(
            "bad-address", _("“%(to)s” is not an e-mail address.") % {"to": to}, field="email"
        ) from error
    if key and (written := Mail.objects.filter(tournament=tournament, key=key).first()):
        return written
    subject, text = render_mail(tournament, kind, language, context)
    try:
        with transaction.atomic():
            mail = Mail.objects.create(
                tournament=tournament,
                sign_up=sign_up,
                kind=kind,
                to=to,
                language=language,
                subject=subject,
                text=text,
                key=key,
                due_at=due_at or timezone.now(),
            )
    except IntegrityError:
        # The same request came twice at once: the other one has written it.
        return Mail.objects.get(tournament=tournament, key=key)
    transaction.on_commit(wake)
    return mail


def render_mail(
    tournament: Tournament, kind: str, language: str, context: dict[str, Any]
) -> tuple[str, str]:
    """Subject (one line) and text of a letter; no row is written."""
    template = get_template(f"mail/{kind}.txt").template  # type: ignore[attr-defined]
    values = {"tournament": tournament, "site_url": settings.SITE_URL} | context
    with translation.override(language), timezone.override(tournament.zone):
        whole = template.render(Context(values, autoescape=False))
    first, _newline, rest = whole.replace("\r\n", "\n").lstrip("\n").partition("\n")
    text = _BLANK_LINES.sub("\n\n", _CONTROL_IN_TEXT.sub(" ", rest)).strip("\n")
    return one_line(first)[:MAX_SUBJECT], text + "\n"


def one_line(text: str) -> str:
    """`text` as a header may hold it: no line can be ended in it."""
    return " ".join(_CONTROL.sub(" ", text).split())
