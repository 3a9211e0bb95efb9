"""Whoever's answer to a form is lost reloads, and gets what the form has already made."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, expect

from tests.support import services
from tests.support.outside.lossy_proxy import LossyProxy, lossy_proxy
from tests.support.seats import Seat


@pytest.fixture
def proxy(server: services.Daphne) -> Iterator[LossyProxy]:
    port = urlsplit(server.url).port
    assert port is not None
    with lossy_proxy(port) as running:
        yield running


def reloads_until_answered(seat: Seat, proxy: LossyProxy, button: str) -> None:
    proxy.losses = 3
    with pytest.raises(Error):  # noqa: PT012  # the page that the form leads to never comes
        seat.page.get_by_role("button", name=button).click()
        seat.page.wait_for_load_state()
        raise Error("it came")
    while proxy.losses:
        with pytest.raises(Error):
            seat.page.reload()
    seat.page.reload()
    seat.is_live()


def test_joining(take_seat: Callable[..., Seat], proxy: LossyProxy) -> None:
    mara, teo = take_seat(), take_seat(proxy.url)
    mara.opens_a_room("Mara")
    teo.page.goto(urlsplit(mara.page.url).path)
    teo.page.get_by_label("Your name").fill("Teo")
    reloads_until_answered(teo, proxy, "Join")
    expect(mara.page.locator("#lobby-rows li")).to_have_count(2)
    expect(mara.page.locator("#lobby-rows li").last).to_contain_text("Teo")


@pytest.mark.parametrize("button", ["Play with friends", "Play now"])
def test_opening_a_room(take_seat: Callable[..., Seat], proxy: LossyProxy, button: str) -> None:
    mara = take_seat(proxy.url)
    mara.page.goto("/")
    mara.page.get_by_label("Your name").fill("Mara")
    reloads_until_answered(mara, proxy, button)
    mara.page.goto("/")
    expect(mara.page.locator("main a[href^='/r/']")).to_have_count(1)
