"""`python -m tests.support.attackers NAME PORT CODE SECONDS`: clients that mean harm.

They connect to this machine only, for so many seconds, and come again whenever the server cuts
them off. All but the `guests` have no cookie. None sends more than `MOST_BYTES` altogether.
"""

import contextlib
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from tests.support.client import Browser

MOST_BYTES = 4_000_000_000
PIECE = 2**16
SILENT = 1300
VANISHING, VANISHING_BYTES = 20, 78_000_000
GUESTS, SOCKETS_OF_GUEST = 12, 30
GUEST_PINGS, GUEST_SECONDS = 9, 0.1
"""How many pings a guest's socket sends at once, and how often: no socket and no guest alone sends
too much."""
CONTINUED, TEXT, BINARY, PING, PONG = 0, 1, 2, 9, 10


def frame(payload: bytes, kind: int = TEXT, *, final: bool = True) -> bytes:
    """Return a frame as a client sends it, with a mask that changes nothing."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0xFE,)) + size.to_bytes(2, "big")
    return bytes((0x80 * final | kind,)) + length + bytes(4) + payload


def connect(port: int) -> socket.socket:
    """Return a connection that says nothing yet."""
    made = socket.create_connection(("127.0.0.1", port), timeout=30)
    made.settimeout(5)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def open_socket(port: int, code: str, *, cookie: str = "") -> socket.socket:
    """Return a web socket of this room, once the server has accepted it."""
    made = connect(port)
    lines = [
        f"GET /ws/room/{code}/ HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {'A' * 22}==",
    ]
    lines += [f"Cookie: {cookie}"] if cookie else []
    made.sendall("\r\n".join([*lines, "", ""]).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        got = made.recv(1)  # and nothing of what follows
        if not got:
            break
        answer += got
    if not answer.startswith(b"HTTP/1.1 101"):
        made.close()
        raise ConnectionRefusedError(answer[:80])
    return made


def send_all(made: socket.socket, pieces: Iterator[bytes], most: int, end: float) -> int:
    """Send until cut off, discarding the answers; return how many bytes went out."""
    sent = 0
    made.setblocking(False)
    with contextlib.suppress(ConnectionError):
        while sent < most and time.monotonic() < end:
            left = memoryview(next(pieces))
            while left and time.monotonic() < end:
                with contextlib.suppress(BlockingIOError):
                    while made.recv(PIECE):
                        pass
                    return sent  # the server has closed it
                try:
                    gone = made.send(left)
                except BlockingIOError:
                    time.sleep(0.001)
                    continue
                sent, left = sent + gone, left[gone:]
    return sent


def again_and_again(attack: Callable[[float, int], int], seconds: float) -> int:
    """Attack until the time is over or all bytes are sent; return how many were."""
    sent, end = 0, time.monotonic() + seconds
    while time.monotonic() < end and sent < MOST_BYTES:
        try:
            sent += attack(end, MOST_BYTES - sent)
        except OSError:
            time.sleep(0.01)
    return sent


def flood(opening: bytes, one: bytes) -> Callable[[int, str, float], int]:
    """Return an attack: one socket, `opening` once, and `one` as often as it can."""
    many = one * (PIECE // len(one))

    def attack(port: int, code: str, seconds: float) -> int:
        def once(end: float, most: int) -> int:
            with contextlib.closing(open_socket(port, code)) as made:
                made.sendall(opening)
                return send_all(made, iter(lambda: many, None), most, end)

        return again_and_again(once, seconds)

    return attack


def vanish(port: int, code: str, seconds: float) -> int:
    """Write into many sockets at once, all that fits, and vanish."""

    def once(end: float, _most: int) -> int:
        with contextlib.ExitStack() as stack:
            opened = [open_socket(port, code) for _ in range(VANISHING)]
            for made in opened:
                stack.callback(made.close)
                made.setblocking(False)
            sent, many = 0, frame(b'{"type":"ping","n":0}') * (PIECE // 27)
            while opened and sent < VANISHING_BYTES and time.monotonic() < end:
                for made in list(opened):
                    try:
                        sent += made.send(many)
                    except BlockingIOError:
                        time.sleep(0.0001)
                    except ConnectionError:
                        opened.remove(made)
            return sent

    return again_and_again(once, seconds)


def cookie_of_guest(port: int) -> str:
    """Return the cookie of a guest made for nothing, whose form is perhaps refused."""
    browser = Browser(f"http://127.0.0.1:{port}")
    browser.sent("/", "/rooms/", name="Nobody")
    return browser.cookies


def guests(port: int, code: str, seconds: float) -> int:
    """Ping on many sockets of many guests, on each as often as allowed."""
    cookies = [cookie_of_guest(port) for _ in range(GUESTS)]
    end = time.monotonic() + seconds
    with ThreadPoolExecutor(GUESTS) as threads:
        return sum(threads.map(lambda cookie: _ping_on(port, code, cookie, end), cookies))


def _ping_on(port: int, code: str, cookie: str, end: float) -> int:
    """Keep all sockets of one guest open, and ping on them."""
    sent, pings = 0, frame(b'{"type":"ping","n":0}') * GUEST_PINGS
    opened: list[socket.socket] = []
    while time.monotonic() < end and sent < MOST_BYTES / GUESTS:
        begun = time.monotonic()
        with contextlib.suppress(OSError):
            while len(opened) < SOCKETS_OF_GUEST and time.monotonic() < begun + GUEST_SECONDS:
                opened.append(open_socket(port, code, cookie=cookie))
                opened[-1].setblocking(False)
        for made in list(opened):
            try:
                with contextlib.suppress(BlockingIOError):
                    sent += made.send(pings)
                    while made.recv(PIECE):
                        pass
                    raise ConnectionAbortedError  # the server has closed it
            except OSError:
                opened.remove(made)
                made.close()
        time.sleep(max(0.0, begun + GUEST_SECONDS - time.monotonic()))
    for made in opened:
        made.close()
    return sent


def body(announced: bool) -> Callable[[int, str, float], int]:
    """Return an attack: a form's body without end."""

    def attack(port: int, _code: str, seconds: float) -> int:
        head = f"POST /account/log-in/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        head += "Content-Type: application/x-www-form-urlencoded\r\n"
        head += f"Content-Length: {MOST_BYTES}" if announced else "Transfer-Encoding: chunked"
        piece = b"x" * PIECE if announced else b"10000\r\n" + b"x" * PIECE + b"\r\n"

        def once(end: float, most: int) -> int:
            with contextlib.closing(connect(port)) as made:
                made.sendall(f"{head}\r\n\r\n".encode())
                return send_all(made, iter(lambda: piece, None), most, end)

        return again_and_again(once, seconds)

    return attack


