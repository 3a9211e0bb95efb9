"""Selecting dice: who sees it, what it outlives, and how a thumb or a key does it."""

import re

from playwright.sync_api import expect

from tests.support.seats import (
    PLY_IS_NOT,
    at_risk,
    by_keys,
    play_one,
    until,
    where,
)
from tests.support.tables import Two, to_choose, to_roll

ONE_MORE_SCORES = """
() => {
    const dice = [...document.querySelectorAll("#thrown > .die")].map((die) => die.dataset.face);
    const lone = dice.findIndex((face) => face === "1" || face === "5");
    const scoring = document.querySelectorAll("#thrown > .die[data-can]").length;
    return scoring > 1 && scoring < dice.length && lone >= 0 ? lone : -1;
}
"""

# How many live regions can be heard. A note that is not displayed is silent.
LIVE = """
    () => [...document.querySelectorAll("[aria-live], [role=status], [role=alert], output")]
        .filter((region) => region.checkVisibility()).length
"""


def test_a_die_that_does_not_score_says_so(still: Two) -> None:
    turn, _ = to_choose(*still)
    die = turn.locator("#thrown > [data-off]").first
    face = die.get_attribute("data-face")
    expect(die).to_have_attribute(
        "aria-label", re.compile(rf"^die [1-6] of [1-6], {face}, doesn't score$")
    )
    die.click(force=True)
    expect(turn.locator("#notice")).to_have_text(f"That {face} doesn't score.")
    expect(die).to_have_attribute("aria-pressed", "false")


def test_everybody_sees_what_is_selected_and_it_can_be_undone(still: Two) -> None:
    turn, other = to_choose(*still)
    turn.keyboard.press("a")
    chosen = turn.locator('#thrown > [aria-pressed="true"]').count()
    assert chosen
    expect(other.locator('#thrown > [aria-pressed="true"]')).to_have_count(chosen)
    worth = turn.locator("#slip .sum .vh").inner_text()
    expect(other.locator("#slip .sum .vh")).to_have_text(worth)
    bank, _ = at_risk(turn)
    assert bank == int(worth.replace(",", ""))
    turn.keyboard.press("z")
    for page in (turn, other):
        expect(page.locator('#thrown > [aria-pressed="true"]')).to_have_count(0)


def test_undo_by_keyboard_leaves_the_focus_at_the_table(still: Two) -> None:
    turn, _ = to_choose(*still)
    turn.keyboard.press("a")
    undo = turn.locator("#undo")
    undo.focus()
    turn.keyboard.press("Enter")
    expect(undo).to_be_hidden()
    expect(turn.locator("#roll")).to_be_focused()


def test_a_selection_outlives_a_short_break_of_the_line(still: Two) -> None:
    turn, other = to_choose(*still)
    turn.keyboard.press("a")
    chosen = turn.locator('#thrown > [aria-pressed="true"]').count()
    seen = turn.evaluate("window.frames_seen.filter((one) => one.includes('\"sync\"')).length")
    turn.evaluate("window.farkle_sockets.forEach((socket) => socket.close())")
    until(
        turn, "(n) => window.frames_seen.filter((one) => one.includes('\"sync\"')).length > n", seen
    )
    expect(turn.locator('#thrown > [aria-pressed="true"]')).to_have_count(chosen)
    expect(other.locator("#table")).to_be_visible()


def test_a_selection_outlives_a_reload_and_no_other_roll_gets_it(still: Two) -> None:
    turn, _ = to_choose(*still)
    turn.keyboard.press("a")
    chosen = turn.locator('#thrown > [aria-pressed="true"]').count()
    turn.reload()
    expect(turn.locator('#thrown > [aria-pressed="true"]')).to_have_count(chosen)
    kept = turn.evaluate("sessionStorage['farkle-selection']")
    play_one(turn, by_keys, enough=100_000)
    turn, _ = to_choose(*still)
    turn.evaluate("(kept) => { sessionStorage['farkle-selection'] = kept; }", kept)
    turn.reload()
    expect(turn.locator("#thrown > .die[data-can]").first).to_be_visible()
    expect(turn.locator('#thrown > [aria-pressed="true"]')).to_have_count(0)


def test_one_thumb_keeps_asks_and_takes_back(still: Two) -> None:
    turn, _ = to_choose(*still)
    roll, bank = turn.locator("#roll"), turn.locator("#bank")
    gap = turn.evaluate("bank.getBoundingClientRect().left - roll.getBoundingClientRect().right")
    assert gap == (24 if turn.viewport_size and turn.viewport_size["width"] > 359 else 16)
    expect(roll.locator("b")).to_have_text(
        re.compile(r"^Keep (all|all dice|best|the \d) · [\d,]+$")
    )
    ply = turn.evaluate("document.getElementById('table').dataset.ply")
    roll.dblclick()  # the second click must not roll what the first has kept
    expect(roll.locator("b")).to_have_text(re.compile(r"^Roll \d dic?e$"))
    assert turn.evaluate("document.getElementById('table').dataset.ply") == ply
    all_scoring = turn.locator('#thrown > [aria-pressed="true"]').count()
    turn.locator("#undo").click()
    expect(turn.locator('#thrown > [aria-pressed="true"]')).to_have_count(0)
    turn.locator("#what-scores").click()
    expect(turn.locator("#slip-main")).to_have_text(re.compile(r"^\s*[\d,]+(\s+[\d,]+)*\s*$"))
    expect(turn.locator("#slip-main .dots").first).to_be_visible()
    expect(turn.locator("#announce")).to_have_text(re.compile(r"Scoring: .+\."))
    turn.locator("#what-scores").click()
    # With an opening score behind them, a player who leaves a die out is asked once.
    for _ in range(300):
        lone = turn.evaluate(ONE_MORE_SCORES)
        if lone >= 0:
            turn.keyboard.press(str(lone + 1))
            if bank.get_attribute("aria-disabled") is None:
                break
            turn.keyboard.press("z")
        play_one(turn, by_keys, enough=1_000)
        turn, _ = to_choose(*still)
        roll, bank = turn.locator("#roll"), turn.locator("#bank")
    selected = turn.locator('#thrown > [aria-pressed="true"]')
    some = selected.count()
    ply = turn.evaluate("document.getElementById('table').dataset.ply")
    bank.dblclick()
    expect(turn.locator("#slip-main")).to_have_text(re.compile(r"^Bank [\d,]+\? You left .+\.$"))
    assert turn.evaluate("document.getElementById('table').dataset.ply") == ply
    roll.click()  # "Add 50"
    expect(selected.nth(some)).to_be_attached()
    bank.click()
    until(turn, PLY_IS_NOT, ply)
    assert all_scoring


def test_the_focus_goes_on_to_the_first_die_that_scores(still: Two) -> None:
    turn = to_roll(*still)
    assert turn.evaluate(LIVE) == 1  # nothing is read twice
    for _ in range(60):
        ply = turn.evaluate("document.getElementById('table').dataset.ply")
        turn.locator("#roll").focus()
        turn.keyboard.press("Enter")
        until(turn, PLY_IS_NOT, ply)
        if where(turn) == "choose":
            break
        turn = to_roll(*still)
    expect(turn.locator("#thrown > .die[data-can]").first).to_be_focused()
    expect(turn.locator("#announce")).to_contain_text(
        re.compile(r"You rolled [1-6, ]+\. Scoring: .+\. You can")
    )
    focused = []
    for _ in range(12):
        turn.keyboard.press("Tab")
        focused.append(turn.evaluate("document.activeElement.id"))
    order = [one for one in focused if one]
    assert order[:3] == ["what-scores", "roll", "bank"]
