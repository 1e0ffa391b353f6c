"""What the page for developers says of webhooks is so."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.webhook_server import WebhookServer
from tournaments.models import Tournament
from tournaments.webhooks.change import add_webhook, send_test
from tournaments.webhooks.send import send_webhooks
from tournaments.webhooks.vocabulary import TEST, TYPES

PAGE = (Path(__file__).resolve().parents[3] / "docs/developers/api.md").read_text("utf-8")


def verify_of_the_page() -> Callable[[str, dict[str, str], bytes], bool]:
    (code,) = re.findall(r"```python\n(import base64.*?)```", PAGE, re.S)
    names: dict[str, Any] = {}
    exec(code, names)
    found = names["verify"]
    assert callable(found)
    return found  # type: ignore[no-any-return]


def test_lines_of_the_page_verify_what_is_sent_and_nothing_else(
    server: WebhookServer, tournament: Tournament
) -> None:
    webhook, secret = add_webhook(
        tournament, name="Væg", url=server.url, types=["round.closed"], by=None
    )
    send_test(webhook, by=None)
    send_webhooks()
    (message,) = server.messages
    verify = verify_of_the_page()
    old = message.headers | {"webhook-timestamp": str(int(time.time()) - 3600)}
    other = message.headers | {"webhook-id": "another"}
    assert verify(secret, message.headers, message.body)
    assert not verify(secret, message.headers, message.body + b" ")
    assert not verify(secret, old, message.body)
    assert not verify(secret, other, message.body)
    assert not verify("whsec_" + "A" * 44, message.headers, message.body)


def test_page_names_every_word_there_is() -> None:
    section = PAGE.partition("## Webhooks")[2].partition("\n## ")[0]
    table = section.partition("| about | words |")[2]
    assert sorted(re.findall(r"`([a-z]+\.[a-z]+)`", table)) == sorted([*TYPES, TEST])
