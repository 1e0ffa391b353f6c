"""Celery. With REDIS_URL, `celery -A config worker` and `celery -A config beat` are processes of
their own; without, `config.embedded` runs both as threads of the web process."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

#: How often somebody looks for documents that nobody is making, in seconds.
SWEEP = 5.0
#: The same for letters that are due again; new ones wake a worker themselves.
MAIL_SWEEP = 15.0
#: How often somebody looks whether contact details have been kept long enough. A desk's computer
#: is on for a few hours, so not only at night.
ERASURES = 600.0
#: Places that nobody took in time go on to the next.
WAITING_LIST_SWEEP = 60.0

#: How often the files of old documents make room, in seconds.
PRUNING = 3600.0

#: How often somebody looks whether a copy of everything is due, in seconds.
COPIES = 60.0

app = Celery("startfelt")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["tournaments.registration"])
app.autodiscover_tasks(["tournaments.webhooks"])
app.autodiscover_tasks(["config"])
app.conf.beat_schedule = {
    "show-that-somebody-works": {
        "task": "config.pulse",
        "schedule": SWEEP,
        "options": {"expires": SWEEP},
    },
    "copy-everything": {
        "task": "config.back_up",
        "schedule": COPIES,
        "options": {"expires": COPIES},
    },
    "make-waiting-documents": {
        "task": "reports.make_documents",
        "schedule": SWEEP,
        # While a long one is made the next sweeps need not queue up behind it.
        "options": {"expires": SWEEP},
    },
    "seal-new-events": {
        "task": "tournaments.seal_logs",
        "schedule": SWEEP,
        "options": {"expires": SWEEP},
    },
    "remove-old-documents": {
        "task": "reports.prune_files",
        "schedule": PRUNING,
        "options": {"expires": PRUNING},
    },
    "play-waiting-forecasts": {
        "task": "judging.play_forecasts",
        "schedule": SWEEP,
        "options": {"expires": SWEEP},
    },
    "send-waiting-pushes": {
        "task": "judging.send_pushes",
        "schedule": SWEEP,
        "options": {"expires": SWEEP},
    },
    "sweep-sign-ups": {
        "task": "tournaments.sweep_sign_ups",
        "schedule": WAITING_LIST_SWEEP,
        "options": {"expires": WAITING_LIST_SWEEP},
    },
    "send-waiting-mails": {
        "task": "tournaments.send_mails",
        "schedule": MAIL_SWEEP,
        "options": {"expires": MAIL_SWEEP},
    },
    "tell-programs": {
        "task": "tournaments.send_webhooks",
        "schedule": SWEEP,
        "options": {"expires": SWEEP},
    },
    "forget-old-deliveries": {
        "task": "tournaments.prune_webhooks",
        "schedule": PRUNING,
        "options": {"expires": PRUNING},
    },
    "erase-contact-details": {
        "task": "tournaments.erase_contacts",
        "schedule": ERASURES,
        "options": {"expires": ERASURES},
    },
}


@worker_init.connect
def begin_the_press(**_kwargs: Any) -> None:
    """Before a worker forks its children: what printing needs is read once, and none of them waits
    for it. The children come and go; the process that prints stays."""
    from django.conf import settings

    from reports.ready import make_ready, make_ready_when_idle

    if settings.EMBEDDED:
        make_ready_when_idle()
    else:
        make_ready()


@worker_shutting_down.connect
def give_back(**_kwargs: Any) -> None:
    """A worker was told to end: what its children have in hand they give back at once, to be made
    by the next, rather than work a long list off until somebody loses patience and kills them."""
    from tournaments.domain.lease import stopping

    stopping.set()
