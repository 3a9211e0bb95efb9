"""The table: what is seen of a throw, what a button that is off says, what can be set."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.page_faults import keeps_within_its_edge
from tests.support.seats import (
    DESK,
    PHONE,
    PLY_IS_NOT,
    at_risk,
    by_keys,
    play_one,
    until,
    where,
)
from tests.support.tables import Taker, Two, to_choose, to_roll, turn_of, two_at_a_table

WATCH_THE_THROW = """
    window.told = [];
    const words = document.querySelector("#roll b");
    new MutationObserver(() => {
        if (document.getElementById("thrown").classList.contains("rolling")) told.push(words.textContent);
    }).observe(words, { childList: true });
"""  # noqa: E501  # one expression


def test_a_throw_lands_everywhere_on_the_servers_dice(take_seat: Taker) -> None:
    mara, ines = two_at_a_table(take_seat, speed="normal")
    turn, _ = turn_of(mara, ines)
    for seat in (mara, ines):
        seat.page.evaluate(WATCH_THE_THROW)
    turn.keyboard.press("r")
    for seat in (mara, ines):
        thrown = seat.page.locator("#thrown")
        expect(thrown.locator(".die")).to_have_count(6)
        expect(thrown).not_to_have_class(re.compile("rolling"))
        # Nothing said what the dice in the air would show.
        assert not any(words.startswith("Keep") for words in seat.page.evaluate("window.told"))
        rolled = [e for frame in seat.heard() for e in frame["events"] if e[0] == "rolled"]
        faces = [die.get_attribute("data-face") for die in thrown.locator(".die").all()]
        # After a farkle that nobody answered yet the dice still lie there, or are cleared away.
        assert faces in ([str(face) for face in rolled[-1][1]], [])


PICK_IN_THE_AIR = """
() => {
    window.picked = 0;
    const thrown = document.getElementById("thrown");
    new MutationObserver(() => {
        if (window.picked || !thrown.classList.contains("rolling")) return;
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
        window.picked = thrown.querySelectorAll('.die[aria-pressed="true"]').length;
    }).observe(thrown, { attributes: true, attributeFilter: ["class"] });
}
"""


def test_keys_work_while_the_dice_are_in_the_air(take_seat: Taker) -> None:
    mara, ines = two_at_a_table(take_seat, speed="normal")
    for seat in (mara, ines):
        seat.page.evaluate(PICK_IN_THE_AIR)
    for _ in range(20):
        turn = to_roll(mara, ines)
        before = turn.evaluate("document.getElementById('table').dataset.ply")
        turn.keyboard.press("r")
        until(turn, PLY_IS_NOT, before)
        if turn.evaluate("window.picked"):
            return
    pytest.fail("every first throw was a farkle, or none was caught in the air")


# Hides the tab in the middle of a throw, and notes whether its dice are in the air then.
HIDE_IN_THE_AIR = """
() => {
    const thrown = document.getElementById("thrown");
    const rolling = () => thrown.classList.contains("rolling");
    new MutationObserver(() => {
        if (window.left_rolling !== undefined || !rolling()) return;
        Object.defineProperty(document, "hidden", { get: () => true });
        document.dispatchEvent(new Event("visibilitychange"));
        window.left_rolling = rolling();
    }).observe(thrown, { attributes: true, attributeFilter: ["class"] });
}
"""


def test_a_tab_that_is_hidden_skips_to_the_end(take_seat: Taker) -> None:
    mara, ines = two_at_a_table(take_seat, speed="normal")
    turn, other = turn_of(mara, ines)
    other.evaluate(HIDE_IN_THE_AIR)
    turn.keyboard.press("r")
    until(other, "window.left_rolling !== undefined")
    assert other.evaluate("window.left_rolling") is False


def test_a_button_that_is_off_says_why(still: Two) -> None:
    turn = to_roll(*still)
    expect(turn.locator("#bank")).to_have_attribute("aria-disabled", "true")
    expect(turn.locator("#bank small")).to_have_text("roll first")
    expect(turn.locator(".dead")).to_have_count(0)
    turn.locator("#bank").click(force=True)
    expect(turn.locator("#notice")).to_have_text("Roll first.")


# Notes how long the hand takes no taps once reactions have taken the place of Roll and Bank, and
# whether a tap on a reaction then reaches it.
WATCH_THE_HAND = """
    () => {
        const hand = document.querySelector(".hand");
        window.dead = null;
        // Taken when the class is set: a busy page calls the observer late.
        let since = 0;
        const add = hand.classList.add;
        hand.classList.add = function (...names) {
            if (names.includes("dead")) since = performance.now();
            add.apply(this, names);
        };
        new MutationObserver(() => {
            const now = hand.classList.contains("dead");
            if (now && !window.dead && !document.getElementById("react").hidden) {
                const reaction = document.querySelector("#react button");
                const { pointerEvents } = getComputedStyle(reaction);
                window.dead = { since, pointerEvents };
            }
            else if (!now && window.dead) window.dead.ms ??= performance.now() - window.dead.since;
        }).observe(hand, { attributes: true, attributeFilter: ["class"] });
    }
