"""Pages in two languages that nobody speaks: one is 40 % longer, one is written from right to left.
Nothing stays in English. In these and in the two longest languages of the site, no text leaves its
place on the smallest phone."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_race import CHANGE
from tests.support import services
from tests.support.languages.pseudo import LONG, MIRRORED
from tests.support.page_faults import keeps_within_its_edge
from tests.support.play.in_page import BY_ITSELF, PAINT
from tests.support.seats import DESK, Seat, acting, by_keys, play_one, play_to_the_end, until

LONGEST = ("de", "ru")
SMALL = {"width": 320, "height": 640}
PATHS = (
    *("/", "/rules/", "/rules/1.family/", "/rules/1.family/card/", "/about/", "/privacy/"),
    *("/account/", "/games/", "/figures/", "/people/", "/notices/", "/daily/", "/language/"),
    "/nowhere/",
)
SHEETS = ("more-sheet", "rules-sheet", "settings-sheet", "talk-sheet", "scores-sheet")

# What is read and stands in no brackets, but for names and for what the server wrote.
OUTSIDE = """
async () => {
    const words = (root) => [...root.querySelectorAll(":not(html, head, head *, script, style, kbd, noscript)")].flatMap((node) => {
        const own = [...node.childNodes].some((one) => one.nodeType === 3 && /\\p{L}/u.test(one.data));
        const { title, dataset } = node;
        return [own ? node.textContent : "", node.getAttribute("aria-label") ?? "", title ?? "", dataset.none ?? ""];
    });
    // The page, its data, and what scripts have fetched.
    const known = new Set();
    const readData = (text) => JSON.parse(text, (_key, value) => {
        if (typeof value === "string") readAnswer(value);
        return value;
    });
    const readAnswer = (text) => {
        if (!text.includes("<")) return known.add(text.trim());
        const answer = new DOMParser().parseFromString(text, "text/html");
        const rows = [...answer.querySelectorAll("template")].map((row) => row.content);
        for (const one of [answer, ...rows].flatMap(words)) known.add(one.trim());
        for (const data of answer.querySelectorAll('script[type="application/json"]')) readData(data.textContent);
    };
    const fetched = performance.getEntriesByType("resource").filter((one) => one.initiatorType === "fetch");
    window.answers ??= {}; // of the page there will be another
    for (const at of new Set([location.pathname, "/room/dialogs/", ...fetched.map((one) => one.name)])) {
        const text = window.answers[at] ?? (await (await fetch(at)).text());
        if (at !== location.pathname) window.answers[at] = text;
        (text.startsWith("{") ? readData : readAnswer)(text);
    }
    const bare = (text) => {
        const less = text.replace(/\u27e6[^\u27e6\u27e7]*\u27e7/g, "");
        return less === text ? text : bare(less);
    };
    const theirs = /Mara's room|Mara|Ines|Farkle|127\\.0\\.0\\.1:\\S*|[0-9a-f]{64}|[\\w-]{32}/g;
    // Read aloud, what the server wrote may stand in a row.
    const sentences = [...known].filter((one) => /\\.$/.test(one));
    const unheard = (text) => sentences.reduce((rest, one) => rest.replaceAll(one, ""), text);
    return words(document)
        .filter((text) => !known.has(text.trim()))
        .map(unheard)
        .map((text) => bare(text).replace(theirs, ""))
        .filter((text) => /\\p{L}/u.test(text));
}
"""  # noqa: E501  # a program

# The texts that are wider than what they stand in, or stand beyond the edge of the page. A line may
# be cut off where an ellipsis says so.
OUT_OF_PLACE = r"""
() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const around = node.parentElement;
        if (!node.data.trim() || around.closest("svg, script, style, .vh, noscript")) continue;
        if (!around.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        let box = around;
        let isCut = false;
        while (box !== document.body) {
            const { display, textOverflow, overflowX } = getComputedStyle(box);
            isCut ||= textOverflow === "ellipsis" || overflowX === "auto" || overflowX === "scroll";
            if (display !== "inline" && display !== "contents") break;
            box = box.parentElement;
        }
        if (isCut || box.closest(".virtual, .log, [data-scrolls], .scroll")) continue;
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        const edge = box.getBoundingClientRect();
        if (edge.width === 0) continue; // the icon beside it says the same
        const frame = box.closest("button, .btn, .tool, .seg > *")?.getBoundingClientRect() ?? edge;
        const off = Math.max(text.right - edge.right, edge.left - text.left, text.bottom - frame.bottom - 1,
            frame.top - text.top - 1);
        if (text.width > 0 && (off > 2 || text.right > innerWidth + 1 || text.left < -1))
            found.push(`${box.localName}#${box.id}.${box.className}: ${node.data.trim()} (${Math.round(off)})`);
    }
    return found;
}
"""  # noqa: E501  # a program


@pytest.fixture(scope="module")
def pseudo_server(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("pseudo")
    database = services.copy_sqlite(sqlite_template, folder / "farkle.sqlite3")
    with services.servers(folder) as start:
        program = ("-m", "tests.support.servers.pseudo_server")
        yield start(program, DATABASE_URL=database).url


@pytest.fixture
def seat(
    browser: Browser, server: services.Daphne, pseudo_server: str
) -> Iterator[Callable[[str, dict[str, int]], Seat]]:
    seats: list[Seat] = []

    def take(language: str, size: dict[str, int], **more: Any) -> Seat:
        url = pseudo_server if language in {LONG, MIRRORED} else server.url
        seats.append(Seat(browser, url, size=size, seen=False, locale=language, **more))
        return seats[-1]

    yield take
    for one in seats:
        one.context.close()


def states(seat: Seat) -> Iterator[str]:
    """Go through the main pages and states; yield the name of each."""
    for path in PATHS:
        seat.page.goto(path)
        yield re.sub(r"\W+", "-", path).strip("-") or "home"
    seat.opens_a_room("Mara")
    page = seat.page
    yield "lobby"
    seat.adds_computers("pip")
    seat.plays_to(500)
    yield "lobby-two"
    seat.starts()
    for sheet in SHEETS[:1]:
        page.locator(f'.bar [data-sheet="{sheet}"]').click()
        yield sheet
        page.keyboard.press("Escape")
    until(page, "document.querySelector('#roll')?.checkVisibility()")
    yield "table"
    play_to_the_end([seat])
    yield "result"
    link = page.locator('#result a[href*="/game/"]').first.get_attribute("href")
    page.goto(str(link))
    yield "replay"


def _dice_to_choose(mara: Seat, _ines: Seat) -> Iterator[Page]:
    """Named dice: the dialog, and the lobby that lists them."""
    mara.page.goto("/rules/kcd/")
    mara.page.locator('[name="name"]').first.fill("Mara")
    mara.page.locator('[name="own_dice"]').click()
    mara.is_live()
    mara.page.locator("#own-dice").click()
    choices = mara.page.locator("#own-dice-set select")
    for at in range(6):
        choices.nth(at).select_option(index=at)
    yield mara.page
    mara.page.locator("#own-dice-form .main").click()
    expect(mara.page.locator("#own-dice-sheet")).to_be_hidden()
    yield mara.page


def _turn_to_beat(mara: Seat, ines: Seat) -> Iterator[Page]:
    """A turn that must beat the one before it."""
    ines.sits_down(mara.opens_a_room("Mara", "kcd", target=900, beat_last=True), "Ines")
    mara.sees(2)
    yield mara.page
    mara.starts()
    pages = [mara.page, ines.page]
    while turn := acting(pages):
        if any(event[0] == "banked" for frame in mara.heard() for event in frame["events"]):
            yield turn
            return
        play_one(turn, by_keys, enough=50)


def _race(mara: Seat, ines: Seat) -> Iterator[Page]:
    """A race: the lobby, the board while somebody still plays, and the end."""
    url = mara.opens_a_room("Mara", "kcd")
    mara.page.locator("#when-together").check()
    mara.page.evaluate(CHANGE, {"rounds": 1})
    ines.sits_down(url, "Ines")
    mara.sees(2)
    yield mara.page
    mara.page.locator("#start").click()
    for seat in (ines, mara):
        expect(seat.page.locator("html[data-runner] #table")).to_be_visible()
        seat.page.evaluate(BY_ITSELF, 300)
        expect(seat.page.locator("#race, #result").locator("visible=true")).to_be_visible()
        yield seat.page
    for seat in (mara, ines):
        seat.page.evaluate("clearInterval(window.playing)")


def _class(mara: Seat, ines: Seat) -> Iterator[Page]:
    """The wall of a class, before and after a vote, and a pupil's vote."""
    wall, pupil = mara.page, ines.page
    wall.goto("/challenge/")
    wall.locator('[name="class"]').click()
    expect(wall.locator(".wall")).to_be_visible()
    yield wall
    deal = wall.url.removesuffix("class/")
    pupil.goto(deal)
    pupil.locator('form[action$="/play/"] .main').click()
    expect(pupil.locator("#table")).to_be_visible()
    play_to_the_end([ines])
    wall.locator('form[action*="/class/end/"] button').click()
    expect(wall.locator("summary")).to_be_visible()
    yield wall
    wall.locator("summary").click()
    wall.locator('[name="position"]').last.click()
    answers = wall.locator('form[action*="/class/ask/"] .main')
    expect(answers).to_be_visible()
    yield wall
    pupil.goto(f"{deal}vote/")
    yield pupil
    pupil.locator('[name="keep"]').first.focus()
    pupil.keyboard.press("Space")
    pupil.locator('[value="roll"]').press("Enter")
    expect(pupil.locator('p[role="status"] .dots')).to_be_visible()
    yield pupil
    answers.press("Enter")
    expect(answers).to_be_hidden()
    expect(wall.locator(".faces").first).to_be_visible()
    yield wall


