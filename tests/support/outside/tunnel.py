"""A tunnel on this machine that works like cloudflared: HTTPS ends in it, it says who came by what,
and it asks the site from this machine."""

import contextlib
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

CLIENT = "203.0.113.9"
"""Where everybody seems to come from."""
_END = b"\r\n\r\n"
_CHUNK = 65536


class Tunnel:
    """Leads from `https://NAME:PORT` to a port of this machine."""

    def __init__(self, folder: Path, name: str, site_port: int) -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(_certificate(folder, name))
        self._site_port = site_port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://{name}:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accept no more connections."""
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it was closed
            while True:
                plain, _ = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(plain,), daemon=True).start()

    def _pass_on(self, plain: socket.socket) -> None:
        """Pass one request on, or a socket for as long as it is open."""
        with (
            contextlib.suppress(OSError),  # either side went away
            plain,
            self._context.wrap_socket(plain, server_side=True) as client,
            socket.create_connection(("127.0.0.1", self._site_port)) as site,
        ):
            head, _, body = _until_end(client).partition(_END)
            if head:
                site.sendall(_with_headers(head) + _END + body)
                back = threading.Thread(target=_pump, args=(site, client), daemon=True)
                back.start()
                _pump(client, site)
                back.join()


def _until_end(client: socket.socket) -> bytes:
    read = b""
    while _END not in read and (more := client.recv(_CHUNK)):
        read += more
    return read


def _with_headers(head: bytes) -> bytes:
    """Return the head of a request as a tunnel passes it on: what it says of its client follows
    what the client says of itself."""
    lines, said = [], b""
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"x-forwarded-for":
            said = value.strip() + b", "
        elif name.lower() not in (b"x-forwarded-proto", b"cf-connecting-ip", b"connection"):
            lines.append(line)
    upgrades = b"\r\nupgrade:" in head.lower()
    own = {
        b"X-Forwarded-For": said + CLIENT.encode(),
        b"X-Forwarded-Proto": b"https",
        b"CF-Connecting-IP": CLIENT.encode(),
        b"Connection": b"Upgrade" if upgrades else b"close",
    }
    return b"\r\n".join([*lines, *(name + b": " + value for name, value in own.items())])


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while read := source.recv(_CHUNK):
            sink.sendall(read)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_RDWR)


def _certificate(folder: Path, name: str) -> Path:
    """Return a file with a key and a certificate for `name` that only this test believes."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    names = [x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "tunnel.pem"
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(text + made.public_bytes(Encoding.PEM))
    return file


@contextlib.contextmanager
def tunnel(folder: Path, name: str, site_port: int) -> Iterator[Tunnel]:
    """Run a tunnel for the block."""
    running = Tunnel(folder, name, site_port)
    try:
        yield running
    finally:
        running.close()