"""


def test_reactions_take_no_tap_that_was_meant_for_bank(still: Two) -> None:
    turn = to_roll(*still)
    turn.evaluate(WATCH_THE_HAND)
    for _ in range(20):
        if where(turn) not in ("roll", "choose"):
            break
        play_one(turn, by_keys, enough=0)
    until(turn, "() => window.dead?.ms")
    dead = turn.evaluate("window.dead")
    assert dead["pointerEvents"] == "none"
    assert dead["ms"] >= 690


def test_whose_turn_it_is_stands_in_the_title_unless_switched_off(still: Two) -> None:
    mara, ines = still
    turn, other = turn_of(mara, ines)
    expect(turn).to_have_title("Your turn, Mara's room")
    expect(other).to_have_title("Mara's room")
    turn.locator('header [data-sheet="more-sheet"]').click()
    turn.locator('#more-sheet [data-sheet="settings-sheet"]').click()
    turn.locator('[data-pref="title"]').uncheck()
    expect(turn).to_have_title("Mara's room")
    turn.locator('[data-pref="title"]').check()
    turn.keyboard.press("Escape")


def test_a_reckless_roll_asks_first_where_that_is_wished(take_seat: Taker) -> None:
    mara, ines = two_at_a_table(take_seat, ask=True)
    for _ in range(400):
        turn, _ = turn_of(mara, ines)
        if where(turn) == "choose":
            turn.keyboard.press("a")
            bank, roll = at_risk(turn)
            ply = turn.evaluate("document.getElementById('table').dataset.ply")
            if bank >= 500 and roll <= 2:
                turn.keyboard.press("r")
                expect(turn.locator("#roll b")).to_have_text("Roll anyway?")
                turn.keyboard.press("r")
                until(turn, PLY_IS_NOT, ply)
                return
        play_one(turn, by_keys, enough=1_000)
    raise AssertionError("nothing reckless came up")


def test_tips_go_by_doing_and_come_back_where_they_are_needed(take_seat: Taker) -> None:
    mara, ines = two_at_a_table(take_seat, tour=True)
    for seat in (mara, ines):
        seat.page.clock.install()
    turn, other = turn_of(mara, ines)
    words, skip = turn.locator("#slip .tip"), turn.locator("#tips-skip")
    expect(words).to_have_text(re.compile(r"^First to [\d,]+ wins\. Roll, .+ bank or risk it\.$"))
    expect(skip).to_be_visible()
    expect(other.locator("#slip .tip")).to_have_count(0)
    while where(turn) == "roll":  # a farkle hands the dice to somebody who is told the same
        ply = turn.evaluate("document.getElementById('table').dataset.ply")
        turn.keyboard.press("r")
        until(turn, PLY_IS_NOT, ply)
        turn, other = turn_of(mara, ines)
    words, skip = turn.locator("#slip .tip"), turn.locator("#tips-skip")
    taps = "Tap (dice to keep, or keep (all|the best)|the die that scores, or keep it)"
    tip = re.compile(rf"^Scoring: .+ {taps}\.$")
    expect(words).to_have_text(tip)
    turn.locator("#roll").click()  # "Keep all" selects
    expect(words).to_have_text(re.compile(r"^[\d,]+ at risk\. "))
    turn.locator("#undo").click()
    expect(turn.locator("#slip-main")).to_have_text("Select at least one scoring die.")
    turn.locator("#bank").click(force=True)  # not allowed yet
    expect(words).to_have_text(tip)
    turn.keyboard.press("a")
    turn.keyboard.press("z")
    expect(turn.locator("#slip-main")).to_have_text("Select at least one scoring die.")
    turn.clock.run_for(13_000)
    expect(words).to_have_text(re.compile("^Scoring: "))
    expect(skip).to_have_attribute("tabindex", "-1")  # not between the dice and Roll
    skip.click()
    told = "Tips are off. You can turn them on again in Settings."
    expect(turn.locator("#notice-words")).to_have_text(told)
    expect(turn.locator("#slip-main")).to_have_text("Select at least one scoring die.")
    turn.reload()
    expect(turn.locator("#table")).to_be_visible()
    expect(turn.locator("#tips-skip")).to_be_hidden()


def test_the_log_tells_the_turns_and_the_pad_what_they_made(still: Two) -> None:
    mara, ines = still
    for _ in range(60):
        turn, _ = turn_of(mara, ines)
        play_one(turn, by_keys, enough=50)
        if mara.page.locator("#log li").count() > 3:
            break
    lines = mara.page.locator("#log li").all_inner_texts()
    assert any("banked" in line or "farkled" in line for line in lines)
    ines.page.locator('header [data-sheet="more-sheet"]').click()
    ines.page.locator("#scores-open").click()
    told = ines.page.locator("#all-log li").all_inner_texts()
    assert [line.split("\n")[0] for line in told][-1] == lines[-1].split("\n")[0]
    ines.page.keyboard.press("Escape")


def test_whoever_is_about_to_roll_reads_how_the_last_turn_ended(still: Two) -> None:
    mara, ines = still
    to_roll(mara, ines)
    turn, other = turn_of(mara, ines)
    while turn_of(mara, ines)[0] is turn:
        play_one(turn, by_keys, enough=50)
    name = "Mara" if turn is mara.page else "Ines"
    expect(turn.locator("#slip")).to_contain_text(re.compile(r"You (banked|farkled)"))
    expect(other.locator("#slip")).to_contain_text(re.compile(f"{name} (banked|farkled)"))


def test_on_a_phone_the_pad_says_how_each_last_turn_ended(still: Two) -> None:
    mara, ines = still
    page = ines.page
    for _ in range(2):
        seat, before = mara.turn(), len(mara.heard())
        last = page.locator("#pad-rows tr").nth(seat).locator(".last")
        expect(last).to_be_hidden()  # their turn is under way
        while mara.turn() == seat:
            play_one(turn_of(mara, ines)[0], by_keys, enough=50)
        events = [event for frame in mara.heard()[before:] for event in frame["events"]]
        [points] = [event[2] for event in events if event[:2] == ["banked", seat]] or [None]
        expect(last).to_have_text(f"+{points:,}" if points else "farkle")
    page.set_viewport_size(DESK)  # there the log says it
    expect(last).to_be_hidden()
    page.set_viewport_size(PHONE)


ROOM_AROUND_WORDS = """
    ([id, kind, label, more]) => {
        const button = document.getElementById(id);
        const [words, small] = [button.querySelector("b"), button.querySelector("small")];
        const before = [button.hidden, words.textContent, small.textContent];
        [button.hidden, words.textContent, small.textContent] = [false, label, more];
        button.classList.add(kind);
        const edge = button.getBoundingClientRect();
        const room = [words, small].map((node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            const text = range.getBoundingClientRect();
            const cut = node.clientHeight - node.scrollHeight;
            return [edge.right - text.right, edge.bottom - text.bottom, cut];
        });
        [button.hidden, words.textContent, small.textContent] = before;
        button.classList.toggle(kind, kind === id);
        return [0, 1, 2].map((side) => Math.min(...room.map((one) => one[side])));
    }
