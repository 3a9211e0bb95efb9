"""Before a roll the dice lie in a heap: tap or flick it, and it rattles. No tray is ever empty."""

import re
import time

from playwright.sync_api import Page, expect

from tests.support.seats import (
    PHONE,
    PLY_IS_NOT,
    acting,
    by_keys,
    play_one,
    play_to_the_end,
    until,
    where,
)
from tests.support.tables import Taker, Two, two_at_a_table

# How often a frame showed no dice, though a game is on.
WATCH_THE_TRAY = """
    () => {
        const seen = (id) => document.getElementById(id)?.checkVisibility();
        window.empty = 0;
        window.looked = 0;
        const look = () => {
            if (seen("tray")) {
                const dice = [...document.querySelectorAll("#tray :is(#heap, #thrown, #rolloff) .die")];
                window.looked += 1;
                if (!dice.some((die) => die.checkVisibility())) window.empty += 1;
            }
            requestAnimationFrame(look);
        };
        look();
    }
"""  # noqa: E501  # a program

# Holds back what is sent, from now on until `window.letGo()`.
HOLD_BACK = """
    () => {
        const socket = farkle_sockets.at(-1);
        const held = [];
        socket.send = (text) => held.push(text);
        window.letGo = () => {
            delete socket.send;
            held.forEach((text) => socket.send(text));
        };
    }
"""


def _to_roll(*pages: Page) -> tuple[Page, Page]:
    """Return the page of whoever begins a turn, and the other."""
    for _ in range(100):
        turn = acting(list(pages))
        assert turn is not None
        if where(turn) == "roll":
            expect(turn.locator("#heap .die:visible")).to_have_count(6)
            return turn, pages[1] if turn is pages[0] else pages[0]
        play_one(turn, by_keys, enough=100_000)
    raise AssertionError("nobody begins a turn")


def _ply(page: Page) -> str:
    ply: str = page.evaluate("document.getElementById('table').dataset.ply")
    return ply


def _drag(page: Page, *, pause: int) -> None:
    """Move the heap by a hand's breadth, with so many ms between the steps. The events carry their
    time with them, so that a busy machine does not make a flick slow."""
    # Right after the turn has begun a finger may be on its way to what was there before.
    expect(page.locator("#heap-dice")).not_to_have_class(re.compile("dead"))
    box = page.locator("#heap-dice").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    began = time.time()
    steps = [
        ("mousePressed", 0),
        *(("mouseMoved", step) for step in range(1, 7)),
        ("mouseReleased", 6),
    ]
    devtools = page.context.new_cdp_session(page)
    for kind, step in steps:
        devtools.send(
            "Input.dispatchMouseEvent",
            {
                "type": kind,
                "x": x + step * 4,
                "y": y - step * 14,
                "timestamp": began + step * pause / 1000,
                "button": "left",
                "buttons": 1,
                "clickCount": 1,
            },
        )
    devtools.detach()


def test_the_heap_is_one_button_that_is_tapped_or_flicked(still: Two) -> None:
    pages = [seat.page for seat in still]
    turn, other = _to_roll(*pages)
    heap, theirs = turn.locator("#heap-dice"), other.locator("#heap-dice")
    expect(heap).to_have_accessible_name("Roll 6 dice")
    expect(turn.locator("#heap-cue")).to_have_text("Tap the dice or flick them to roll")
    expect(turn.locator("#tray")).not_to_have_attribute("data-dice", re.compile("."))
    name = "Mara" if turn is pages[0] else "Ines"
    expect(theirs.locator(".die")).to_have_count(6)
    expect(theirs).to_be_disabled()
    expect(other.locator("#heap-cue")).to_have_text(f"{name} is about to roll")
    expect(other.locator("#tray")).to_have_attribute("data-dice", "1" if name == "Mara" else "2")
    for page in pages:  # what has not been thrown looks like no roll
        blank = page.locator('#heap-dice use[href$="#die-blank"]')
        expect(blank).to_have_count(6)
    before = _ply(turn)
    heap.click()
    until(turn, PLY_IS_NOT, before)
    expect(turn.locator("#thrown .die")).to_have_count(6)

    turn, _ = _to_roll(*pages)
    before = _ply(turn)
    _drag(turn, pause=120)  # slowly: the dice are moved, and put down again
    expect(turn.locator("#heap-dice")).to_have_css("translate", "none")
    assert _ply(turn) == before
    _drag(turn, pause=8)
    until(turn, PLY_IS_NOT, before)

    turn, _ = _to_roll(*pages)
    before = _ply(turn)
    turn.locator("#heap-dice").focus()
    turn.keyboard.press("Enter")
    until(turn, PLY_IS_NOT, before)
    expect(turn.locator("body")).not_to_be_focused()


