"""Settings, addresses and processes: it knows the apps; no app knows it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