def silent(port: int, _code: str, seconds: float) -> int:
    """Open many connections that say nothing, and as many again as are closed."""
    end = time.monotonic() + seconds
    with contextlib.ExitStack() as stack:
        opened: list[socket.socket] = []
        while time.monotonic() < end:
            while len(opened) < SILENT and time.monotonic() < end:
                with contextlib.suppress(OSError):
                    opened.append(stack.enter_context(connect(port)))
                    opened[-1].setblocking(False)
            for made in list(opened):
                try:
                    is_closed = not made.recv(1)
                except BlockingIOError:
                    is_closed = False
                except OSError:
                    is_closed = True
                if is_closed:
                    made.close()
                    opened.remove(made)
            time.sleep(0.05)
    return 0


ATTACKS: dict[str, Callable[[int, str, float], int]] = {
    "pings": flood(b"", frame(b"", PING)),
    "pongs": flood(b"", frame(b"", PONG)),
    "continuations": flood(frame(b"", final=False), frame(b"", CONTINUED, final=False)),
    "texts": flood(b"", frame(b'{"type":"ping","n":0}')),
    "nonsense": flood(b"", frame(b'{"type":"nonsense","id":"12345678"}')),
    "vanish": vanish,
    "guests": guests,
    "body": body(announced=True),
    "chunks": body(announced=False),
    "silent": silent,
}

if __name__ == "__main__":
    _, name, port, code, seconds = sys.argv
    sys.stdout.write(str(ATTACKS[name](int(port), code, float(seconds))))
