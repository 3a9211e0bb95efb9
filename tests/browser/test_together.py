"""Three people on different devices; one reloads, one loses the network, all see the same game."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_race import CHANGE
from tests.support import services
from tests.support.seats import (
    BY_ITSELF,
    LONG_GAME_MS,
    PHONE,
    Seat,
    acting,
    by_keys,
    by_taps,
    play_one,
    play_to_the_end,
    until,
)


def _table_of_three(take_seat: Callable[..., Seat], rounds: int) -> list[Seat]:
    seats = [take_seat(), take_seat(size=PHONE, has_touch=True), take_seat()]
    url = seats[0].opens_a_room("Mara", "kcd")
    seats[1].sits_down(url, "Ines")
    seats[2].sits_down(url, "Teo")
    seats[0].page.evaluate(CHANGE, {"rounds": rounds})
    for seat in seats:
        seat.sees(3)
        expect(seat.page.locator("#rules-goal")).to_contain_text(f"{rounds} round")
    seats[0].starts()
    return seats


def _lies_on_nothing(page: Page) -> None:
    """The note about the connection covers nothing that is to be read or pressed, on any screen."""
    size = page.viewport_size
    for width, height in ((320, 640), (390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        bar, note, table = (
            page.locator(selector).bounding_box() for selector in (".bar", "#network", "#table")
        )
        assert bar
        assert note
        assert table
        assert bar["y"] + bar["height"] <= note["y"]
        assert note["y"] + note["height"] <= table["y"]
    assert size
    page.set_viewport_size(size)


def test_three_people_play_through_a_reload_and_a_lost_network_to_a_rematch(
    take_seat: Callable[..., Seat],
) -> None:
    mara, ines, teo = seats = _table_of_three(take_seat, rounds=4)

    for decision in range(12):
        if decision == 5:
            teo.page.reload()
            expect(teo.page.locator("#table")).to_be_visible()
        if decision == 9:
            # After a short gap, which her socket survives, the note goes away.
            for gone in (True, False, True):
                ines.context.set_offline(gone)
                expect(ines.page.locator("#network")).to_be_visible(visible=gone)
            # Sockets that are open survive Chromium's switch; a phone's do not.
            ines.page.evaluate("window.farkle_sockets.forEach((socket) => socket.close())")
            expect(ines.page.locator("#network")).to_be_visible()
            _lies_on_nothing(ines.page)
            # The others go on without her for as long as it is not her turn.
            for _ in range(4):
                if mara.turn() == 1:
                    break
                turn = acting([mara.page, teo.page])
                assert turn is not None
                play_one(turn, by_taps, enough=100)
            ines.context.set_offline(False)
            expect(ines.page.locator("#network")).to_be_hidden()
        turn = acting([seat.page for seat in seats])
        assert turn is not None
        play_one(turn, by_taps, enough=250)
    play_to_the_end(seats, enough=250)

    rows = [seat.page.locator("#final-rows .total .vh").all_inner_texts() for seat in seats]
    assert rows[0] == rows[1] == rows[2]
    names = [seat.page.locator("#final-rows .name").all_inner_texts() for seat in seats]
    assert names[0] == names[1] == names[2]

    # The rest of the table keeps its seats for a rematch.
    heights = """() => ["#win-tray", "#rematch", "#to-lobby"].flatMap((part) => {
        const { top, bottom } = document.querySelector(part).getBoundingClientRect();
        return [top, bottom];
    })"""
    before = mara.page.evaluate(heights)
    ines.page.locator("#rematch").click()
    expect(mara.page.locator("#rematch-words")).to_contain_text("Ines wants a rematch.")
    assert mara.page.evaluate(heights) == pytest.approx(before, abs=1)
    mara.page.locator("#rematch").click()
    for seat in seats:
        expect(seat.page.locator("#table")).to_be_visible()
        expect(seat.page.locator("#pad-rows .name")).to_have_text(["Mara", "Ines", "Teo"])


def test_a_killed_server_comes_back_and_the_game_goes_on(
    take_seat: Callable[..., Seat], server: services.Daphne
) -> None:
    seats = _table_of_three(take_seat, rounds=2)
    for _ in range(3):
        turn = acting([seat.page for seat in seats])
        assert turn is not None
        play_one(turn, by_keys, enough=400)
    server.restart()
    play_to_the_end(seats, enough=400)
    totals = [seat.page.locator("#final-rows .total .vh").all_inner_texts() for seat in seats]
    assert totals[0] == totals[1] == totals[2]


def test_two_tabs_of_one_person_hold_one_seat_and_are_both_live(
    take_seat: Callable[..., Seat],
) -> None:
    mara, ines = take_seat(), take_seat()
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    second = ines.another_tab()
    expect(second.locator("#seats > li")).to_have_count(2)
    mara.sees(2)
    mara.starts()
    tabs = [ines.page, second]
    for tab in tabs:
        expect(tab.locator("#table")).to_be_visible()
    for _ in range(4):
        turn = acting([mara.page, *tabs])
        assert turn is not None
        play_one(turn, by_taps)
        plies = "document.getElementById('table').dataset.ply"
        expected = turn.evaluate(plies)
        for page in (mara.page, *tabs):
            until(page, f"(ply) => {plies} === ply", expected)


# Notes of every picture of the roll-off what stands below the tray.
WATCH_THE_ROLL_OFF = """
    window.below = [];
    const node = (id) => document.getElementById(id);
    const look = () => {
        if (!window.below) return;
        if (node("rolloff")?.checkVisibility()) {
            const acts = node("acts").checkVisibility();
            window.below.push(acts ? "acts" : node("react-words").textContent);
        }
        requestAnimationFrame(look);
    };
    look();
