"""What tests of webhooks share: a program that listens here, and leave to send to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.webhook_server import WebhookServer, webhook_server


@pytest.fixture
def near(settings: Any) -> None:
    """The program runs in a hall without TLS, and may send to its own machine."""
    settings.HTTPS = False
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]


@pytest.fixture
def server(near: None) -> Iterator[WebhookServer]:
    """A program that takes messages."""
    with webhook_server() as told:
        yield told
