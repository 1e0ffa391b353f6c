"""The web process. In embedded mode it carries the worker, too (see `config.embedded`); live pages
listen beside Django, and are given what was made already before it (see `config.live`). Whoever
looks after the process asks before all of them (see `config.health`)."""

from __future__ import annotations

import os
from typing import cast

from config.collector import settle, wait_for_settle

wait_for_settle()

import django  # noqa: E402

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# Needs the apps, which are there only now.
from config.body import with_bounded_body  # noqa: E402
from config.embedded import AsgiApplication, with_worker  # noqa: E402
from config.health.endpoint import with_health  # noqa: E402
from config.live.endpoint import with_live  # noqa: E402
from config.live.shared import with_shared  # noqa: E402
from config.turns import TurnsHandler  # noqa: E402

_django = cast(AsgiApplication, TurnsHandler())
application = with_health(with_live(with_shared(with_worker(with_bounded_body(_django)))))
settle()