"""


WATCH_THE_LOG = """
    window.early = [];
    new MutationObserver(() => {
        const rolling = document.querySelector("#thrown.rolling, #thrown .rolling");
        const words = document.getElementById("log").textContent;
        if (rolling && words.includes("rolled:")) window.early.push(words);
    }).observe(document.getElementById("log"), { childList: true, subtree: true });
"""


def test_nothing_is_given_away_before_its_dice_have_landed(take_seat: Callable[..., Seat]) -> None:
    """Who goes first is seen on the dice, and nowhere before them; so is what was rolled."""
    seats = [take_seat(prefs={"speed": "normal"}) for _ in range(3)]
    url = seats[0].opens_a_room("Mara", entry_min=350)
    for seat, name in zip(seats[1:], ("Ines", "Teo"), strict=True):
        seat.sits_down(url, name)
    seats[0].sees(3)
    for seat in seats:
        seat.page.evaluate(WATCH_THE_ROLL_OFF)
        seat.page.evaluate(WATCH_THE_LOG)
    seats[0].starts()
    assert acting([seat.page for seat in seats])
    for seat in seats:
        expect(seat.page.locator("#rolloff")).to_be_hidden()
        assert set(seat.page.evaluate("below")) == {""}
        seat.page.evaluate("below = null")
        seat.page.evaluate(BY_ITSELF, 50)
    expect(seats[0].page.locator("#log")).to_contain_text("banked", timeout=LONG_GAME_MS)
    for seat in seats:
        assert seat.page.evaluate("early") == []


CUT_OFF = """
    (names) => names.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
        .map((one) => one.textContent)
"""  # noqa: E501  # a program


def test_a_result_has_whole_names_and_offers_spectators_the_next_game(
    take_seat: Callable[..., Seat],
) -> None:
    mara, bart = take_seat(size=PHONE), take_seat(size={"width": 320, "height": 640})
    watcher = take_seat()
    url = mara.opens_a_room("Mara", "kcd", target=300)
    bart.sits_down(url, "Bartholomew the Great")
    mara.sees(2)
    watcher.page.goto(f"{url}?watch")
    mara.starts()
    play_to_the_end([mara, bart])
    expect(watcher.page.locator("#result")).to_be_visible()
    for seat in (mara, bart, watcher):
        names = seat.page.locator("#final-rows .name")
        expect(names).to_have_count(2)
        assert names.evaluate_all(CUT_OFF) == []
    expect(watcher.page.locator("#result [data-take-seat]")).to_have_text("Join the next game")