# What is not painted counts as unseen. It is painted for as long as the question takes, so nothing
# is drawn.
SEEN_OUT_OF_PLACE = f"""() => {{
    const paint = {PAINT};
    paint(true);
    const found = ({OUT_OF_PLACE})();
    paint(false);
    return found;
}}"""


def _is_in_place(page: Page) -> None:
    keeps_within_its_edge(page)
    assert page.evaluate(SEEN_OUT_OF_PLACE) == [], page.url


@pytest.mark.parametrize("language", [LONG, MIRRORED, *LONGEST])
def test_texts_keep_their_place_at_320_pixels_and_none_stays_in_english(
    seat: Callable[[str, dict[str, int]], Seat], language: str
) -> None:
    taken = seat(language, SMALL)
    for state in states(taken):
        direction = "rtl" if language == MIRRORED else "ltr"
        of_page = "[getComputedStyle(document.body).direction, document.documentElement.lang]"
        assert taken.page.evaluate(of_page) == [direction, language]
        _is_in_place(taken.page)
        if language == LONG and state.startswith(("lobby", "table", "result")):
            assert taken.page.evaluate(OUTSIDE) == [], state


@pytest.mark.parametrize("way", [_dice_to_choose, _turn_to_beat, _race, _class])
def test_texts_of_other_ways_to_play_keep_their_place(
    seat: Callable[[str, dict[str, int]], Seat], way: Callable[[Seat, Seat], Iterator[Page]]
) -> None:
    for page in way(seat(LONG, SMALL), seat(LONG, SMALL)):
        for size in (DESK, SMALL):
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            _is_in_place(page)


