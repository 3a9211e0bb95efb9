"""What a page says whose web socket never opens, or whose script never comes."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress

import pytest
from playwright.sync_api import expect

from tests.support import services
from tests.support.seats import PHONE, Seat

Taker = Callable[..., Seat]

NO_SOCKETS = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class PlainProxy:
    """A proxy that knows nothing of web sockets, and passes one request of a connection on."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.refuses = True
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with closing(client), suppress(OSError):
            head = client.recv(65536)
            opens = b"upgrade: websocket" in head.lower()
            if opens and self.refuses:
                client.sendall(NO_SOCKETS)
                return
            if not opens:
                head = head.replace(b"Connection: keep-alive", b"Connection: close")
            with closing(socket.create_connection(("127.0.0.1", self._target))) as server:
                server.sendall(head)
                back = threading.Thread(target=_copy, args=[server, client], daemon=True)
                back.start()
                if opens:
                    _copy(client, server)
                back.join()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


@pytest.fixture
def proxy(server: services.Daphne) -> Iterator[PlainProxy]:
    running = PlainProxy(server.port)
    yield running
    running.close()


def test_a_page_says_that_no_socket_opens_and_why(
    take_seat: Taker, server: services.Daphne, proxy: PlainProxy
) -> None:
    mara = take_seat()
    url = mara.opens_a_room("Mara")
    ines = take_seat(base_url=proxy.url, size=PHONE)
    path = url.removeprefix(server.url)
    ines.page.goto(path)
    ines.page.get_by_label("Your name").fill("Ines")
    ines.page.get_by_role("button", name="Join").click()
    note = ines.page.locator("#network")
    expect(note).to_contain_text("Can't connect yet")
    expect(note).to_contain_text("doesn't pass web sockets")
    expect(ines.page.locator("[aria-live]").filter(has_text="web sockets")).to_have_count(1)
    expect(ines.page.locator(".stuck")).to_be_hidden()
    proxy.refuses = False
    ines.is_live()
    expect(note).to_be_hidden()
    ines.problems.clear()  # Chromium logs each attempt


def test_a_page_whose_script_fails_to_load_says_so(take_seat: Taker) -> None:
    mara = take_seat()
    mara.opens_a_room("Mara")
    note = mara.page.locator(".stuck")
    expect(note).to_be_hidden()
    mara.page.route("**/static/**/*.js", lambda route: route.fulfill(status=404))
    mara.page.reload()
    expect(note).to_be_visible()
    expect(note).to_contain_text("didn't load completely")
    mara.page.unroute_all()
    note.get_by_role("link", name="Reload").click()
    mara.is_live()
    expect(note).to_be_hidden()
    mara.problems.clear()