"""
LONG_BUTTONS = (
    ("build", "build", "Continue from 10,000", "6 dice, 3% farkle risk"),
    ("roll", "asks", "Roll anyway?", "67% farkle risk – tap again"),
    ("roll", "keep", "Keep all dice · 1,500", "selects 6 dice"),
    ("roll", "roll", "Roll 6 dice", "that was the last roll"),
    ("bank", "bank", "Bank 12,350", "new total 12,350"),
    ("bank", "bank", "Bank 1,050", "new total 11,050"),
    ("bank", "bank", "Bank", "950 more to get on the board"),
)


def test_the_longest_words_fit_into_their_buttons(take_seat_in_each_font: Taker) -> None:
    page, _ = to_choose(*two_at_a_table(take_seat_in_each_font, target=50_000))
    for width, height in (
        (320, 640),
        (360, 640),
        (390, 844),
        (640, 400),
        (900, 700),
        (1280, 800),
        (1920, 1080),
    ):
        page.set_viewport_size({"width": width, "height": height})
        for button in LONG_BUTTONS:
            beside, below, cut = page.evaluate(ROOM_AROUND_WORDS, button)
            assert beside > 6, (width, button)
            assert below > 0, (width, button)
            assert cut > -8, (width, button)  # no line is missing


# What is cut off of the heading, and how far the totals and the roll's number are from the edge.
ROOM_FOR_LARGE_TEXT = """
    () => {
        const box = (one) => document.querySelector(one).getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(document.getElementById("heading-words"));
        const totals = [...document.querySelectorAll("#pad-rows .num .pn")].map((one) =>
            one.closest("td").getBoundingClientRect().right - one.getBoundingClientRect().right);
        return [
            box("#tray").right - words.getBoundingClientRect().right,
            box("#tray").right - box("#throw-name").right,
            ...totals,
        ];
    }
