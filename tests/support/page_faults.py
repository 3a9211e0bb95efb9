"""Check that axe finds no fault on a page, and that nothing runs over its edge."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page


def _run(page: Page, within: str | None, **options: Any) -> None:
    """Fails with axe's report."""
    # Fading elements have other colours until the fade has ended.
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(
        "([within, options]) => axe.run(within ?? document, options)",
        [within, {"resultTypes": ["violations"], **options}],
    )
    report = AxeResults(found)
    assert report.violations_count == 0, report.generate_report()


def keeps_within_its_edge(page: Page) -> None:
    """Nothing makes the page scroll sideways."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page.url


def has_no_faults(page: Page, within: str | None = None) -> None:
    """The whole page, or what is `within` (a selector)."""
    keeps_within_its_edge(page)
    _run(page, within)


def has_no_faults_in_any_light(page: Page, within: str | None = None) -> None:
    """Check the same in the light and the dark theme. The page is left in the light one."""
    page.emulate_media(color_scheme="dark")
    _run(page, within, runOnly=["color-contrast"])
    page.emulate_media(color_scheme="light")
    has_no_faults(page, within)
