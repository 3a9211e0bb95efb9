"""The staged moments of a real game, as players and a spectator see them; a tap or a key ends
one."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.seats import (
    BY_ITSELF,
    LONG_GAME_MS,
    PHONE,
    Seat,
    acting,
    by_keys,
    play_one,
    until,
)

# Notes each moment with its words, and whether the word lies on a die that was just rolled.
WATCH = """
    () => {
        window.moments = [];
        const node = (id) => document.getElementById(id);
        const covers = (one, other) => one.left < other.right && other.left < one.right
            && one.top < other.bottom && other.top < one.bottom;
        new MutationObserver(() => {
            if (node("moment").hidden) return;
            const shout = node("shout-farkle").getBoundingClientRect();
            const dice = [...document.querySelectorAll("#thrown > .die")];
            window.moments.push({
                moment: node("tray").dataset.moment,
                title: node("moment-title").textContent,
                line: node("moment-line").textContent,
                covered: node("shout-farkle").checkVisibility()
                    && dice.some((die) => covers(shout, die.getBoundingClientRect())),
                failed: dice.length,
            });
        }).observe(node("moment"), { subtree: true, childList: true, attributes: true, characterData: true });
    }
"""  # noqa: E501  # a program


def _seen(page: Page, moment: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        "(moment) => moments.filter((one) => one.moment === moment)", moment
    )
    return found


def _play_slowly(seats: list[Seat]) -> None:
    """Play to the end as people do: nothing is staged for those who make moves too fast."""
    for seat in seats:
        seat.page.evaluate(BY_ITSELF.replace("}, 30)", "}, 350)"), 50)
    for seat in seats:
        expect(seat.page.locator("#result")).to_be_visible(timeout=LONG_GAME_MS)
    for seat in seats:
        seat.page.evaluate("clearInterval(window.playing)")


def _says(page: Page, moment: str, title: str, line: str) -> bool:
    return any(
        re.fullmatch(title, one["title"]) and re.fullmatch(line, one["line"])
        for one in _seen(page, moment)
    )


def test_a_game_stages_its_moments_for_everybody(take_seat: Callable[..., Seat]) -> None:
    mara = take_seat(size=PHONE)
    ines = take_seat(size={"width": 320, "height": 640}, reduced_motion="reduce")
    watcher = take_seat()
    url = mara.opens_a_room("Mara", "4iam", target=2000, entry_min=500)
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    watcher.page.goto(f"{url}?watch")
    expect(watcher.page.locator("#table")).to_be_visible()
    seats = (mara, ines, watcher)
    for seat in seats:
        seat.page.evaluate(WATCH)
    for game in range(8):
        _play_slowly([mara, ines])
        expect(watcher.page.locator("#result")).to_be_visible()
        # On a busy machine moves may arrive together, and are not staged.
        if all(_seen(watcher.page, moment) for moment in ("lead", "farkle", "last")):
            break
        mara.page.locator("#rematch").click()
        expect(mara.page.locator("#table")).to_be_visible()
        assert game < 7, "the lead never changed, nobody farkled, or there was no last turn"
    pages = [seat.page for seat in seats]
    total, points = r"[\d,]+", r"[\d,]+"
    one, other = (pages[0], pages[1])
    if not _says(one, "last", rf"You reached {total}!", r"One last turn each\."):
        one, other = other, one
        assert _says(one, "last", rf"You reached {total}!", r"One last turn each\.")
    need = rf"Your last turn is coming: you need more than {points}\."
    assert _says(other, "last", rf"(Mara|Ines) reached {total}", need)
    assert _says(watcher.page, "last", rf"(Mara|Ines) reached {total}", r"One last turn each\.")
    gained = [
        page
        for page in pages[:2]
        if _says(page, "lead", r"You take the lead!", rf"{points} ahead of \w+\.")
    ]
    lost = [
        page
        for page in pages[:2]
        if _says(page, "lead", r"\w+ takes the lead from you", rf"You're {points} behind\.")
    ]
    assert gained
    assert lost
    assert _says(watcher.page, "lead", r"\w+ takes the lead", rf"{points} ahead of \w+\.")
    for page in pages:
        farkles = _seen(page, "farkle")
        assert farkles
        assert all(one["failed"] for one in farkles)
        assert not any(one["covered"] for one in farkles), farkles


# A farkle with `count` dice, staged by hand, with the note of a final round or without. Returns by
# how many pixels the word runs into the heading and into the dice, what is lost and why into those,
# and the dice into the shelf.
STAGE_A_FARKLE = """
    ([count, note]) => {
        const node = (id) => document.getElementById(id);
        const box = (one) => one.getBoundingClientRect();
        node("tray").dataset.moment = "farkle";
        node("moment").hidden = false;
        node("shout-farkle").removeAttribute("hidden");
        node("moment-title").textContent = "Three farkles in a row";
        node("moment-line").textContent = "Bartholomew the Great loses 1,500";
        node("heading-words").textContent = "Bartholomew the Great farkles";
        node("heap").hidden = true;
        node("thrown").hidden = false;
        window.sixDice ??= [...node("thrown").children];
        node("thrown").replaceChildren(...window.sixDice.slice(0, count));
        node("note").hidden = !note;
        node("table").classList.toggle("with-note", note);
        node("note-start").textContent = note ? "Final round." : "";
        node("note-words").textContent = " Bartholomew the Great has 10,150. One last turn each.";
        const word = box(node("shout-farkle"));
        const words = [node("moment-title"), node("moment-line")].map(box);
        const heading = getComputedStyle(node("heading")).color === "rgba(0, 0, 0, 0)" ? null : box(node("heading"));
        const dice = [...node("thrown").children].map(box);
        const into = (one, other) => one && one.width && one.left < other.right && other.left < one.right
            ? Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) : -1;
        return [into(heading, word), ...[word, ...words, box(node("shelf"))].map((one) => Math.max(...dice.map((die) => into(one, die))))]
            .map(Math.round);
    }
