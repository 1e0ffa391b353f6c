"""The web process, for WSGI servers and `runserver`. Carries the worker, too, when embedded."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# Needs the apps, which are there only now.
from config.embedded import start_worker  # noqa: E402

start_worker()
