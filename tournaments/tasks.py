"""What workers do. A task only delegates; what is to be sent stands in `Mail`."""

from __future__ import annotations

from celery import shared_task

from tournaments.waking import wake_for


@shared_task(name="tournaments.send_mails")
def send_waiting_mails() -> int:
    """Send all letters that are due or were left by a killed worker."""
    from tournaments.mail.send import send_mails

    return send_mails()


@shared_task(name="tournaments.seal_logs")
def seal_new_events() -> int:
    """Give the newest events of all logs their places in the chain."""
    from tournaments.domain.seal_log import seal_logs

    return seal_logs()


@shared_task(name="tournaments.erase_contacts")
def erase_contacts_in_time() -> int:
    """Erase the contact details of tournaments that are over for as long as was promised."""
    from tournaments.privacy.retention import erase_what_is_due

    return erase_what_is_due()


def wake() -> None:
    """Tell a worker to look."""
    wake_for(send_waiting_mails, "a letter")
