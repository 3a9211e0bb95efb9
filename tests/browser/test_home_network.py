"""A phone on the home network: plain http under a name, which is no secure context."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.test_first_game import opens_a_room, sits_down
from tests.support import services
from tests.support.seats import PHONE, Seat, play_to_the_end


def test_a_game_under_a_host_name_without_a_secure_context(
    take_seat: Callable[..., Seat], server: services.Daphne
) -> None:
    base = f"http://laptop.test:{server.port}"
    mara, ines = take_seat(base), take_seat(base, size=PHONE)
    url = opens_a_room(mara, "Mara")
    assert url.startswith(base)
    missing = mara.page.evaluate(
        "[isSecureContext, crypto.randomUUID, crypto.subtle, navigator.clipboard].map(Boolean)"
    )
    assert missing == [False, False, False, False]
    mara.page.locator("#lobby [data-copy]").click()
    expect(mara.page.locator("#notice")).to_have_text("Link copied.")
    sits_down(ines, url, "Ines")
    mara.sees(2)
    mara.plays_to(500)
    mara.starts()
    play_to_the_end([mara, ines], by_table=True)
