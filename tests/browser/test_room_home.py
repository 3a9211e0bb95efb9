"""The second evening: the link of a room opens on who is here and the standings, and Play starts
the next game."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.support.page_faults import has_no_faults_in_any_light
from tests.support.seats import PHONE, Seat, play_to_the_end
from tests.support.services import Daphne

SMALL = {"width": 320, "height": 640}


def days_pass(server: Daphne, url: str, days: int) -> None:
    """Move the end of the room's games into the past."""
    path = Path(server.environ["DATABASE_URL"].removeprefix("sqlite:///"))
    code = url.rstrip("/").rsplit("/", 1)[-1]
    with sqlite3.connect(path, timeout=60) as database:
        database.execute(
            f"update games_game set finished = datetime(finished, '-{days} days') "
            "where room_id = (select id from games_room where code = ?)",
            [code],
        )
    database.close()


def test_the_second_evening_opens_on_the_rooms_home(
    take_seat: Callable[..., Seat], server: Daphne
) -> None:
    mara, ines = take_seat(size=SMALL), take_seat(size=PHONE)
    url = mara.opens_a_room("Mara", target=500)
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    play_to_the_end([mara, ines])
    # The result leads there, too.
    mara.page.locator("#result summary", has_text="More").click()
    mara.page.get_by_role("link", name="Players and evenings").click()
    home = mara.page.locator("#room-home")
    players = mara.page.locator("#home-seats > li")
    expect(players).to_have_text(["Marahere", "Ineshere"])
    ines.page.goto("/about/")
    expect(players).to_have_text(["Marahere", "Inesaway"])
    mara.page.goto("/about/")
    days_pass(server, url, 7)

    mara.page.goto(url)
    expect(home).to_be_visible()
    expect(home.get_by_role("heading", level=1)).to_contain_text("again?")
    expect(players).to_have_text(["Marahere", "Inesaway"])
    expect(mara.page.locator("#home-here")).to_have_text("1 of 2 are here.")
    expect(home.locator("tbody tr")).to_have_count(2)
    has_no_faults_in_any_light(mara.page)

    ines.page.goto(url)
    expect(players).to_have_text(["Marahere", "Ineshere"])
    play = ines.page.get_by_role("button", name="Play", exact=True)
    expect(ines.page.locator("#play-words")).to_contain_text("Mara starts the game.")
    play.focus()
    ines.page.keyboard.press("Enter")
    expect(ines.page.locator("#play")).to_have_text("You're in")
    expect(players).to_have_text(["Marahere", "Inesready"])
    ines.page.locator("#not-in").click()
    expect(players).to_have_text(["Marahere", "Ineshere"])
    expect(play).to_be_enabled()

    # The last result and the lobby are one tap away, and the way back.
    ines.page.locator("#last-result").click()
    expect(ines.page.locator("#win-title")).to_be_visible()
    mara.page.locator("#home-to-lobby").click()
    expect(mara.page.locator("#lobby")).to_be_visible()
    mara.page.locator("#to-result").click()
    expect(home).to_be_visible()
    change = '#room-home [data-sheet="choose-sheet"]'
    mara.page.locator(change).click()
    target = mara.page.locator("#q-target")
    expect(target).to_be_in_viewport()
    target.select_option("5000")
    expect(home.locator("[data-rules-goal]")).to_contain_text("5,000")
    first_choice = mara.page.locator("#choose-sheet .preset").first
    field, listed = target.bounding_box(), first_choice.bounding_box()
    assert field
    assert listed
    assert field["y"] < listed["y"], "what most people change stands first"
    mara.page.locator("#choose-sheet .sheet-head [data-close]").click()
    mara.chooses("kcd", by=change)
    expect(home.locator("[data-rules-name]")).to_have_text("Tavern (Kingdom Come)")
    new = "New rules: Tavern (Kingdom Come)."
    expect(mara.page.locator("#play-words")).to_have_text(f"Same players. {new}")
    expect(ines.page.locator("#rematch-words")).to_contain_text(new)
    expect(mara.page.get_by_text("The same link works next time.")).to_be_visible()

    mara.page.locator("#play").click()
    for seat in (mara, ines):
        expect(seat.page.locator("#table")).to_be_visible()
        expect(seat.page.locator("#notice-words")).to_contain_text(new)
    expect(mara.page.locator("#room-home")).to_be_hidden()
