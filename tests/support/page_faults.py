"""Check that axe finds no fault on a page, nothing runs over its edge, and no words touch."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.support.play.in_page import PAINT

# Every line of text on the page, shown or not, as its text nodes one after the other. What ends or
# begins a block, or a part with a margin, ends a line.
_BAD_SPACES = r"""(within) => {
    const apart = (node) => {
        const { display, marginInlineStart, marginInlineEnd } = getComputedStyle(node);
        if (display === "inline" || display === "contents") return false;
        return !display.startsWith("inline-") || parseFloat(marginInlineStart) > 0
            || parseFloat(marginInlineEnd) > 0;
    };
    const ends = (node) => node.matches("br, button") || apart(node)
        || /flex|grid/.test(getComputedStyle(node.parentElement).display);
    const lines = [[]];
    const read = (node) => {
        for (const child of node.childNodes) {
            if (child.nodeType === Node.TEXT_NODE) lines.at(-1).push(child.data);
            if (child.nodeType !== Node.ELEMENT_NODE) continue;
            if (child.matches("script, style, template, noscript, svg")) continue;
            const alone = ends(child);
            if (alone) lines.push([]);
            read(child);
            if (alone) lines.push([]);
        }
    };
    read(document.querySelector(within ?? "body"));
    const bad = [];
    for (const texts of lines) {
        const line = texts.join("").replace(/\s+/g, " ").trim();
        const glued = texts.filter(Boolean).some((text, at, all) =>
            at && /[\p{L}\p{N}]$/u.test(all[at - 1]) && /^[\p{L}\p{N}]/u.test(text));
        if (glued || /\s[,.;:)](\s|$)/.test(line)) bad.push(line);
    }
    return bad;
}"""


# Without the few characters of its messages beyond ASCII it goes to the page in half the bytes.
_AXE = AXE_SCRIPT.encode("ascii", "backslashreplace").decode("ascii")

# What is not painted has no contrast. Fading elements have other colours until the fade has ended;
# in closed details it never ends. Null if axe has not come to this page yet.
_RUN = f"""async ([within, options]) => {{
    if (!window.axe) return null;
    const paint = {PAINT};
    await Promise.allSettled(document.getAnimations()
        .filter((one) => one.effect.target.checkVisibility()).map((one) => one.finished));
    paint(true);
    const found = await axe.run(within ?? document, options);
    paint(false);
    return found;
}}"""


def _run(page: Page, within: str | None, **options: Any) -> None:
    """Fails with axe's report. It would fetch all styles first, for a rule that is not run."""
    page.wait_for_load_state()  # a link has just led to the page
    given = [within, {"resultTypes": ["violations"], "preload": False, **options}]
    found = page.evaluate(_RUN, given)
    if found is None:
        page.evaluate(_AXE)
        found = page.evaluate(_RUN, given)
    report = AxeResults(found)
    assert report.violations_count == 0, report.generate_report()


def keeps_within_its_edge(page: Page) -> None:
    """Nothing makes the page scroll sideways."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page.url


def words_stand_apart(page: Page, within: str | None = None) -> None:
    """No two words touch where one element ends, and no space comes before a comma or full stop."""
    lines = page.evaluate(_BAD_SPACES, within)
    assert lines == [], f"{page.url}: {lines}"


def has_no_faults(page: Page, within: str | None = None, **options: Any) -> None:
    """The whole page, or what is `within` (a selector)."""
    page.wait_for_load_state()
    keeps_within_its_edge(page)
    words_stand_apart(page, within)
    _run(page, within, **options)


def has_no_faults_in_any_light(page: Page, within: str | None = None) -> None:
    """Check the same in the light and the dark theme. The page is left in the light one."""
    page.emulate_media(color_scheme="dark")
    _run(page, within, runOnly=["color-contrast"])
    page.emulate_media(color_scheme="light")
    has_no_faults(page, within)