"""


def test_text_at_twice_its_size_is_whole(still: Two) -> None:
    page, _ = to_choose(*still)
    before = page.viewport_size or DESK
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for width, height in ((320, 640), (390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for button in LONG_BUTTONS:
            beside, below, cut = page.evaluate(ROOM_AROUND_WORDS, button)
            assert beside > 2, (width, button)
            assert below > 0, (width, button)
            assert cut > -8, (width, button)
        assert min(page.evaluate(ROOM_FOR_LARGE_TEXT)) > 2, width
        keeps_within_its_edge(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    page.set_viewport_size(before)


# With five players: how far the slip is above the buttons, and the dice of the heap in the tray.
ROOM_FOR_FIVE = """
    () => {
        const rows = document.getElementById("pad-rows");
        const more = [1, 2, 3].map(() => rows.rows[0].cloneNode(true));
        rows.append(...more);
        const box = (one) => document.querySelector(one).getBoundingClientRect();
        const room = [
            box("#acts").top - box("#slip").bottom,
            box("#shelf").top - box("#heap-dice").bottom,
            box("#heap-dice").top - box("#heading").bottom,
        ];
        for (const one of more) one.remove();
        return room;
    }
"""


def test_the_slip_is_in_sight_on_the_oldest_phones(still: Two) -> None:
    turn = to_roll(*still)
    while turn.locator("#heap-dice").is_hidden():  # the dice of the roll-off lie in its place
        play_one(turn, by_keys)
        turn = to_roll(*still)
    before = turn.viewport_size
    assert before is not None
    turn.set_viewport_size({"width": 320, "height": 568})
    assert min(turn.evaluate(ROOM_FOR_FIVE)) >= 0
    turn.set_viewport_size(before)


def test_a_page_older_than_the_server_says_so(still: Two) -> None:
    mara, _ = still
    size = mara.page.viewport_size
    assert size is not None
    mara.page.set_viewport_size({"width": 1366, "height": 768})
    expect(mara.page.locator("#outdated")).to_be_hidden()
    mara.page.evaluate("document.documentElement.dataset.assets = 'of yesterday'")
    mara.page.evaluate("window.farkle_sockets.forEach((socket) => socket.close())")
    expect(mara.page.locator("#outdated")).to_be_visible()
    # The table makes room, and nothing that is pressed goes below the edge.
    assert mara.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    mara.page.locator("#reload").click()
    expect(mara.page.locator("#table")).to_be_visible()
    expect(mara.page.locator("#outdated")).to_be_hidden()
    mara.page.set_viewport_size(size)


# Whether my tag on the pad is whole, or cut off, or out of sight.
TAG = """
(name) => {
    const row = document.querySelector("#pad-rows [data-mine]");
    row.querySelector(".name").textContent = name;
    const tag = row.querySelector(".tag");
    const range = document.createRange();
    range.selectNodeContents(tag);
    const [words, box] = [range.getBoundingClientRect(), tag.getBoundingClientRect()];
    if (words.top >= box.bottom - 2) return "hidden";
    return words.right <= box.right + 1 ? "whole" : "cut";
}
"""


def test_my_tag_on_the_pad_is_whole_or_not_there(take_seat: Taker) -> None:
    mara, ines = take_seat(size=PHONE), take_seat(size=PHONE)
    url = mara.opens_a_room("Mara")  # rules with a penalty: the strikes take their place
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    page = ines.page
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("#pad-rows [data-mine] .tag")).to_have_text("you")
    told = [page.evaluate(TAG, "Christophers"[:length]) for length in range(2, 13)]
    assert told[0] == "whole"
    assert told[-1] == "hidden"
    assert "cut" not in told