"""  # noqa: E501  # a program


def test_the_word_of_a_farkle_is_clear_of_dice_and_heading(
    take_seat: Callable[..., Seat],
) -> None:
    """However low the tray is: it is lowest under the note of a final round."""
    mara, ines, watcher, television = (take_seat() for _ in range(4))
    url = mara.opens_a_room("Mara", "4iam")
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    watcher.page.goto(f"{url}?watch")
    television.page.goto(f"{url}screen/")
    turn = acting([mara.page, ines.page])
    assert turn is not None
    turn.keyboard.press("r")
    for page in (watcher.page, television.page):
        expect(page.locator("#thrown > .die")).to_have_count(6)
        page.evaluate("document.documentElement.dataset.speed = 'none'")
    sizes = ((320, 568), (320, 640), (360, 640), (390, 844), (844, 390), (1280, 640), (1280, 800))
    for page, width, height in (
        *((watcher.page, *size) for size in sizes),
        (television.page, 1920, 1080),
    ):
        page.set_viewport_size({"width": width, "height": height})
        for given in ([6, True], [6, False], [3, True], [3, False]):
            found = page.evaluate(STAGE_A_FARKLE, given)
            assert max(found) <= 1, (width, height, given, found)


# Ends the next moment as soon as it is shown, and notes whether that ended it at once.
END_THE_NEXT = """
    (how) => {
        const moment = document.getElementById("moment");
        window.ended = null;
        const watch = new MutationObserver(() => {
            if (moment.hidden) return;
            watch.disconnect();
            queueMicrotask(() => {
                const there = !moment.hidden;
                if (how === "tap") {
                    const tap = new PointerEvent("pointerdown", { bubbles: true });
                    document.getElementById("tray").dispatchEvent(tap);
                } else {
                    const key = new KeyboardEvent("keydown", { key: how, bubbles: true });
                    document.body.dispatchEvent(key);
                }
                window.ended = [there, moment.hidden];
            });
        });
        watch.observe(moment, { attributes: true });
    }
