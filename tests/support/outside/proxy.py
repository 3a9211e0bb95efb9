"""Debian's Caddy with `deploy/Caddyfile`, and the name server that tells it where `web` is."""

import contextlib
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.support import services

_HEADER = 12
"""Bytes before the question of a DNS message (RFC 1035)."""
_POINTER_TO_QUESTION = b"\xc0\x0c"
_ANSWER = b"\x84\x00"
_NO_SUCH_NAME = b"\x84\x03"
_A_IN = b"\x00\x01\x00\x01"


class Names:
    """A name server for one name with several addresses, as Docker has one for the web processes.

    `addresses` may change at any time. Every other name is unknown.
    """

    def __init__(self, name: str, addresses: Sequence[str]) -> None:
        self.addresses = list(addresses)
        self._question = bytes([len(name)]) + name.encode() + b"\0"
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        """Stop answering."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", ("127.0.0.1", self.port))
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while True:
            asked, client = self._socket.recvfrom(2048)
            if not asked:
                return
            self._socket.sendto(self._answer(asked), client)

    def _answer(self, asked: bytes) -> bytes:
        end = asked.index(b"\0", _HEADER) + 1
        question, kind = asked[_HEADER:end], asked[end : end + 4]
        known = question.lower() == self._question
        found = self.addresses if known and kind == _A_IN else []
        flags = _ANSWER if known else _NO_SUCH_NAME
        counts = b"\x00\x01" + len(found).to_bytes(2, "big") + b"\0\0\0\0"
        return b"".join(
            [
                asked[:2] + flags + counts + question + kind,
                *(
                    _POINTER_TO_QUESTION + _A_IN + b"\0\0\0\0\x00\x04" + socket.inet_aton(one)
                    for one in found
                ),
            ]
        )


class Caddy:
    """The proxy in front of these addresses, with a certificate of its own for localhost, or
    `plain`, without encryption, for 127.0.0.1."""

    def __init__(
        self, folder: Path, addresses: Sequence[str], port: int, *, plain: bool = False
    ) -> None:
        self.names = Names("web", addresses)
        self.port = services.free_port()
        self.url = f"http://127.0.0.1:{self.port}" if plain else f"https://localhost:{self.port}"
        self._log = folder / "caddy.log"
        environ = {
            **services.plain_environ(folder),
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "CADDY_ADMIN": f"127.0.0.1:{services.free_port()}",
            "FARKLE_HOST": "http://127.0.0.1" if plain else "localhost",
            "HTTP_PORT": str(self.port if plain else services.free_port()),
            "HTTPS_PORT": str(services.free_port() if plain else self.port),
            "WEB_PORT": str(port),
            "WEB_RESOLVERS": f"resolvers udp/127.0.0.1:{self.names.port}",
        }
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                ["caddy", "run", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"],
                cwd=services.ROOT,
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._authority = folder / "caddy/pki/authorities/local/root.crt"
        services.wait_until(self._listens if plain else self._answers, what="starting Caddy")
        self.trust = None if plain else self._context()

    def close(self) -> None:
        """Stop it."""
        self._process.terminate()
        self._process.wait(services.START_SECONDS)
        self.names.close()

    def _listens(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False

    def _answers(self) -> bool:
        if self._process.poll() is not None:
            raise RuntimeError(f"Caddy ended:\n{self._log.read_text(encoding='utf-8')}")
        if not self._authority.exists():
            return False
        with (
            contextlib.suppress(OSError),  # until its certificate is made, too
            socket.create_connection(("127.0.0.1", self.port)) as plain,
            self._context().wrap_socket(plain, server_hostname="localhost"),
        ):
            return True
        return False

    def _context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self._authority))


@contextlib.contextmanager
def caddy(
    folder: Path, addresses: Sequence[str], port: int, *, plain: bool = False
) -> Iterator[Caddy]:
    """Run the proxy for the block, in front of web processes at these addresses and this port."""
    running = Caddy(folder, addresses, port, plain=plain)
    try:
        yield running
    finally:
        running.close()
