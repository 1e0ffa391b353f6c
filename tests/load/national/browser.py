"""A browser as far as a server can tell: kept connections, cookies, tags, and a line for hints."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

#: Seconds after which a browser gives up.
PATIENCE = 30.0


@dataclass(slots=True)
class Answer:
    """What came back; `body` as it travelled, `text()` as it is read."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float
    cookies: dict[str, str]

    def text(self) -> str:
        body = self.body
        if self.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return body.decode()


class _Exchange(asyncio.Protocol):
    """One connection. Streams of asyncio would cost this process twice as much."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.gone = False
        self._buffer = bytearray()
        self._head: tuple[int, dict[str, str], dict[str, str]] | None = None
        self._waiting: asyncio.Future[tuple[int, dict[str, str], dict[str, str], bytes]] | None
        self._waiting = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, _why: Exception | None) -> None:
        self.gone = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(ConnectionResetError())

    def ask(
        self, request: bytes
    ) -> asyncio.Future[tuple[int, dict[str, str], dict[str, str], bytes]]:
        self._waiting = asyncio.get_running_loop().create_future()
        if self.gone or self.transport is None:
            self._waiting.set_exception(ConnectionResetError())
        else:
            self.transport.write(request)
        return self._waiting

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if self._head is None:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            self._head = read_head(bytes(self._buffer[:end]))
            del self._buffer[: end + 4]
        status, headers, cookies = self._head
        length = int(headers.get("content-length", 0))
        body: bytes | None = None
        if headers.get("transfer-encoding") == "chunked":
            if self._buffer.endswith(b"0\r\n\r\n"):
                body = _joined(bytes(self._buffer))
        elif len(self._buffer) >= length:
            body = bytes(self._buffer[:length])
        if body is None:
            return
        self._buffer.clear()
        self._head = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result((status, headers, cookies, body))


def read_head(head: bytes) -> tuple[int, dict[str, str], dict[str, str]]:
    """Status, headers by small names, and the cookies that are set."""
    first, *lines = head.decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    cookies: dict[str, str] = {}
    for line in lines:
        name, _colon, value = line.partition(":")
        name, value = name.lower(), value.strip()
        if name == "set-cookie":
            own, _equals, rest = value.partition("=")
            cookies[own] = rest.partition(";")[0]
        else:
            headers[name] = value
    return int(first.split(" ", 2)[1]), headers, cookies


def _joined(chunks: bytes) -> bytes:
    body = bytearray()
    while chunks:
        size, _end, chunks = chunks.partition(b"\r\n")
        length = int(size, 16)
        body += chunks[:length]
        chunks = chunks[length + 2 :]
    return bytes(body)


class Browser:
    """Two connections at most, cookies, and the tags of the pages it has."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.tags: dict[str, str] = {}
        self._resting: list[_Exchange] = []
        self._two = asyncio.Semaphore(2)

    async def get(
        self, address: str, *, piece: bool = False, tagged: bool = False, page: str = ""
    ) -> Answer:
        """`piece`: as htmx asks on `page`; `tagged`: with the tag of what is kept here."""
        headers = {"HX-Request": "true", "HX-Current-URL": page} if piece else {}
        if tagged and address in self.tags:
            headers["If-None-Match"] = self.tags[address]
        answer = await self._ask("GET", address, headers, b"")
        if tagged and answer.status == 200 and "etag" in answer.headers:
            self.tags[address] = answer.headers["etag"]
        return answer

    async def post(
        self,
        address: str,
        fields: Mapping[str, str],
        *,
        page: str,
        more: Mapping[str, str] | None = None,
    ) -> Answer:
        """A form, sent from `page`."""
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": f"http://127.0.0.1:{self.port}",
            "Referer": f"http://127.0.0.1:{self.port}{page}",
        }
        headers |= more or {}
        return await self._ask("POST", address, headers, urlencode(fields).encode())

    async def _ask(self, method: str, address: str, more: Mapping[str, str], body: bytes) -> Answer:
        lines = [
            f"{method} {address} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Accept-Encoding: gzip",
            "Accept-Language: da,en;q=0.8",
            "User-Agent: Mozilla/5.0 (Linux; Android 14) Mobile",
        ]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{n}={v}" for n, v in self.cookies.items()))
        lines += [f"{name}: {value}" for name, value in more.items()]
        if method != "GET":
            lines.append(f"Content-Length: {len(body)}")
        request = "\r\n".join(lines).encode() + b"\r\n\r\n" + body
        async with self._two:
            began = time.perf_counter()
            async with asyncio.timeout(PATIENCE):
                status, headers, cookies, content = await self._exchange(request)
            seconds = time.perf_counter() - began
        for name, value in cookies.items():
            if value in {"", '""'}:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return Answer(status, headers, content, seconds, cookies)

    async def _exchange(self, request: bytes) -> tuple[int, dict[str, str], dict[str, str], bytes]:
        while self._resting:
            kept = self._resting.pop()
            if kept.gone:
                continue
            # The server may close a connection that rested at the very moment: then once more.
            with suppress(ConnectionResetError):
                found = await kept.ask(request)
                self._rest(kept, found[1])
                return found
        loop = asyncio.get_running_loop()
        _transport, fresh = await loop.create_connection(_Exchange, "127.0.0.1", self.port)
        found = await fresh.ask(request)
        self._rest(fresh, found[1])
        return found

    def _rest(self, exchange: _Exchange, headers: Mapping[str, str]) -> None:
        if headers.get("connection", "").lower() == "close" or exchange.gone:
            if exchange.transport is not None:
                exchange.transport.close()
            return
        self._resting.append(exchange)

    def close(self) -> None:
        for kept in self._resting:
            if kept.transport is not None:
                kept.transport.close()
        self._resting.clear()


class Line(asyncio.Protocol):
    """A line for hints: `opened()` when it is good, `heard(data)` for each, `lost()` when cut."""

    def __init__(
        self,
        address: str,
        browser: Browser,
        opened: Callable[[], None],
        heard: Callable[[bytes], None],
        lost: Callable[[], None],
    ) -> None:
        self._address, self._browser = address, browser
        self._opened, self._heard, self._lost = opened, heard, lost
        self._rest = b""
        self._good = False
        self._closing = False
        self._transport: asyncio.Transport | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", self._browser.port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        cookies = "; ".join(f"{n}={v}" for n, v in self._browser.cookies.items())
        lines = [
            f"GET {self._address} HTTP/1.1",
            f"Host: 127.0.0.1:{self._browser.port}",
            "Accept: text/event-stream",
            *([f"Cookie: {cookies}"] if cookies else []),
        ]
        transport.write("\r\n".join(lines).encode() + b"\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        whole, _newline, self._rest = (self._rest + data).rpartition(b"\n")
        if not self._good and b"event: open" in whole:
            self._good = True
            self._opened()
        for line in whole.split(b"\n"):
            if line.startswith(b"data: {"):
                self._heard(line[6:])

    def connection_lost(self, _why: Exception | None) -> None:
        if not self._closing:
            self._lost()

    def close(self) -> None:
        self._closing = True
        if self._transport is not None:
            self._transport.abort()


def path_of(location: str) -> str:
    """Path and query of where a redirect leads."""
    parts = urlsplit(location)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
