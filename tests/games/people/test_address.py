"""The client's address is the one our own proxy saw, for pages, forms and sockets alike."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.test import RequestFactory, override_settings
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from games.people.address import (
    MAX_LENGTH,
    address_in,
    address_of,
    network_of,
    origin_of,
    supernet_of,
)
from tests.support import services
from tests.support.client import Browser
from tests.support.pages import fetch
from tests.support.sockets import Raw, answer_of, farewell, in_thread

Start = Callable[..., services.Daphne]

PEER = "127.0.0.1"
CLIENT = "203.0.113.9"
FORGED = (f"10.0.0.{n}" for n in count(1))
LIMIT = 3


def both(*forwarded: str) -> str:
    """The address found for a page and for a socket, which must be the same."""
    extra: dict[str, Any] = {"HTTP_X_FORWARDED_FOR": ",".join(forwarded)} if forwarded else {}
    page = address_of(RequestFactory().get("/", REMOTE_ADDR=PEER, **extra))
    headers = [(b"x-forwarded-for", entry.encode()) for entry in forwarded]
    socket = address_in({"client": [PEER, 4321], "headers": [(b"host", b"x"), *headers]})
    assert page == socket
    return page


def origin(address: str) -> str:
    return origin_of(RequestFactory().get("/", REMOTE_ADDR=address))


def test_origins_tell_addresses_apart_and_name_none() -> None:
    assert origin("8.8.8.8") == origin("8.8.8.8") != origin("8.8.4.4")
    assert origin("2001:db8:1::1") == origin("2001:db8:1::2") != origin("2001:db8:2::1")
    assert origin("2001:db8:1:2::1") == origin("2001:db8:1:3::1"), "one visitor may have a /48"
    assert len(origin("8.8.8.8")) == 16
    for shared in ("127.0.0.1", "192.168.1.7", "172.17.0.1", "::1", "fd00::1", "", "socket"):
        assert origin(shared) == ""


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, (), PEER),
        (0, (CLIENT,), PEER),
        (1, (), PEER),
        (1, ("",), PEER),
        (1, (CLIENT,), CLIENT),
        (1, (f"10.0.0.1, {CLIENT}",), CLIENT),
        (1, ("10.0.0.1", f"10.0.0.2,{CLIENT} "), CLIENT),
        (2, (f"10.0.0.1, {CLIENT}, 192.0.2.7",), CLIENT),
        (2, (CLIENT,), PEER),
        (1, ("x" * 1000,), "x" * MAX_LENGTH),
        # As some load balancers write an entry.
        (1, (f"{CLIENT}:52011",), CLIENT),
        (1, ("[2001:db8:1:2::9]:443",), "2001:db8:1:2::/64"),
    ],
)
def test_each_proxy_of_ours_counts_one_entry_from_the_right(
    proxies: int, forwarded: tuple[str, ...], expected: str
) -> None:
    with override_settings(TRUSTED_PROXIES=proxies):
        assert both(*forwarded) == expected


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("[2001:db8:1:2::5]", "2001:db8:1:2::/64"),
        ('"[2001:db8:1:2::5]:80"', "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        # One IPv4 client, however its address is written.
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("[::ffff:203.0.113.9]:80", "203.0.113.9"),
        ("64:ff9b::cb00:7109", "203.0.113.9"),
        ("/run/farkle.sock", "/run/farkle.sock"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_an_address_counts_for_its_network(address: str, network: str) -> None:
    assert network_of(address) == network
    assert network_of(network) == network


def test_a_site_is_a_48() -> None:
    assert supernet_of(network_of("2001:db8:1:2::5")) == "2001:db8:1::/48"
    assert supernet_of(network_of("2001:db8:1:ffff::5")) == "2001:db8:1::/48"
    assert supernet_of(network_of("2001:db8:2::5")) == "2001:db8:2::/48"
    assert not supernet_of("203.0.113.9")
    assert not supernet_of("")


@override_settings(TRUSTED_PROXIES=0)
def test_a_connection_without_a_peer_has_no_address() -> None:
    """As over a UNIX socket."""
    assert address_in({"client": None, "headers": []}) == ""


def forged(client: str = CLIENT) -> dict[str, str]:
    """The header that an appending proxy makes of one that the client wrote, a different one each
    time."""
    return {"X-Forwarded-For": f"{next(FORGED)}, {client}"}


@pytest.fixture
def proxied(daphne_server: Start) -> services.Daphne:
    return daphne_server(
        FARKLE_BEHIND_PROXY="yes", FARKLE_WRONG_CODES=str(LIMIT), FARKLE_SOCKETS_OF_ADDRESS="2"
    )


def test_forged_headers_do_not_escape_the_limit_on_room_codes(proxied: services.Daphne) -> None:
    page = f"{proxied.url}/r/22222222/"
    assert [fetch(page, **forged())[0] for _ in range(LIMIT)] == [404] * LIMIT
    assert fetch(page, **forged())[0] == 429
    assert fetch(page, **forged("203.0.113.10"))[0] == 404


@pytest.mark.parametrize("write", ["2001:db8:1:2::{:x}", "[2001:db8:1:2::{:x}]:443", "{0}"])
def test_one_connection_has_one_share_of_the_limit_on_room_codes(
    proxied: services.Daphne, write: str
) -> None:
    """Whichever of its addresses, or ports, it uses."""
    page = f"{proxied.url}/r/22222222/"
    clients = [CLIENT + f":{n}" if write == "{0}" else write.format(n) for n in range(1, LIMIT + 2)]
    answers = [fetch(page, **forged(client))[0] for client in clients]
    assert answers == [404] * LIMIT + [429]


def test_forged_headers_do_not_escape_the_limit_of_a_form(proxied: services.Daphne) -> None:
    browser = Browser(proxied.url)
    browser.headers = forged
    answers = [browser.sent("/seat/", "/seat/", code="NOTACODE")[0] for _ in range(LIMIT + 1)]
    refused = ["Too many attempts" in answer for answer in answers]
    assert refused == [False] * LIMIT + [True]


async def test_forged_headers_do_not_escape_the_limits_of_sockets(
    proxied: services.Daphne,
) -> None:
    code = await in_thread(Browser(proxied.url).open_room, "Host")

    def socket(code: str, client: str = CLIENT) -> connect:
        return Raw(Browser(proxied.url), code, **forged(client))()

    async with socket(code) as one, socket(code) as two:
        for accepted in (one, two):
            await answer_of(accepted, to="you")
        with pytest.raises(InvalidStatus):
            async with socket(code):
                pass
        async with socket(code, "203.0.113.10") as other:
            await answer_of(other, to="you")
    # Wrong codes are counted for sockets and pages together.
    for _ in range(LIMIT):
        async with socket("22222222") as wrong:
            assert await farewell(wrong) == ("no_room", 4404)
    with pytest.raises(InvalidStatus):
        async with socket(code):
            pass
    assert (await in_thread(lambda: fetch(f"{proxied.url}/r/{code}/", **forged())))[0] == 429


async def test_without_a_proxy_the_header_counts_for_nothing(daphne_server: Start) -> None:
    server = daphne_server(FARKLE_WRONG_CODES=str(LIMIT))
    browser = Browser(server.url)
    for _ in range(LIMIT):
        async with Raw(browser, "22222222", **forged())() as wrong:
            assert await farewell(wrong) == ("no_room", 4404)
    answer = await in_thread(lambda: fetch(f"{server.url}/r/22222222/", **forged(next(FORGED))))
    assert answer[0] == 429
