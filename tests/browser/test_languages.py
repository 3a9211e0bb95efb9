"""What scripts write on the page comes from their catalogue too."""

from collections.abc import Callable
from time import monotonic

from playwright.sync_api import Page, expect

from tests.support.seats import Seat, acting, play_one, play_to_the_end

# What a catalogue defines; this one puts every message in brackets.
CATALOGUE = """
    globalThis.gettext = (one) => `\u27e6${one}\u27e7`;
    globalThis.pgettext = (_context, one) => gettext(one);
    globalThis.ngettext = (one, many, count) => gettext(count === 1 ? one : many);
"""

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
    for (const at of new Set([location.pathname, "/room/dialogs/", ...fetched.map((one) => one.name)])) {
        const text = await (await fetch(at)).text();
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


def _speaks_from_the_catalogue(page: Page) -> None:
    assert page.evaluate("document.body.textContent.includes('\u27e6')")
    # The card of rules that have just changed may be on its way.
    end = monotonic() + 30
    while monotonic() < end:
        outside = page.evaluate(OUTSIDE)
        if not outside:
            return
    assert outside == []


def test_scripts_say_nothing_past_the_translators(take_seat: Callable[..., Seat]) -> None:
    mara, ines = take_seat(prefs={"tour": True}), take_seat()
    for seat in (mara, ines):
        seat.page.add_init_script(CATALOGUE)
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