"""


# Moves that follow each other too fast are not staged (fast-forward.js): the players wait until the
# dice have landed, and a little longer.
BETWEEN_MS = 300
PLY = "document.getElementById('table').dataset.ply"
LANDED = """
    (ply) => window.ended !== null || (
        document.getElementById("table").dataset.ply === ply
        && !document.querySelector("#thrown:is(.rolling, .in-air), #moment:not([hidden])"))
"""


def test_a_tap_or_a_key_ends_a_moment(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(size=PHONE), take_seat(size=PHONE)
    url = mara.opens_a_room("Mara", "kcd", target=50_000)  # long enough for three moments
    ines.sits_down(url, "Ines")
    mara.sees(2)
    watcher = take_seat(size=PHONE)
    mara.starts()
    watcher.page.goto(f"{url}?watch")
    expect(watcher.page.locator("#table")).to_be_visible()
    for how in ("tap", "Escape", " "):
        watcher.page.evaluate(END_THE_NEXT, how)
        for _ in range(100):
            turn = acting([mara.page, ines.page])
            assert turn is not None
            play_one(turn, by_keys, enough=100_000)
            until(watcher.page, LANDED, turn.evaluate(PLY))
            watcher.page.wait_for_timeout(BETWEEN_MS)
            if (ended := watcher.page.evaluate("window.ended")) is not None:
                break
        assert ended == [True, True], how


# Notes for how long each farkle of mine is on show, in ms.
WATCH_FARKLES = """
    () => {
        window.farkles = [];
        let since = 0;
        const tray = document.getElementById("tray");
        const own = () => tray.dataset.moment === "farkle"
            && document.getElementById("heading").textContent.includes("Farkle!");
        new MutationObserver(() => {
            if (own()) since ||= performance.now();
            else if (since) {
                window.farkles.push(performance.now() - since);
                since = 0;
            }
        }).observe(tray, { attributes: true, childList: true, subtree: true });
    }
"""


def test_no_computer_cuts_my_farkle_short(take_seat: Callable[..., Seat]) -> None:
    mara = take_seat(prefs={"speed": "normal"})
    page = mara.page
    mara.opens_a_room("Mara")
    mara.adds_computers("pip")
    page.locator('#lobby [data-sheet="run-sheet"]').click()
    page.locator("#run-pace").select_option("quick")
    page.keyboard.press("Escape")
    page.evaluate(WATCH_FARKLES)
    mara.starts()
    # A key between a look at the page and the next would cut it short itself.
    plays = BY_ITSELF.replace("ply === done", '!node("moment").hidden')  # it may be asked twice
    page.evaluate(plays.replace("}, 30)", "}, 350)"), 600)
    until(page, "() => farkles.length > 0")
    assert page.evaluate("farkles")[0] > 1400  # of 1600, as the clocks of browsers go


def test_the_note_of_the_last_turns_takes_no_place_before_it_can_be_read(
    take_seat: Callable[..., Seat],
) -> None:
    mara = take_seat(size=PHONE, prefs={"speed": "normal"})
    mara.page.goto("/")
    mara.page.get_by_role("button", name="Play now").click()
    expect(mara.page.locator("#table")).to_be_visible()
    before, after = mara.page.evaluate(
        """() => {
            const note = document.getElementById("note");
            document.getElementById("pad").dataset.moment = "last";
            document.getElementById("note-words").textContent = "One last turn each.";
            note.hidden = false;
            const [unfolding] = note.getAnimations();
            unfolding.pause();
            const heights = [note.offsetHeight];
            unfolding.finish();
            return [...heights, note.offsetHeight];
        }"""
    )
    assert before == 0
    assert after > 30
