"""The table by keyboard and screen reader: what is said, in which order, where the focus goes."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_heap import HOLD_BACK
from tests.support.seats import PHONE, PLY_IS_NOT, Seat, acting, by_keys, play_one, until, where
from tests.support.tables import Two

# Keeps what is announced, and each move of the focus that is to a button of the table.
LISTEN = """
    () => {
        window.told = [];
        new MutationObserver(() => {
            const said = document.getElementById("announce").textContent;
            if (said) window.told.push(said);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
        addEventListener("focusin", ({ target }) => window.told.push(`focus: ${target.id}`));
    }
"""


RING = "getComputedStyle(document.activeElement).outlineStyle"

# How many turns of mine have begun since the page was opened, with the one under way then.
MY_TURNS = """
    () => {
        const frames = frames_seen.map(JSON.parse);
        const first = (type) => frames.find((frame) => frame.type === type);
        const { players, state } = first("sync").game;
        const seat = players.indexOf(first("you").players[0]);
        const begun = frames
            .flatMap(({ events }) => events ?? [])
            .filter(([name, whose]) => name === "turn" && whose === seat);
        return begun.length + Number(state.current === seat);
    }
"""


def _told(page: Page) -> list[str]:
    told: list[str] = page.evaluate("told.filter((one, at) => one !== told[at - 1])")
    return told


def _says(page: Page, words: str) -> None:
    until(page, "(words) => told.some((one) => new RegExp(words).test(one))", words)


def _to_choose(pages: list[Page], least: int) -> Page:
    """Play on until somebody has so many dice to choose from."""
    for _ in range(200):
        turn = acting(pages)
        assert turn is not None
        if where(turn) == "choose" and turn.locator("#thrown > .die").count() >= least:
            return turn
        play_one(turn, by_keys, enough=100_000)
    raise AssertionError("nobody had so many dice")


def _ply(page: Page) -> str:
    ply: str = page.evaluate("document.getElementById('table').dataset.ply")
    return ply


def test_everything_is_said_in_order_and_the_focus_is_never_lost(
    take_seat: Callable[..., Seat],
) -> None:
    mara, ines = take_seat(), take_seat()
    ines.sits_down(mara.opens_a_room("Mara"), "Ines")
    pages = [mara.page, ines.page]
    expect(ines.page.locator("#announce")).to_have_text(
        "You're in the lobby with Mara. Waiting for Mara to start the game."
    )
    mara.sees(2)
    for page in pages:
        page.evaluate(LISTEN)
    mara.starts()
    turn = acting(pages)
    assert turn is not None
    other, first = (ines.page, "Mara") if turn is mara.page else (mara.page, "Ines")
    _says(turn, r"The game begins\. At 10,000 the .+ Roll-off: .+ you start\. Press \?")
    _says(turn, r"Your turn\. You need 1,000 in one turn to get on the board\.$")
    _says(other, rf"{first} rolled highest and starts\. Press \? .+\. {first}'s turn\.$")
    expect(other.locator("#heading")).to_have_accessible_name(f"{first}'s turn")
    # Roll takes the focus only after the turn was announced.
    expect(turn.locator("#roll")).to_be_focused()
    told = _told(turn)
    assert max(at for at, one in enumerate(told) if "Your turn." in one) < told.index("focus: roll")
    other.keyboard.press("r")
    expect(other.locator("#notice")).to_have_text(f"{first}'s turn.")
    # Enter rolls even before Roll has the focus.
    before = _ply(turn)
    turn.evaluate("document.activeElement.blur()")
    turn.keyboard.press("Enter")
    until(turn, PLY_IS_NOT, before)

    turn = _to_choose(pages, least=4)
    dice = turn.locator("#thrown > .die")
    dice.first.focus()
    for key, at in (
        ("ArrowRight", 1),
        ("ArrowDown", 2),
        ("ArrowLeft", 1),
        ("Home", 0),
        ("End", -1),
    ):
        turn.keyboard.press(key)
        expect(dice.nth(at)).to_be_focused()
    # A roll asked for while a die has the focus: the die goes, the focus stays at the table.
    turn.keyboard.press("a")
    dice.first.focus()
    before = _ply(turn)
    turn.evaluate(HOLD_BACK)
    turn.keyboard.press("r")
    expect(turn.locator("#heap .die:visible").first).to_be_visible()
    expect(turn.locator("#table :focus")).to_have_count(1)
    turn.evaluate("letGo()")
    until(turn, PLY_IS_NOT, before)

    # Another's turn: its result is said before my own turn, and only then Roll has the focus.
    for page in pages:
        page.evaluate("told.length = 0")
    turn = acting(pages)
    while (now := acting(pages)) is turn:
        play_one(now, by_keys, enough=0)
    assert now is not None
    expect(now.locator("#roll")).to_be_focused()
    told = [one for one in _told(now) if "." in one or one == "focus: roll"]
    result = max(at for at, one in enumerate(told) if re.search(r"(banks|farkles)", one))
    assert "Your turn." in " ".join(told[result:])
    assert told[-1] == "focus: roll"


def test_dice_of_different_rolls_are_told_apart(still: Two) -> None:
    pages = [seat.page for seat in still]
    for _ in range(300):
        turn = acting(pages)
        assert turn is not None
        if where(turn) == "choose" and turn.locator("#kept .one-roll").count() > 1:
            break
        play_one(turn, by_keys, enough=100_000)
    other = pages[1 - pages.index(turn)]
    rolls = turn.locator("#kept .one-roll").all()
    faces = [
        [die.get_attribute("data-face") for die in roll.locator(".die").all()] for roll in rolls
    ]
    said = "; then ".join(", ".join(map(str, dice)) for dice in faces)
    for page in (turn, other):
        label = page.locator("#shelf")
        expect(label).to_have_attribute("aria-label", re.compile(f"^Set aside: {said}, "))
    turn.reload()  # the server says it anew
    expect(turn.locator("#kept .one-roll")).to_have_count(len(rolls))
    expect(turn.locator("#shelf")).to_have_attribute(
        "aria-label", re.compile(f"^Set aside: {said}, ")
    )


def test_a_game_against_the_computer_begins_with_words_and_the_focus(
    take_seat: Callable[..., Seat],
) -> None:
    seat = take_seat()
    page = seat.page
    page.add_init_script(f"addEventListener('DOMContentLoaded', {LISTEN.strip()})")
    page.goto("/")
    page.get_by_label("Your name").fill("Mara")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("#table")).to_be_visible()
    # "Play now" gives the person the first turn, without a roll-off.
    goal = r"(First to [\d,]+ wins|At [\d,]+ the .+ win)"
    _says(page, rf"^The game begins\. You play with \w+\. {goal}\. You start\. Press \? ")
    assert acting([page]) is page
    # Roll has the focus before anything is said, and keeps it: the next Tab leads to Bank.
    assert _told(page)[:2] == ["focus: heading", "focus: roll"]
    expect(page.locator("#roll")).to_be_focused()
    # Only who uses keys is shown where scripts move the focus.
    assert page.evaluate(RING) == "none"
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#heap-dice")).to_be_focused()
    page.keyboard.press("Tab")
    while where(page) != "choose":
        assert acting([page]) is page
        play_one(page, by_keys)
    _says(page, r"Scoring: ")
    said = " ".join(dict.fromkeys(one for one in _told(page) if not one.startswith("focus")))
    assert len(re.findall(r"Your turn\.", said)) == page.evaluate(MY_TURNS)


def test_the_score_pad_and_the_history_are_whole_in_words(
    take_seat: Callable[..., Seat],
) -> None:
    mara, ines = take_seat(), take_seat()
    ines.sits_down(mara.opens_a_room("Mara", rules="kcd"), "Ines")
    mara.sees(2)
    expect(mara.page.get_by_role("button", name="Choose rules")).to_be_visible()
    mara.starts()
    pages = [mara.page, ines.page]
    log = mara.page.get_by_role("region", name="Turn history")
    turn = acting(pages)
    assert turn is not None
    assert log.get_attribute("tabindex") is None
    pad = mara.page.get_by_role("region", name="Score pad")
    expect(pad.get_by_role("columnheader", name="Turn 1 , totals")).to_be_visible()
    name = "Mara" if turn is mara.page else "Ines"
    expect(pad.get_by_role("rowheader", name="at turn")).to_have_count(1)
    expect(pad.get_by_role("rowheader", name=re.compile(f"{name}.* at turn"))).to_be_visible()
    for _ in range(200):
        if log.get_by_text("banked").count():
            break
        turn = acting(pages)
        assert turn is not None
        play_one(turn, by_keys, enough=50)
    expect(log).to_have_attribute("tabindex", "0")
    expect(log.get_by_role("listitem").filter(has_text="banked").last).to_have_text(
        re.compile(r"^(Mara|Ines) banked [\d,]+Total: [\d,]+$")
    )
    mara.page.get_by_role("button", name="More").click()
    mara.page.locator("#scores-open").click()
    expect(mara.page.locator("#all-log .throws").first).to_contain_text(" kept: ")
    mara.page.keyboard.press("Escape")
    mara.page.get_by_role("button", name="Rules of this game").click()
    expect(mara.page.get_by_role("dialog", name="Rules: Tavern (Kingdom Come)")).to_be_visible()


def test_a_finger_sees_no_ring_until_a_key_is_pressed(take_seat: Callable[..., Seat]) -> None:
    touch = {"size": PHONE, "has_touch": True, "is_mobile": True}
    mara, ines = take_seat(**touch), take_seat(**touch)
    ines.sits_down(mara.opens_a_room("Mara"), "Ines")
    mara.sees(2)
    mara.starts()
    turn = acting([mara.page, ines.page])
    assert turn is not None
    expect(turn.locator("#roll")).to_be_focused()
    assert turn.evaluate(RING) == "none"
    turn.keyboard.press("Shift")
    assert turn.evaluate(RING) == "solid"
    turn.evaluate("document.getElementById('heading').focus()")
    assert turn.evaluate(RING) == "solid"
    turn.locator("#heading").tap()
    turn.evaluate("document.getElementById('roll').focus()")
    assert turn.evaluate(RING) == "none"
