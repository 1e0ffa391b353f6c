"""Celery, and the worker thread that stands in for a worker process in embedded mode."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("startfelt")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