def _speaks_from_the_catalogue(page: Page) -> None:
    assert page.evaluate("document.body.textContent.includes('\u27e6')")
    # The card of rules that have just changed may be on its way.
    end = monotonic() + 30
    while monotonic() < end:
        outside = page.evaluate(OUTSIDE)
        if not outside:
            return
    assert outside == []


def test_scripts_say_nothing_past_the_translators(seat: Callable[..., Seat]) -> None:
    mara, ines = seat(LONG, DESK, prefs={"tour": True}), seat(LONG, DESK)
    url = mara.opens_a_room("Mara")
    _speaks_from_the_catalogue(mara.page)
    ines.sits_down(url, "Ines")
    mara.sees(2)
    _speaks_from_the_catalogue(mara.page)
    mara.plays_to(500)
    mara.starts()
    for _ in range(6):
        turn = acting([mara.page, ines.page])
        if turn is None:
            break
        turn.keyboard.press("a")
        mara.page.evaluate("document.getElementById('scores-open').click()")
        expect(mara.page.locator("#scores-sheet")).to_be_visible()
        for page in (mara.page, ines.page):
            _speaks_from_the_catalogue(page)
        mara.page.keyboard.press("Escape")
        play_one(turn, lambda page, key: page.keyboard.press(key))
    play_to_the_end([mara, ines])
    for page in (mara.page, ines.page):
        _speaks_from_the_catalogue(page)
