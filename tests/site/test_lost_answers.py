"""A stranger whose answer to a form is lost sends it again, and gets what it has already made."""

import re
from collections.abc import Callable, Iterator
from http.client import HTTPException
from urllib.parse import urlsplit

import pytest

from tests.support import services
from tests.support.client import Browser
from tests.support.outside.lossy_proxy import LossyProxy, lossy_proxy
from tests.support.pages import fetch

Start = Callable[..., services.Daphne]


@pytest.fixture
def server(daphne_server: Start) -> services.Daphne:
    return daphne_server()


@pytest.fixture
def proxy(server: services.Daphne) -> Iterator[LossyProxy]:
    port = urlsplit(server.url).port
    assert port is not None
    with lossy_proxy(port) as running:
        yield running


def sent_until_answered(
    browser: Browser, proxy: LossyProxy, page: str, action: str, **fields: str
) -> str:
    """Send a form again and again, as a browser that reloads does; return where it leads."""
    proxy.losses = 3
    while proxy.losses:
        with pytest.raises((OSError, HTTPException)):
            browser.sent(page, action, request="the-same-id", **fields)
    return browser.sent(page, action, request="the-same-id", **fields)[1]


def test_joining(server: services.Daphne, proxy: LossyProxy) -> None:
    code = Browser(server.url).open_room("Mara")
    teo = Browser(proxy.url)
    where = sent_until_answered(teo, proxy, f"/r/{code}/", f"/r/{code}/sit/", name="Teo")
    assert where == f"/r/{code}/"
    page = fetch(f"{server.url}/r/{code}/")[2].decode()
    assert "Teo" in page
    assert "Teo 2" not in page


@pytest.mark.parametrize("action", ["/rooms/", "/practice/"])
def test_opening_a_room(server: services.Daphne, proxy: LossyProxy, action: str) -> None:
    mara = Browser(proxy.url)
    where = sent_until_answered(mara, proxy, "/", action, name="Mara")
    page = fetch(f"{server.url}/", Cookie=mara.cookies)[2].decode()
    assert set(re.findall(r"/r/\w{8}/", page)) == {where}