WATCH_THE_HEAP = """
    window.open_at_once = 0;
    const heap = document.getElementById("heap-dice");
    new MutationObserver(() => {
        if (!heap.disabled && getComputedStyle(heap).pointerEvents !== "none") window.open_at_once += 1;
    }).observe(heap, { attributeFilter: ["disabled"] });
"""  # noqa: E501  # a program


def test_a_tap_on_its_way_when_the_turn_begins_rolls_nothing(take_seat: Taker) -> None:
    """A finger meant for the lobby, or for a reaction, must not throw the dice that come there."""
    mara, ines = take_seat(), take_seat(size=PHONE)
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    mara.sees(2)
    for seat in (mara, ines):
        seat.page.evaluate(WATCH_THE_HEAP)
    mara.starts()
    pages = [mara.page, ines.page]
    for _ in range(2):
        turn = acting(pages)
        assert turn is not None
        play_one(turn, by_keys)
    assert acting(pages)
    assert [page.evaluate("open_at_once") for page in pages] == [0, 0]


def test_the_dice_rattle_while_the_roll_is_asked_for_but_not_for_long(take_seat: Taker) -> None:
    mara, ines = two_at_a_table(take_seat, speed="normal")
    turn, _ = _to_roll(mara.page, ines.page)
    heap = turn.locator("#heap")
    before = _ply(turn)
    turn.evaluate(HOLD_BACK)
    turn.locator("#heap-dice").click()
    expect(heap).to_have_class(re.compile("rattling"))
    expect(heap).not_to_have_class(re.compile("rattling"))
    expect(turn.locator("#slip")).to_contain_text("Connecting…")
    expect(turn.locator("#heap .die")).to_have_count(6)
    turn.evaluate("letGo()")
    until(turn, PLY_IS_NOT, before)
    expect(turn.locator("#slip")).not_to_contain_text("Connecting…")


# Whether the newest roll that this page was told of was a farkle.
FARKLED = """
    () => {
        const told = frames_seen.map(JSON.parse).filter(({ type }) => type === "event");
        const names = told.flatMap(({ events }) => events.map(([name]) => name));
        return names.slice(names.lastIndexOf("rolled")).includes("farkled");
    }
"""


def _to_keep_some(pages: list[Page]) -> Page:
    """Play on until somebody has selected some of the dice, but not all."""
    for _ in range(100):
        turn = acting(pages)
        assert turn is not None
        if where(turn) == "choose":
            turn.keyboard.press("a")
            if turn.locator('#thrown > [aria-pressed="false"]').count():
                return turn
        play_one(turn, by_keys, enough=100_000)
    raise AssertionError("everything always scores")


def test_what_is_not_set_aside_gathers_while_the_roll_is_asked_for(still: Two) -> None:
    pages = [seat.page for seat in still]
    for _ in range(30):
        turn = _to_keep_some(pages)
        before, aside = _ply(turn), turn.locator("#kept .die").count()
        kept = turn.locator('#thrown > [aria-pressed="true"]').count()
        rest = turn.locator('#thrown > [aria-pressed="false"]').count()
        assert kept > 0
        turn.evaluate(HOLD_BACK)
        turn.keyboard.press("r")
        expect(turn.locator("#heap .die:visible")).to_have_count(rest)
        expect(turn.locator('#heap-dice use[href$="#die-blank"]')).to_have_count(rest)
        expect(turn.locator("#thrown")).to_be_hidden()
        expect(turn.locator("#kept .die")).to_have_count(aside + kept)
        turn.evaluate("letGo()")
        until(turn, PLY_IS_NOT, before)
        # After a farkle the dice may be cleared away already: whoever is next asks for a roll.
        if not turn.evaluate(FARKLED):
            expect(turn.locator("#thrown .die:visible")).to_have_count(rest)
            return
    raise AssertionError("every roll was a farkle")


def test_no_tray_is_ever_empty(take_seat: Taker) -> None:
    mara, ines = take_seat(prefs={"speed": "fast"}), take_seat(reduced_motion="reduce")
    url = mara.opens_a_room("Mara", "kcd", target=600)
    ines.sits_down(url, "Ines")
    mara.sees(2)
    watcher, late = take_seat(size=PHONE), take_seat()
    watcher.page.goto(f"{url}?watch")
    for seat in (mara, ines, watcher):
        seat.page.evaluate(WATCH_THE_TRAY)
    mara.starts()
    late.page.goto(f"{url}?watch")
    late.page.evaluate(WATCH_THE_TRAY)
    expect(late.page.locator("#tray .die:visible").first).to_be_visible()
    play_to_the_end([mara, ines], by_table=True)
    for seat in (mara, ines, watcher, late):
        assert seat.page.evaluate("window.looked") > 10
        assert seat.page.evaluate("window.empty") == 0
