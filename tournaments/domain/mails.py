"""Letters that were not sent are tried once more."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.domain.act import act
from tournaments.domain.errors import Conflict, Refused
from tournaments.models import Mail, Tournament, User
from tournaments.tasks import wake

State = Mail.State


def send_again(mail: Mail, *, by: User | None, key: str = "") -> Mail:
    """`mail` waits to be sent again, at once and with all its attempts before it.

    A letter that was sent goes out a second time, as the same letter. Refused: `erased` when its
    address is gone. Conflict: `on-its-way` when it is being sent or waits already.
    """
    with act("mail.again", mail, by=by, key=key) as doing:
        mail = doing.row
        if doing.already:
            return mail
        if not mail.to:
            raise Refused("erased", _("The address of this letter has been erased."))
        if mail.state == State.SENDING or (mail.state == State.WAITING and not mail.attempts):
            raise Conflict("on-its-way", _("This letter is on its way already."))
        before = mail.state
        _wait(mail)
        mail.save()
        doing.log(
            doing.tournament,
            before={"state": before},
            after={"state": mail.state, "mail": str(mail.pk)},
            called=mail.subject,
        )
        transaction.on_commit(wake)
    return mail


def send_all_failed(tournament: Tournament, *, by: User | None, key: str = "") -> int:
    """Every letter that failed waits to be sent again; how many. Refused: `none-failed`."""
    with act("mail.all-again", tournament, by=by, key=key) as doing:
        if doing.already:
            return int(doing.already.after["letters"])
        failed = list(doing.row.mails.select_for_update().filter(state=State.FAILED).exclude(to=""))
        if not failed:
            raise Refused("none-failed", _("No letter has failed. There is nothing to try again."))
        for mail in failed:
            _wait(mail)
        Mail.objects.bulk_update(
            failed, ["state", "attempts", "due_at", "error", "lease", "lease_until", "sent_at"]
        )
        doing.log(
            after={"letters": len(failed)},
            called=ngettext("%(count)d letter", "%(count)d letters", len(failed))
            % {"count": len(failed)},
        )
        transaction.on_commit(wake)
    return len(failed)


def _wait(mail: Mail) -> None:
    mail.state = State.WAITING
    mail.attempts = 0
    mail.due_at = timezone.now()
    mail.error = ""
    mail.lease = mail.lease_until = mail.sent_at = None
