"""Two people at a table, in two browsers."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.seats import PHONE, Seat, acting, by_keys, play_one, where

Taker = Callable[..., Seat]
Two = tuple[Seat, Seat]


def two_at_a_table(take_seat: Taker, target: int = 0, **prefs: Any) -> Two:
    mara, ines = take_seat(prefs=prefs), take_seat(size=PHONE, prefs=prefs)
    url = mara.opens_a_room("Mara", "kcd", target=target)
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    expect(ines.page.locator("#table")).to_be_visible()
    return mara, ines


def turn_of(*seats: Seat) -> tuple[Page, Page]:
    """Return the page of the player who is to act, and the other's."""
    pages = [seat.page for seat in seats]
    turn = acting(pages)
    assert turn is not None
    return turn, next(page for page in pages if page is not turn)


def to_roll(mara: Seat, ines: Seat) -> Page:
    """Play on until somebody begins a turn."""
    while where(turn := turn_of(mara, ines)[0]) != "roll":
        play_one(turn, by_keys)
    return turn


def to_choose(mara: Seat, ines: Seat) -> tuple[Page, Page]:
    """Play on until somebody has dice to choose from, some of which do not score."""
    for _ in range(200):
        turn, other = turn_of(mara, ines)
        if where(turn) == "choose" and turn.locator("#thrown > [data-off]").count():
            # The test before, at the same table, may have left dice selected.
            while turn.locator('#thrown > [aria-pressed="true"]').count():
                turn.keyboard.press("z")
            return turn, other
        play_one(turn, by_keys, enough=100_000)
    raise AssertionError("no such throw")
