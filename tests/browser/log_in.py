"""A browser that is logged in without the form, which the whole day fills in."""

from __future__ import annotations

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from tournaments.models import User


def logged_in(
    context: BrowserContext, server: LiveServer, user: User, language: str = "da"
) -> None:
    """Everything this browser asks for from now on is asked by `user`, in the language given."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    cookies = {
        settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value,
        settings.LANGUAGE_COOKIE_NAME: language,
    }
    context.add_cookies(
        [{"name": name, "value": value, "url": server.url} for name, value in cookies.items()]
    )
