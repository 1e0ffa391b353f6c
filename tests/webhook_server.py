"""A program elsewhere, in this process, which takes messages as told: all, none, slowly, not at
all; and a webhook that leads to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from threading import Event as Flag
from threading import Thread
from typing import Any

from tournaments.models import Tournament, Webhook
from tournaments.webhooks.change import add_webhook
from tournaments.webhooks.vocabulary import TYPES


@dataclass(frozen=True)
class Message:
    """What came with one request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def said(self) -> dict[str, Any]:
        """The body, read."""
        found = json.loads(self.body)
        assert isinstance(found, dict)
        return found


@dataclass
class WebhookServer:
    """What came, and how the server behaves; both may be looked at and changed at any time."""

    port: int = 0
    #: Answered one after another; the last one again and again.
    statuses: list[int] = field(default_factory=lambda: [204])
    #: Written instead of an answer, when set.
    raw: bytes | None = None
    #: Written again and again instead of an answer, when set.
    drips: bytes = b""
    #: Answers nothing, although it has the message, until the flag is set.
    silent: Flag | None = None
    location: str = ""
    messages: list[Message] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/told?by=startfelt"

    def status(self) -> int:
        return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]


@contextmanager
def webhook_server(tls: SSLContext | None = None) -> Iterator[WebhookServer]:
    """A server on a port of its own while the block lasts."""
    told = WebhookServer()
    ended = Flag()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            message = Message(self.path, headers, body)
            told.messages.append(message)
            self.close_connection = True
            if told.silent is not None:
                while not (told.silent.wait(0.05) or ended.is_set()):
                    pass
            while told.drips and not ended.wait(0.02):
                self.wfile.write(told.drips)
            if told.raw is not None:
                self.wfile.write(told.raw)
                return
            self.send_response(told.status())
            if told.location:
                self.send_header("Location", told.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            """Says nothing."""

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, *_about: object) -> None:
            """Whoever asked has hung up."""

    server = Quiet(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    told.port = server.server_port
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


def follow(tournament: Tournament, url: str, **fields: Any) -> Webhook:
    """A webhook that is told of everything."""
    said = {"name": "Storskærm", "types": list(TYPES), "by": None} | fields
    webhook, _secret = add_webhook(tournament, url=url, **said)
    return webhook
