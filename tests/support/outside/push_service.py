"""A push service on this machine, and browsers that can read what it gets (RFC 8030, 8188, 8291).

The service checks each request as a real one does: the coding, the lifetime and who signed it. It
keeps what it got, and answers with a status that a test can choose for each subscription.
"""

import base64
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.outside.local_http import QuietHandler, served


def to_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hmac(key: bytes, data: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


class Browser:
    """A subscription with its private key. `decrypt` follows RFC 8291 step by step."""

    def __init__(self, endpoint: str, private: ec.EllipticCurvePrivateKey | None = None) -> None:
        self.endpoint = endpoint
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self.auth = secrets.token_bytes(16)
        self.public = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    @property
    def keys(self) -> dict[str, str]:
        """What a page sends about it."""
        return {
            "endpoint": self.endpoint,
            "p256dh": to_base64(self.public),
            "auth": to_base64(self.auth),
        }

    def decrypt(self, body: bytes) -> bytes:
        """Return the text of a body."""
        salt, length = body[:16], body[20]
        server, text = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), server)
        shared = self.private.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + self.public + server
        secret = _hmac(_hmac(self.auth, shared), info + b"\x01")
        pseudo = _hmac(salt, secret)
        key = _hmac(pseudo, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = _hmac(pseudo, b"Content-Encoding: nonce\0\x01")[:12]
        plain = AESGCM(key).decrypt(nonce, text, None)
        assert plain.endswith(b"\x02")
        return plain[:-1]


@dataclass
class Received:
    """One request that the service got."""

    path: str
    headers: dict[str, str]
    body: bytes
    claims: dict[str, Any]


@dataclass
class PushService:
    """See the module."""

    port: int
    got: list[Received] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    statuses: dict[str, int] = field(default_factory=dict)
    """By path, where it is not 201."""
    headers: dict[str, str] = field(default_factory=dict)
    """What further headers its answers have."""
    silent: set[str] = field(default_factory=set)
    """Paths whose requests are never answered, until the service ends."""
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def name(self) -> str:
        return f"127.0.0.1:{self.port}"

    def browser(self, path: str | None = None) -> Browser:
        """Return a new subscription."""
        return Browser(f"http://{self.name}/{path or secrets.token_hex(8)}")

    def texts(self, browser: Browser) -> list[dict[str, Any]]:
        """Return the texts that this browser got, oldest first."""
        path = urlsplit(browser.endpoint).path
        return [json.loads(browser.decrypt(one.body)) for one in self.got if one.path == path]

    def text_for(self, browser: Browser, seconds: float = 90) -> dict[str, Any]:
        """Wait for the first text that this browser gets, and return it."""
        end = time.monotonic() + seconds
        while not (found := self.texts(browser)):
            assert time.monotonic() < end, "no notice came"
            time.sleep(0.02)
        return found[0]

    def wait_for(self, count: int, seconds: float = 25) -> None:
        """Wait until it has got so many requests."""
        end = time.monotonic() + seconds
        while len(self.got) < count:
            assert time.monotonic() < end, f"{len(self.got)} requests instead of {count}"
            time.sleep(0.02)


def claims_of(authorization: str) -> dict[str, Any]:
    """Return the claims of a VAPID header whose signature is right (RFC 8292)."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    assert json.loads(from_base64(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = from_base64(signature)
    both = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(parts["k"]))
    signed = f"{head}.{claims}".encode()
    key.verify(utils.encode_dss_signature(*both), signed, ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(from_base64(claims))
    return found


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service until the end of the block."""

    class Handler(QuietHandler, BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            claims = {}
            try:
                claims = claims_of(headers["authorization"])
                assert headers["content-encoding"] == "aes128gcm"
                assert int(headers["ttl"]) >= 0
                assert len(body) <= 4096
            except Exception as error:  # noqa: BLE001  # said at the end
                service.problems.append(repr(error))
            service.got.append(Received(self.path, headers, body, claims))
            if self.path in service.silent:
                service.ended.wait()
                return
            self.send_response(service.statuses.get(self.path, 201))
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.end_headers()

    with served(Handler, PushService) as service:
        yield service
    assert not service.problems
