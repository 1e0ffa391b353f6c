"""A line between two programs that can go silent: nothing is refused, and nothing comes through."""

from __future__ import annotations

import contextlib
import socket
import threading

_MOST = 65536


class Line:
    """Listens on a free port of this machine and passes on to `port`."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._open = threading.Event()
        self._open.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def stall(self) -> None:
        """From now on nothing comes through."""
        self._open.clear()

    def flow(self) -> None:
        """What was held up comes through, and all that follows."""
        self._open.set()

    def close(self) -> None:
        self._open.set()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _address = self._listener.accept()
                threading.Thread(target=self._connect, args=[here], daemon=True).start()

    def _connect(self, here: socket.socket) -> None:
        self._open.wait()
        try:
            there = socket.create_connection(("127.0.0.1", self._to), 5)
        except OSError:
            here.close()
            return
        there.settimeout(None)
        threading.Thread(target=self._pass_on, args=[here, there], daemon=True).start()
        self._pass_on(there, here)

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(_MOST):
                self._open.wait()
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
