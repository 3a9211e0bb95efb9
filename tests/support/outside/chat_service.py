"""A chat on this machine that takes messages at webhooks. It keeps what it got, and answers as a
test wishes."""

import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.support.outside.local_http import QuietHandler, served


@dataclass
class ChatService:
    """See the module."""

    port: int
    got: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    is_silent: bool = False
    """Whether it answers nothing until it ends."""
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def name(self) -> str:
        return f"127.0.0.1:{self.port}"

    def address(self) -> str:
        """Return the address of a new webhook."""
        return f"http://{self.name}/hooks/{secrets.token_urlsafe(24)}"

    def wait_for(self, count: int, seconds: float = 25) -> None:
        """Wait until it has got so many messages."""
        end = time.monotonic() + seconds
        while len(self.got) < count:
            assert time.monotonic() < end, f"{len(self.got)} messages instead of {count}"
            time.sleep(0.02)


@contextmanager
def chat_service() -> Iterator[ChatService]:
    """Run a chat until the end of the block."""

    class Handler(QuietHandler, BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.headers["Content-Type"] == "application/json"
            service.paths.append(self.path)
            service.got.append(json.loads(body))
            if service.is_silent:
                service.ended.wait()
                return
            self.send_response(service.status)
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.end_headers()

    with served(Handler, ChatService) as service:
        yield service
