"""Games with five and with eight dice, on a small phone and on a large screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.seats import Seat, acting, by_keys, play_one, play_to_the_end, where

Taker = Callable[..., Seat]

SMALL = {"width": 320, "height": 640}
LARGE = {"width": 1280, "height": 800}


@pytest.mark.parametrize("dice", [5, 8])
def test_a_whole_game_with_another_number_of_dice(take_seat: Taker, dice: int) -> None:
    mara, ines = take_seat(size=SMALL), take_seat(size=LARGE)
    url = mara.opens_a_room("Mara", "standard", target=1000, dice=dice)
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    pages = [mara.page, ines.page]
    for _ in range(6):
        turn = acting(pages)
        if turn is None:
            break
        if where(turn) == "roll":
            for page in pages:
                expect(page.locator("#heap .die:visible")).to_have_count(dice)
            expect(turn.locator("#heap-dice")).to_have_accessible_name(f"Roll {dice} dice")
        for page in pages:
            fits = "document.documentElement.scrollWidth <= innerWidth"
            assert page.evaluate(fits), "nothing is wider than the screen"
        play_one(turn, by_keys)
    play_to_the_end([mara, ines])
